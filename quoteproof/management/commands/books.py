"""`manage.py books`: holds what the ledger shows against the charges, and prints what doesn't fit.

Status 0: the books balance. 1: there are orphans, or what was asked can't be done. 2: the ledger can't be read.
"""

from __future__ import annotations

import re
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from payments import books
from payments.books import Books, Declined, Orphan, Total, What
from payments.networks import WrongDeployment
from payments.ports import LedgerUnavailable
from quoteproof.presentation.amounts import usdc

UNREADABLE = 2
PLACE = re.compile(r"([!-~]{1,66}):([0-9]{1,9})")
MOVED = """New charges are made out to {0} from now on; old ones keep their address.
Next: set QUOTEPROOF_PAY_TO={0} and restart every web server, worker and settler.
Until then this deployment takes no payment: no claim under the former address is written."""


class Command(BaseCommand):
    requires_system_checks = ()  # by name, below: while the pay-to address changes, the settings name another
    help = "Balances the books: every finalized transfer in against one charge, every refund against its transfer."

    def add_arguments(self, parser: CommandParser) -> None:
        change = parser.add_mutually_exclusive_group()
        change.add_argument("--acknowledge", metavar="TX:LOG", help="a transfer without a charge that is in order")
        change.add_argument("--new-pay-to", metavar="ADDRESS", help="where new charges are paid to")
        parser.add_argument("--reason", help="why it is in order (with --acknowledge)")

    def handle(self, *args: Any, **options: Any) -> None:
        if (options["acknowledge"] is None) != (options["reason"] is None):
            raise CommandError("--acknowledge and --reason go together.")
        try:
            if options["new_pay_to"] is not None:
                self.move_pay_to(options["new_pay_to"])
            elif options["acknowledge"] is not None:
                self.acknowledge(options["acknowledge"], options["reason"])
            else:
                self.balance()
        except (Declined, WrongDeployment) as error:
            raise CommandError(str(error)) from error
        except LedgerUnavailable as error:
            text = "The ledger can't be read now, or its readers disagree. That says nothing of the books."
            raise CommandError(text, returncode=UNREADABLE) from error

    def balance(self) -> None:
        self.check(tags=["records"], databases=["default"])
        found = books.balance(books.read())
        self.stdout.write(summary(found))
        for orphan in found.orphans:
            self.stdout.write(line(orphan))
        if found.orphans:
            raise CommandError(f"The books don't balance: {len(found.orphans)} without a counterpart.")
        self.stdout.write("The books balance.")

    def acknowledge(self, place: str, reason: str) -> None:
        match = PLACE.fullmatch(place)
        if match is None:
            raise CommandError("--acknowledge must name a transfer as the books print it: TX:LOG.")
        books.acknowledge(match[1].lower(), int(match[2]), reason)
        self.stdout.write(f"Acknowledged {place}.")

    def move_pay_to(self, address: str) -> None:
        books.new_pay_to(address)
        self.stdout.write(MOVED.format(address))


def summary(found: Books) -> str:
    rows = (
        ("paid", found.paid),
        ("came for unpaid", found.owed),
        ("acknowledged", found.acknowledged),
        ("refunded", found.refunded),
    )
    return "\n".join(f"{name:<16} {total(value)}" for name, value in rows)


def total(value: Total) -> str:
    return f"{value.count} transfers, {money(value.amount)}"


def money(amount: int) -> str:
    return f"{amount} atomic units ({usdc(amount)} USDC)"


def line(orphan: Orphan) -> str:
    place = f"{orphan.transaction}:{orphan.log_index}"
    charge = orphan.charge or "-"
    if orphan.what is What.UNEXPLAINED and orphan.charge:
        charge += "?"
    return f"orphan: {orphan.what}, {place}, {money(orphan.amount)}, payer {orphan.payer}, charge {charge}"
