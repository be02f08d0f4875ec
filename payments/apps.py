"""Payments as a Django app: its guards and checks are put in place when it is ready."""

from __future__ import annotations

from django.apps import AppConfig
from django.core.checks import register
from django.db.models.signals import post_migrate

from payments import triggers


class PaymentsConfig(AppConfig):
    name = "payments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from payments import checks  # noqa: PLC0415 - reads records, which are not there before

        post_migrate.connect(triggers.after_migrate, sender=self, dispatch_uid="payments.triggers")
        for check in (checks.network, checks.guards, checks.deployment):
            register(check, "records")
