from __future__ import annotations

from datetime import timedelta
from itertools import permutations
from typing import Any

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, models, transaction
from django.utils import timezone

from payments import triggers
from payments.core.states import TRANSITIONS, State
from payments.models import Charge, ChargeEvent, Deployment, Evidence, RefundDue, SandboxTransfer
from tests.payments.buyer import Buyer
from tests.payments.conftest import SEAL, claimed, drop_every_trigger, sealed, settled, uncertain

pytestmark = pytest.mark.django_db
NOW = timezone.now()
LATER = NOW + timedelta(hours=1)


def refusal(rows: Any, **changes: Any) -> str:
    """What the database says to the update (or, without changes, to the deletion); empty if it takes it."""
    try:
        with transaction.atomic():
            rows.update(**changes) if changes else rows._raw_delete(rows.db)
    except IntegrityError as error:
        return str(error)
    return ""


def row(charge: Charge) -> Any:
    return Charge.objects.filter(pk=charge.pk)


def in_state(buyer: Buyer, state: State) -> Any:
    """A row put into the state past every guard."""
    charge = claimed(buyer)
    drop_every_trigger()
    evidence = Evidence.objects.create(
        charge=charge, chain="c", transaction="t", block_number=1, block_hash="0x" + "00" * 32, block_time=1,
        log_index=0, seen_at=NOW,
    )  # fmt: skip
    changes = columns(state, evidence)
    row(charge).update(**changes)
    triggers.install(connection)
    return row(charge), evidence


def columns(state: State, evidence: Evidence) -> dict[str, Any]:
    """The columns that the CHECKs ask of a state."""
    done = {"sealed_sha256": "" if state in ("CLAIMED", "VOID") else SEAL, "sealed_at": NOW}
    paid = state in ("INCLUDED", "SETTLED")
    unpaid = {"VOID": "abandoned", "NOT_SETTLED": "expired"}.get(state, "")
    return done | {
        "state": state,
        "cause": unpaid,
        "signature": "" if unpaid else "0x00",
        "closed_at": NOW if unpaid else None,
        "evidence": evidence if paid else None,
        "finality": "included" if paid else "",
    } | ({"released_at": NOW} if paid else {})  # fmt: skip


@pytest.mark.parametrize(("before", "to"), list(permutations(State, 2)))
def test_every_transition_is_allowed_or_refused_by_the_database(buyer: Buyer, before: State, to: State):
    rows, evidence = in_state(buyer, before)
    changes = columns(to, evidence)
    kept = ("signature",) if to not in ("VOID", "NOT_SETTLED") else ()
    seal = () if (before, to) == ("CLAIMED", "SEALED") else ("sealed_sha256",)
    released = ("released_at",) if before in ("INCLUDED", "SETTLED") else ()
    said = refusal(
        rows, **{name: value for name, value in changes.items() if name not in (*kept, *seal, *released)}
    )
    assert ("transition not allowed" in said) == ((before, to) not in TRANSITIONS)


def test_a_charge_begins_in_claimed(buyer: Buyer):
    copy = Charge.objects.get(pk=sealed(buyer).pk)
    copy.pk, copy.reference, copy.nonce, copy.request_sha256 = None, "chk_copy", "0x" + "0f" * 32, "0f" * 32
    with pytest.raises(IntegrityError, match="begins in CLAIMED"), transaction.atomic():
        copy.save()


@pytest.mark.parametrize(
    ("field", "value"),
    [("payer", "0x" + "0f" * 20), ("pay_to", "0x" + "0f" * 20), ("amount", 20_000), ("valid_after", 1),
     ("valid_before", 9_999_999_999), ("nonce", "0x" + "0f" * 32), ("signature_sha256", "0f" * 32),
     ("request_sha256", "0f" * 32), ("route", "/v1/verify/quote"), ("reference", "chk_other"),
     ("idempotency_key", "k"), ("network", "eip155:8453"), ("chain", "eip155:8453"), ("client", "c2"),
     ("asset", "0x" + "0f" * 20), ("claim_height", 9), ("claimed_at", LATER)],
)  # fmt: skip
def test_what_was_claimed_never_changes(buyer: Buyer, field: str, value: Any):
    assert "never changes" in refusal(row(claimed(buyer)), **{field: value})


def test_a_result_is_sealed_once(buyer: Buyer):
    assert "sealed once" in refusal(row(sealed(buyer)), sealed_sha256="0f" * 32)


@pytest.mark.parametrize("value", [None, LATER])
def test_a_release_is_never_taken_back_or_dated_anew(buyer: Buyer, value: Any):
    assert "released once" in refusal(row(settled(buyer)), released_at=value)


def test_a_hand_over_is_noted_once(buyer: Buyer):
    rows = row(settled(buyer))
    assert refusal(rows, handed_over_at=NOW) == ""
    assert "handed over once" in refusal(rows, handed_over_at=LATER)


def test_a_signature_is_erased_but_never_exchanged(buyer: Buyer):
    assert "only erased" in refusal(row(sealed(buyer)), signature="0x00")


