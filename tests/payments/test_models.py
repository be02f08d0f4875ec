"""What the database refuses by itself: each row here is written past the services."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from payments.models import Charge, Deployment, Evidence, SandboxAccount, SandboxTransfer
from tests.payments.buyer import PAY_TO, Buyer
from tests.payments.conftest import REQUEST, SEAL, claimed, sealed, settled, uncertain

pytestmark = pytest.mark.django_db
NOW = timezone.now()


def refuses(charge: Charge, **changes: Any) -> bool:
    try:
        with transaction.atomic():
            Charge.objects.filter(pk=charge.pk).update(**changes)
    except IntegrityError:
        return True
    return False


def inserts(charge: Charge, **changes: Any) -> bool:
    fields = {field.attname: getattr(charge, field.attname) for field in Charge._meta.concrete_fields}
    fresh = {"reference": "chk_copy", "nonce": "0x" + "0f" * 32, "request_sha256": "0f" * 32}
    try:
        with transaction.atomic():
            Charge.objects.create(**(fields | fresh | {"id": None} | changes))
    except IntegrityError:
        return False
    return True


def test_a_charge_of_the_right_form_is_taken(buyer: Buyer):
    assert inserts(claimed(buyer, request=REQUEST))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("payer", "0x" + "AB" * 20),
        ("payer", "0x" + "ab" * 19),
        ("payer", "0x" + "ab" * 19 + "ag"),
        ("payer", "ab" * 21),
        ("pay_to", "0X" + "ab" * 20),
        ("asset", "0x036CbD53842c5426634e7929541eC2318f3dCF7e"),
        ("nonce", "0x" + "ab" * 31),
        ("nonce", "0x" + "zz" * 32),
        ("request_sha256", "AB" * 32),
        ("signature_sha256", "ab" * 31),
        ("amount", 0),
        ("amount", 100_000_001),
        ("valid_after", -1),
        ("valid_before", 0),
        ("signature", ""),
        ("ring_at", None),
        ("state", "SEALED"),
        ("state", "PAID"),
        ("cause", "abandoned"),
        ("closed_at", NOW),
        ("released_at", NOW),
        ("handed_over_at", NOW),
        ("sealed_sha256", SEAL),
        ("finality", "included"),
    ],
)
def test_a_charge_of_another_form_is_refused(buyer: Buyer, field: str, value: Any):
    assert not inserts(claimed(buyer, request=REQUEST), **{field: value})


@pytest.mark.parametrize("changes", [{"reference": None}, {"nonce": None}, {"request_sha256": None}])
def test_each_unique_key_stands_alone(buyer: Buyer, changes: dict):
    charge = claimed(buyer, request=REQUEST)
    assert not inserts(charge, **{name: getattr(charge, name) for name in changes})


def test_an_idempotency_key_is_unique_while_it_is_held(buyer: Buyer):
    charge = claimed(buyer, request=REQUEST, key="order-1")
    assert not inserts(charge)
    assert inserts(charge, idempotency_key="order-2")


def test_no_settling_without_a_seal(buyer: Buyer):
    charge = claimed(buyer)
    assert refuses(charge, state="SEALED")
    assert refuses(charge, state="SEALED", sealed_sha256=SEAL)
    assert not refuses(charge, state="SEALED", sealed_sha256=SEAL, sealed_at=NOW)


@pytest.mark.parametrize(
    "paid", [{"state": "INCLUDED"}, {"state": "INCLUDED", "finality": "included", "released_at": NOW}]
)
def test_no_payment_without_evidence(buyer: Buyer, paid: dict):
    assert refuses(uncertain(buyer), **paid)


def test_no_release_without_payment(buyer: Buyer):
    assert refuses(sealed(buyer), released_at=NOW)


def test_no_hand_over_without_release(buyer: Buyer):
    assert refuses(uncertain(buyer), handed_over_at=NOW)


@pytest.mark.parametrize(
    "changes", [{"cause": ""}, {"cause": "expired"}, {"signature": "0x00"}, {"closed_at": None}]
)
def test_a_void_charge_has_cause_and_time_and_no_signature(buyer: Buyer, changes: dict):
    whole = {"state": "VOID", "cause": "abandoned", "signature": "", "closed_at": NOW}
    charge = claimed(buyer)
    assert refuses(charge, **(whole | changes))
    assert not refuses(charge, **whole)


def test_not_settled_needs_one_of_the_three_proofs(buyer: Buyer):
    whole = {"state": "NOT_SETTLED", "cause": "expired", "signature": "", "closed_at": NOW}
    charge = uncertain(buyer)
    for cause in ("", "abandoned", "transaction_failed"):
        assert refuses(charge, **(whole | {"cause": cause}))
    assert not refuses(charge, **whole)


def test_one_place_on_the_ledger_is_one_evidence(buyer: Buyer):
    first = settled(buyer).evidence
    place = {"chain": first.chain, "block_hash": first.block_hash, "log_index": first.log_index}
    rest = {"charge": first.charge, "transaction": "0x1", "block_number": 1, "block_time": 1, "seen_at": NOW}
    with pytest.raises(IntegrityError), transaction.atomic():
        Evidence.objects.create(**place, **rest)
    assert Evidence.objects.create(**(place | {"log_index": 1}), **rest)


def test_there_is_one_deployment():
    Deployment.objects.create(network="sandbox", pay_to=PAY_TO)
    with pytest.raises(IntegrityError), transaction.atomic():
        Deployment.objects.create(id=2, network="sandbox", pay_to=PAY_TO)


def test_a_sandbox_account_never_goes_below_zero():
    with pytest.raises(IntegrityError), transaction.atomic():
        SandboxAccount.objects.create(payer=PAY_TO, balance=-1)


def test_the_sandbox_ledger_spends_a_nonce_once(buyer: Buyer):
    settled(buyer)
    row = SandboxTransfer.objects.values().get()
    with pytest.raises(IntegrityError), transaction.atomic():
        SandboxTransfer.objects.create(**(row | {"id": None, "transaction": "sandbox:other"}))


def test_records_name_themselves_without_secrets(buyer: Buyer):
    charge = settled(buyer)
    names = [str(row) for row in (charge, charge.evidence, *charge.events.all(), *SandboxTransfer.objects.all())]
    assert names[0] == f"{charge.reference} SETTLED"
    assert all(charge.signature_sha256 not in name for name in names)
