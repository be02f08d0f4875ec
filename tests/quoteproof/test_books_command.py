from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.core.management.base import SystemCheckError

from payments import networks
from payments.adapters import signature
from payments.adapters.sandbox import Sandbox
from payments.models import Acknowledgement, BooksRead, Deployment, SandboxTransfer
from payments.ports import LedgerUnavailable
from tests.payments import scratch
from tests.payments.buyer import PAY_TO, Buyer
from tests.payments.conftest import claimed, drop_every_trigger, settled

pytestmark = pytest.mark.django_db
ELSEWHERE = signature.checksum("0x" + "5b" * 20)


@pytest.fixture(autouse=True)
def pay_to(settings: Any) -> None:
    settings.PAY_TO = PAY_TO


@pytest.fixture
def payer() -> Buyer:
    return Buyer()


@pytest.fixture
def stray(payer: Buyer) -> SandboxTransfer:
    """One charge that is paid, and money that came without one."""
    settled(payer)
    networks.current().facilitator.settle(payer.sign(amount=1_234_567))
    return SandboxTransfer.objects.latest("id")


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("books", *arguments, stdout=out)
    return out.getvalue()


def fails(*arguments: str) -> tuple[int, str, str]:
    """The status it ends with, what it complains of, and what it printed before."""
    out = StringIO()
    with pytest.raises(CommandError) as caught:
        call_command("books", *arguments, stdout=out)
    return caught.value.returncode, str(caught.value), out.getvalue()


def test_books_that_balance(payer: Buyer):
    settled(payer)
    printed = run()
    assert "paid             1 transfers, 10000 atomic units (0.01 USDC)" in printed
    assert printed.endswith("The books balance.\n")


def test_each_orphan_has_a_line_and_the_status_is_one(payer: Buyer, stray: SandboxTransfer):
    status, said, printed = fails()
    assert (status, said) == (1, "The books don't balance: 1 without a counterpart.")
    line = (
        f"orphan: money without a charge, {stray.transaction}:0, 1234567 atomic units (1.234567 USDC), "
        f"payer {payer.address.lower()}, charge -"
    )
    assert printed.splitlines()[-1] == line


def test_money_that_would_fit_an_unpaid_charge_names_it_with_a_question_mark(payer: Buyer):
    charge = claimed(payer)
    networks.current().facilitator.settle(payer.sign())
    assert f"charge {charge.reference}?" in fails()[2]


def test_an_acknowledged_transfer_is_in_order(stray: SandboxTransfer):
    fails()
    place = f"{stray.transaction}:0"
    assert place in run("--acknowledge", place, "--reason", "our own test")
    assert "acknowledged     1 transfers, 1234567" in run()
    assert "already: our own test" in fails("--acknowledge", place, "--reason", "again")[1]
    assert Acknowledgement.objects.count() == 1


@pytest.mark.parametrize("place", ["", "0xab", ":0", "0xab:", "0xab:x", "0xab:-1", "0xäb:0", "0x ab:0"])
def test_what_names_no_transfer_is_said(stray: SandboxTransfer, place: str):
    assert "TX:LOG" in fails("--acknowledge", place, "--reason", "why")[1]


def test_a_reason_and_its_transfer_go_together(stray: SandboxTransfer):
    for alone in (("--acknowledge", f"{stray.transaction}:0"), ("--reason", "why")):
        assert "go together" in fails(*alone)[1]


def test_one_change_at_a_time():
    assert "not allowed with" in fails("--acknowledge", "0xab:0", "--reason", "a", "--new-pay-to", ELSEWHERE)[1]


def test_a_new_address_says_what_to_do_next(payer: Buyer, settings: Any):
    settled(payer)
    printed = run("--new-pay-to", ELSEWHERE)
    assert f"QUOTEPROOF_PAY_TO={ELSEWHERE}" in printed
    assert Deployment.objects.get().pay_to == ELSEWHERE.lower()
    with pytest.raises(SystemCheckError, match=r"payments\.E002"):
        run()
    settings.PAY_TO = ELSEWHERE
    assert "The books balance." in run()


def test_the_environment_may_name_the_new_address_before(payer: Buyer, settings: Any):
    settled(payer)
    settings.PAY_TO = ELSEWHERE
    assert ELSEWHERE in run("--new-pay-to", ELSEWHERE)


def test_an_open_charge_keeps_the_address(payer: Buyer):
    claimed(payer)
    status, said, _ = fails("--new-pay-to", ELSEWHERE)
    assert (status, "open: 1" in said) == (1, True)
    assert Deployment.objects.get().pay_to == PAY_TO


@pytest.mark.parametrize("arguments", [(), ("--new-pay-to", ELSEWHERE)])
def test_a_ledger_that_can_not_be_read_is_status_two(
    payer: Buyer, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
):
    settled(payer)
    monkeypatch.setattr(Sandbox, "final_height", unavailable)
    status, said, _ = fails(*arguments)
    assert (status, "can't be read" in said) == (2, True)
    assert not BooksRead.objects.exists()
    assert Deployment.objects.get().pay_to == PAY_TO


def unavailable(_: Sandbox) -> int:
    raise LedgerUnavailable


def test_a_database_without_its_guards_is_not_read(payer: Buyer):
    settled(payer)
    drop_every_trigger()
    with pytest.raises(SystemCheckError, match=r"payments\.E001"):
        run()


def test_the_process_ends_with_that_status():
    with scratch.database("sqlite") as environment:
        assert "The books balance." in scratch.run(environment, "manage.py", "books")
        with pytest.raises(AssertionError, match="EIP-55"):
            scratch.run(environment, "manage.py", "books", "--new-pay-to", PAY_TO)
