from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from payments.core.agreement import Split, agreed, agreed_moves, same
from payments.core.evidence import Finality, Finding, Inclusion, Moved, Refutation, Transfer, Undecided
from payments.core.states import Disproof

PLACE = Inclusion("0x" + "aa" * 32, 7, "0x" + "bb" * 32, 1_000, 3, Finality.INCLUDED)
SAFE, FINAL = replace(PLACE, finality=Finality.SAFE), replace(PLACE, finality=Finality.FINALIZED)
EXPIRED = Refutation(Disproof.EXPIRED, 9, "0x" + "cc" * 32, 2_000)
LATER = Refutation(Disproof.EXPIRED, 11, "0x" + "dd" * 32, 2_004)
CANCELLED = Refutation(Disproof.CANCELLED, 7, "0x" + "bb" * 32, 1_000, "0x" + "aa" * 32)
ELSEWHERE = replace(CANCELLED, proof=Disproof.SPENT_ELSEWHERE)
UNUSED, USED = Undecided(nonce_used=False), Undecided(nonce_used=True)
FINDINGS: list[Finding] = [PLACE, SAFE, FINAL, EXPIRED, LATER, CANCELLED, ELSEWHERE, UNUSED, USED]


@pytest.mark.parametrize("finding", FINDINGS)
def test_one_reader_agrees_with_itself(finding: Finding):
    assert agreed([finding]) == agreed([finding, finding]) == finding


@pytest.mark.parametrize(
    ("findings", "together"),
    [
        ((FINAL, SAFE), SAFE),
        ((SAFE, PLACE, FINAL), PLACE),
        ((EXPIRED, LATER), EXPIRED),
        ((PLACE, UNUSED), USED),
        ((FINAL, USED), USED),
        ((EXPIRED, UNUSED), UNUSED),
        ((EXPIRED, USED), USED),
        ((CANCELLED, UNUSED), USED),
        ((UNUSED, USED), USED),
    ],
)
def test_what_several_readers_prove_together(findings: tuple[Finding, ...], together: Finding):
    assert all(agreed(list(order)) == together for order in permutations(findings))


@pytest.mark.parametrize(
    "findings",
    [
        (PLACE, replace(PLACE, log_index=5)),
        (PLACE, replace(PLACE, block_hash="0x" + "ee" * 32)),
        (PLACE, replace(PLACE, block_time=1_002)),
        (PLACE, replace(PLACE, block_number=8)),
        (PLACE, EXPIRED),
        (FINAL, CANCELLED),
        (EXPIRED, CANCELLED),
        (CANCELLED, ELSEWHERE),
        (CANCELLED, replace(CANCELLED, transaction="0x" + "ee" * 32)),
        (PLACE, UNUSED, EXPIRED),
    ],
)
def test_readers_that_contradict_each_other_are_split(findings: tuple[Finding, ...]):
    for order in permutations(findings):
        with pytest.raises(Split):
            agreed(list(order))


@given(st.lists(st.sampled_from(FINDINGS), min_size=1, max_size=4))
def test_nothing_is_proven_that_one_reader_does_not_prove(findings: list[Finding]):
    try:
        together = agreed(findings)
    except Split:
        return
    if not isinstance(together, Undecided):
        assert together in findings
        assert not any(isinstance(each, Undecided) for each in findings)
    else:
        assert together.nonce_used or not any(isinstance(each, Inclusion) for each in findings)


def test_the_same_lists_of_transfers_are_as_final_as_the_least():
    one, other = (Moved(place, Transfer("0x1", "0x2", 5)) for place in (FINAL, SAFE))
    assert agreed_moves([[one, one], [one, other]]) == [one, other]
    assert agreed_moves([[], []]) == []


def test_other_lists_of_transfers_are_split():
    one = Moved(FINAL, Transfer("0x1", "0x2", 5))
    for reading in ([], [one, one], [replace(one, transfer=Transfer("0x1", "0x2", 6))]):
        with pytest.raises(Split):
            agreed_moves([[one], reading])


def test_equal_values_are_one():
    assert same([3, 3]) == 3
    with pytest.raises(Split):
        same([3, 3, 4])
