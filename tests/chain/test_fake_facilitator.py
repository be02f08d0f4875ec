from __future__ import annotations

import json
import urllib.error
import urllib.request

import pytest

from payments.adapters import facilitator
from payments.core.authorization import Signed
from payments.core.terms import TERMS
from tests.chain.fake_facilitator import FAULTS, FOR_GOOD, INVENTED, FakeFacilitator, says
from tests.payments.buyer import Buyer

TERMS_HERE = TERMS["eip155:84532"]
MOVED = "0x" + "ab" * 32


class Mover:
    """Stands for a ledger: notes what was really moved."""

    def __init__(self) -> None:
        self.moved: list[Signed] = []

    def __call__(self, signed: Signed) -> str:
        self.moved.append(signed)
        return MOVED


@pytest.fixture
def signed() -> Signed:
    return Buyer(terms=TERMS_HERE).sign()


def asked(url: str, content: object) -> tuple[int, dict]:
    """What a plain client gets."""
    body = json.dumps(content).encode()
    request = urllib.request.Request(url, body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=5) as answer:
        return answer.status, json.loads(answer.read())


def test_honest_it_moves_the_money_and_says_so(signed):
    mover = Mover()
    with FakeFacilitator(TERMS_HERE, mover) as fake:
        status, content = asked(f"{fake.url}/settle", facilitator.request(signed))
    assert (status, content["success"], content["transaction"]) == (200, True, MOVED)
    assert mover.moved == fake.handed == [signed]


def test_its_script_comes_first_and_honesty_after(signed):
    with FakeFacilitator(TERMS_HERE, Mover(), says(moves=False)) as fake:
        said = [asked(f"{fake.url}/settle", facilitator.request(signed))[1]["transaction"] for _ in range(2)]
    assert said == [INVENTED, MOVED]


def test_a_ledger_with_names_of_its_own_is_given_hashes(signed):
    with FakeFacilitator(TERMS_HERE, lambda signed: "sandbox:abc") as fake:
        _, content = asked(f"{fake.url}/settle", facilitator.request(signed))
    assert len(content["transaction"]) == 66


@pytest.mark.parametrize("fault", FAULTS)
def test_the_table_says_whether_the_money_moves(fault, signed):
    behaviour, moves = FAULTS[fault]
    mover = Mover()
    with FakeFacilitator(TERMS_HERE, mover, behaviour) as fake:
        facilitator.Remote(fake.url, TERMS_HERE, timeout_s=1).settle(signed)
    assert mover.moved == ([signed] if moves else [])


def test_the_table_is_large_and_knows_what_ends_without_a_further_call():
    assert len(FAULTS) >= 50
    assert {FAULTS[fault][1] for fault in FOR_GOOD} == {False}


def test_a_reverted_and_a_batched_transaction_are_the_tests_to_make(signed):
    script = [FAULTS["true, reverted"][0], FAULTS["true, two transfers in one transaction"][0]]
    means = {"reverted": lambda signed: "0x" + "01" * 32, "batched": lambda signed: "0x" + "02" * 32}
    mover = Mover()
    with FakeFacilitator(TERMS_HERE, mover, *script, **means) as fake:
        said = [asked(f"{fake.url}/settle", facilitator.request(signed))[1]["transaction"][-2:] for _ in range(2)]
    assert (said, mover.moved) == (["01", "02"], [])


def test_who_follows_its_redirect_is_seen_to(signed):
    with FakeFacilitator(TERMS_HERE, Mover(), FAULTS["redirected"][0]) as fake:
        with pytest.raises(urllib.error.HTTPError) as caught:
            asked(f"{fake.url}/settle", facilitator.request(signed))
        caught.value.close()
        asked(caught.value.headers["Location"], {})
        assert [request.path for request in fake.requests] == ["/settle", "/settle"]
        assert fake.handed == [signed]
