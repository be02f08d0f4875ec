"""The fault matrix at the door: whatever a facilitator does and says, and whatever nodes show, over HTTP.

While a settlement is unresolved the answer is never a 402 and no second authorization is wanted; it always ends
in a proof; nothing is released without one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from django.test import Client

from payments.core.authorization import Authorization
from payments.models import Charge, RefundDue
from payments.models import Evidence as EvidenceRow
from quoteproof import facts, work
from tests.chain.fake_facilitator import FAULTS, FOR_GOOD
from tests.chain.fake_rpc import about
from tests.chain.world import World, world
from verification.core.contracts.quoteproof.relations import InvalidOutput

pytestmark = pytest.mark.django_db
TEXT = "/v1/verify/text-quote"
BODY = json.dumps({"text": "The quick brown fox jumps.", "quote": "quick brown fox"})


@pytest.fixture
def make(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Iterator[Any]:
    with ExitStack() as open_worlds:
        yield lambda *script, **more: open_worlds.enter_context(world(monkeypatch, settings, *script, **more))


def post(payment: str, body: str = BODY, **headers: str) -> Any:
    sent = {"PAYMENT-SIGNATURE": payment, **headers}
    return Client().post(TEXT, body, content_type="application/json", headers=sent)


def code(response: Any) -> tuple[int, str]:
    return response.status_code, response.json().get("code", "")


def wants_no_other_payment(response: Any) -> None:
    assert "PAYMENT-REQUIRED" not in response and "PAYMENT-RESPONSE" not in response
    assert response.json()["do_not_sign_new"] is True


def unresolved(response: Any) -> None:
    assert code(response) == (503, "settlement_unresolved")
    assert response.json()["charged"] is None and response["Retry-After"] == "5"
    wants_no_other_payment(response)


def elsewhere(response: Any) -> None:
    assert code(response) == (409, "payment_unresolved")
    wants_no_other_payment(response)


def ended(world: World, payment: str) -> Any:
    """The answer once it is final; until then every answer is that it's unresolved."""
    for _ in range(60):
        world.pause(30)
        answer, charge = post(payment), Charge.objects.get()
        if charge.released_at or charge.state == "NOT_SETTLED":
            return answer
        unresolved(answer)
        elsewhere(post(world.payment()))
    raise AssertionError("stuck")


@pytest.mark.parametrize("fault", FAULTS)
def test_every_fault_ends_in_a_proof_and_never_in_a_second_payment(make, fault: str):
    behaviour, moves = FAULTS[fault]
    world: World = make(behaviour)
    payment = world.payment()
    first = post(payment)
    if moves:
        assert first.status_code == 200
    else:
        unresolved(first)
        elsewhere(post(world.payment()))
        first = ended(world, payment)
    charge = Charge.objects.get()
    if fault in FOR_GOOD:
        assert code(first) == (402, "payment_required") and first.json()["reason"] == "expired"
        assert (charge.state, charge.released_at, len(world.facilitator.handed)) == ("NOT_SETTLED", None, 1)
    else:
        assert charge.evidence is not None and post(payment).content == first.content
        assert len(world.facilitator.handed) == (1 if moves else 2)


def test_the_matrix_has_sixteen_answers_or_more():
    assert len(FAULTS) >= 16


def test_money_that_comes_only_after_the_answer_is_seen(make):
    late: list[Any] = []
    world: World = make(lambda asked: (late.append(asked.signed), FAULTS["pending, not moved"][0](asked))[1])
    payment = world.payment()
    unresolved(post(payment))
    world.settle(late[0])
    assert post(payment).status_code == 200


def test_the_payers_own_cancellation_ends_it_once_it_is_final(make):
    world: World = make(FAULTS["429 page, not moved"][0])
    payment = world.payment()
    unresolved(post(payment))
    world.chain.cancel(world.facilitator.handed[0].authorization)
    unresolved(post(payment))
    answer = ended(world, payment)
    assert (answer.status_code, answer.json()["reason"]) == (402, "nonce_used")
    assert Charge.objects.get().cause == "cancelled"


def test_a_nonce_spent_on_another_transfer_pays_nothing_here(make):
    world: World = make(FAULTS["429 page, not moved"][0])
    payment = world.payment()
    unresolved(post(payment))
    nonce = world.facilitator.handed[0].authorization.nonce
    world.chain.pay(world.buyer.authorization(pay_to="0x" + "77" * 20, nonce=nonce))
    assert ended(world, payment).json()["reason"] == "nonce_used"
    assert Charge.objects.get().cause == "spent_elsewhere"


