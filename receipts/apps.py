"""Receipts as a Django app: its triggers and checks are put in place when it is ready."""

from __future__ import annotations

from django.apps import AppConfig
from django.core.checks import register
from django.db.models.signals import post_migrate

from receipts import checks, triggers


class ReceiptsConfig(AppConfig):
    name = "receipts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        post_migrate.connect(triggers.after_migrate, sender=self, dispatch_uid="receipts.triggers")
        for check in (checks.signing_key, checks.public_url, checks.append_only):
            register(check, "records")
