"""A receipt is verified on the visitor's own machine, and told as the service's own check tells it."""

from __future__ import annotations

import json
import re
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from receipts.core import jwk
from receipts.core.verification import NAMES
from tests.browser import receipts_to_judge, statements_to_judge, steps
from tests.browser.conftest import Addresses
from tests.browser.receipts_to_judge import OTHER as STRANGER
from tests.browser.statements_to_judge import OTHER, answer, stated
from tests.browser.test_accessibility import SMALL

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
NO_ED25519 = """
const importKey = crypto.subtle.importKey.bind(crypto.subtle);
crypto.subtle.importKey = (format, key, algorithm, ...rest) =>
  (algorithm.name ?? algorithm) === "Ed25519"
    ? Promise.reject(new DOMException("Unrecognized name.", "NotSupportedError"))
    : importKey(format, key, algorithm, ...rest);
"""
JUDGE = """
async (cases) => {
  const { verify } = await import("/static/js/receipt/checks.js");
  const { parseKeys } = await import("/static/js/receipt/keys.js");
  const bytes = (text) => text === null ? null : Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return Promise.all(cases.map(async ({ token, keys, result, request, proof, status }) => {
    const held = { result: bytes(result), request: bytes(request), proof: bytes(proof), status: bytes(status) };
    const { checks } = await verify(token, await parseKeys(bytes(keys)), held);
    return checks.map(({ name, ok }) => [name, ok]);
  }));
}
"""


def get(url: str) -> Any:
    request = urllib.request.Request(url, headers={"Accept": "application/json"})
    with urllib.request.urlopen(request) as response:
        return json.load(response)


@pytest.fixture(scope="module")
def bought(addresses: Addresses, service) -> dict[str, Any]:
    """The evidence file of a check of a text."""
    return get(f"{service.url}/v1/checks/{addresses.text_result.rpartition('/')[2]}/evidence")


def outcomes(page: Page) -> dict[str, str]:
    lines = page.locator("#found .checks li")
    expect(lines).to_have_count(len(NAMES))
    return {
        line.get_attribute("data-name") or "": line.locator(".verdict").inner_text().strip()
        for line in lines.all()
    }


def failed(page: Page) -> list[str]:
    return [name for name, word in outcomes(page).items() if word == "Failed"]


def verify(page: Page, **fields: str) -> None:
    page.goto("/receipts/verify")
    for name, text in fields.items():
        page.locator(f"#{name}").evaluate("(field, text) => { field.value = text; }", text)
    page.get_by_role("button", name="Verify").click()
    expect(page.locator("#report-title")).to_be_focused()


@pytest.mark.parametrize("library", [False, True], ids=["own", "library"])
def test_the_browser_judges_as_python_does(page: Page, library: bool):
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    if library:
        page.add_init_script(NO_ED25519)
    page.goto("/receipts/verify")
    cases = [*receipts_to_judge.judged(), *statements_to_judge.judged()]
    found = page.evaluate(JUDGE, [case.plain() for case in cases])
    wrong = [(case, told) for case, told in zip(cases, found, strict=True) if case.by_python() != told]
    assert wrong == [] and len(cases) > 400
    assert any("noble-ed25519" in url for url in loaded) is library


def test_from_a_receipt_to_its_verification(page: Page, addresses: Addresses):
    asked: list[tuple[str, str]] = []
    page.goto(addresses.receipt)
    page.on("request", lambda request: asked.append((request.method, re.sub(r"rcp_\w+", "*", request.url))))
    page.get_by_role("link", name="Verify it in this browser").click()
    expect(page.locator("#report-title")).to_have_text("Valid")
    shown = outcomes(page)
    assert [shown.pop(name) for name in ("result", "request")] == ["Not checked"] * 2
    assert {word for name, word in shown.items() if name != "inclusion"} == {"Passed"}
    assert {method for method, _ in asked} == {"GET"}
    told = {url.rpartition("/v1/")[2] for _, url in asked if "/v1/" in url}
    assert told == {"receipts/*", "receipts/*/status", "receipts/*/proof"}


def test_what_it_attests_is_told_and_what_it_does_not(page: Page, addresses: Addresses):
    page.goto(addresses.receipt)
    number = page.locator("dt:text-is('Number') + dd").inner_text()
    page.get_by_role("link", name="Verify it in this browser").click()
    report = page.locator("#report")
    for words in (number, "0.01 test USDC", "Found more than once", "Undecided", "Page 2", "sandbox receipt"):
        expect(report).to_contain_text(words)
    expect(report).to_contain_text("That a quote is true")


