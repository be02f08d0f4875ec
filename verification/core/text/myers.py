"""Decides how far a quote is from every part of a text: semi-global Levenshtein distance, exactly.

Myers' bit-parallel dynamic programme (1999, in Hyyrö's form), turned on its side: the bit vectors run along
the text on Python's big integers and one step is taken for each character of the quote. Any alphabet, no
input that is worse than another. Distances and offsets are in code points.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from itertools import accumulate
from operator import sub
from typing import Final

from verification.core.text.alphabet import Alphabet

# A block of text whose bit vectors stay in the processor's cache, however long the text.
_BLOCK: Final = 65_536
# Up to this length a bit set is quickest made by adding one bit at a time.
_SHORT: Final = 4_096
# A character that stands more often than at one place in so many is looked for everywhere at once.
_SELDOM: Final = 64


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
    masks = dict.fromkeys(quote, 0)
    if len(text) > _SHORT:
        return masks | _long_masks(text, quote)
    for column, character in enumerate(text, 1):
        if character in masks:
            masks[character] |= 1 << column
    return masks


def _long_masks(text: str, quote: str) -> dict[str, int]:
    """The same by bytes, which are quicker to search; characters that share one are told apart where they stand."""
    alphabet = Alphabet(quote, plain=False)
    data = alphabet.encode(text)
    sharing: dict[int, list[str]] = {}
    for character, code in dict(zip(quote, alphabet.encode(quote), strict=True)).items():
        sharing.setdefault(code, []).append(character)
    masks: dict[str, int] = {}
    for code, characters in sharing.items():
        if len(characters) == 1 and data.count(code) > len(data) // _SELDOM:
            masks[characters[0]] = _dense_set(data, code)
        else:
            places = {character: bytearray(len(data) // 8 + 1) for character in characters}
            for at in _places(data, code):
                places[text[at]][at + 1 >> 3] |= 1 << (at + 1 & 7)
            masks |= {character: int.from_bytes(bits, "little") for character, bits in places.items()}
    return masks


def _dense_set(data: bytes, code: int) -> int:
    return int(data[::-1].translate(_flags(code)), 2) << 1


def _places(data: bytes, code: int) -> Iterator[int]:
    at = data.find(code)
    while at >= 0:
        yield at
        at = data.find(code, at + 1)


def _flags(code: int) -> bytes:
    return b"0" * code + b"1" + b"0" * (255 - code)


def _bits(columns: int, length: int) -> bytes:
    return f"{(columns >> 1) & ((1 << length) - 1):0{length}b}".encode()[::-1] if length else b""
