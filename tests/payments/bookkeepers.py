"""`python -m tests.payments.bookkeepers`: books and refunds in threads, on a real database, in real commits."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Thread
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "quoteproof.settings")
django.setup()

from django.conf import settings  # noqa: E402
from django.db import connection, transaction  # noqa: E402

from payments import books, networks, refunds, rows, services, settlement  # noqa: E402
from payments.adapters import signature  # noqa: E402
from payments.core.evidence import Transfer  # noqa: E402
from payments.models import Charge, Deployment, Received, Refund, SandboxAccount, SandboxTransfer  # noqa: E402
from payments.rows import Unit  # noqa: E402
from tests.payments.buyer import ROUTE, Buyer  # noqa: E402
from tests.payments.driver import SEAL  # noqa: E402

THREADS = 8
LEDGER = networks.current().ledger
BUYER = Buyer()
READ = (
    "SELECT EXISTS (SELECT 1 FROM pg_locks WHERE relation = 'payments_deployment'::regclass"
    " AND mode = 'AccessShareLock'"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))"
)


def claim() -> Charge:
    signed = BUYER.sign(pay_to=settings.PAY_TO.lower())
    nonce = signed.authorization.nonce[2:]
    return services.claim(signed, reference=f"chk_{nonce[:12]}", route=ROUTE, request_sha256=nonce, height=0)


def settled() -> Charge:
    charge = claim()
    services.seal(charge, SEAL)
    settlement.hand_over(charge)
    settlement.record_inclusion(charge, settlement.look(charge))
    return charge


def at_once(work: Callable[[int], object]) -> list[object]:
    """What each of the threads came to: its value, or its fault's reason or name."""
    barrier = Barrier(THREADS)

    def one(me: int) -> object:
        barrier.wait()
        try:
            return work(me)
        except refunds.NotARefund as error:
            return error.reason.value
        except Exception as error:
            return type(error).__name__
        finally:
            connection.close()

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(one, range(THREADS)))


def reading() -> dict[str, Any]:
    for _ in range(40):
        settled()
    books.PIECE = 7  # type: ignore[misc]
    came = at_once(lambda _: books.balance(books.read()).orphans)
    faults = [each for each in came if isinstance(each, str)]
    return {"received": Received.objects.count(), "orphans": len(books.balance().orphans), "faults": faults}


def claim_first() -> dict[str, str]:
    """A claim has read the deployment's row and nothing else yet when the change comes."""
    outcome = {"change": "", "claim": "made"}
    change = Thread(target=change_address_read, args=(outcome,))
    remember = networks.remember

    def remember_slowly(unit: Unit) -> None:  # a change that doesn't wait has time to be made
        remember(unit)
        if connection.vendor == "postgresql":
            change.start()
            unit.execute("SELECT pg_sleep(1)")
        else:
            unit.ask(lambda _: (change.start(), change.join(1)), "SELECT 1")

    networks.remember = remember_slowly
    with transaction.atomic():
        charge = claim()
    networks.remember = remember
    change.join()
    services.void(charge, services.VoidCause.ABANDONED)
    return outcome


def change_first() -> dict[str, str]:
    outcome = {"change": "", "claim": "made"}
    change_address(outcome)
    try:
        claim()
    except networks.WrongDeployment:
        outcome["claim"] = "WrongDeployment"
    Deployment.objects.update(pay_to=settings.PAY_TO.lower())
    return outcome


def change_address_read(outcome: dict[str, str]) -> None:
    """The change, as soon as somebody has read the address (SQLite: at once)."""
    while connection.vendor == "postgresql" and not rows.execute(READ):
        pass
    change_address(outcome)


def change_address(outcome: dict[str, str]) -> None:
    try:
        books.new_pay_to(signature.checksum("0x" + "5b" * 20))
        outcome["change"] = "made"
    except books.Declined:
        outcome["change"] = "declined"
    finally:
        connection.close()


def paying_back() -> dict[str, int]:
    charge, spent = settled(), SandboxAccount.objects.get(pk=BUYER.address.lower()).balance
    answers = set(at_once(lambda _: refunds.pay_back(Charge.objects.get(pk=charge.pk)).pk))
    gained = SandboxAccount.objects.get(pk=BUYER.address.lower()).balance - spent
    return {
        "refunds": Refund.objects.filter(charge=charge).count(),
        "transfers": SandboxTransfer.objects.filter(pay_to=charge.payer).count(),
        "balance": 100_000_000 - charge.amount + gained,
        "answers": len(answers),
        "events": charge.events.filter(cause="refunded").count(),
    }


def one_for_two() -> dict[str, int]:
    pair = [settled(), settled()]
    paid = Transfer(pair[0].payer, pair[0].pay_to, pair[0].amount)
    name = LEDGER.pay_back(paid, "0x" + "f0" * 32)  # type: ignore[attr-defined]
    came = Counter(map(str, at_once(lambda me: refunds.record(pair[me % 2], name).charge_id)))
    made = sum(str(charge.pk) in came for charge in pair)
    return {"made": made, "taken": int("taken" in came)}


def main() -> None:
    stories = {
        "read": reading,
        "claim first": claim_first,
        "change first": change_first,
        "pay back": paying_back,
        "one for two": one_for_two,
    }
    print(json.dumps({name: story() for name, story in stories.items()}))


if __name__ == "__main__":
    main()
