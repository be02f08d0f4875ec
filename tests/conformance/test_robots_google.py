"""Google's robots.txt tests as decisions; where the RFC and Google part, the RFC holds and the case says why."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from verification.core.contracts.limits import ROBOTS_BYTES
from verification.core.page import robots

CASES = json.loads((Path(__file__).parent / "robots-google.json").read_text(encoding="utf-8"))

# (test, n) of each case that is answered otherwise than by Google, and why.
BY_THE_RFC = {
    (
        "ID_Encoding",
        3,
    ): "RFC 9309, 2.2.2: octets outside ASCII are percent-encoded in the URI too, so both are one path.",
    (
        "ID_Encoding",
        5,
    ): "RFC 9309, 2.2.2: octets outside ASCII are percent-encoded in the URI too, so both are one path.",
    ("ID_Encoding", 6): "RFC 9309, 2.2.2: a percent-encoded unreserved character is decoded, so %62%61%7A is baz.",
    (
        "GoogleOnly_IndexHTMLisDirectory",
        1,
    ): "Google's own: the RFC knows no index.html that stands for its directory.",
    (
        "GoogleOnly_LineTooLong",
        2,
    ): "Google's own: it cuts lines after 16,664 bytes; such a file is never obeyed here.",
    (
        "GoogleOnly_LineTooLong",
        5,
    ): "Google's own: it cuts lines after 16,664 bytes; such a file is never obeyed here.",
}


def name(case: dict) -> str:
    return f"{case['test']}-{case['n']}"


def allows(case: dict) -> bool:
    parts = urlsplit(case["url"])
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return robots.parse(case["robots"].encode()).decide(path, case["ua"]).allowed


@pytest.mark.parametrize("case", CASES, ids=name)
def test_decides_as_google_does_or_as_the_rfc_says(case):
    differs = (case["test"], case["n"]) in BY_THE_RFC
    assert allows(case) is (case["want"] is not differs)


def test_all_149_decisions_are_here_and_six_are_the_rfcs():
    assert len(CASES) == 149
    assert len(BY_THE_RFC) == 6
    assert BY_THE_RFC.keys() <= {(case["test"], case["n"]) for case in CASES}


def test_files_whose_lines_google_would_cut_are_over_the_limit_and_never_parsed():
    cut = [
        case for case in CASES if (case["test"], case["n"]) in BY_THE_RFC and case["test"].endswith("LineTooLong")
    ]
    assert cut and all(len(case["robots"].encode()) > ROBOTS_BYTES for case in cut)
