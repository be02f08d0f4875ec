from __future__ import annotations

import pytest

from quoteproof.presentation.report import report
from tests.quoteproof.presentation.outputs import URL, evidence, output, result, source

CONTEXT = "Waiting\nBack off first, then try again. The wait doubles."
QUOTE = "Back off first, then try again."
EXACT = result("exact_match", "single_occurrence", evidence(CONTEXT, QUOTE))


def one(found, quote=QUOTE, **changes):
    return report(output(found, **changes), [quote], ["Allow: /"]).findings[0]


def test_a_found_quote_stands_in_its_context():
    place = one(EXACT).places[0]
    assert place.passage is not None
    assert place.passage.match == QUOTE
    assert place.passage.before + place.passage.match + place.passage.after == CONTEXT


def test_it_links_to_the_page_at_the_quote_and_to_its_section():
    place = one(EXACT).places[0]
    assert place.open_url.startswith(f"{URL}#waiting:~:text=Back%20off%20first")
    assert place.section_url == f"{URL}#waiting"


def test_without_an_anchor_there_is_no_section_to_link_to():
    found = result("exact_match", "single_occurrence", evidence(CONTEXT, QUOTE, anchor=None))
    assert one(found).places[0].section_url is None


def test_links_lead_to_the_address_that_was_read():
    place = one(EXACT, final_url="https://docs.x402.org/new").places[0]
    assert place.open_url.startswith("https://docs.x402.org/new#waiting")


def test_the_second_of_two_places_is_told_by_what_stands_beside_it():
    places = [evidence(CONTEXT, QUOTE), evidence(f"Giving up\n{QUOTE} After", QUOTE, base=500)]
    found = one(result("ambiguous", "repeated_occurrence", *places))
    assert "-," not in found.places[0].open_url
    assert "Giving%20up-,Back" in found.places[1].open_url and found.places[1].open_url.endswith(",-After")


def test_a_second_place_without_a_passage_opens_its_section():
    places = [evidence(CONTEXT, QUOTE), evidence(CONTEXT, QUOTE, base=500) | {"context": None}]
    found = one(result("ambiguous", "repeated_occurrence", *places))
    assert found.places[1].open_url == found.places[1].section_url == f"{URL}#waiting"


def test_the_exact_wording_is_the_pages_own():
    found = result("whitespace_normalized_match", "single_occurrence", evidence("a  b\nc", "a  b\nc"))
    assert one(found, "a b c").wording == "a  b\nc"


@pytest.mark.parametrize("cut", [True, False])
def test_without_the_whole_match_in_the_context_the_wording_is_the_quote_as_sent(cut):
    place = evidence("a b", "a b")
    place |= {"end_char": place["end_char"] + 2} if cut else {"context": None}
    assert one(result("exact_match", "single_occurrence", place), "a b c").wording == "a b c"


def test_what_was_not_found_has_no_wording():
    assert one(result("unknown", "html_absence_unverifiable")).wording is None


def test_an_unread_page_says_why():
    shown = report(
        output(
            result("unknown", "source_unavailable"),
            **dict.fromkeys(("http_status", "content_type", "source_bytes", "content_sha256"), None),
            extraction="unavailable",
            reason="source_unavailable",
        ),
        [QUOTE],
        [""],
    )
    assert shown.pages[0].why and shown.findings[0].remedy
    assert shown.pages[0].extraction == "not read"


def test_a_page_that_moved_is_told_from_one_that_did_not():
    assert not report(output(EXACT, url=URL + "#here"), [QUOTE], [""]).pages[0].moved
    assert report(output(EXACT, final_url=URL + "/new"), [QUOTE], [""]).pages[0].moved


def test_the_summary_counts_by_verdict():
    missing = result("unknown", "html_absence_unverifiable", index=1)
    shown = report({"sources": [source()], "results": [EXACT, missing]}, [QUOTE, "?"], [""])
    assert shown.summary == "2 quotes: 1 found, 1 undecided"
    assert report(output(EXACT), [QUOTE], [""]).summary == "1 quote: 1 found"
