from __future__ import annotations

from datetime import timedelta

import pytest

from payments.adapters.pending import KEPT_FOR, Pending
from payments.core.authorization import MAX_REMAINING_S
from payments.models import PendingSettlement
from tests.payments.conftest import Clock

pytestmark = pytest.mark.django_db
SIGNATURE, OTHER = "0x" + "5a" * 65, "0x" + "5b" * 65
ONE, TWO = "0x" + "11" * 32, "0x" + "22" * 32


def test_what_was_set_is_found_by_another_object():
    Pending().set(SIGNATURE, ONE)
    assert (Pending().get(SIGNATURE), Pending().get(OTHER)) == (ONE, None)


def test_the_last_one_holds_in_lower_case():
    Pending().set(SIGNATURE, ONE)
    Pending().set(SIGNATURE, TWO.replace("0x", "0x", 1).upper().replace("0X", "0x"))
    assert Pending().get(SIGNATURE) == TWO and PendingSettlement.objects.count() == 1


def test_what_was_deleted_is_gone_and_may_be_deleted_again():
    Pending().set(SIGNATURE, ONE)
    Pending().set(OTHER, TWO)
    for _ in range(2):
        Pending().delete(SIGNATURE)
    assert (Pending().get(SIGNATURE), Pending().get(OTHER)) == (None, TWO)


def test_no_signature_is_stored():
    Pending().set(SIGNATURE, ONE)
    stored = PendingSettlement.objects.values_list().get()
    assert all(SIGNATURE[2:] not in str(value) for value in stored)


def test_it_outlives_every_further_call_and_not_much_more(time: Clock):
    Pending().set(SIGNATURE, ONE)
    time.advance(2 * MAX_REMAINING_S)
    Pending().set(OTHER, TWO)
    assert Pending().get(SIGNATURE) == ONE
    time.now += KEPT_FOR - timedelta(seconds=1)
    Pending().set(OTHER, TWO)
    assert Pending().get(SIGNATURE) is None and Pending().get(OTHER) == TWO
