"""The five tasks of a new user, each done from the pages alone. `docs/screens/` shows them; a test walks them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, expect

from tests.browser import steps
from tests.browser.walk import SLOW, Walk
from tests.live import ROOT, Service

URL: Final = "https://www.typescriptlang.org/docs/handbook/results.html"
QUOTE: Final = "A function that can fail may say so in its type."
WRONG: Final = QUOTE.replace("may", "must")
ELSEWHERE: Final = "Throw whenever a caller might forget to look."
LABELS: Final = ("The quote, word for word", "The address of its page")
STAFF: Final = "reviewer"
REASON: Final = "The terms do speak of opened parcels. They say that those are not refunded."
DECISION: Final = "A close match was overlooked: the text has “are not refunded”."


@dataclass(frozen=True)
class Stage:
    """What a task is done on: the service, a page of somebody else for what must have happened, a folder."""

    service: Service
    other: Page
    folder: Path


@dataclass(frozen=True, slots=True)
class Task:
    """`given` is what the user has in hand, or what happened before."""

    title: str
    given: str
    walk: Callable[[Walk, Stage], None]


def check_a_quote(walk: Walk, stage: Stage) -> None:
    walk.start("/")
    walk.see("h1", "start", "The first page says what is checked and what it costs.", top=True)
    _ask(walk, QUOTE, URL)
    walk.see("#quote-1", "filled-in", "The quote and the address of its page are filled in.", top=True)
    walk.press("Check and pay")
    _result(walk)
    walk.see("h1", "exact", "“Check and pay”: the verdict, and the quote highlighted where it stands.", top=True)
    expect(walk.page.locator("h1")).to_have_text("Exact: the page holds the quote")


def find_out_why(walk: Walk, stage: Stage) -> None:
    walk.start("/")
    _ask(walk, QUOTE, URL)
    walk.press("Add another quote")
    walk.fill(LABELS[0], ELSEWHERE)
    walk.see("#quote-2", "two-quotes", "“Add another quote”: the second has the first one's address already.")
    walk.press("Check and pay")
    _result(walk)
    walk.see("h1", "one-unknown", "“Check and pay”: one of the two is undecided.", top=True)
    walk.press("Quote 2", "link", ".overview")
    walk.see("#quote-2", "why", "“Quote 2”: the reason in a sentence, and what one can do.")
    expect(walk.page.locator("#quote-2")).to_contain_text("no proof that it is missing")
    walk.press("Evidence: page 1", "link", "#quote-2")
    walk.see("#page-1", "evidence", "“Evidence: page 1”: the page was read, with its status, size and hashes.")
    expect(walk.page.locator("#page-1")).to_contain_text("200")


def correct_a_quote(walk: Walk, stage: Stage) -> None:
    walk.start("/")
    _ask(walk, WRONG, URL)
    walk.press("Check and pay")
    _result(walk)
    walk.see("h1", "close-match", "“Check and pay”: the page has another word, marked and named.", top=True)
    again = walk.page.get_by_role("button", name="Check the exact wording")
    walk.see(
        again, "what-next", "Further down: the difference in words, and the page's wording to copy or to check."
    )
    walk.press("Check the exact wording")
    walk.see(
        "#quote-1", "page-s-wording", "“Check the exact wording”: the form, with the words of the page.", top=True
    )
    expect(walk.page.locator("#quote-1")).to_have_value(QUOTE)
    walk.press("Check and pay")
    _result(walk)
    walk.see("h1", "exact", "“Check and pay”: now the quote stands there.", top=True)
    expect(walk.page.locator("h1")).to_have_text("Exact: the page holds the quote")


def verify_a_receipt(walk: Walk, stage: Stage) -> None:
    file = _evidence(stage)
    walk.start("/")
    walk.press("Verify a receipt", "link", "nav")
    walk.see("h1", "empty", "“Verify a receipt”, at the top of every page.", top=True)
    walk.choose_file("Or open files", file)
    walk.see(".checks", "verified", "The evidence file is chosen: the browser makes all checks at once.")
    expect(walk.page.locator("#report-title")).to_have_text("Valid")


def overturn_a_verdict(walk: Walk, stage: Stage) -> None:
    check = _disputed(stage)
    walk.start("/dashboard/")
    walk.see("#login-form", "log-in", "The dashboard asks who comes.", top=True)
    walk.fill("Username:", STAFF)
    walk.fill("Password:", STAFF)
    walk.press("Log in")
    row = f".ids li:has-text('{check}')"
    walk.see(row, "what-waits", "Logged in: the dashboard, where a dispute waits.")
    walk.press("dsp_", "link", row)
    walk.see("h1", "review", "The dispute: what was asked, the bytes, the quote beside the text.", top=True)
    walk.see(".beside", "difference", "Further down: the word that differs, struck out and underlined.")
    form = "form[aria-labelledby=corrected-title]"
    walk.fill("Reason:", DECISION, form)
    walk.see(f"{form} [type=submit]", "decision", "What correcting does is said; the reason is filled in.")
    walk.press("Put the new result in its place")
    walk.see(walk.page.get_by_text("Closed: corrected"), "closed", "“Put the new result in its place”.", top=True)
    stage.other.goto(f"/checks/{check}")
    expect(stage.other.locator("h1")).to_contain_text("Close match")


TASKS: Final = {
    "check-a-quote": Task(
        "Check a quote on a page",
        "At hand: a quote and the address of its page.",
        check_a_quote,
    ),
    "why-unknown": Task(
        "Find out why one is unknown",
        "At hand: two quotes that one page is said to hold.",
        find_out_why,
    ),
    "correct-a-quote": Task(
        "Correct a wrong quote from the shown wording",
        "At hand: a quote with a wrong word, and the address of its page.",
        correct_a_quote,
    ),
    "verify-a-receipt": Task(
        "Verify a receipt",
        "At hand: the evidence file of a check, as its buyer passed it on.",
        verify_a_receipt,
    ),
    "overturn-a-verdict": Task(
        "As staff, overturn a verdict",
        "Before: an older version overlooked a close match, and the buyer disputed its verdict.",
        overturn_a_verdict,
    ),
}


def run(service: Service, *command: str, **environment: str) -> str:
    """A command beside the service, on its database."""
    variables = {**os.environ, "DATABASE_URL": service.database_url, **environment}
    done = subprocess.run([sys.executable, *command], cwd=ROOT, env=variables, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def create_staff(service: Service, name: str) -> None:
    """Staff who may do anything; name and password are the same."""
    account = {"DJANGO_SUPERUSER_USERNAME": name, "DJANGO_SUPERUSER_PASSWORD": name}
    run(service, "manage.py", "createsuperuser", "--noinput", "--email", "", **account)


def _ask(walk: Walk, quote: str, url: str) -> None:
    walk.fill(LABELS[0], quote)
    walk.fill(LABELS[1], url)


def _result(walk: Walk) -> None:
    walk.page.wait_for_url(steps.CHECK)
    expect(walk.page.locator("#payment-title")).to_be_visible(timeout=SLOW)


def _evidence(stage: Stage) -> Path:
    """As the buyer of a check gets it from the result's page."""
    steps.check(stage.other, [(QUOTE, URL)])
    with stage.other.expect_download() as download:
        stage.other.get_by_role("link", name="The evidence in one file").click()
    download.value.save_as(stage.folder / "evidence.json")
    return stage.folder / "evidence.json"


def _disputed(stage: Stage) -> str:
    """A verdict of an older version, disputed by its buyer; and an account for who decides."""
    create_staff(stage.service, STAFF)
    check = run(stage.service, "-m", "tests.browser.older_version", steps.DROPPED, steps.TEXT)
    stage.other.goto(f"/checks/{check}")
    open_dispute(stage.other, REASON, text=steps.TEXT, quote=steps.DROPPED)
    return check


def open_dispute(page: Page, reason: str, **more: str) -> None:
    """On the page of a result."""
    page.get_by_text("Dispute this verdict").click()
    page.get_by_label("Your reason").fill(reason)
    for label, text in more.items():
        page.locator(f"#dispute-{label}").fill(text)
    page.get_by_role("button", name="Open a dispute").click()
    expect(page.locator("#disputes")).to_contain_text("Open: it has not been decided yet")
