from __future__ import annotations

import copy
from contextlib import nullcontext

import pytest

from tests.verification.core.contracts.quoteproof.pages import asking, page, plain
from verification.core.contracts.canonical import canonical
from verification.core.contracts.limits import OUTPUT_BYTES
from verification.core.contracts.quoteproof.answer import answer
from verification.core.contracts.quoteproof.fitting import fitted
from verification.core.contracts.quoteproof.relations import InvalidOutput, check

LONG_URLS = [f"https://docs.python.org/{at}".ljust(512, "x") for at in range(5)]
QUOTES = [(at // 2, f"語{at}") for at in range(10)]
# Two occurrences of each quote in letters of three bytes and without white space: contexts as large as can be.
TEXTS = ["".join(f"{'日' * 200}語{at}{'本' * 200}" for at in (2 * n, 2 * n + 1) * 2) for n in range(5)]
# Removal: second occurrences from the last quote backwards, then first ones.
ORDER = [(nth, at) for nth in (1, 0) for at in range(9, -1, -1)]


def output(contexts: int, anchor: str | None = None) -> dict:
    """20 pieces of evidence, each with a context of so many bytes."""
    evidence = {"start_char": 0, "end_char": 1, "anchor_fragment": anchor, "context": {"text": "x" * contexts}}
    results = [{"quote_index": at, "evidence": [copy.deepcopy(evidence) for _ in range(2)]} for at in range(10)]
    return {"results": results}


def gone(fit: dict, name: str) -> list[tuple[int, int]]:
    return [(nth, at) for nth, at in ORDER if fit["results"][at]["evidence"][nth][name] is None]


def test_what_fits_is_left_as_it_is():
    small = output(100, "#a")
    assert fitted(copy.deepcopy(small)) == small


@pytest.mark.parametrize("size", [640, 700, 900, 13_000])
def test_contexts_go_one_by_one_in_the_reverse_of_their_allotment(size):
    fit = fitted(output(size, "#a"))
    removed = gone(fit, "context")
    assert removed == ORDER[: len(removed)] != []
    assert gone(fit, "anchor_fragment") == []
    assert OUTPUT_BYTES - size - 20 < len(canonical(fit)) <= OUTPUT_BYTES


def test_anchors_go_once_all_contexts_are_gone():
    fit = fitted(output(10, "#" + "x" * 700))
    removed = gone(fit, "anchor_fragment")
    assert gone(fit, "context") == ORDER
    assert removed == ORDER[: len(removed)] != []
    assert len(canonical(fit)) <= OUTPUT_BYTES


def test_five_long_urls_and_ten_repeated_quotes_fit():
    request = asking(*QUOTES, urls=LONG_URLS)
    sources = [plain(text, url) for text, url in zip(TEXTS, LONG_URLS, strict=True)]
    fit = answer(request, sources)
    check(fit, request, sources)
    assert len(gone(fit, "context")) in range(1, 20)
    assert all(len(result["evidence"]) == 2 for result in fit["results"])


@pytest.mark.parametrize(("anchor", "valid"), [("#x", True), ("#" + "x" * 360, False)])
def test_a_body_that_was_not_fitted_is_refused(anchor, valid):
    request = asking(*QUOTES, urls=LONG_URLS)
    large = answer(request, [page(text, url=url) for text, url in zip(TEXTS, LONG_URLS, strict=True)])
    for result in large["results"]:
        for evidence in result["evidence"]:
            evidence["anchor_fragment"] = anchor
    with nullcontext() if valid else pytest.raises(InvalidOutput, match="small"):
        check(large, request)
