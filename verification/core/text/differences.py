"""Decides where a quote and the text it was matched with differ, and of what kind each difference is.

Both are compared word by word in their text-v1 form. Every character that differs lies inside a difference;
putting the text's side in the place of the quote's, difference by difference, turns the quote into the text's
span. What a side shows is the raw slice; where one side has nothing, it is the empty point in its place.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from verification.core.text.grouping import alike, compare
from verification.core.text.kinds import LOOK_ALIKE, Kind
from verification.core.text.placing import Placed, Span, Strip, place
from verification.core.text.profile import Normalised
from verification.core.text.senses import Side
from verification.core.text.tokens import tokens
from verification.core.text.vocabulary import vocabulary_at


class Slice(NamedTuple):
    """One side of a difference: the raw text, its place in the normal form and in the raw text (code points)."""

    text: str
    start: int
    end: int
    raw_start: int
    raw_end: int


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference; `gravity` (0: the gravest) is for the advice, not for the answer."""

    kind: Kind
    op: Literal["replace", "delete", "insert"]
    quote: Slice
    text: Slice
    confusable: bool
    gravity: int

    def to_json(self) -> dict[str, Any]:
        """As it stands in an answer."""
        sides = {"quote": _json(self.quote), "text": _json(self.text)}
        return {"kind": self.kind, "op": self.op, **sides, "confusable": self.confusable}


def differences(quote: Normalised, text: Normalised, span: Span, *, raw_offset: int = 0) -> tuple[Difference, ...]:
    """The differences between `quote` and `text.text[span]`, in order; none where they are equal.

    `raw_offset` is added to the text side's raw offsets (where `text.raw` is a slice of what was sent).
    """
    if quote.text == text.text[span[0] : span[1]]:
        return ()
    words = vocabulary_at(text.text, *span, quote.text)
    ours = Side(quote, tokens(quote.text), words, _capitals_tell(quote, (0, len(quote.text))))
    theirs = Side(text, tokens(text.text, *span), words, _capitals_tell(text, span))
    strips = Strip(quote.text, ours.tokens, (0, len(quote.text))), Strip(text.text, theirs.tokens, span)
    return tuple(_difference(found, quote, text, raw_offset) for found in place(compare(ours, theirs), *strips))


def _json(side: Slice) -> dict[str, Any]:
    return {name: getattr(side, name) for name in ("text", "start", "end", "raw_start", "raw_end")}


def _capitals_tell(source: Normalised, span: Span) -> bool:
    """Where there are none, or nothing else, they say nothing."""
    start, end = source.raw_span(*span)
    part = source.raw[start:end]
    return not part.islower() and any(map(str.islower, part))


def _difference(found: Placed, quote: Normalised, text: Normalised, raw_offset: int) -> Difference:
    (i1, i2), (j1, j2) = found.quote, found.text
    ours, theirs = _slice(quote, i1, i2, 0), _slice(text, j1, j2, raw_offset)
    op: Literal["replace", "delete", "insert"] = "insert" if i1 == i2 else "delete" if j1 == j2 else "replace"
    shown, plain = (ours.text, theirs.text), (quote.text[i1:i2], text.text[j1:j2])
    confusable = op == "replace" and (alike(*shown) or (shown != plain and alike(*plain)))
    gravity = LOOK_ALIKE if confusable else found.verdict.gravity
    return Difference(found.verdict.kind, op, ours, theirs, confusable, gravity)


def _slice(source: Normalised, start: int, end: int, raw_offset: int) -> Slice:
    first, last = source.raw_span(start, end)
    return Slice(source.raw[first:last], start, end, first + raw_offset, last + raw_offset)
