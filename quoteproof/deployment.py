"""System checks of a production deployment (`manage.py check --deploy`): what must not go live is an error."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core import checks

from payments.adapters import signature
from payments.core.header import ADDRESS


def sandbox_in_production(**_: Any) -> list[checks.CheckMessage]:
    """quoteproof.E001: the sandbox's money is not money."""
    if not (settings.PRODUCTION and settings.SANDBOX):
        return []
    text = "QUOTEPROOF_NETWORK=sandbox in production: its payments are test money."
    return [checks.Error(text, hint="Name a network, or set QUOTEPROOF_ENV=development.", id="quoteproof.E001")]


def pay_to_is_checksummed(**_: Any) -> list[checks.CheckMessage]:
    """quoteproof.E002: a pay-to address with a typing error would take the money away."""
    known = ADDRESS.fullmatch(settings.PAY_TO) and signature.checksum(settings.PAY_TO) == settings.PAY_TO
    if known or not settings.PRODUCTION:
        return []
    text = "QUOTEPROOF_PAY_TO must be an address in its checksummed form (EIP-55)."
    return [checks.Error(text, id="quoteproof.E002")]


ALL = (sandbox_in_production, pay_to_is_checksummed)
