from __future__ import annotations

import copy
import time
from collections.abc import Iterator
from typing import Any

import pytest

from tests.verification.core.contracts.quoteproof.pages import URL, asking, page, plain, unread
from verification.core.contracts.quoteproof.answer import answer
from verification.core.contracts.quoteproof.examples import Page, read
from verification.core.contracts.quoteproof.relations import InvalidOutput, check

URLS = [URL + str(at) for at in range(4)]
SOURCES = [
    plain("Keys 😀 are kept\nfor ninety days. Keys are replaced.", URLS[0]),
    read(Page(URLS[1], "text/html; charset=utf-8", '<h1 id="a">Wait</h1><p>Wait as it says. Wait longer.')),
    unread("source_unavailable", URLS[2]),
    page("word " * 400 + "one " * 120 + "two", [(0, 5)], url=URLS[3]),
]
REQUEST = asking(
    *((0, "ninety days."), (0, "are kept for"), (0, "Keys"), (0, "nineteen")),
    *((1, "Wait longer"), (1, "never"), (2, "x"), (3, "word"), (3, "one " * 120)),
    urls=URLS,
)
GOOD = answer(REQUEST, SOURCES)


def leaves(node: Any, path: tuple = ()) -> Iterator[tuple]:
    items = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in items:
        yield (*path, key)
        yield from leaves(value, (*path, key))


def others(value: Any) -> list[Any]:
    """What a value could be mistaken for."""
    if isinstance(value, bool) or value is None:
        return [0, 1, "x", "source_unavailable", [], {}]
    if isinstance(value, int):
        return [value - 1, value + 1, value + 0.5, str(value), None, True, -1, 10**9]
    if isinstance(value, str):
        swapped = ("b" if value[:1] == "a" else "a") + value[1:]
        return [value + "x", value[:-1], value + "\n", swapped, "", None, 1, "\ud800"]
    if isinstance(value, list):
        return [value[1:], [*value, *value[-1:]], value[::-1], [], None, {}] if value else [[{}], None]
    return [{**value, "more": 1}, dict(list(value.items())[1:]), {}, [], *([] if "text" in value else [None])]


def mutants() -> Iterator[tuple[tuple, Any, dict]]:
    for path in leaves(GOOD):
        for other in others(_at(GOOD, path)):
            mutant = copy.deepcopy(GOOD)
            _at(mutant, path[:-1])[path[-1]] = other
            if mutant != GOOD:
                yield path, other, mutant


def _at(node: Any, path: tuple) -> Any:
    for step in path:
        node = node[step]
    return node


def passes(output, *more) -> bool:
    try:
        check(output, REQUEST, *more)
    except InvalidOutput:
        return False
    return True


def test_a_good_output_passes_with_and_without_its_sources():
    assert passes(GOOD)
    assert passes(GOOD, SOURCES)


def test_the_good_output_shows_every_status():
    statuses = [result["status"] for result in GOOD["results"]]
    assert statuses == [
        *("exact_match", "whitespace_normalized_match", "ambiguous", "absent"),
        *("exact_match", "unknown", "unknown", "unknown", "whitespace_normalized_match"),
    ]


def test_no_mutation_passes_beside_the_sources_but_a_missing_anchor():
    survivors = [(path[-1], other) for path, other, mutant in mutants() if passes(mutant, SOURCES)]
    assert {entry for entry in survivors if entry != ("anchor_fragment", None)} == set()


def test_without_the_sources_only_what_they_alone_know_can_be_changed():
    survivors = [path for path, _, mutant in mutants() if passes(mutant)]
    of_sources = {path[-1] for path in survivors if path[0] == "sources"}
    assert of_sources <= {"final_url", "content_type", "source_bytes", "extracted_chars"} | {
        "content_sha256",
        "extraction_sha256",
    }
    # The words around a match, and the end of a match whose context shows its head only.
    rest = {path[-1] for path in survivors if path[0] != "sources"}
    assert rest <= {"text", "anchor_fragment", "end_char"}


def test_swapped_results_and_sources_are_told():
    for part in ("results", "sources"):
        mutant = copy.deepcopy(GOOD)
        mutant[part][0], mutant[part][1] = mutant[part][1], mutant[part][0]
        assert not passes(mutant)


def test_another_requests_output_is_refused():
    other = asking((0, "ninety days."), urls=URLS[:1])
    with pytest.raises(InvalidOutput):
        check(GOOD, other)


def test_a_refusal_never_holds_page_text():
    mutant = copy.deepcopy(GOOD)
    mutant["results"][0]["evidence"][0]["context"]["text"] = "something secret"
    with pytest.raises(InvalidOutput) as caught:
        check(mutant, REQUEST)
    assert "secret" not in str(caught.value)


def test_checking_costs_at_most_ten_milliseconds():
    check(GOOD, REQUEST, SOURCES)
    started = time.process_time()
    for _ in range(10):
        check(GOOD, REQUEST)
    assert (time.process_time() - started) / 10 < 0.01
