"""The table of what a check must answer: complete, and true to the bytes that are served."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.mirror.cases import CASES, Case, examples
from tests.mirror.robots import HOSTS
from tests.mirror.server import Mirror

REASONS = {
    "complete_text",
    "single_occurrence",
    "repeated_occurrence",
    "html_absence_unverifiable",
    "source_too_large",
    "empty_source",
    "robots_unavailable",
    "source_disallows_access",
    "source_disallows_excerpts",
    "unsupported_redirect",
    "redirect_limit",
    "source_unavailable",
    "unsupported_content_type",
    "unsupported_encoding",
    "extraction_uncertain",
    "html_runtime_unavailable",
    "deadline_exceeded",
}
STATUSES = {"exact_match", "whitespace_normalized_match", "absent", "ambiguous", "unknown"}
READ = {
    "exact_match": "single_occurrence",
    "whitespace_normalized_match": "single_occurrence",
    "absent": "complete_text",
    "ambiguous": "repeated_occurrence",
}


def served(mirror: Mirror, url: str) -> str:
    """The text of a page's bytes, redirects followed."""
    for _ in range(4):
        host, _, path = url.removeprefix("https://").partition("/")
        answer = mirror.answer(host, f"/{path}")
        location = dict(answer.headers).get("Location")
        if location is None:
            return answer.body.decode("utf-8", "replace")
        url = location if location.startswith("https://") else f"https://{host}{location}"
    raise AssertionError(url)


def test_every_status_and_reason_of_the_output_can_be_produced() -> None:
    assert {case.reason for case in CASES} == REASONS
    assert {case.status for case in CASES} == STATUSES


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.url[8:]} {case.status} {case.reason}")
def test_cases_are_possible_answers(case: Case) -> None:
    assert len(case.quote.encode("utf-16-le")) <= 1024
    assert case.url.split("/")[2] in HOSTS
    if case.status == "unknown":
        own = ("html_absence_unverifiable", "source_disallows_excerpts")
        assert case.source_reason == case.reason or (case.source_reason is None and case.reason in own)
    else:
        assert (case.reason, case.source_reason) == (READ[case.status], None)


def test_plain_text_cases_are_true_to_the_bytes(mirror: Mirror) -> None:
    plain = [case for case in CASES if case.url.endswith(("plain.txt", ".md")) and not case.source_reason]
    assert len(plain) >= 12
    for case in plain:
        text, quote = " ".join(served(mirror, case.url).split()), " ".join(case.quote.split())
        expected = {"absent": 0, "ambiguous": 2}.get(case.status, 1)
        assert text.count(quote) == expected, case


def test_what_no_reader_sees_is_in_the_bytes_nevertheless(mirror: Mirror) -> None:
    unseen = [
        case for case in CASES if case.reason == "html_absence_unverifiable" and case.quote.endswith("screen.")
    ]
    assert len(unseen) >= 2
    assert all(case.quote in served(mirror, case.url) for case in unseen)


def test_each_host_has_an_example_that_is_found_to_the_letter() -> None:
    assert {case.url.split("/")[2] for case in examples()} == set(HOSTS)
    assert {case.status for case in examples()} == {"exact_match"}


def test_cases_are_plain_data() -> None:
    assert len({json.dumps([case.url, case.quote, case.reason, str(case.robots)]) for case in CASES}) == len(CASES)
    assert Path(__file__).with_name("pages").is_dir()
