"""Chromium as the reference for what a reader of a page sees: its innerText, with the network cut off.

A page's own scripts don't run, as they don't for the extractor.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ARGUMENTS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
)
_LEFT_OUT = Path(__file__).with_name("left_out.js").read_text(encoding="utf-8")

# The innerText of a body that has no box is its textContent, whatever is hidden in it.
_TEXT = """() => {
  const shown = (element) => getComputedStyle(element).display;
  if (shown(document.body) === "contents") document.body.style.setProperty("display", "block", "important");
  return [document.documentElement, document.body].some((element) => shown(element) === "none")
    ? "" : document.body.innerText;
}"""


class NoChromium(Exception):
    """What brings it: apt-get install chromium."""


def path() -> str:
    found = shutil.which("chromium")
    if found is None:
        raise NoChromium("Chromium isn't installed. What brings it: apt-get install chromium")
    return found


class Chromium:
    def __init__(self, page: Page) -> None:
        self._page = page

    def text(self, html: str) -> str:
        """The page's innerText, as it is."""
        self._page.set_content(html, wait_until="domcontentloaded")
        return str(self._page.evaluate(_TEXT))

    def quotable(self, html: str) -> str:
        """The page's innerText without what the extraction rules leave out."""
        self._page.set_content(html, wait_until="domcontentloaded")
        return str(self._page.evaluate(_LEFT_OUT))


@contextmanager
def chromium() -> Iterator[Chromium]:
    """A window of 1280 x 720 px. Raises NoChromium."""
    executable = path()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=ARGUMENTS.split())
        context = browser.new_context(
            java_script_enabled=False, offline=True, viewport={"width": 1280, "height": 720}
        )
        yield Chromium(context.new_page())
        browser.close()
