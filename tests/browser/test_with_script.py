"""The whole job in the sandbox, as a visitor with JavaScript does it."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser import steps
from tests.browser.steps import ABSENT, FOUND, TWO_PLACES, UNKNOWN

PASTE = """
(html) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/html", html);
  clipboardData.setData("text/plain", "as plain text, without its links");
  const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
  document.getElementById("document").dispatchEvent(event);
}
"""
pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


def test_from_the_form_to_the_result(page: Page):
    steps.check(page, [FOUND, TWO_PLACES, ABSENT, UNKNOWN])
    assert steps.verdicts(page) == ["Found", "Found more than once", "Not there", "Undecided"]
    expect(page.locator("h1")).to_have_text("4 quotes: 1 found, 1 found more than once, 1 not there, 1 undecided")
    expect(page.locator("#quote-1 mark")).to_have_text(FOUND[0])
    assert page.locator("#quote-2 mark").all_inner_texts() == [TWO_PLACES[0]] * 2
    expect(page.locator("#quote-4")).to_contain_text("no proof that it is missing")
    assert page.locator("article.source").count() == 2


def test_a_quote_and_the_text_i_hold(page: Page):
    page.goto("/")
    page.get_by_role("link", name="A quote and the text I hold").click()
    steps.check_text(page, steps.DROPPED, steps.TEXT)
    assert steps.verdicts(page) == ["Close match"]
    expect(page.locator(".passage ins")).to_contain_text("not")
    expect(page.locator(".differences li").first).to_contain_text("Negation")
    expect(page.locator(".flags li").first).to_contain_text("severity: severe")
    expect(page.locator(".advice")).to_contain_text("leaves out")


def test_an_answer_with_its_citations(page: Page):
    page.goto("/")
    page.get_by_role("link", name="An answer with its citations").click()
    steps.find_quotes(page, steps.ANSWER)
    page.get_by_text("1 left out, and why").click()
    expect(page.locator(".left")).to_contain_text("No link stands with it")
    steps.send(page)
    page.wait_for_url(steps.CHECK)
    expect(page.locator("h1")).to_have_text("3 quotes: 2 exact, 1 close match", timeout=60_000)


def test_a_pasted_answer_keeps_its_links(page: Page):
    page.goto("/?way=document")
    page.evaluate(PASTE, f'<p>“{FOUND[0]}” (<a href="{FOUND[1]}">notes</a>)</p>')
    expect(page.locator("#pasted")).to_contain_text("Pasted as HTML")
    page.locator(".pay").get_by_role("button", name="Find the quotes").click()
    expect(page.locator("#pairs")).to_contain_text("Read as HTML")
    assert page.locator("#pairs q").all_inner_texts() == [FOUND[0]]


def test_one_quote_on_one_page_is_shown_beside_the_passage_that_comes_closest(page: Page):
    steps.check(page, [(FOUND[0].replace("small", "little"), FOUND[1])])
    assert steps.verdicts(page) == ["Close match"]
    assert [page.locator(f".passage {tag}").count() for tag in ("del", "ins")] == [1, 1]


def test_characters_are_counted_as_one_types(page: Page):
    steps.fill_text(page, "🚀é", "x" * 50_001)
    expect(page.locator("#quote-count")).to_have_text("2 of at most 1,000 characters.")
    expect(page.locator("#text-count")).to_have_attribute("data-tone", "wrong")
    steps.send(page)
    expect(page.locator("#text-mistake")).to_contain_text("50,000")
    assert len(page.locator("#text").input_value()) == 50_001


def test_the_receipt_is_one_click_away_and_leads_to_the_keys(page: Page, addresses):
    page.goto(addresses.result)
    page.get_by_role("link", name="The signed receipt").click()
    page.wait_for_url(re.compile(r"/receipts/rcp_"))
    token = page.locator("pre", has_text="eyJ").inner_text().strip()
    assert len(token.split(".")) == 3
    page.get_by_role("link", name="public keys").click()
    assert json.loads(page.locator("body").inner_text())["keys"]


def test_the_result_can_be_kept_as_a_file_with_its_hash(page: Page, addresses, tmp_path: Path):
    page.goto(addresses.result)
    with page.expect_download() as download:
        page.get_by_role("link", name="The result as a JSON file").click()
    download.value.save_as(tmp_path / "result.json")
    content = (tmp_path / "result.json").read_bytes()
    assert hashlib.sha256(content).hexdigest() in page.locator(".files").inner_text()
    assert json.loads(content)["results"][0]["status"] == "exact_match"


def test_the_exact_wording_is_copied(page: Page):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    spaced = (FOUND[0].replace(" ", "\n ", 1), FOUND[1])
    steps.check(page, [spaced])
    page.get_by_role("button", name="Copy the exact wording").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == FOUND[0]


def test_hashes_are_copied(page: Page, addresses):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(addresses.result)
    page.get_by_role("button", name="Copy the hash of the bytes").first.click()
    expect(page.locator("[data-copy]", has_text="Copied")).to_be_visible()
    assert re.fullmatch("[0-9a-f]{64}", page.evaluate("navigator.clipboard.readText()"))


def test_where_nothing_can_be_decided_nothing_is_charged_and_each_reason_is_told(page: Page, addresses):
    page.goto(addresses.no_result)
    expect(page.locator("h1")).to_have_text("Nothing could be decided, so nothing was charged")
    expect(page.locator("#quote-2")).to_contain_text("robots.txt does not let QuoteProof read")
    assert page.get_by_role("link", name="The signed receipt").count() == 0


def test_rows_are_added_and_removed_without_sending_the_form(page: Page):
    steps.fill(page, [("first", "https://nodejs.org/api/"), ("second", ""), ("third", "")])
    page.locator("#quote-2").fill("second")
    page.get_by_role("button", name="Remove this quote").nth(1).click()
    assert [page.locator(f"#quote-{n}").input_value() for n in (1, 2)] == ["first", "third"]
    expect(page.locator("#quote-2")).to_be_focused()
    expect(page.get_by_label("The quote, word for word")).to_have_count(2)


def test_a_new_row_keeps_the_address_and_takes_the_focus(page: Page):
    steps.fill(page, [("first", "https://nodejs.org/api/")])
    page.get_by_role("button", name="Add another quote").click()
    expect(page.locator("#quote-2")).to_be_focused()
    assert page.locator("#url-2").input_value() == "https://nodejs.org/api/"


def test_ten_rows_are_the_most(page: Page):
    steps.fill(page, [("q", "u")] * 10)
    expect(page.get_by_role("button", name="Add another quote")).to_be_hidden()


def test_the_wallet_of_the_session_is_kept(page: Page):
    steps.check(page, [FOUND])
    payer = page.locator("dt:text-is('From') + dd").inner_text()
    page.goto("/")
    assert payer in page.locator(".pay").inner_text().lower()


def test_every_page_says_sandbox(page: Page):
    for path in ("/", "/nowhere", "/problems/not_found"):
        page.goto(path)
        expect(page.locator(".sandbox")).to_contain_text("Test money only")
