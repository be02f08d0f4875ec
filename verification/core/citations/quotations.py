"""Decides where quotation marks open and close: every family in use, told from apostrophes, primes and inch signs.

One pass with a stack over one block. A mark that can do both closes if its partner is open and the place allows
it; an opening mark whose partner never comes is let go alone. The outermost quotations count.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from verification.core.citations.reading import CELL, Span
from verification.core.text.words import is_cjk

# What may close each opening mark. ” and » open in Swedish and Finnish, » in German and Danish books.
FAMILIES: Final = {
    '"': '"',
    "'": "'",
    "“": "”",
    "”": "”",
    "‟": "”",
    "„": '“”"‟',
    "‘": "’",
    "‛": "’",
    "‚": "‘’",
    "«": "»",
    "»": "«»",
    "‹": "›",
    "›": "‹›",
    "「": "」",
    "『": "』",
    "｢": "｣",
    "﹁": "﹂",
    "﹃": "﹄",
    "《": "》",
    "〈": "〉",
    "＂": "＂",
    "〝": "〞〟",
}
_OPENERS: Final[dict[str, str]] = {
    closer: "".join(opener for opener, closers in FAMILIES.items() if closer in closers)
    for closer in sorted(set("".join(FAMILIES.values())))
}
_BOTH: Final = frozenset("\"'”“‘’»«›‹＂")
_SURE: Final = {"”": "“", "»": "«", "›": "‹"}  # which closes what wherever that is open
_SINGLE: Final = frozenset("'’‘")
_MARK: Final = re.compile(f"[{re.escape(''.join(FAMILIES))}{''.join(_OPENERS)}’{CELL}]")
_ELISION: Final = re.compile(r"(?:tis|twas|twere|em|cause|til|bout|round|n|nuff|s)\b|\d0s\b", re.I)


@dataclass(frozen=True, slots=True)
class Quotation:
    """What stands between two marks, and with them (`outer_*`). `opener` is "" for an element of the markup."""

    start: int
    end: int
    outer_start: int
    outer_end: int
    opener: str = ""
    cite: str = ""


def marked(
    text: str, start: int, end: int, passed: Iterable[Span], references: Collection[int] = ()
) -> tuple[list[Quotation], list[int]]:
    """The outermost quotations of `text[start:end]` in order, and the opening marks without a partner.

    `passed`: spans in order whose marks are none: code and addresses; `references`: where reference marks begin,
    which are no part of the word before them, even if they are bare digits.
    """
    scan = _Scan(text, start, end, references)
    for at, following in _with_next(_places(text, start, end, passed)):
        scan.take(at, following)
    scan.give_up()
    return outermost(scan.done), sorted(scan.unbalanced)


def outermost(quotations: Iterable[Quotation]) -> list[Quotation]:
    """Those that stand in no other."""
    kept: list[Quotation] = []
    for quotation in sorted(quotations, key=lambda each: (each.outer_start, -each.outer_end)):
        if not kept or quotation.outer_start >= kept[-1].outer_end:
            kept.append(quotation)
    return kept


def _places(text: str, start: int, end: int, passed: Iterable[Span]) -> Iterator[int]:
    spans = iter(passed)
    span = next(spans, None)
    for found in _MARK.finditer(text, start, end):
        at = found.start()
        while span is not None and span[1] <= at:
            span = next(spans, None)
        if (span is None or at < span[0]) and not _inside_word(text, at, start, end):
            yield at


def _inside_word(text: str, at: int, start: int, end: int) -> bool:
    """Whether an apostrophe stands between two letters."""
    return text[at] in "'’" and start < at < end - 1 and _in_word(text[at - 1]) and _in_word(text[at + 1])


def _with_next(places: Iterable[int]) -> Iterator[tuple[int, int]]:
    last = -1
    for at in places:
        if last >= 0:
            yield last, at
        last = at
    if last >= 0:
        yield last, -1


class _Scan:
    def __init__(self, text: str, start: int, end: int, references: Collection[int]) -> None:
        self._text, self._start, self._end, self._references = text, start, end, references
        self._stack: list[int] = []
        self._open: Counter[str] = Counter()
        self.done: list[Quotation] = []
        self.unbalanced: list[int] = []

    def take(self, at: int, following: int) -> None:
        """The mark at `at`; the next one stands at `following` (-1: none)."""
        mark = self._text[at]
        if mark == CELL:
            self.give_up()
            return
        if self._closes(mark, at, following):
            self._close(mark, at)
        elif mark in FAMILIES and self._opens(mark, at):
            if mark == '"' and self._open[mark]:
                self._drop_to(mark)
            self._stack.append(at)
            self._open[mark] += 1

    def give_up(self) -> None:
        """Nothing that is open is closed any more."""
        self.unbalanced += [at for at in self._stack if self._text[at] not in _SINGLE]
        self._stack.clear()
        self._open.clear()

    def _before(self, at: int) -> str:
        return self._text[at - 1] if at > self._start else " "

    def _after(self, at: int) -> str:
        if at + 1 in self._references:
            return "["
        return self._text[at + 1] if at + 1 < self._end else " "

    def _closes(self, mark: str, at: int, following: int) -> bool:
        if not any(self._open[opener] for opener in _OPENERS.get(mark, "")):
            return False
        return mark not in _BOTH or (self._can_close(mark, at) and not self._of_a_word(mark, at, following))

    def _can_close(self, mark: str, at: int) -> bool:
        before, after = self._before(at), self._after(at)
        if mark in _SURE and self._open[_SURE[mark]]:
            return True
        if before.isspace():
            return not _in_word(after) and after not in FAMILIES and after not in "([¿¡"
        return not _in_word(after) or is_cjk(after) or is_cjk(before) or not _in_word(before)

    def _of_a_word(self, mark: str, at: int, following: int) -> bool:
        """An apostrophe (`the users' data`) or inch sign (`a 10" pipe`) before the true closing mark."""
        before = self._before(at)
        if not (before in "sSxXzZ" if mark in _SINGLE else mark == '"' and before.isdecimal()):
            return False
        if following < 0 or not (self._after(at) == " " and self._text[at + 2 : at + 3].islower()):
            return False
        same = self._text[following] == mark
        return same and not self._before(following).isspace() and not _in_word(self._after(following))

    def _opens(self, mark: str, at: int) -> bool:
        before, after = self._before(at), self._after(at)
        if mark not in _BOTH:
            return mark != "‚" or not after.isspace()
        if _in_word(before) and not is_cjk(before):
            return mark in "«“" and not after.isspace()
        if mark == "«":
            return True
        if after.isspace():
            return mark == '"' and before.isspace() and self._text[at + 2 : at + 3].isalpha()
        return mark not in _SINGLE or (mark != "’" and self._single(at, before, after))

    def _single(self, at: int, before: str, after: str) -> bool:
        if self._text[at] == "'" and (before in ".,!?;" or _ELISION.match(self._text, at + 1, self._end)):
            return False
        return after.isalnum() or after in FAMILIES or after in "[(…$¿¡@#-"

    def _close(self, mark: str, at: int) -> None:
        openers = _OPENERS[mark]
        while self._stack:
            opened = self._stack.pop()
            self._open[self._text[opened]] -= 1
            if self._text[opened] in openers:
                self.done.append(_between(self._text, opened, at))
                return
            if self._text[opened] not in _SINGLE:
                self.unbalanced.append(opened)

    def _drop_to(self, mark: str) -> None:
        while self._stack:
            opened = self._stack.pop()
            self._open[self._text[opened]] -= 1
            if self._text[opened] not in _SINGLE:
                self.unbalanced.append(opened)
            if self._text[opened] == mark:
                return


def _in_word(character: str) -> bool:
    """Whether a letter or digit of a word; raised digits are reference marks as a rule."""
    return character.isalnum() and character not in "⁰¹²³⁴⁵⁶⁷⁸⁹"


def _between(text: str, opened: int, closed: int) -> Quotation:
    start, end = stripped(text, opened + 1, closed)
    return Quotation(start, end, opened, closed + 1, text[opened])


def stripped(text: str, start: int, end: int) -> Span:
    """The span without the white space at its ends."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
