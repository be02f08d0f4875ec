"""Decides what a result page shows of an answer about one quote, on a supplied text or on a page.

Offsets are code points of the source's raw text, end exclusive, unless another unit is named.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from quoteproof.presentation import text_fragments
from quoteproof.presentation import words as common
from quoteproof.presentation.marking import Marked, Shown, listed, marked
from quoteproof.presentation.one_quote_words import (
    FLAGS,
    FOLDS,
    GAPS,
    PAGE_REASONS,
    SEVERITIES,
    SHORT_QUOTE,
    VERDICTS,
)
from quoteproof.presentation.report import PageRead, page_read

DISTANT: Final = 0.8
"""A closest passage with a lower score may well be about something else."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A piece of a quote with marks of omission, or what the source has in a gap between two.

    `text` is None where the answer does not hold it.
    """

    label: str
    text: str | None
    start: int
    end: int
    gap: bool
    negation: bool


@dataclass(frozen=True, slots=True)
class Flag:
    """Text that reads like an instruction to a model."""

    what: str
    severity: int
    word: str
    excerpt: str | None
    quoted: bool
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Offsets:
    """One place in one unit."""

    unit: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Supplied:
    """The text that came with the request: what is kept of it."""

    text_sha256: str
    code_points: int


@dataclass(frozen=True, slots=True)
class OneQuote:
    """The answer about one quote. `quote` is None where it is not kept; `page` where the text was supplied."""

    verdict: common.Verdict
    summary: str
    score: str
    quote: str | None
    advice: str
    why: str
    remedy: str
    marked: Marked | None
    differences: tuple[Shown, ...]
    occurrences: str
    folds: tuple[str, ...]
    raw_exact: bool
    distant: bool
    truncated: bool
    stretches: tuple[Stretch, ...]
    negation_in_gap: bool
    passages: Sequence[Mapping[str, Any]]
    flags: tuple[Flag, ...]
    offsets: tuple[Offsets, ...]
    declared: Mapping[str, Any] | None
    terms: Mapping[str, Any]
    normalisation: str
    normalised_sha256: str
    page: PageRead | None
    supplied: Supplied | None
    open_url: str | None

    @property
    def where(self) -> str:
        return "page" if self.page else "text"

    @property
    def wording(self) -> str | None:
        """The source's own wording of the match, where all of it is shown."""
        return self.marked.match if self.marked and not self.marked.cut else None


def one_quote(
    answer: Mapping[str, Any],
    *,
    quote: str | None,
    terms: Mapping[str, Any],
    robots_rule: str = "",
    units: int | None = None,
) -> OneQuote:
    """What is shown of `answer`. `terms` say how the quote was compared; `units`: UTF-16 units of the text."""
    result = answer["result"]
    verdict, shown, source = VERDICTS[result["match"]], marked(result), result["source"]
    page = _page(source, robots_rule, units) if source["kind"] == "url" else None
    short = result["reason"] == "short_quote"
    return OneQuote(
        verdict=verdict,
        summary=_summary(result, "page" if page else "text"),
        score="" if result["score"] is None else f"{result['score']:.3f}",
        quote=quote,
        advice=answer["advice"],
        why=SHORT_QUOTE.why if short else verdict.meaning,
        remedy=SHORT_QUOTE.remedy if short else "",
        marked=shown,
        differences=listed(result["differences"]),
        occurrences=_occurrences(result),
        folds=tuple(FOLDS[fold] for fold in result["folds"]),
        raw_exact=bool(result["raw_exact"]),
        distant=result["match"] == "fuzzy" and result["score"] < DISTANT,
        truncated=bool(result["truncated"]),
        stretches=_stretches(result),
        negation_in_gap=bool(result["edited"] and result["edited"]["negation_in_gap"]),
        passages=result["passages"],
        flags=flags_shown(answer["injection_flags"]),
        offsets=_offsets(result),
        declared=result["declared"],
        terms=terms,
        normalisation=result["normalisation"],
        normalised_sha256=result["normalised_sha256"],
        page=page,
        supplied=None if page else Supplied(source["text_sha256"], source["code_points"]),
        open_url=_open_url(page.final_url, shown) if page else None,
    )


