"""`manage.py receipt_keys`: makes, lists, rotates and revokes the keys that sign receipts.

Private parts stay in the key file; nothing of them is printed. Status 0: done. 1: it can't be done.
"""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError
from django.utils import timezone

from receipts import keyring
from receipts.adapters import keys
from receipts.core import jwk
from receipts.keyring import Listed

LATER = "They are published once the database can be reached and is migrated."


class Command(BaseCommand):
    requires_system_checks = ()  # one of them is that there are keys
    help = "Makes, lists, rotates and revokes the keys that sign receipts."

    def add_arguments(self, parser: CommandParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True)
        actions.add_parser("make", help="make the key file, or the next key where the file has none")
        actions.add_parser("list", help="every key that was ever published, and what it does")
        rotate = actions.add_parser("rotate", help="let the next key sign, and publish a new next one")
        rotate.add_argument("--now", action="store_true", help="even if it isn't published for 24 hours yet")
        revoke = actions.add_parser(
            "revoke", help="say of a key, and of all that it signed, that it may be a thief's"
        )
        revoke.add_argument("kid", help="its id, as `list` prints it")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            getattr(self, options["action"])(options)
        except (keyring.Declined, jwk.InvalidKeySet, ImproperlyConfigured) as error:
            raise CommandError(str(error)) from None

    def make(self, options: dict[str, Any]) -> None:
        if not keys.make():
            keys.change(jwk.with_next)
        try:
            keyring.register(timezone.now())
            self.list(options)
        except DatabaseError:
            self.stdout.write(f"The keys are there. {LATER}")

    def list(self, options: dict[str, Any]) -> None:
        for each in keyring.listed():
            self.stdout.write(line(each))

    def rotate(self, options: dict[str, Any]) -> None:
        keyring.rotate(timezone.now(), early=options["now"])
        self.list(options)

    def revoke(self, options: dict[str, Any]) -> None:
        said = keyring.revoke(options["kid"], timezone.now())
        self.stdout.write(f"Statements made because of it: {said}.")
        self.list(options)


def line(listed: Listed) -> str:
    return f"{listed.key.kid}  {listed.part:<9}  published {listed.published_at:%Y-%m-%d %H:%M} UTC"
