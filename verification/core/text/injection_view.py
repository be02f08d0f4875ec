"""The text as a model would read it, for matching injection rules, with the way back to the raw offsets.

Follows UAX #15 (NFKD here, so that accents fall away too), casefolding, and UTS #39 for words that mix
scripts. Invisible characters are dropped, tag characters (U+E0020-E007E) become the ASCII they spell,
line separators become line feeds, other white space a space; of ASCII only the case is folded. Offsets are
Python code points throughout. The view serves matching alone: verdicts use `text-v1`.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final

from verification.core.text.confusables import LOOKALIKES

TAGS: Final = range(0xE0020, 0xE007F)
LINE_ENDS: Final = frozenset("\n\u0085\u2028\u2029")
INVISIBLE_LETTERS: Final = frozenset("\u115f\u1160\u17b4\u17b5\u3164\uffa0")
SIGNS: Final = {"Pi": '"', "Pf": '"', "Ps": "(", "Pe": ")", "Pd": "-", "Po": "*", "Pc": "-"} | dict.fromkeys(
    ("Sm", "Sc", "Sk", "So"), "*"
)
LETTER_SYMBOL: Final = re.compile(
    r"(?:LATIN LETTER SMALL CAPITAL|(?:NEGATIVE )?(?:CIRCLED|SQUARED|PARENTHESIZED) LATIN (?:CAPITAL|SMALL) LETTER"
    r"|REGIONAL INDICATOR SYMBOL LETTER) ([A-Z])"
)
FEW: Final = 40
_WORD: Final = re.compile(r"\w{1,64}")


@dataclass(frozen=True, slots=True)
class View:
    """Folded text, and the segments that lead back: each begins at `view_at`, stands for `raw_at` in the raw
    text, and goes forward by `step` raw characters a view character (0 inside one character's expansion). `mixed`:
    words of the view in which look-alikes of another script stand beside Latin letters. `strange`: the raw
    characters that are not ASCII."""

    text: str
    view_at: tuple[int, ...] = (0,)
    raw_at: tuple[int, ...] = (0,)
    steps: tuple[int, ...] = (1,)
    mixed: tuple[tuple[int, int], ...] = ()
    strange: frozenset[str] = frozenset()

    def raw(self, index: int) -> int:
        """The raw code point behind one character of the view."""
        at = bisect_right(self.view_at, index) - 1
        return self.raw_at[at] + (index - self.view_at[at]) * self.steps[at]

    def raw_span(self, start: int, end: int) -> tuple[int, int]:
        """The raw code points behind `text[start:end]`, which must not be empty."""
        return self.raw(start), self.raw(end - 1) + 1


@lru_cache(maxsize=16384)
def fold(character: str) -> str:
    """What one raw character is in the view: nothing, one character or several; each folds to itself."""
    if unicodedata.category(character) == "Lo" and not unicodedata.decomposition(character):
        return "" if character in INVISIBLE_LETTERS else character  # most letters of the world, all of Han
    shown = _folded(character)
    return shown if shown == character or shown.isascii() else "".join(map(_folded, shown))


def _folded(character: str) -> str:
    if character in LINE_ENDS:
        return "\n"
    if character in "\u2018\u2019\u02bc\u2032\u02b9\uff07":
        return "'"
    if ord(character) in TAGS:
        return chr(ord(character) - 0xE0000).lower()
    category = unicodedata.category(character)
    if category in {"Cf", "Mn", "Me"} or character in INVISIBLE_LETTERS:
        return ""
    if character.isspace():
        return " "
    name = unicodedata.name(character, "") if category in {"So", "Ll"} else ""
    symbol = LETTER_SYMBOL.fullmatch(name)
    return symbol[1].lower() if symbol else _sign(_plain(_plain(character).casefold()))


def _sign(text: str) -> str:
    # Marks that are no letters part words like ASCII marks do, and a text with ASCII only is matched faster.
    return text if text.isascii() or text.isalnum() else SIGNS.get(unicodedata.category(text[0]), text)


def _plain(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKD", text) if unicodedata.category(c) != "Mn")


def view_of(raw: str) -> View:
    """The matching view of a text; plain ASCII is only put in lower case."""
    if raw.isascii():
        return View(raw.lower())
    folded = {character: fold(character) for character in set(raw) if not character.isascii()}
    text = _fold_all(raw, folded)
    uneven = [character for character, shown in folded.items() if len(shown) != 1]
    mixed = _mixed_words(text)
    return View(_latinised(text, mixed), *_segments(raw, folded, uneven), mixed, frozenset(folded))


def _fold_all(raw: str, folded: dict[str, str]) -> str:
    changes = {character: shown for character, shown in folded.items() if character != shown}
    if len(changes) > FEW:
        return raw.translate({ord(character): shown for character, shown in changes.items()}).lower()
    # A folded character folds to itself, so that few of them are sooner replaced one after the other.
    for character, shown in changes.items():
        raw = raw.replace(character, shown)
    return raw.lower()


def _segments(
    raw: str, folded: dict[str, str], uneven: list[str]
) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    rows = [(0, 0, 1)]
    if uneven:
        shift = 0
        for found in re.finditer(f"[{''.join(map(re.escape, uneven))}]", raw):
            at, width = found.start(), len(folded[found[0]])
            rows += [(at + shift, at, 0), (at + shift + width, at + 1, 1)]
            shift += width - 1
    rows = [row for row, after in pairwise(rows) if row[0] < after[0]] + rows[-1:]
    view_at, raw_at, steps = zip(*rows, strict=True)
    return view_at, raw_at, steps


def _mixed_words(text: str) -> tuple[tuple[int, int], ...]:
    """Words of the folded text in which a Latin letter stands beside a look-alike of another script."""
    strange = "".join(sorted(LOOKALIKES.keys() & set(text))) if not text.isascii() else ""
    found: list[tuple[int, int]] = []
    for seam in re.finditer(f"[a-z][{strange}]|[{strange}][a-z]", text) if strange else ():
        if not found or seam.start() >= found[-1][1]:
            found.append(_word_round(text, seam.start()))
    return tuple(found)


def _word_round(text: str, index: int) -> tuple[int, int]:
    tail = _WORD.match(text, index)
    start = index
    while start > max(0, index - 64) and _WORD.match(text, start - 1, start):
        start -= 1
    return start, tail.end() if tail else index + 1


def _latinised(text: str, words: tuple[tuple[int, int], ...]) -> str:
    pieces, done = [], 0
    for start, end in words:
        pieces += [text[done:start], *(LOOKALIKES.get(letter, letter) for letter in text[start:end])]
        done = end
    return "".join([*pieces, text[done:]]) if words else text
