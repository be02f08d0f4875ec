"""Decides whether everything an answer shows of a text stands where it says, and may be shown at all."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final, NamedTuple, TypeAlias

from verification.core.contracts.quoteproof.evidence import broken
from verification.core.contracts.text_quote.limits import CONTEXT
from verification.core.contracts.text_quote.request import Question
from verification.core.contracts.text_quote.subject import Subject
from verification.core.page.pagetext import Span
from verification.core.text.intervals import merged
from verification.core.text.units import utf16_length

Json: TypeAlias = dict[str, Any]
_ESCAPE: Final = "\\u{"


class _Excerpt(NamedTuple):
    """A piece of the text that is shown, and the raw span it is said to be."""

    shown: str
    span: Span


def excerpt_relations(answer: Json, question: Question, subject: Subject) -> Iterator[str]:
    """The names of the relations that don't hold."""
    result, text = answer["result"], subject.text
    excerpts = list(_excerpts(result))
    flagged = list(_flagged(answer["injection_flags"]))
    yield from broken(
        {
            "what is shown is the text's": all(text[slice(*span)] == shown for shown, span in excerpts),
            "flags show what they are of": all(_is_shown(text[slice(*span)], shown) for shown, span in flagged),
            "the quote is shown as it is": all(
                question.quote[side["raw_start"] : side["raw_end"]] == side["text"]
                for side in (difference["quote"] for difference in result["differences"])
            ),
            "the context is round the match": _is_round(result),
            "differences stand in order": _in_order([each["text"] for each in result["differences"]]),
            "pieces stand in order": _in_order((result["edited"] or {"pieces": []})["pieces"]),
            "the best passage comes first": all(
                better["score"] >= worse["score"] for better, worse in pairwise(result["passages"])
            ),
            "flags stand in order": all(
                one["raw_start"] <= other["raw_start"] for one, other in pairwise(answer["injection_flags"])
            ),
            "what a page withholds is withheld": _may_be_shown([*excerpts, *flagged], subject),
        }
    )


def units_shown(result: Json, flags: list[Json]) -> int:
    """UTF-16 units of the text that a result and flags show, the advice apart."""
    return sum(utf16_length(excerpt.shown) for excerpt in (*_excerpts(result), *_flagged(flags)))


def _excerpts(result: Json) -> Iterator[_Excerpt]:
    parts = [difference["text"] for difference in result["differences"]]
    parts += (result["edited"] or {"gaps": []})["gaps"] + result["passages"]
    for part in parts:
        if part["text"] is not None:
            yield _Excerpt(part["text"], (part["raw_start"], part["raw_end"]))
    if result["context"] is not None:
        yield _Excerpt(result["context"], (result["context_start"], result["context_end"]))


def _flagged(flags: list[Json]) -> Iterator[_Excerpt]:
    for flag in flags:
        if flag["excerpt"] is not None:
            yield _Excerpt(flag["excerpt"], (flag["raw_start"], flag["raw_end"]))


def _is_shown(part: str, excerpt: str) -> bool:
    """An excerpt is the part itself, or its head and a mark, as far as no control had to be escaped."""
    head = excerpt.split(_ESCAPE)[0]
    return part.startswith(head) or (head == excerpt and part.startswith(head.removesuffix("…")))


def _is_round(result: Json) -> bool:
    first, last, start, end = (result[name] for name in ("context_start", "context_end", "raw_start", "raw_end"))
    if first is None:
        return result["context"] is None
    whole = end <= last or end - start > CONTEXT
    return bool(first <= start < last and last - first <= CONTEXT and whole)


def _in_order(parts: list[Json]) -> bool:
    return all(one["end"] <= other["start"] for one, other in pairwise(parts))


def _may_be_shown(excerpts: list[_Excerpt], subject: Subject) -> bool:
    hidden, shown = merged(subject.nosnippet), [excerpt for excerpt in excerpts if excerpt.shown]
    most = subject.max_snippet
    return not any(_touched(hidden, excerpt.span) for excerpt in shown) and (
        most is None or sum(utf16_length(excerpt.shown) for excerpt in shown) <= most
    )


def _touched(hidden: list[Span], span: Span) -> bool:
    before = bisect_left(hidden, (span[1], 0))
    return before > 0 and hidden[before - 1][1] > span[0]
