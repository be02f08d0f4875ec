"""Text that is no longer in its own spelling: reversed, rot13, digits for letters, letters set apart.

A line is put back into plain spelling only where it holds a telltale word in disguise, or a row of single
letters; long lines go piece by piece, and at most 24 pieces of a text are tried a disguise. The offsets lead back
to the folded text the line came from.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, product
from typing import Final

STEP: Final = 500
LONGEST: Final = 2 * STEP
MOST: Final = 24
TELLING: Final = (
    "ignore previous instruction instructions prompt system reveal disregard forget password ignoriere "
    "anweisungen vergiss instrucciones olvida istruzioni dimentica oublie oubliez"
)
_LEET: Final = dict(zip("oieast", "013457", strict=True))
_UNLEET: Final = str.maketrans("013457@$!|", "oieastasil")
_APART: Final = re.compile(r"(?<![^\W_])[^\W_](?:[ .*_-][^\W_](?![^\W_])){3,60}")
_APART_SIGN: Final = re.compile(r" [^\W_] [^\W_] [^\W_]\b")


@dataclass(frozen=True, slots=True)
class Undone:
    """A line in plain spelling; `at[i]` is the code point of the folded text behind its character i."""

    disguise: str
    text: str
    at: Sequence[int]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Code points of the folded text behind `text[start:end]`, which must not be empty."""
        first, last = sorted((self.at[start], self.at[end - 1]))
        return first, last + 1


def _leet_forms(word: str) -> Iterator[str]:
    choices = [letter + _LEET.get(letter, "") for letter in word]
    return ("".join(form) for form in product(*choices) if "".join(form) != word)


PLAIN: Final = TELLING.split()
TELLTALES: Final = (
    {word[::-1]: "reversed" for word in PLAIN}
    | {codecs.encode(word, "rot13"): "rot13" for word in PLAIN}
    | {form: "leet" for word in PLAIN for form in _leet_forms(word)}
)
"""Telltale words as they look in disguise, and which disguise it is."""


def undone(text: str, telltales: Iterable[str]) -> Iterator[Undone]:
    """The lines of a folded text that hold one of these telltales, or letters set apart, in plain spelling."""
    words = sorted(telltales)
    for disguise in ("leet", "reversed", "rot13"):
        places = chain.from_iterable(_places(text, word) for word in words if TELLTALES[word] == disguise)
        for start, end in _pieces(text, places):
            yield from _plain(disguise, text[start:end], start)
    if _APART_SIGN.search(text) or _APART.match(text):
        for start, end in _pieces(text, (found.start() for found in _APART.finditer(text))):
            yield _apart(text[start:end], start)


def _places(text: str, word: str) -> Iterator[int]:
    at = text.find(word)
    while at >= 0:
        yield at
        at = text.find(word, at + len(word))


def _pieces(text: str, places: Iterable[int]) -> list[tuple[int, int]]:
    found: set[tuple[int, int]] = set()
    for at in places:
        found.add(_piece(text, at))
        if len(found) == MOST:
            break
    return sorted(found)


def _piece(text: str, at: int) -> tuple[int, int]:
    """The line round a place; of a long line a piece on a grid, with 250 characters or more on either side."""
    line = text.rfind("\n", max(0, at - LONGEST), at) + 1
    start = max(line, at // STEP * STEP - STEP // 2)
    end = text.find("\n", at, start + LONGEST)
    return start, end if end >= 0 else min(len(text), start + LONGEST)


def _plain(disguise: str, line: str, at: int) -> Iterator[Undone]:
    if disguise == "reversed":
        yield Undone(disguise, line[::-1], range(at + len(line) - 1, at - 1, -1))
    elif disguise == "rot13":
        yield Undone(disguise, codecs.encode(line, "rot13"), range(at, at + len(line)))
    else:  # a 1 is an i or an l
        for table in (_UNLEET, _UNLEET | {ord("1"): "l"}):
            yield Undone(disguise, line.translate(table), range(at, at + len(line)))


def _apart(line: str, at: int) -> Undone:
    gaps = {index for run in _APART.finditer(line) for index in range(run.start() + 1, run.end(), 2)}
    kept = [index for index in range(len(line)) if index not in gaps]
    return Undone("letters-apart", "".join(line[index] for index in kept), [at + index for index in kept])
