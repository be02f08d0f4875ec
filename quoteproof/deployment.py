"""System checks of a production deployment (`manage.py check --deploy`): what must not go live is an error."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core import checks

from payments import networks
from payments.adapters import signature
from payments.adapters.chain import Chain
from payments.adapters.facilitator import Remote
from payments.core.header import ADDRESS
from payments.core.terms import DECIMALS, TERMS
from payments.ports import LedgerUnavailable

Messages = list[checks.CheckMessage]


def sandbox_in_production(**_: Any) -> Messages:
    """quoteproof.E001: the sandbox's money is not money."""
    if not (settings.PRODUCTION and settings.SANDBOX):
        return []
    text = "QUOTEPROOF_NETWORK=sandbox in production: its payments are test money."
    return [checks.Error(text, hint="Name a network, or set QUOTEPROOF_ENV=development.", id="quoteproof.E001")]


def pay_to_is_checksummed(**_: Any) -> Messages:
    """quoteproof.E002: a pay-to address with a typing error would take the money away."""
    if _is_checksummed(settings.PAY_TO) or not settings.PRODUCTION:
        return []
    text = "QUOTEPROOF_PAY_TO must be an address in its checksummed form (EIP-55)."
    return [checks.Error(text, id="quoteproof.E002")]


def refund_from_is_checksummed(**_: Any) -> Messages:
    """quoteproof.E003: the same of each address that refunds may come from."""
    if all(map(_is_checksummed, settings.REFUND_FROM)):
        return []
    text = "QUOTEPROOF_REFUND_FROM must hold addresses in their checksummed form (EIP-55)."
    return [checks.Error(text, id="quoteproof.E003")]


def _is_checksummed(address: str) -> bool:
    return bool(ADDRESS.fullmatch(address)) and signature.checksum(address) == address


def endpoints_are_https(**_: Any) -> Messages:
    """quoteproof.W004: a bearer authorization, or what counts as evidence, in the clear."""
    named = {"QUOTEPROOF_FACILITATOR": settings.FACILITATOR} | {
        f"QUOTEPROOF_RPC_URL, number {at}": url for at, url in enumerate(settings.RPC_URLS, 1)
    }
    plain = [name for name, url in named.items() if url.startswith("http://")]
    return [
        checks.Warning(f"{name} is plain http: right only for a node on this machine.", id="quoteproof.W004")
        for name in plain
        if settings.PRODUCTION
    ]


def settler_has_a_key(**_: Any) -> Messages:
    """quoteproof.W005: the local facilitator's key is missing here; right where another machine settles."""
    if settings.FACILITATOR != networks.LOCAL or settings.SETTLER_KEY:
        return []
    text = "QUOTEPROOF_SETTLER_KEY isn't set: this machine can't settle."
    return [checks.Warning(text, hint="One machine with a worker needs it.", id="quoteproof.W005")]


def token_is_the_offered_one(**_: Any) -> Messages:
    """quoteproof.E006: the chain can't be read; E007: its token has other facts than the offer, so that every
    signature would be refused there."""
    if not settings.PRODUCTION or settings.SANDBOX or networks.fault():
        return []
    terms = TERMS[settings.NETWORK]
    try:
        facts = Chain(terms, settings.RPC_URLS).token_facts()
    except LedgerUnavailable:
        text = "The chain can't be read by QUOTEPROOF_RPC_URL, or its endpoints don't agree."
        return [checks.Error(text, id="quoteproof.E006")]
    if facts == (terms.token_name, terms.token_version, DECIMALS):
        return []
    text = f"The token at {terms.asset} has another name, version or number of decimals than is offered."
    return [checks.Error(text, id="quoteproof.E007")]


def facilitator_settles_here(**_: Any) -> Messages:
    """quoteproof.E008: a remote facilitator that doesn't say that it settles on our network."""
    if not settings.PRODUCTION or settings.SANDBOX or networks.fault() or settings.FACILITATOR == networks.LOCAL:
        return []
    if Remote(settings.FACILITATOR, TERMS[settings.NETWORK]).supports():
        return []
    text = f"QUOTEPROOF_FACILITATOR doesn't say that it settles `exact` payments on {settings.NETWORK}."
    return [checks.Error(text, id="quoteproof.E008")]


ALL = (
    sandbox_in_production,
    pay_to_is_checksummed,
    refund_from_is_checksummed,
    endpoints_are_https,
    settler_has_a_key,
    token_is_the_offered_one,
    facilitator_settles_here,
)
