"""Decides how a match and its differences are shown: the source's own wording, and what the quote has instead.

Offsets are code points of the source's raw text, end exclusive. What is only in the quote is `del`, what is only
in the source `ins`: read without the one it is the source's wording, without the other the quote's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from quoteproof.presentation.one_quote_words import KINDS

MOST_CODES: Final = 8
_GRAVITY: Final = {kind: at for at, kind in enumerate(KINDS)}


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a match: in both, only in the quote (`del`), or only in the source (`ins`)."""

    mark: Literal["same", "del", "ins"]
    text: str


@dataclass(frozen=True, slots=True)
class Marked:
    """A match in its context. `cut`: the context ends before the match does."""

    before: str
    parts: tuple[Part, ...]
    after: str
    cut: bool
    match: str

    @property
    def differs(self) -> bool:
        return any(part.mark != "same" for part in self.parts)


@dataclass(frozen=True, slots=True)
class Shown:
    """One difference in words. A side is empty where it has nothing; `text` is None where it may not be shown.

    `codes` name characters that the eye cannot tell apart, or cannot see, by their code points.
    """

    kind: str
    op: str
    quote: str
    text: str | None
    confusable: bool
    codes: tuple[str, str]


def marked(result: Mapping[str, Any]) -> Marked | None:
    """The match of a `result` in its context; None where no context is shown."""
    context, base = result["context"], result["context_start"]
    if context is None:
        return None
    start, end, last = result["raw_start"], result["raw_end"], result["context_end"]
    shown = min(end, last)
    return Marked(
        before=context[: start - base],
        parts=tuple(_parts(context, base, (start, shown), result["differences"])),
        after=context[shown - base :],
        cut=end > last,
        match=context[start - base : shown - base],
    )


def _parts(
    context: str, base: int, span: tuple[int, int], differences: Sequence[Mapping[str, Any]]
) -> Iterator[Part]:
    at, end = span
    for difference in differences:
        first, last = difference["text"]["raw_start"], min(difference["text"]["raw_end"], end)
        if first > end or (first == end and last > first):
            break  # beyond what the context shows
        stretches: tuple[Part, ...] = (
            Part("same", context[at - base : max(first, at) - base]),
            Part("del", difference["quote"]["text"]),
            Part("ins", context[max(first, at) - base : max(last, at) - base]),
        )
        yield from (part for part in stretches if part.text)
        at = max(at, last)
    if at < end:
        yield Part("same", context[at - base : end - base])


def listed(differences: Sequence[Mapping[str, Any]]) -> tuple[Shown, ...]:
    """The differences in words, the gravest kind first, those of a kind in the order of the text."""
    return tuple(map(_shown, sorted(differences, key=_gravity)))


def _gravity(difference: Mapping[str, Any]) -> float:
    """Letters that look alike are graver than any trifle, and less grave than other words."""
    return _GRAVITY["word"] + 0.5 if difference["confusable"] else _GRAVITY[difference["kind"]]


def _shown(difference: Mapping[str, Any]) -> Shown:
    ours, theirs = difference["quote"]["text"], difference["text"]["text"]
    hidden = difference["confusable"] or not (ours + (theirs or "")).strip()
    return Shown(
        kind=KINDS[difference["kind"]],
        op=difference["op"],
        quote=ours,
        text=theirs,
        confusable=difference["confusable"],
        codes=(_codes(ours), _codes(theirs or "")) if hidden else ("", ""),
    )


def _codes(text: str) -> str:
    """Such as `U+0430 U+00A0`: what is not ASCII; white space too."""
    told = [f"U+{ord(each):04X}" for each in text if not "!" <= each <= "~"]
    return " ".join(told[:MOST_CODES]) + (" …" if len(told) > MOST_CODES else "")
