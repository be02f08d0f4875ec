"""Decides how a code-point offset reads in UTF-16 code units and in UTF-8 bytes.

Inside, every offset is a Python code point; what leaves the service counts as The Unicode Standard's
encoding forms do (D91, D92). A lone surrogate counts as one UTF-16 unit and three bytes.
"""

from __future__ import annotations

from itertools import accumulate
from typing import ClassVar

# Offsets are kept for every block's start; the rest of a block is encoded on demand.
_BLOCK = 256


def utf16_length(text: str) -> int:
    """How many UTF-16 code units `text` takes."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def utf8_length(text: str) -> int:
    """How many UTF-8 bytes `text` takes."""
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))


class _Index:
    """Code-point offsets of one text in another unit: built in one pass, each look-up in constant time."""

    _encoding: ClassVar[str]
    _unit: ClassVar[int]

    def __init__(self, text: str) -> None:
        self._text = text
        blocks = (text[start : start + _BLOCK] for start in range(0, len(text), _BLOCK))
        self._starts = None if text.isascii() else [0, *accumulate(map(self._measure, blocks))]

    def at(self, code_point: int) -> int:
        """The offset in this unit of a code-point offset of 0 to `len(text)`; IndexError beyond."""
        if not 0 <= code_point <= len(self._text):
            raise IndexError(code_point)
        if self._starts is None:
            return code_point
        block = code_point // _BLOCK
        return self._starts[block] + self._measure(self._text[block * _BLOCK : code_point])

    def _measure(self, part: str) -> int:
        return len(part.encode(self._encoding, "surrogatepass")) // self._unit


class Utf16Index(_Index):
    """Offsets in UTF-16 code units."""

    _encoding = "utf-16-le"
    _unit = 2


class Utf8Index(_Index):
    """Offsets in UTF-8 bytes."""

    _encoding = "utf-8"
    _unit = 1
