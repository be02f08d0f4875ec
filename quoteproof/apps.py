from __future__ import annotations

from django.apps import AppConfig


class QuoteProofConfig(AppConfig):
    name = "quoteproof"
    verbose_name = "QuoteProof"