@dataclass(frozen=True, slots=True)
class Undecided:
    """Why nothing could be decided of a quote on a page."""

    quote: str
    reason: str
    why: str
    remedy: str
    page: PageRead


def undecided(
    reason: str, source: Mapping[str, Any], *, quote: str, robots_rule: str, units: int | None
) -> Undecided:
    """What is shown where there is a report and no answer."""
    told = PAGE_REASONS[reason]
    return Undecided(quote, reason, told.why, told.remedy, _page(source, robots_rule, units))


def _page(source: Mapping[str, Any], robots_rule: str, units: int | None) -> PageRead:
    return page_read({**source, "source_index": 0, "extracted_chars": units}, robots_rule, PAGE_REASONS)


def _summary(result: Mapping[str, Any], where: str) -> str:
    count = len(result["passages"])
    told = {
        "exact": f"the {where} holds the quote",
        "fuzzy": f"the {where} differs from the quote{_in_places(len(result['differences']))}",
        "none": f"the {where} holds its parts, but not as one piece"
        if result["edited"]
        else f"the {where} does not hold the quote",
        "passages": f"{count or 'none'} {'share' if count > 1 else 'shares'} the claim's words",
    }
    return f"{VERDICTS[result['match']].word}: {told[result['match']]}"


def _in_places(count: int) -> str:
    return "" if not count else " in one place" if count == 1 else f" in {count} places"


def _occurrences(result: Mapping[str, Any]) -> str:
    count = result["occurrences"]
    if not count:
        return ""
    at_least = "at least " if result["occurrences_capped"] else ""
    if result["match"] == "exact":
        return "It stands there once." if count == 1 else f"It stands there {at_least}{count} times."
    if count == 1:
        return "No other passage is as close as was asked for."
    return f"There are {at_least}{count} passages as close as was asked for; the closest is shown."


def _stretches(result: Mapping[str, Any]) -> tuple[Stretch, ...]:
    """Pieces and gaps in the order in which the source has them."""
    if result["edited"] is None:
        return ()
    pieces = [
        Stretch(
            "In the quote, to the letter", _within(result, each), each["raw_start"], each["raw_end"], False, False
        )
        for each in result["edited"]["pieces"]
    ]
    gaps = [
        Stretch(GAPS[each["kind"]], each["text"], each["raw_start"], each["raw_end"], True, each["negation"])
        for each in result["edited"]["gaps"]
    ]
    return tuple(sorted((*pieces, *gaps), key=lambda each: (each.start, each.end)))


def _within(result: Mapping[str, Any], part: Mapping[str, Any]) -> str | None:
    """A part of the source, if the context holds it."""
    first, last = part["raw_start"], part["raw_end"]
    if result["context"] is None or not result["context_start"] <= first <= last <= result["context_end"]:
        return None
    text: str = result["context"][first - result["context_start"] : last - result["context_start"]]
    return text


def flags_shown(flags: Sequence[Mapping[str, Any]]) -> tuple[Flag, ...]:
    """Flags in words, the gravest first."""
    shown = (
        Flag(
            FLAGS[each["kind"]],
            each["severity"],
            SEVERITIES[each["severity"]],
            each["excerpt"],
            each["quoted"],
            each["raw_start"],
            each["raw_end"],
        )
        for each in flags
    )
    return tuple(sorted(shown, key=lambda flag: -flag.severity))


_UNITS = (
    ("code points", "raw_start", "raw_end"),
    ("UTF-16 code units", "raw_start_utf16", "raw_end_utf16"),
    ("bytes of UTF-8", "raw_start_utf8", "raw_end_utf8"),
    ("code points of the normalised text", "start", "end"),
)


def _offsets(result: Mapping[str, Any]) -> tuple[Offsets, ...]:
    return tuple(
        Offsets(unit, result[first], result[last]) for unit, first, last in _UNITS if result[first] is not None
    )


def _open_url(url: str, shown: Marked | None) -> str | None:
    """The live page at the match; of a match that is cut, at its head up to the last whole word."""
    if shown is None:
        return None
    match = " ".join(shown.match.split()[:-1]) if shown.cut else shown.match
    if not match.strip():
        return None
    return text_fragments.link(url, None, text_fragments.directive(match, shown.before, shown.after))
