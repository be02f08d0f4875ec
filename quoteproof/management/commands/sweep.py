"""`manage.py sweep`: drops fetched bodies whose evidence days are over. Hashes, offsets and results stay."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from verification import services


class Command(BaseCommand):
    help = "Deletes fetched bodies older than QUOTEPROOF_EVIDENCE_DAYS."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{services.drop_expired_bodies(timezone.now())} bodies dropped")