def test_the_answer_that_holds_it_is_enough(page: Page, bought: dict[str, Any]):
    verify(page, result=json.dumps(bought["result"], indent=2))
    expect(page.locator("#report-title")).to_have_text("Valid")
    assert outcomes(page)["result"] == "Passed"


@pytest.mark.parametrize("name", receipts_to_judge.confusions())
def test_each_confusion_is_refused_and_named(page: Page, name: str):
    page.route("**/jwks.json", lambda route: route.fulfill(json=jwk.jwks(receipts_to_judge.KEYS)))
    verify(page, receipt=receipts_to_judge.confusions()[name])
    assert failed(page) == [receipts_to_judge.REFUSED_BY[name]] and page.locator("#report h3").count() == 1


@pytest.mark.parametrize(("change", "check"), [("result", "result"), ("proof", "inclusion")])
def test_what_does_not_fit_is_named(page: Page, bought: dict[str, Any], change: str, check: str):
    other = {"result": json.dumps({**bought["result"], "advice": "x"}), "proof": "c2sp.org/tlog-proof@v1\n"}[
        change
    ]
    verify(page, receipt=bought["receipt"], **{change: other})
    assert failed(page) == [check]
    expect(page.locator("#report-title")).to_have_text(f"Not valid: {check}")


def test_the_request_is_held_against_it(page: Page, bought: dict[str, Any]):
    asked = {"text": steps.TEXT, "quote": steps.DROPPED, "match": "fuzzy", "case_sensitive": False}
    verify(page, receipt=bought["receipt"], request=json.dumps(asked | {"quote": "another"}))
    assert failed(page) == ["request"]
    expect(page.locator("[data-name=request] .detail")).to_contain_text("what differs: quote")


def test_files_are_sorted_into_their_fields(page: Page, bought: dict[str, Any], tmp_path: Path):
    (tmp_path / "evidence.json").write_text(json.dumps(bought))
    page.goto("/receipts/verify")
    page.locator("#files").set_input_files(tmp_path / "evidence.json")
    expect(page.locator("#report-title")).to_have_text("Valid")
    assert outcomes(page)["result"] == "Passed" and page.locator("#receipt").input_value() == bought["receipt"]


DROP = """
([text, name]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name));
  document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
}
"""


def test_a_file_is_dropped_anywhere(page: Page, bought: dict[str, Any]):
    page.goto("/receipts/verify")
    page.evaluate(DROP, [bought["receipt"] + "\n", "receipt.jws"])
    expect(page.locator("#report-title")).to_have_text("Valid")


def test_a_file_that_is_nothing_of_it_is_said_to_be(page: Page):
    page.goto("/receipts/verify")
    page.evaluate(DROP, ["[1, 2]", "x.json"])
    expect(page.locator("#verify-status")).to_contain_text("neither a receipt nor an answer")


def test_without_a_receipt_the_field_says_so(page: Page):
    page.goto("/receipts/verify")
    page.get_by_role("button", name="Verify").click()
    expect(page.locator("#mistake")).to_contain_text("Paste the receipt")
    expect(page.locator("#receipt")).to_be_focused()


def test_keys_that_cannot_be_had_are_no_verdict(page: Page, bought: dict[str, Any]):
    page.goto("/receipts/verify")
    page.route("**/jwks.json", lambda route: route.fulfill(status=503))
    page.locator("#receipt").fill(bought["receipt"])
    page.get_by_role("button", name="Verify").click()
    expect(page.locator("#verify-status")).to_contain_text("cannot be had")
    expect(page.locator("#report")).to_be_hidden()


def test_a_receipt_that_the_service_has_not_on_record_is_not_valid(page: Page, bought: dict[str, Any]):
    page.route("**/v1/receipts/*", lambda route: route.fulfill(status=404))
    verify(page, receipt=bought["receipt"])
    assert failed(page) == ["status"]


def on_record(page: Page, status: str, answer: bytes) -> None:
    """The service has the receipt of a text on record with that status, and says that of it."""
    case = receipts_to_judge.TEXT
    page.route("**/jwks.json", lambda route: route.fulfill(json=jwk.jwks(receipts_to_judge.KEYS)))
    page.route("**/v1/receipts/*", lambda route: route.fulfill(json={"payload": case.claims, "status": status}))
    page.route("**/v1/receipts/*/status", lambda route: route.fulfill(body=answer))
    page.route("**/v1/receipts/*/proof", lambda route: route.fulfill(status=404))
    verify(page, receipt=case.token)


