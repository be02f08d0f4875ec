"""`manage.py reconcile`: takes on every charge that waits, without the queue."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from quoteproof import tasks


class Command(BaseCommand):
    help = "Looks once at every charge whose settlement or expiry is still open. Safe at any time."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{tasks.reconcile_all()} charges looked at")
