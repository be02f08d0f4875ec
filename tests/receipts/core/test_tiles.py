"""Tile addresses, and hashes computed from tiles against those computed from every entry (c2sp.org/tlog-tiles)."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from receipts.core import merkle, tiles
from receipts.core.tiles import ENTRIES, InvalidTilePath, Tile

LEAVES = [merkle.leaf_hash(str(number).encode()) for number in range(70_000)]
sizes = st.one_of(st.integers(1, 3_000), st.integers(65_000, 70_000))


@pytest.fixture(scope="module")
def levels() -> list[list[bytes]]:
    """All complete subtrees' hashes, level by level."""
    found = [LEAVES]
    while len(found[-1]) > 1:
        pairs = zip(found[-1][::2], found[-1][1::2], strict=False)
        found.append([merkle.node_hash(*pair) for pair in pairs])
    return found


@pytest.fixture(scope="module")
def read(levels):
    def bytes_of(tile: Tile) -> bytes:
        return b"".join(levels[8 * tile.level][tile.first : tile.first + tile.width])

    return bytes_of


PATHS = [
    (Tile(0, 0), "0/000"),
    (Tile(0, 273, 112), "0/273.p/112"),
    (Tile(1, 1234067), "1/x001/x234/067"),
    (Tile(2, 1000, 1), "2/x001/000.p/1"),
    (Tile(7, 999_999, 255), "7/x999/999.p/255"),
    (Tile(ENTRIES, 1234067, 9), "entries/x001/x234/067.p/9"),
]
WRONG = [
    "", "0", "0/", "0/0", "0/00", "00/000", "-1/000", "0/0000", "0/x000/000", "0/x1/000", "0/001/000",
    "0/x001/x002",
    "8/000", "63/000", "64/000", "0/000.p", "0/000.p/", "0/000.p/0", "0/000.p/01", "0/000.p/256", "0/000.p/999",
    "0/000/", "/0/000", "0/000 ", "0/000\n", "0/٠٠٠", "x/000", "Entries/000", "0//000", "0/../000", "0/000.p/1/1",
    "0/" + "x001/" * 7 + "000", "0/" + "x999/" * 1000 + "000",
]  # fmt: skip


@pytest.mark.parametrize(("tile", "path"), PATHS)
def test_a_tile_and_its_path_are_one(tile, path):
    assert tile.path == path and tiles.parse(path) == tile


@pytest.mark.parametrize("path", WRONG)
def test_any_other_spelling_is_refused(path):
    with pytest.raises(InvalidTilePath):
        tiles.parse(path)


def test_a_tree_of_70_000_entries_has_the_tiles_that_the_standard_counts():
    size = len(LEAVES)
    assert tiles.exists(Tile(0, 272), size) and tiles.exists(Tile(0, 273, 112), size)
    assert (
        tiles.exists(Tile(1, 0), size) and tiles.exists(Tile(1, 1, 17), size) and tiles.exists(Tile(2, 0, 1), size)
    )
    beyond = [Tile(0, 273, 113), Tile(0, 273), Tile(0, 274, 1), Tile(1, 1, 18), Tile(2, 0, 2), Tile(3, 0, 1)]
    assert not any(tiles.exists(tile, size) for tile in beyond)
    assert tiles.exists(Tile(ENTRIES, 273, 112), size) and not tiles.exists(Tile(ENTRIES, 273, 113), size)


def test_a_tree_of_256_entries_has_a_full_tile_and_one_hash_above_it():
    assert tiles.exists(Tile(0, 0), 256) and tiles.exists(Tile(1, 0, 1), 256)
    assert not tiles.exists(Tile(0, 1, 1), 256) and not tiles.exists(Tile(1, 0, 1), 255)


@given(size=sizes)
def test_tiles_give_the_root(levels, read, size):
    expected = merkle.root(size, lambda level, number: levels[level][number])
    assert merkle.root(size, tiles.Hashes(size, read).of) == expected


@given(place=sizes.flatmap(lambda size: st.tuples(st.integers(0, size - 1), st.just(size))))
def test_tiles_give_inclusion_proofs_and_those_needed_suffice(levels, read, place):
    index, size = place
    spans, asked = merkle.inclusion_spans(index, size), set()
    found = tiles.Hashes(size, lambda tile: asked.add(tile) or read(tile)).spans(spans)
    merkle.verify_inclusion(LEAVES[index], index, size, found, merkle.root(size, lambda *at: levels[at[0]][at[1]]))
    assert asked == tiles.needed(spans, size) and all(tiles.exists(tile, size) for tile in asked)
    assert len(asked) <= 6


@given(pair=sizes.flatmap(lambda new: st.tuples(st.integers(1, new), st.just(new))))
def test_tiles_give_consistency_proofs(levels, read, pair):
    old, new = pair
    roots = [merkle.root(size, lambda level, number: levels[level][number]) for size in pair]
    found = tiles.Hashes(new, read).spans(merkle.consistency_spans(old, new))
    merkle.verify_consistency(old, roots[0], new, roots[1], found)


def test_a_bundle_holds_each_entry_after_its_length():
    entries = [hashlib.sha256(b"a").digest(), hashlib.sha256(b"b").digest()]
    assert tiles.bundle(entries) == b"\x00\x20" + entries[0] + b"\x00\x20" + entries[1]
