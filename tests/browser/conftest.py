"""A real browser before the real service: Chromium, `manage.py up`, the mirror."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.browser import axe as rules
from tests.browser import steps
from tests.browser.pages import HostileMirror
from tests.live import Service, running
from tests.mirror.server import Mirror

CHROMIUM = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
POLICY = "Content Security Policy"
WATCH = """
addEventListener("securitypolicyviolation", (event) => {
  report(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`);
});
"""


@pytest.fixture(scope="package")
def pages() -> Iterator[HostileMirror]:
    with HostileMirror() as mirror:
        yield mirror


@pytest.fixture(scope="package")
def service(tmp_path_factory: pytest.TempPathFactory, pages: HostileMirror) -> Iterator[Service]:
    with running(tmp_path_factory.mktemp("browser"), **environment(pages)) as started:
        yield started


def environment(mirror: Mirror) -> dict[str, str]:
    """The settings with which the service reads the mirror."""
    return {
        "QUOTEPROOF_FETCH_RESOLVE": mirror.resolve,
        "QUOTEPROOF_FETCH_CA_FILE": str(mirror.ca_file),
        "QUOTEPROOF_ROBOTS_CACHE_S": "0",
        "QUOTEPROOF_RATE_LIMIT": "0",
    }


@pytest.fixture(scope="package")
def program() -> str:
    """Where Chromium is."""
    found = shutil.which("chromium")
    if found is None:
        missing = "Chromium is not available here. To bring it: apt-get install chromium"
        pytest.fail(missing) if os.environ.get("CI") == "true" else pytest.skip(missing)
    return found


@pytest.fixture(scope="package")
def chromium(program: str) -> Iterator[Browser]:
    """Stopped with the package: its event loop would keep Django from the database in other folders.

    Whatever any page of any test did against the content security policy fails the package at its end.
    """
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=CHROMIUM)
        reports = watched(browser)
        yield browser
        browser.close()
    assert reports == []


def watched(browser: Browser) -> list[str]:
    """What the browser will say of the policy, in any page of any context, with or without JavaScript."""
    reports: list[str] = []
    plain = browser.new_context

    def new_context(**options: Any) -> BrowserContext:
        context = plain(**options)
        context.on("console", lambda said: reports.append(said.text) if POLICY in said.text else None)
        return context

    browser.new_context = new_context  # type: ignore[method-assign]
    return reports


@dataclass(frozen=True)
class Addresses:
    """Pages of checks that were made once for all tests which only look at them: holding an id is the right."""

    result: str
    one_result: str
    no_result: str
    receipt: str
    text_result: str
    report: str


@pytest.fixture(scope="package")
def addresses(chromium: Browser, service: Service) -> Addresses:
    context = chromium.new_context(base_url=service.url)
    page = context.new_page()
    steps.check(page, [steps.UNKNOWN, steps.FORBIDDEN])
    no_result = page.url
    steps.check(page, [steps.FOUND, steps.TWO_PLACES, steps.ABSENT, steps.UNKNOWN])
    receipt = page.get_by_role("link", name="The signed receipt").get_attribute("href")
    result = page.url
    steps.check(page, [(steps.FOUND[0].replace("small", "little"), steps.FOUND[1])])
    one_result = page.url
    steps.check_text(page, steps.DROPPED, steps.TEXT)
    text_result = page.url
    steps.check_answer(page, steps.ANSWER)
    made = Addresses(result, one_result, no_result, receipt or "", text_result, report=page.url)
    context.close()
    return made


@dataclass
class Visit:
    """One visitor with a browser of their own. `dialogs` and `violations` are what must never happen."""

    page: Page
    dialogs: list[str] = field(default_factory=list)
    violations: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def watch(self) -> None:
        self.page.on("dialog", self._dialog)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.expose_function("report", lambda report: self.violations.append(report))
        self.page.add_init_script(WATCH)

    def _dialog(self, dialog: Any) -> None:
        self.dialogs.append(dialog.message)
        dialog.dismiss()


@pytest.fixture
def visitor(chromium: Browser, service: Service) -> Iterator[Any]:
    """Makes visits; each must end without a dialog, a policy violation or an error in a script."""
    contexts: list[BrowserContext] = []
    visits: list[Visit] = []

    def visit(**options: Any) -> Page:
        context = chromium.new_context(base_url=service.url, **options)
        context.set_default_timeout(30_000)
        contexts.append(context)
        visits.append(Visit(context.new_page()))
        if options.get("java_script_enabled", True):
            visits[-1].watch()
        return visits[-1].page

    yield visit
    for context in contexts:
        context.close()
    for made in visits:
        assert (made.dialogs, made.violations, made.errors) == ([], [], [])


@pytest.fixture
def page(visitor: Any) -> Page:
    return visitor()


@pytest.fixture
def plain(visitor: Any) -> Page:
    """A visitor without JavaScript."""
    return visitor(java_script_enabled=False)


@pytest.fixture(scope="session")
def axe() -> str:
    return rules.script()
