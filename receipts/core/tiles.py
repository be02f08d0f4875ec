"""The log's tree as files of 256 hashes each, tiles, and their addresses (c2sp.org/tlog-tiles).

Tile (level, number) holds the hashes of 256 neighbouring subtrees of 256**level entries; the rightmost tile of
a level may be partial, of `width` hashes, and is named by its width. A tile's bytes never change. Level ENTRIES
stands for the bundles of the entries themselves, two bytes of length before each.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from receipts.core import merkle
from receipts.core.merkle import HASH_BYTES, Range

WIDTH: Final = 256
HEIGHT: Final = 8
"""Tree levels between the hashes of one tile level and the next."""
LEVEL_MAX: Final = 7
"""2**63 entries have no tile above it, though the standard counts to 63."""
ENTRIES: Final = -1
_RESOURCE: Final = re.compile(
    r"(?P<level>0|[1-9][0-9]?|entries)/(?P<number>(?:x[0-9]{3}/){0,6}[0-9]{3})(?:\.p/(?P<width>[1-9][0-9]{0,2}))?"
)


class InvalidTilePath(ValueError):
    """The text names no tile in the one spelling it has."""


@dataclass(frozen=True, slots=True, order=True)
class Tile:
    """Hashes `number * 256` to `number * 256 + width` of a level; the entries' bundle if that is ENTRIES."""

    level: int
    number: int
    width: int = WIDTH

    @property
    def first(self) -> int:
        """The number, within the level, of the first hash."""
        return self.number * WIDTH

    @property
    def path(self) -> str:
        """What follows `/tile/`."""
        level = "entries" if self.level == ENTRIES else str(self.level)
        partial = "" if self.width == WIDTH else f".p/{self.width}"
        return f"{level}/{_grouped(self.number)}{partial}"


def parse(path: str) -> Tile:
    """The tile of that path; InvalidTilePath for any other spelling of it than `Tile.path`."""
    match = _RESOURCE.fullmatch(path)
    if match is None:
        raise InvalidTilePath
    level = ENTRIES if match["level"] == "entries" else int(match["level"])
    tile = Tile(level, int(match["number"].replace("x", "").replace("/", "")), int(match["width"] or WIDTH))
    if level > LEVEL_MAX or tile.width > WIDTH or tile.path != path:  # the last: .p/256, a leading x000
        raise InvalidTilePath
    return tile


def hashes_at(level: int, size: int) -> int:
    """How many hashes a level has in a tree of `size` entries."""
    return size >> HEIGHT * max(level, 0)


def exists(tile: Tile, size: int) -> bool:
    """Whether a tree of `size` entries fills the tile up to its width; never beyond: nothing else is signed."""
    return tile.first + tile.width <= hashes_at(tile.level, size)


def tile_of(level: int, number: int, size: int) -> Tile:
    """The tile, as wide as a tree of `size` entries makes it, that subtree (level, number) is computed from."""
    tile_level, height = divmod(level, HEIGHT)
    tile = (number << height) // WIDTH
    return Tile(tile_level, tile, min(WIDTH, hashes_at(tile_level, size) - tile * WIDTH))


def needed(spans: Iterable[Range], size: int) -> set[Tile]:
    """The tiles that the hashes of these spans are computed from."""
    return {tile_of(*subtree, size) for span in spans for subtree in merkle.subtrees(span)}


class Hashes:
    """Hashes of subtrees of a tree of `size` entries, computed from tiles; `read` gives a tile's bytes."""

    def __init__(self, size: int, read: Callable[[Tile], bytes]) -> None:
        self._size, self._read = size, read
        self._tiles: dict[Tile, bytes] = {}

    def of(self, level: int, number: int) -> bytes:
        """The hash of subtree (level, number)."""
        tile, height = tile_of(level, number, self._size), level % HEIGHT
        if tile not in self._tiles:
            self._tiles[tile] = self._read(tile)
        return subtree_hash(self._tiles[tile], (number << height) - tile.first, height)

    def spans(self, spans: Iterable[Range]) -> list[bytes]:
        return [merkle.span_hash(span, self.of) for span in spans]


def subtree_hash(hashes: bytes, first: int, height: int) -> bytes:
    """The hash over the 2**height hashes of a tile from `first` on."""
    row = _split(hashes[first * HASH_BYTES : (first + (1 << height)) * HASH_BYTES])
    while len(row) > 1:
        row = [merkle.node_hash(*pair) for pair in zip(row[::2], row[1::2], strict=True)]
    return row[0]


def _split(hashes: bytes) -> list[bytes]:
    return [hashes[at : at + HASH_BYTES] for at in range(0, len(hashes), HASH_BYTES)]


def bundle(entries: Iterable[bytes]) -> bytes:
    """The entries' bundle: each after its length in two bytes."""
    return b"".join(len(entry).to_bytes(2, "big") + entry for entry in entries)


def _grouped(number: int) -> str:
    digits = str(number)
    digits = digits.zfill(-(-len(digits) // 3) * 3)
    *heads, last = (digits[at : at + 3] for at in range(0, len(digits), 3))
    return "".join(f"x{head}/" for head in heads) + last
