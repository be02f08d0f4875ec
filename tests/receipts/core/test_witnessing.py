"""What a witness decides, without a network: see tests/quoteproof/test_witness.py for logs that are served."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from receipts.core import checkpoint
from receipts.core.checkpoint import Checkpoint
from receipts.core.witnessing import Refused, witness
from tests.receipts.examples import signing_key
from tests.receipts.logs import Log, entry

KEY = signing_key()
KEYS = {KEY.public.kid: KEY.public.verifier()}
ENTRIES = [entry(number) for number in range(300)]
pairs = st.tuples(st.integers(0, 300), st.integers(0, 300)).map(sorted)


def seen(log: Log) -> Checkpoint:
    return checkpoint.read(log.note())


@given(pairs)
def test_each_size_continues_each_smaller_one(sizes):
    old, new = (Log(ENTRIES[:size], KEY) for size in sizes)
    assert witness(seen(old), new.note(), KEYS, new.read) == seen(new)


@given(pairs, st.data())
def test_one_changed_entry_among_those_seen_is_a_fork(sizes, data):
    old, new = sizes
    at = data.draw(st.integers(0, max(old - 1, 0)))
    forked = Log([*ENTRIES[:at], entry(9_999), *ENTRIES[at + 1 : new]], KEY)
    if old == 0:
        assert witness(seen(Log([], KEY)), forked.note(), KEYS, forked.read).size == len(forked.entries)
    else:
        with pytest.raises(Refused, match="Fork"):
            witness(seen(Log(ENTRIES[:old], KEY)), forked.note(), KEYS, forked.read)


@given(pairs.filter(lambda sizes: sizes[0] < sizes[1]))
def test_a_smaller_tree_is_a_rollback(sizes):
    small, large = (Log(ENTRIES[:size], KEY) for size in sizes)
    with pytest.raises(Refused, match="Rollback"):
        witness(seen(large), small.note(), KEYS, small.read)


@given(st.binary(max_size=200))
def test_rubbish_is_refused(note):
    with pytest.raises(Refused, match="does not hold"):
        witness(None, note, KEYS, Log(ENTRIES, KEY).read)


def test_what_reading_raises_goes_through():
    with pytest.raises(ZeroDivisionError):
        witness(None, Log(ENTRIES, KEY).note(), KEYS, lambda tile: 1 // 0)
