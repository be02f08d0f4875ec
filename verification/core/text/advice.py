"""Decides what an answer says in words: what it shows, the gravest difference first, and what it doesn't show.

A few sentences, at most 900 code points. Text of the quote and the source is shown in short, controls as their
code points. A quote that isn't found is never said to be invented: the likely causes are others.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

import regex

from verification.core.text.differences import Difference
from verification.core.text.edited import Edited
from verification.core.text.truncated import NOTHING_CUT, Truncation

LONGEST: Final = 900
SHOWN: Final = 60  # code points of any text that is shown
_BARE: Final = regex.compile(r"[-+]?\p{Nd}[\p{N}.,:%]{0,29}")
_TRIFLES: Final = frozenset({"marker", "case", "punctuation"})
_JOINERS: Final = "\u200c\u200d"
_HIDDEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


@dataclass(frozen=True, slots=True)
class Findings:
    """What an answer found, as far as the advice speaks of it.

    `declared`: only the slice the caller named was compared. `shows_text`: false where no more of a page's text
    may be shown; then kinds are named, not words. `passages`: how many were found.
    """

    match: Literal["exact", "fuzzy", "none", "passages"]
    source: Literal["supplied", "url"] = "supplied"
    declared: bool = False
    raw_exact: bool = False
    score: float | None = None
    reason: str | None = None
    occurrences: int = 1
    occurrences_capped: bool = False
    differences: tuple[Difference, ...] = ()
    edited: Edited | None = None
    truncation: Truncation = NOTHING_CUT
    passages: int = 0
    shows_text: bool = True


def advice(found: Findings) -> str:
    """What the answer shows and what it doesn't, in plain English."""
    says = {"exact": _exact, "fuzzy": _fuzzy, "none": _none, "passages": _passages}[found.match]
    told = [sentence for sentence in says(found) if sentence]
    ending = _limits(found)
    while told and len(" ".join((*told, ending))) > LONGEST:
        told.pop()
    return " ".join((*told, ending))


def gravest(differences: Sequence[Difference]) -> Difference | None:
    """The difference that may change the meaning most; the first of those alike."""
    return min(differences, key=lambda difference: difference.gravity, default=None)


def _where(found: Findings) -> str:
    if found.declared:
        return "the part of the text you named"
    return "the supplied text" if found.source == "supplied" else "the page's text"


def _limits(found: Findings) -> str:
    if found.source == "supplied":
        return "This says nothing about where the text came from."
    return "This speaks of the page's text at the time it was fetched, not of whether it is true."


def _exact(found: Findings) -> Iterator[str]:
    same = "to the letter" if found.raw_exact else "word for word; only typography or capitals differ"
    yield f"{_capital(_where(found))} {'is' if found.declared else 'contains'} this quote {same}."
    if found.occurrences > 1:
        many = "at least " if found.occurrences_capped else ""
        yield f"It stands there {many}{found.occurrences} times; the offsets are those of one place."
    yield _truncated(found)


def _fuzzy(found: Findings) -> Iterator[str]:
    holds = "is close to this quote" if found.declared else "contains a close match to this quote"
    yield f"{_capital(_where(found))} {holds}, but not the same."
    yield _gravest(found)
    more = len(found.differences) - 1
    if more > 0 and not _only_trifles(found.differences):
        yield f"{more} more difference{'s are' if more > 1 else ' is'} listed."
    yield _edited(found)
    yield _truncated(found)


def _none(found: Findings) -> Iterator[str]:
    if found.reason == "short_quote":
        yield "The quote is too short for a close match to mean anything, and it isn't there exactly."
    elif found.edited is None:
        nearest = "" if found.score is None else f" (the closest scores {found.score:g})"
        yield f"No part of {_where(found)} is close enough to this quote{nearest}."
    else:
        yield f"As one piece this quote isn't in {_where(found)}."
    yield _edited(found)
    if found.edited is None:
        yield (
            "It may stand in another edition or part of the source, be translated or reworded, "
            "or have been lost when the text was copied."
        )


def _passages(found: Findings) -> Iterator[str]:
    if not found.passages:
        yield f"No passage of {_where(found)} shares enough of the claim's words; it may say the same in others."
        return
    these = "This is the passage" if found.passages == 1 else f"These are the {found.passages} passages"
    share = "shares" if found.passages == 1 else "share"
    yield f"{these} of {_where(found)} that {share} most of the claim's words: evidence to judge, not a verdict."
    yield "A passage can share the words and say the opposite; look at the words it lacks."


def _gravest(found: Findings) -> str:
    difference = gravest(found.differences)
    if difference is None:
        return ""
    if _only_trifles(found.differences):
        return f"Only {_listed(found.differences)} differ."
    if not found.shows_text:
        return f"The gravest difference is of the kind {difference.kind}."
    return _named(difference)


def _named(difference: Difference) -> str:
    if difference.op == "insert":
        return f"The text has {_quoted(difference.text.text)}, which the quote leaves out."
    if difference.op == "delete":
        return f"The quote has {_quoted(difference.quote.text)}, which the text doesn't have."
    theirs, ours = _shown(difference.text.text), _shown(difference.quote.text)
    said = f"The text says {theirs} where the quote says {ours}"
    if difference.confusable:
        return f"{said}: they look alike, but are written with other characters."
    if difference.kind == "order":
        return f"{said}: the same words in another order."
    return f"{said}."


def _only_trifles(differences: Sequence[Difference]) -> bool:
    return all(difference.kind in _TRIFLES for difference in differences)


def _listed(differences: Sequence[Difference]) -> str:
    names = {"marker": "note marks", "case": "capitals", "punctuation": "punctuation and spaces"}
    kinds = {difference.kind for difference in differences}
    return " and ".join(name for kind, name in names.items() if kind in kinds)


def _edited(found: Findings) -> str:
    if found.edited is None:
        return ""
    said = "Read with its marks of what was left out or put in, every part of the quote is there, in this order"
    negating = next((gap for gap in found.edited.gaps if gap.negation), None)
    if negating is None:
        return f"{said}; the gaps show what the text has in between."
    shown = f": {_quoted(negating.text)}" if found.shows_text else ""
    return f"{said}, but a word that negates is among what it leaves out{shown}."


def _truncated(found: Findings) -> str:
    if found.truncation.cut:
        cut = f": {_quoted(found.truncation.cut[0])}" if found.shows_text else ""
        return f"The match cuts a word of the text in two{cut}."
    if found.truncation.goes_on is not None:
        return f"The sentence goes on with {_quoted(found.truncation.goes_on)}: read on before relying on it."
    return ""


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def _shown(text: str) -> str:
    """A number as it is, anything else in quote marks."""
    return text if _BARE.fullmatch(text) else _quoted(text)


def _hides(character: str) -> bool:
    return unicodedata.category(character) in _HIDDEN and character not in _JOINERS


def _quoted(text: str) -> str:
    said = " ".join(text[: 4 * SHOWN].split())
    clean = "".join(f"[U+{ord(c):04X}]" if _hides(c) else c for c in said)
    if len(clean) > SHOWN or len(text) > 4 * SHOWN:
        clean = clean[: SHOWN - 1].rstrip() + "…"
    return f"“{clean}”"
