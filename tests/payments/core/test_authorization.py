from __future__ import annotations

import pytest

from payments.core.authorization import Authorization, Signed, can_hand_over, check_window
from payments.core.terms import TERMS
from tests.payments.conftest import refused

NOW = 1_800_000_000


def valid(after: int, before: int) -> Authorization:
    return Authorization("0x" + "11" * 20, "0x" + "22" * 20, 10_000, after, before, "0x" + "33" * 32)


@pytest.mark.parametrize("before", [NOW + 45, NOW + 300, NOW + 900])
@pytest.mark.parametrize("after", [0, NOW - 600, NOW])
def test_a_window_of_45_to_900_seconds_is_taken(after: int, before: int):
    check_window(valid(after, before), NOW)


@pytest.mark.parametrize(
    ("after", "before", "reason"),
    [
        (0, NOW + 44, "expired"),
        (0, 0, "expired"),
        (0, NOW + 901, "window_too_long"),
        (0, 2**256 - 1, "window_too_long"),
        (NOW + 1, NOW + 300, "not_yet_valid"),
        (2**256 - 1, NOW + 300, "not_yet_valid"),
    ],
)
def test_other_windows_are_refused_with_their_reason(after: int, before: int, reason: str):
    assert refused(check_window, valid(after, before), NOW) == reason


def test_nothing_is_handed_over_in_the_last_thirty_seconds():
    assert can_hand_over(NOW + 30, NOW)
    assert not can_hand_over(NOW + 29, NOW)


def test_a_signature_never_shows_in_a_repr():
    signed = Signed(TERMS["sandbox"], valid(0, NOW), bytes(range(65)))
    assert bytes(range(65)).hex() not in repr(signed)
    assert "65 bytes" in repr(signed)