def test_the_database_itself_refuses_a_second_call_in_flight(buyer: Buyer):
    rows = row(uncertain(buyer))
    made = rows.get()
    next_call = {"calls": 2, "called_at": made.call_until, "call_until": LATER, "call_answer": ""}
    assert "one settle call" in refusal(
        rows, **(next_call | {"called_at": made.call_until - timedelta(seconds=1)})
    )
    assert "one settle call" in refusal(rows, **(next_call | {"calls": 3}))
    assert made.call_answer == "settled"
    assert "one settle call" in refusal(rows, **next_call)


def test_a_lost_call_may_be_followed_when_its_lease_is_over(buyer: Buyer):
    charge = sealed(buyer)
    call = {"calls": 1, "called_at": NOW, "call_until": NOW, "call_answer": ""}
    assert refusal(row(charge), state="SETTLING", **call) == ""
    assert "answer of a settle call stay" in refusal(row(charge), call_until=LATER)
    assert refusal(row(charge), state="UNCERTAIN", call_answer="refused") == ""
    assert "answer of a settle call stay" in refusal(row(charge), call_answer="settled")
    assert refusal(row(charge), calls=2, called_at=NOW, call_until=LATER, call_answer="") == ""


def test_no_call_before_settling(buyer: Buyer):
    assert "one settle call" in refusal(row(sealed(buyer)), calls=1, called_at=NOW, call_until=LATER)


@pytest.mark.parametrize("model", [ChargeEvent, Evidence, SandboxTransfer, RefundDue])
def test_ledger_event_and_evidence_are_append_only(buyer: Buyer, model: type[models.Model]):
    charge = settled(buyer)
    RefundDue.objects.create(charge=charge, evidence=charge.evidence, found_at=NOW)
    rows = model.objects.all()
    assert rows.exists()
    assert "append-only" in refusal(rows, id=models.F("id"))
    assert "append-only" in refusal(rows)


def test_charges_and_the_deployment_stay(buyer: Buyer):
    claimed(buyer)
    assert "never deleted" in refusal(Charge.objects.all())
    assert "keeps its network" in refusal(Deployment.objects.all())
    assert "keeps its network" in refusal(Deployment.objects.all(), network="eip155:8453")


# -- putting them there


def test_migrating_twice_leaves_each_guard_once(committed: None):
    call_command("migrate", verbosity=0)
    before = triggers._existing(connection)
    call_command("migrate", verbosity=0)
    assert triggers._existing(connection) == before
    assert len(before) == len(triggers.GUARDS)


def test_what_is_missing_is_named_and_put_back(buyer: Buyer):
    drop_every_trigger()
    assert sorted(triggers.missing(connection)) == sorted(guard.name for guard in triggers.GUARDS)
    triggers.install(connection)
    assert triggers.missing(connection) == []
    assert "never deleted" in refusal(row(claimed(buyer)))


def test_a_guard_that_is_no_longer_wanted_goes(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(triggers, "GUARDS", triggers.GUARDS[1:])
    triggers.install(connection)
    assert len(triggers._existing(connection)) == len(triggers.GUARDS)


def test_a_table_that_is_altered_has_its_guards_again_after_the_migrate(committed: None, buyer: Buyer):
    charge = claimed(buyer)
    longer = models.CharField(max_length=120, unique=True)
    longer.set_attributes_from_name("reference")
    longer.model = Charge
    with connection.schema_editor() as editor:
        editor.alter_field(Charge, Charge._meta.get_field("reference"), longer)
    assert bool(triggers.missing(connection)) == (connection.vendor == "sqlite")
    call_command("migrate", verbosity=0)
    assert triggers.missing(connection) == []
    assert "never deleted" in refusal(row(charge))


def test_a_guard_that_is_switched_off_counts_as_missing_and_is_put_back():
    if connection.vendor != "postgresql":
        return
    guard = triggers.GUARDS[0]
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE {guard.table} DISABLE TRIGGER {guard.name}")
    assert triggers.missing(connection) == [guard.name]
    triggers.install(connection)
    assert triggers.missing(connection) == []


def test_names_fit_postgresql():
    assert all(len(guard.name) <= 63 and guard.name.startswith(triggers.PREFIX) for guard in triggers.GUARDS)
    assert len({guard.name for guard in triggers.GUARDS}) == len(triggers.GUARDS)


@pytest.mark.parametrize("model", [ChargeEvent, Evidence, SandboxTransfer])
def test_an_insert_replaces_no_row(buyer: Buyer, model: type[models.Model]):
    """What INSERT OR REPLACE displaces, SQLite deletes without its trigger, unless triggers are recursive."""
    settled(buyer)
    table, (first, *_) = model._meta.db_table, model.objects.order_by("pk")
    names = ", ".join(f'"{field.column}"' for field in model._meta.concrete_fields)
    replace = {
        "sqlite": f"INSERT OR REPLACE INTO {table} ({names}) SELECT {names} FROM {table} WHERE id = %s",
        "postgresql": f"INSERT INTO {table} ({names}) SELECT {names} FROM {table} WHERE id = %s "
        "ON CONFLICT (id) DO UPDATE SET id = EXCLUDED.id",
    }[connection.vendor]
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(replace, [first.pk])