def test_a_genuine_receipt_that_was_withdrawn_is_told_from_a_forged_one(page: Page):
    on_record(page, "refunded", answer(stated("refunded")))
    expect(page.locator("#report-title")).to_have_text("Genuine, but withdrawn: the payment was given back")
    assert outcomes(page)["status"] == "Withdrawn" and failed(page) == []


def test_what_took_a_receipts_place_is_led_to(page: Page):
    on_record(page, "replacement", answer(stated("replacement", replacement=OTHER)))
    expect(page.locator("#report-title")).to_have_text("Genuine, but withdrawn: another receipt took its place")
    assert page.get_by_role("link", name=OTHER).get_attribute("href") == f"/receipts/{OTHER}"


@pytest.mark.parametrize(
    ("status", "said"),
    [
        ("refunded", answer(stated("refunded", key=STRANGER))),
        ("valid", answer(stated("refunded"), status="valid")),
    ],
    ids=["by a stranger", "kept back"],
)
def test_a_statement_that_does_not_hold_is_not_taken(page: Page, status: str, said: bytes):
    on_record(page, status, said)
    expect(page.locator("#report-title")).to_have_text("Not valid: status")


def test_a_receipts_own_page_is_verified_where_it_is_read(page: Page, addresses: Addresses):
    page.goto(addresses.receipt)
    expect(page.locator("#checked")).to_contain_text("Verified by your own browser")
    expect(page.locator("#checked strong")).to_have_text("Valid")


def test_where_the_service_does_not_answer_its_word_is_left_out(page: Page, bought: dict[str, Any]):
    page.route("**/v1/receipts/**", lambda route: route.abort())
    verify(page, receipt=bought["receipt"])
    assert failed(page) == [] and outcomes(page)["status"] == "Not checked"


def test_what_a_receipt_says_is_text(page: Page):
    page.goto("/receipts/verify")
    claims = receipts_to_judge.QUOTES.claims
    hostile = "<img src=x onerror=alert(1)>"
    claims = claims | {"iss": hostile, "tool": {"name": hostile, "version": hostile}}
    nodes = page.evaluate(
        """async (claims) => {
          const { told } = await import("/static/js/receipt/told.js");
          document.getElementById("found").replaceChildren(...told({ checks: [], claims }));
          return [document.images.length, document.getElementById("found").textContent];
        }""",
        claims,
    )
    assert nodes[0] == 0 and nodes[1].count(hostile) == 3


def test_without_script_the_service_makes_the_same_checks(visitor, bought: dict[str, Any]):
    page: Page = visitor(java_script_enabled=False)
    page.goto("/receipts/verify")
    page.locator("summary").click()
    page.locator("#result").fill(json.dumps(bought["result"], indent=2))
    page.get_by_role("button", name="Verify").click()
    expect(page.locator("#report-title")).to_have_text("Valid")
    assert outcomes(page)["result"] == "Passed"
    page.locator("#receipt").fill(receipts_to_judge.confusions()["another typ"])
    page.get_by_role("button", name="Verify").click()
    assert failed(page) == ["type"]


@pytest.fixture(params=["verify", "verified", "broken", "guide"])
def shown(request, visitor, bought: dict[str, Any]) -> Any:
    """Opens one of these pages for a visitor of the given kind."""

    def open_for(**options: Any) -> Page:
        page: Page = visitor(**options)
        if request.param == "guide":
            page.goto("/guide")
        elif request.param == "verify":
            page.goto("/receipts/verify")
        else:
            verify(page, receipt=bought["receipt"] + ("A" if request.param == "broken" else ""), result="{}")
        return page

    return open_for


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(shown, axe: str, scheme: str):
    page = shown(color_scheme=scheme)
    page.evaluate(axe)
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")["violations"]
    assert [(each["id"], [node["html"] for node in each["nodes"]]) for each in found] == []


def test_at_320_pixels_nothing_runs_over_and_targets_are_large_enough(shown):
    page = shown(viewport={"width": 320, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert page.evaluate(SMALL) == []


def test_on_paper_the_report_stands_alone(page: Page, bought: dict[str, Any]):
    verify(page, receipt=bought["receipt"])
    page.emulate_media(media="print")
    assert page.locator("form").is_hidden() and page.locator("#report .checks").is_visible()
    page.goto(f"/receipts/{receipts_to_judge.claims_of(bought['receipt'])['jti']}")
    assert page.locator(".screen").is_hidden() and page.locator("pre", has_text="eyJ").is_visible()
