"""`make screens`: walks the tasks of a new user and renews `docs/screens/`, a picture a step and the list of them.

The service, its worker and the mirror are real; the network is the sandbox. Pictures are WebP, 1280 pixels wide.
"""

from __future__ import annotations

import base64
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.conftest import CHROMIUM, environment
from tests.browser.tasks import TASKS, Stage, Task
from tests.browser.walk import Picture, Step, Walk
from tests.live import ROOT, Service, running
from tests.mirror.server import Mirror

FOLDER = ROOT / "docs/screens"
LIST = "README.md"
SIZE = {"width": 1280, "height": 860}
QUALITY = 82
HEAD = """\
# What a new user does, step by step

Each task starts at one address and goes on by what the pages show. Clicks are presses of links and buttons and the
choice of a file, fields are what is filled in. `make screens` renews this folder: it starts the service in its
sandbox and does each task in Chromium. A browser test does the same and holds the numbers below against it.
"""


def file_of(name: str, step: Step, number: int) -> Path:
    return Path(name) / f"{number:02}-{step.name}.webp"


def section(name: str, task: Task, walk: Walk) -> str:
    """A task as the list tells it."""
    rows = "\n".join(
        f"| {n} | {step.told} | {step.clicks} | {step.fields} | [picture]({file_of(name, step, n)}) |"
        for n, step in enumerate(walk.steps, 1)
    )
    counted = f"{_count(walk.clicks, 'click')}, {_count(walk.fields, 'field')}"
    return (
        f"\n## {task.title}\n\n{task.given} **{counted}.**\n\n"
        f"| Step | What is done and seen | Clicks so far | Fields so far | |\n|--:|---|--:|--:|---|\n{rows}\n"
    )


def done(browser: Browser, service: Service, name: str, folder: Path, picture: Picture | None = None) -> Walk:
    """Walks one task as a visitor whom the site has never seen."""
    visitors = [browser.new_context(base_url=service.url, viewport=SIZE, color_scheme="light") for _ in range(2)]
    walk = Walk(visitors[0].new_page(), picture)
    TASKS[name].walk(walk, Stage(service, visitors[1].new_page(), folder))
    for visitor in visitors:
        visitor.close()
    return walk


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _taking(name: str, folder: Path) -> Picture:
    def take(page: Page, step: Step, number: int) -> None:
        page.wait_for_load_state("networkidle")
        session = page.context.new_cdp_session(page)
        taken = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
        file = folder / file_of(name, step, number)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(base64.b64decode(taken["data"]))

    return take


@contextmanager
def _site(folder: Path) -> Iterator[tuple[Browser, Service]]:
    program = shutil.which("chromium")
    if program is None:
        sys.exit("Chromium is not available here. To bring it: apt-get install chromium")
    with Mirror() as mirror, running(folder, **environment(mirror)) as service, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=CHROMIUM)
        yield browser, service
        browser.close()


def main() -> None:
    """The folder is replaced once all tasks are done; if one can't be done, it stays as it was."""
    with tempfile.TemporaryDirectory() as scratch:
        folder, made = Path(scratch), Path(scratch) / "screens"
        with _site(folder) as (browser, service):
            told = [_told(browser, service, name, folder, made) for name in TASKS]
        (made / LIST).write_text(HEAD + "".join(told), encoding="utf-8")
        shutil.rmtree(FOLDER, ignore_errors=True)
        shutil.copytree(made, FOLDER)


def _told(browser: Browser, service: Service, name: str, scratch: Path, made: Path) -> str:
    """Walks a task and takes its pictures; what the list says of it."""
    walk = done(browser, service, name, scratch, _taking(name, made))
    print(f"{TASKS[name].title}: {_count(walk.clicks, 'click')}, {len(walk.steps)} pictures", flush=True)
    return section(name, TASKS[name], walk)


if __name__ == "__main__":
    main()
