"""`manage.py sandbox_buyer`: prints the sandbox buyer's key, or the PAYMENT-SIGNATURE that takes an offer."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from quoteproof import devkeys, wallet


class Command(BaseCommand):
    help = "Prints the sandbox buyer's address and key; with --offer, the PAYMENT-SIGNATURE that pays it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--offer", help="the value of a PAYMENT-REQUIRED header")
        parser.add_argument(
            "--tier", type=int, default=0, help="which entry of the offer to take (0: the minimum)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.SANDBOX:
            raise CommandError(f"There is no sandbox buyer on {settings.NETWORK}.")
        key = devkeys.sandbox_buyer(settings.KEYS_DIR)
        if options["offer"] is None:
            self.stdout.write(f"address  {wallet.address(key)}\nkey      {key}")
            return
        try:
            self.stdout.write(wallet.pay(wallet.read_offer(options["offer"]), key, tier=options["tier"]))
        except (ValueError, KeyError, IndexError, TypeError) as error:
            raise CommandError(
                "--offer must be the value of a PAYMENT-REQUIRED header, --tier one of its entries."
            ) from error
