"""Decides how a text becomes bytes for a search of one quote: a byte for each character the quote has.

Nothing is lost by it, since only the quote's own characters can match: all others share one byte.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import count
from typing import Final

# How many characters can have a byte of their own; of a quote with more, some share one.
MOST: Final = 255

_UNMATCHED: Final = "?"
_BYTES: Final = 256
# The codes to give out, those that texts have least use for first.
_CODES: Final = tuple(map(chr, (*range(0x80, _BYTES), *range(0x80))))
# More than one character in so many is a common one.
_COMMON: Final = 64
# Ways of sharing. With neighbours, grouped in one way or another: what that takes for near is hardly nearer than
# what is, but it hides edits where many share one. With others far apart, in another order each time round so that
# no two stretches of the quote look alike: that hides few edits, but a stranger looks nearer than it is.
NEAR, NEAR_TOO, FAR = range(3)
# Up to here replacing characters one by one is quicker than looking each one up.
_FEW: Final = 16


class Alphabet:
    """The bytes of one quote's characters. `plain` when it is known that all is ASCII.

    `deal`: which characters share a byte where they must.
    """

    def __init__(self, quote: str, deal: int = NEAR, *, plain: bool) -> None:
        self._deal = deal
        self._plain = plain
        self._moves: list[tuple[str, str]] = []
        self._codes: _Codes | None = None
        if not plain:
            self._choose(Counter(quote))

    def _choose(self, characters: Counter[str]) -> None:
        """Characters outside Latin-1 get codes that the others leave free, by replacement if they are few.

        If those don't suffice the commonest have one of their own all the same.
        """
        outside = [character for character in characters if character > "\xff" or character == _UNMATCHED]
        free = [code for code in _CODES if code not in characters and code != _UNMATCHED][: len(outside)]
        common: list[str] = []
        if len(free) < len(outside):
            often = characters.total() // _COMMON
            common = [each for each in outside if characters[each] > often][: len(free) // 2]
        moved = dict(zip(common, free, strict=False))
        rest = [each for each in outside if each not in moved]
        left = free[len(moved) :]
        moved |= dict(zip(rest, _dealt(left, len(rest), self._deal), strict=False))
        if len(outside) > _FEW:
            inside = {character: ord(character) for character in characters if character not in moved}
            self._codes = _Codes(inside | {character: ord(code) for character, code in moved.items()})
        else:
            stranger = next(chr(code) for code in count(_BYTES) if chr(code) not in characters)
            self._moves = [(code, stranger) for code in free] + list(moved.items())

    def encode(self, text: str) -> bytes:
        if self._plain:
            return text.encode("ascii")
        if self._codes is not None:
            return bytes(map(self._codes.__getitem__, text))
        for character, code in self._moves:
            text = text.replace(character, code)
        return text.encode("latin-1", "replace")


def _dealt(codes: list[str], size: int, deal: int) -> list[str]:
    """The codes of `size` characters, in their order."""
    if not size:
        return []
    if deal == FAR:
        rounds = range(-(-size // len(codes)))
        return [code for number in rounds for code in sorted(codes, key=_order(number))][:size]
    return [codes[(at * len(codes) + deal * size // 2) // size % len(codes)] for at in range(size)]


def _order(number: int) -> Callable[[str], int]:
    """Of bytes, by the powers of a root of a prime: in no two orders do many stand equally far apart."""
    return lambda code: 3**number * (ord(code) + 1) % 257


class _Codes(dict[str, int]):
    def __missing__(self, character: str) -> int:
        self[character] = ord(_UNMATCHED)
        return self[character]
