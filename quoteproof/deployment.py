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
MAIN = "eip155:8453"


def main_network_in_development(**_: Any) -> Messages:
    """quoteproof.E009: real money without what production demands, such as keys of its own."""
    if settings.PRODUCTION or settings.NETWORK != MAIN:
        return []
    text = f"QUOTEPROOF_NETWORK={MAIN} takes real money: it needs QUOTEPROOF_ENV=production."
    return [checks.Error(text, id="quoteproof.E009")]


def sandbox_in_production(**_: Any) -> Messages:
    """quoteproof.E001: the sandbox's money is not money."""
    if not (settings.PRODUCTION and settings.SANDBOX):
        return []
    text = "QUOTEPROOF_NETWORK=sandbox in production: its payments are test money."
    return [checks.Error(text, hint="Name a network, or set QUOTEPROOF_ENV=development.", id="quoteproof.E001")]


def pay_to_is_checksummed(**_: Any) -> Messages:
    """quoteproof.E002: a pay-to address with a typing error, or of nobody, would take the money away."""
    if not _counts() or (_is_checksummed(settings.PAY_TO) and settings.PAY_TO.lower() not in _nobodys()):
        return []
    text = "QUOTEPROOF_PAY_TO must be an address of yours, in its checksummed form (EIP-55)."
    return [checks.Error(text, id="quoteproof.E002")]


def _nobodys() -> set[str]:
    return {"0x" + "00" * 20, TERMS[settings.NETWORK].asset.lower()}


def _counts() -> bool:
    """Whether mistakes cost somebody something: in production, and on any chain."""
    return bool(settings.PRODUCTION or not settings.SANDBOX)


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


def endpoints_are_different(**_: Any) -> Messages:
    """quoteproof.E011: an endpoint that is named twice agrees with itself."""
    if len(set(settings.RPC_URLS)) == len(settings.RPC_URLS):
        return []
    return [checks.Error("QUOTEPROOF_RPC_URL names an endpoint twice.", id="quoteproof.E011")]


def proxies_are_counted(**_: Any) -> Messages:
    """quoteproof.E012: `up` listens on loopback, so without this every client has the proxy's address, and one
    who uses up a limit uses it up for all."""
    if not settings.PRODUCTION or settings.TRUSTED_PROXIES:
        return []
    text = "QUOTEPROOF_TRUSTED_PROXIES is 0: limits per client address would count the proxy."
    return [checks.Error(text, id="quoteproof.E012")]


def settler_key_is_one(**_: Any) -> Messages:
    """quoteproof.E010: the settler's key is no private key."""
    if not settings.SETTLER_KEY or signature.is_key(settings.SETTLER_KEY):
        return []
    text = "QUOTEPROOF_SETTLER_KEY must be 0x and the 64 hex digits of a private key."
    return [checks.Error(text, id="quoteproof.E010")]


def settler_has_a_key(**_: Any) -> Messages:
    """quoteproof.W005: the local facilitator's key is missing here; right where another machine settles."""
    if settings.FACILITATOR != networks.LOCAL or settings.SETTLER_KEY:
        return []
    text = "QUOTEPROOF_SETTLER_KEY isn't set: this machine can't settle."
    return [checks.Warning(text, hint="One machine with a worker needs it.", id="quoteproof.W005")]


def token_is_the_offered_one(**_: Any) -> Messages:
    """quoteproof.E006: the chain can't be read as payments are proven by; E007: its token has other facts than
    the offer, so that every signature would be refused there."""
    if settings.SANDBOX or networks.fault():
        return []
    terms = TERMS[settings.NETWORK]
    try:
        chain = Chain(terms, settings.RPC_URLS)
        facts = chain.token_facts()
        chain.standing(terms.asset.lower(), "0x" + "00" * 32)
    except LedgerUnavailable:
        text = "QUOTEPROOF_RPC_URL: the chain can't be read (logs, finality, state by block), or not alike."
        return [checks.Error(text, id="quoteproof.E006")]
    if facts == (terms.token_name, terms.token_version, DECIMALS):
        return []
    text = f"The token at {terms.asset} has another name, version or number of decimals than is offered."
    return [checks.Error(text, id="quoteproof.E007")]


def facilitator_settles_here(**_: Any) -> Messages:
    """quoteproof.E008: a remote facilitator that doesn't say that it settles on our network."""
    if settings.SANDBOX or networks.fault() or settings.FACILITATOR == networks.LOCAL:
        return []
    if Remote(settings.FACILITATOR, TERMS[settings.NETWORK]).supports():
        return []
    text = f"QUOTEPROOF_FACILITATOR doesn't say that it settles `exact` payments on {settings.NETWORK}."
    return [checks.Error(text, id="quoteproof.E008")]


ALL = (
    main_network_in_development,
    sandbox_in_production,
    pay_to_is_checksummed,
    refund_from_is_checksummed,
    endpoints_are_https,
    endpoints_are_different,
    proxies_are_counted,
    settler_key_is_one,
    settler_has_a_key,
    token_is_the_offered_one,
    facilitator_settles_here,
)
