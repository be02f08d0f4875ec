"""Decides how far a quote is from every part of a text: semi-global Levenshtein distance, exactly.

Myers' bit-parallel dynamic programme (1999, in Hyyrö's form), turned on its side: the bit vectors run along
the text on Python's big integers and one step is taken for each character of the quote. Any alphabet, no
input that is worse than another. Distances and offsets are in code points.
"""

from __future__ import annotations

from array import array
from itertools import accumulate
from operator import sub
from typing import Final

# A block of text whose bit vectors stay in the processor's cache, however long the text.
_BLOCK: Final = 65_536


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
    masks, full = _masks(text, quote), (1 << len(text)) - 1
    # Bit j of `up` and `down`: the distance grows or shrinks by one from column j to column j + 1.
    up, down = full if anchored else 0, 0
    for character in quote:
        equal = masks[character]
        fixed = equal | down
        across = (((equal & up) + up) ^ up | equal) & full
        deeper = ((down | (full ^ (across | up))) << 1) | 1
        nearer = (up & across) << 1
        up = nearer & full | (full ^ ((fixed | deeper) & full))
        down = deeper & fixed & full
    steps = map(sub, _bits(up, len(text)), _bits(down, len(text)))
    return array("i", accumulate(steps, initial=len(quote)))


def _masks(text: str, quote: str) -> dict[str, int]:
    """For each character of the quote the places in the text where it stands, as bits."""
    masks, length = dict.fromkeys(quote, 0), len(text)
    places: dict[str, list[int]] = {character: [] for character in masks.keys() & set(text)}
    for at, character in enumerate(text):
        if character in places:
            places[character].append(at)
    return masks | {character: _bit_set(found, length) for character, found in places.items()}


def _bit_set(places: list[int], length: int) -> int:
    packed = bytearray(length // 8 + 1)
    for at in places:
        packed[at >> 3] |= 1 << (at & 7)
    return int.from_bytes(packed, "little")


def _bits(number: int, length: int) -> bytes:
    return f"{number:0{length}b}".encode()[::-1] if length else b""
