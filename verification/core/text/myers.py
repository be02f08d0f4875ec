"""Decides how far a quote is from every part of a text: semi-global Levenshtein distance, exactly.

Myers' bit-parallel dynamic programme (1999, in Hyyrö's form), turned on its side: the bit vectors run along
the text on Python's big integers and one step is taken for each character of the quote. Any alphabet, no
input that is worse than another. Distances and offsets are in code points.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Set
from functools import lru_cache
from itertools import accumulate
from operator import sub
from typing import Final

# A block of text whose bit vectors stay in the processor's cache, however long the text.
_BLOCK: Final = 65_536
# Up to this length a bit set is quickest made by adding one bit at a time.
_SHORT: Final = 4_096
# A character that stands more often than at one place in so many is looked for everywhere at once.
_SELDOM: Final = 64
_YES: Final = "\xff"
_FLAGS: Final = b"0" * 255 + b"1"


def last_row(text: str, quote: str, *, anchored: bool = False) -> array[int]:
    """For each end 0..len(text), the smallest distance of `quote` to a part of `text` that ends there.

    `anchored`: the part must begin where the text does. Otherwise it may be empty, so that no distance is over
    len(quote) and no nearest part over twice that long: what the blocks overlap by.
    """
    if anchored:
        return _block(text, quote, anchored=True)
    row = _block(text[:_BLOCK], quote)
    for start in range(_BLOCK, len(text), _BLOCK):
        lead = min(start, 2 * len(quote))
        row += _block(text[start - lead : start + _BLOCK], quote)[lead + 1 :]
    return row


def _block(text: str, quote: str, *, anchored: bool = False) -> array[int]:
    masks = _masks(text, quote)
    # Bit j is column j; that before the text, bit 0, never matches, and every step takes it one farther.
    every = (1 << len(text) + 1) - 1
    columns = every ^ 1
    # Where the distance grows or shrinks by one from the column before. Bits over the last column mean nothing.
    up, down = columns if anchored else 0, 0
    for character in quote:
        equal = masks[character]
        across = ((equal & up) + up ^ up) | equal
        deeper = (down | (every ^ (across | up))) << 1
        fixed = equal | down
        up = (((up & across) << 1) | (columns ^ (fixed | deeper))) & every
        down = deeper & fixed
    steps = map(sub, _bits(up, len(text)), _bits(down, len(text)))
    return array("i", accumulate(steps, initial=len(quote)))


def _masks(text: str, quote: str) -> dict[str, int]:
    """For each character of the quote the columns of the text where it stands, as bits."""
    common = _common(quote)
    masks = dict.fromkeys(quote, 0) | {character: _dense_set(text, character) for character in common}
    seldom = masks.keys() - common
    if len(text) > _SHORT:
        return masks | _sparse_sets(text, seldom)
    for column, character in enumerate(text, 1):
        if character in seldom:
            masks[character] |= 1 << column
    return masks


@lru_cache(maxsize=4)
def _common(quote: str) -> frozenset[str]:
    """The characters of a quote that are quickest looked for everywhere at once."""
    least = max(len(quote) // _SELDOM, 1)
    return frozenset(character for character, times in Counter(quote).items() if times > least)


def _dense_set(text: str, character: str) -> int:
    if character != _YES:
        text = text.replace(_YES, "a" if character != "a" else "b").replace(character, _YES)
    flags = text.encode("latin-1", "replace").translate(_FLAGS)
    return int(flags[::-1] or b"0", 2) << 1


def _sparse_sets(text: str, characters: Set[str]) -> dict[str, int]:
    places = {character: bytearray(len(text) // 8 + 1) for character in characters & set(text)}
    for column, place in enumerate(map(places.get, text), 1):
        if place is not None:
            place[column >> 3] |= 1 << (column & 7)
    return {character: int.from_bytes(place, "little") for character, place in places.items()}


def _bits(columns: int, length: int) -> bytes:
    return f"{(columns >> 1) & ((1 << length) - 1):0{length}b}".encode()[::-1] if length else b""
