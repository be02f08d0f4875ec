"""The service as a Django app: the checks of a deployment."""

from __future__ import annotations

from django.apps import AppConfig
from django.core import checks


class QuoteProofConfig(AppConfig):
    name = "quoteproof"
    verbose_name = "QuoteProof"

    def ready(self) -> None:
        from quoteproof import deployment  # noqa: PLC0415 - reads records, which are not there before

        for check in deployment.ALL:
            checks.register(check, deploy=True)
