"""Decides what an answer says of one quote: the members of `result`, from what the matching found.

All are always there; null, or an empty list, where they don't apply. Offsets count code points, those called
raw in the text as sent or extracted; `start` and `end` refer to the normal form that was compared.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from verification.core.contracts.text_quote.request import Question
from verification.core.contracts.text_quote.snippets import Allowance, context
from verification.core.contracts.text_quote.subject import Subject, sha256
from verification.core.page.pagetext import Span
from verification.core.text.advice import Findings
from verification.core.text.differences import Difference, differences
from verification.core.text.edited import Edited, edited
from verification.core.text.match import Match
from verification.core.text.passages import passages
from verification.core.text.profile import PROFILE, Normalised, normalise
from verification.core.text.truncated import NOTHING_CUT, Truncation, truncation
from verification.core.text.units import Utf8Index, Utf16Index

_FIELDS: Final = (
    *("match", "score", "start", "end", "raw_start", "raw_end"),
    *("raw_start_utf16", "raw_end_utf16", "raw_start_utf8", "raw_end_utf8"),
    *("context", "context_start", "context_end", "occurrences", "occurrences_capped", "raw_exact", "folds"),
    *("truncated", "differences", "edited", "declared", "passages", "reason"),
)
_LISTS: Final = ("folds", "differences", "passages")


@dataclass(frozen=True, slots=True)
class Result:
    """The members of `result`, the normal form of the whole text, and what the advice speaks of."""

    members: dict[str, Any]
    whole: Normalised
    findings: Findings


def of_match(match: Match, subject: Subject, declared: Span | None, allowance: Allowance) -> Result:
    """What was found of a quote that was looked for, or compared with the `declared` slice."""
    whole = match.text if declared is None else normalise(subject.text)
    differing, reading = _differences(match), _edited(match)
    cut = _truncation(match, whole, declared)
    members = {
        "match": match.kind,
        "score": _whole(match.score),
        **_span(("start", "end"), match.span if declared is None else None),
        **_raw_offsets(subject.text, match.raw_span),
        "occurrences": match.occurrences,
        "occurrences_capped": match.capped,
        "folds": list(match.folds),
        "differences": [_shown_difference(each, allowance) for each in differing],
        "edited": reading and _shown_edited(reading, allowance),
        "declared": declared and _declared(subject.text, declared, match),
        "reason": match.reason,
    }
    if match.kind != "none" and match.raw_span:
        members |= {"raw_exact": match.raw_exact, "truncated": bool(cut)}
        members |= _context(subject.text, match.raw_span, allowance)
    findings = replace(_findings(match, subject, declared), differences=differing, edited=reading, truncation=cut)
    return Result(_complete(members, subject, match.text), whole, findings)


def _whole(score: float | None) -> float | None:
    """0 and 1 as integers: in JSON they are the same numbers, and such an answer is written fast."""
    return int(score) if score in (0, 1) else score


def _findings(match: Match, subject: Subject, declared: Span | None) -> Findings:
    return Findings(
        match.kind,
        _kind(subject),
        declared=declared is not None,
        raw_exact=match.raw_exact,
        score=match.score,
        reason=match.reason,
        occurrences=match.occurrences,
        occurrences_capped=match.capped,
    )


def of_passages(question: Question, subject: Subject, allowance: Allowance) -> tuple[Result, bool]:
    """The passages that may be shown, and whether there are others."""
    claim, whole = normalise(question.quote), normalise(subject.text)
    found = passages(claim, whole, lines=not subject.proves_absence)
    shown = [each for each in found if allowance.show(each.text, (each.raw_start, each.raw_end)) is not None]
    members = {"match": "passages", "passages": [passage.to_json() for passage in shown]}
    findings = Findings("passages", _kind(subject), passages=len(shown))
    return Result(_complete(members, subject, whole), whole, findings), len(shown) < len(found)


def _complete(members: Mapping[str, Any], subject: Subject, compared: Normalised) -> dict[str, Any]:
    constant = {"normalised_sha256": sha256(compared.text), "source": subject.source}
    return {**blank(), **members, **constant}


def blank() -> dict[str, Any]:
    """The members of a result that says nothing, but for its text's hash and its source."""
    nothing: dict[str, Any] = {name: [] if name in _LISTS else None for name in _FIELDS}
    return nothing | {"normalisation": PROFILE}


def _kind(subject: Subject) -> Literal["supplied", "url"]:
    return "url" if subject.is_page else "supplied"


def _span(names: tuple[str, str], span: Span | None) -> dict[str, int | None]:
    return dict(zip(names, span or (None, None), strict=True))


def _raw_offsets(text: str, span: Span | None) -> dict[str, int | None]:
    """One place in three units."""
    if span is None:
        return {}
    utf16, utf8 = Utf16Index(text), Utf8Index(text)
    return {
        **_span(("raw_start", "raw_end"), span),
        **_span(("raw_start_utf16", "raw_end_utf16"), (utf16.at(span[0]), utf16.at(span[1]))),
        **_span(("raw_start_utf8", "raw_end_utf8"), (utf8.at(span[0]), utf8.at(span[1]))),
    }


def _context(text: str, span: Span, allowance: Allowance) -> dict[str, Any]:
    found = context(text, span, allowance)
    shown = {"context": text[slice(*found)] if found else None}
    return {**shown, **_span(("context_start", "context_end"), found)}


def _declared(text: str, span: Span, match: Match) -> dict[str, Any]:
    matches = match.kind != "none"
    return {**_span(("start", "end"), span), "slice_sha256": sha256(text[slice(*span)]), "slice_matches": matches}


def _differences(match: Match) -> tuple[Difference, ...]:
    if match.kind != "fuzzy" or match.span is None:
        return ()
    return differences(match.quote, match.text, match.span, raw_offset=match.offset)


def _shown_difference(difference: Difference, allowance: Allowance) -> dict[str, Any]:
    shown, side = difference.to_json(), difference.text
    shown["text"]["text"] = allowance.show(side.text, (side.raw_start, side.raw_end))
    return shown


def _edited(match: Match) -> Edited | None:
    """Of a quote with marks of omission that isn't there as it stands."""
    found = None if match.kind == "exact" else edited(match.quote, match.text)
    if found is None or not match.offset:
        return found
    by = match.offset
    pieces = (replace(each, raw_start=each.raw_start + by, raw_end=each.raw_end + by) for each in found.pieces)
    gaps = (replace(each, raw_start=each.raw_start + by, raw_end=each.raw_end + by) for each in found.gaps)
    return Edited(tuple(pieces), tuple(gaps))


def _shown_edited(found: Edited, allowance: Allowance) -> dict[str, Any]:
    shown = found.to_json()
    for gap in shown["gaps"]:
        gap["text"] = allowance.show(gap["text"], (gap["raw_start"], gap["raw_end"]))
    return shown


def _truncation(match: Match, whole: Normalised, declared: Span | None) -> Truncation:
    """Of a declared slice too it is the text round it that tells."""
    if match.kind == "none":
        return NOTHING_CUT
    span = match.span if declared is None else whole.span_of(*declared)
    return truncation(whole, span) if span else NOTHING_CUT
