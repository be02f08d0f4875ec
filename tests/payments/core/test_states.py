from __future__ import annotations

from payments.core.states import OPEN, PAID, TRANSITIONS, UNPAID, State, backoff_s


def reachable(start: State, moves: frozenset[tuple[State, State]] = TRANSITIONS) -> set[State]:
    seen, todo = {start}, [start]
    while todo:
        here = todo.pop()
        new = {to for before, to in moves if before is here} - seen
        seen |= new
        todo += new
    return seen


def test_the_transitions_are_the_published_ones_and_no_others():
    written = {f"{before}>{after}" for before, after in TRANSITIONS}
    assert written == {
        "CLAIMED>SEALED", "CLAIMED>VOID", "SEALED>SETTLING", "SEALED>NOT_SETTLED", "SETTLING>UNCERTAIN",
        "UNCERTAIN>INCLUDED", "UNCERTAIN>NOT_SETTLED", "INCLUDED>SETTLED", "INCLUDED>UNCERTAIN",
        "SETTLED>UNCERTAIN",
    }  # fmt: skip


def test_an_end_can_be_reached_from_everywhere():
    assert all(reachable(state) & {State.SETTLED, *UNPAID} for state in State)


def test_nothing_leads_out_of_void_and_not_settled():
    assert all(reachable(state) == {state} for state in UNPAID)


def test_no_payment_without_a_seal():
    unsealed = frozenset(move for move in TRANSITIONS if State.SEALED not in move)
    assert not reachable(State.CLAIMED, unsealed) & {State.SETTLING, *PAID}


def test_only_uncertainty_leads_to_paid():
    assert {before for before, to in TRANSITIONS if to is State.INCLUDED} == {State.UNCERTAIN}


def test_a_call_that_was_begun_never_goes_back_to_sealed():
    assert State.SEALED not in reachable(State.SETTLING)


def test_every_state_is_open_paid_or_unpaid():
    assert {*OPEN, *PAID, *UNPAID} == set(State)


def test_waits_double_from_two_seconds_to_sixty():
    assert [backoff_s(waits) for waits in range(8)] == [2, 4, 8, 16, 32, 60, 60, 60]
