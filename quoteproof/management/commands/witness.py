"""`manage.py witness URL`: refuses a log that takes back or forks what it showed (see `quoteproof.witness`)."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from quoteproof import witness


class Command(BaseCommand):
    requires_system_checks = ()
    help = "Looks at a log's newest checkpoint and refuses it unless it continues the one that is remembered."

    def add_arguments(self, parser: CommandParser) -> None:
        witness.add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        status, said = witness.run(options["url"], options["state"], options["jwks"], moved=options["moved"])
        if status:
            raise CommandError(said, returncode=status)
        self.stdout.write(said)