def test_a_payment_before_any_call_is_taken_as_one(make):
    world: World = make(FAULTS["gone without a word, not moved"][0])
    payment = world.payment()
    unresolved(post(payment))
    world.settle(world.facilitator.handed[0])
    assert post(payment).status_code == 200 and Charge.objects.get().calls == 1


def test_a_reorg_keeps_the_release_and_supersedes_the_receipt(make):
    world: World = make()
    payment = world.payment()
    first = post(payment)
    jti = first["Link"].split("/")[-1].split(">")[0]
    world.chain.reorg(1)
    world.pause(70)
    assert Charge.objects.get().state == "UNCERTAIN" and status(jti) == "reorged"
    assert post(payment).content == first.content
    world.settle(world.facilitator.handed[0])
    world.pause(70)
    assert Charge.objects.get().evidence == EvidenceRow.objects.order_by("pk").last()
    assert (EvidenceRow.objects.count(), status(jti)) == (2, "replacement")
    again = post(payment)
    assert (again.content, again["PAYMENT-RESPONSE"]) == (first.content, first["PAYMENT-RESPONSE"])


def status(jti: str) -> str:
    return Client().get(f"/v1/receipts/{jti}", headers={"Accept": "application/json"}).json()["status"]


def test_a_charge_is_settled_once_its_block_is_finalized_and_then_left_alone(make, settings):
    settings.FINALITY = "finalized"
    world: World = make()
    payment = world.payment()
    assert post(payment).status_code == 200
    assert Charge.objects.get().state == "INCLUDED"
    world.pause(200)
    charge = Charge.objects.get()
    assert (charge.state, charge.finality, charge.ring_at, charge.signature) == ("SETTLED", "finalized", None, "")


def test_a_split_between_nodes_claims_nothing(make):
    world: World = make(endpoints=[(0, None), (0, about("eth_getBlockByNumber", lambda block: None))])
    response = post(world.payment())
    assert code(response) == (503, "chain_unavailable") and not Charge.objects.exists()
    assert response.json()["charged"] is False and "Retry-After" in response


def test_a_node_that_hides_the_payment_delays_the_release_and_decides_nothing(make):
    hidden = about("eth_getLogs", lambda logs: [])
    world: World = make(endpoints=[(0, None), (0, hidden)])
    payment = world.payment()
    unresolved(post(payment))
    world.pause(400)
    assert Charge.objects.get().state == "UNCERTAIN"
    unresolved(post(payment))
    world.endpoints[1].lie = None
    assert post(payment).status_code == 200


def test_a_node_that_lags_makes_no_reorg(make):
    world: World = make(endpoints=[(0, None), (0, None)])
    first = post(payment := world.payment())
    world.endpoints[1].lag = 4
    world.pause(120)
    assert Charge.objects.get().state == "SETTLED" and post(payment).content == first.content


def test_money_that_a_reorg_took_back_is_not_owed(make, monkeypatch: pytest.MonkeyPatch):
    world: World = make()
    monkeypatch.setattr(work, "check_text", void)
    assert post(world.payment()).status_code == 500
    world.pause(280)
    world.chain.pay(buyer_authorization())
    world.pause(40)
    assert not RefundDue.objects.exists()
    world.chain.reorg(5)
    world.pause(1_000)
    assert not RefundDue.objects.exists()


def test_money_for_nothing_is_owed_once_it_is_final(make, monkeypatch: pytest.MonkeyPatch):
    world: World = make()
    monkeypatch.setattr(work, "check_text", void)
    assert post(world.payment()).status_code == 500
    world.chain.pay(buyer_authorization())
    world.pause(1_000)
    assert RefundDue.objects.get().evidence.transaction == Charge.objects.get().evidence_rows.get().transaction


def void(*_: Any) -> None:
    raise InvalidOutput("on purpose")


def buyer_authorization() -> Authorization:
    return Charge.objects.get().authorization


def test_a_step_that_fails_is_rung_again_soon(make, monkeypatch: pytest.MonkeyPatch):
    world: World = make()
    monkeypatch.setattr(facts, "of", broken)
    unresolved(post(world.payment()))
    assert Charge.objects.get().lease_until is None


def broken(*_: Any) -> None:
    raise ZeroDivisionError
