"""Which network, facilitator and ledger this deployment uses, by its settings.

A database remembers the network and the pay-to address of its first claim; another one is refused.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from payments.adapters.sandbox import Sandbox
from payments.core.evidence import Finality
from payments.core.terms import SANDBOX, TERMS, Terms
from payments.models import Deployment
from payments.ports import Facilitator, Ledger


class WrongDeployment(Exception):
    """The database belongs to another network or pay-to address than the settings say."""


@dataclass(frozen=True, slots=True)
class Network:
    """What services work with. `pay_to` is checksummed."""

    terms: Terms
    pay_to: str
    finality: Finality
    facilitator: Facilitator
    ledger: Ledger

    @property
    def sandbox(self) -> bool:
        return self.terms.network == SANDBOX


def current() -> Network:
    return _network(settings.NETWORK, settings.FACILITATOR, settings.PAY_TO, settings.FINALITY)


@lru_cache(maxsize=8)
def _network(name: str, facilitator: str, pay_to: str, finality: str) -> Network:
    if (name, facilitator) != (SANDBOX, SANDBOX):
        raise ImproperlyConfigured(
            f"QUOTEPROOF_NETWORK={name} with QUOTEPROOF_FACILITATOR={facilitator or '(none)'} can't settle: "
            "this version settles in the sandbox only."
        )
    sandbox = Sandbox(TERMS[name])
    return Network(TERMS[name], pay_to, Finality(finality), sandbox, sandbox)


def remember() -> None:
    """Writes the database's network and pay-to address on the first claim; WrongDeployment if they differ."""
    mine = (settings.NETWORK, settings.PAY_TO.lower())
    known, _ = Deployment.objects.get_or_create(id=1, defaults={"network": mine[0], "pay_to": mine[1]})
    if (known.network, known.pay_to) != mine:
        raise WrongDeployment("This database belongs to another network or pay-to address.")
