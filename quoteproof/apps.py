"""The service as a Django app: the checks of a deployment."""

from __future__ import annotations

from django.apps import AppConfig
from django.core import checks

from quoteproof import deployment


class QuoteProofConfig(AppConfig):
    name = "quoteproof"
    verbose_name = "QuoteProof"

    def ready(self) -> None:
        for check in deployment.ALL:
            checks.register(check, deploy=True)
