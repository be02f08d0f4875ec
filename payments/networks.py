"""Which network, facilitator and ledger this deployment uses, by its settings.

A database remembers the network and the pay-to address of its first claim; another one is refused.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.signals import setting_changed
from django.dispatch import receiver

from payments import rows
from payments.adapters import https
from payments.adapters.chain import Chain
from payments.adapters.facilitator import Remote
from payments.adapters.local import Local
from payments.adapters.sandbox import Sandbox
from payments.core.evidence import Finality
from payments.core.terms import SANDBOX, TERMS, Terms
from payments.ports import Facilitator, Ledger
from payments.rows import Unit

LOCAL: Final = "local"
_settles_here: bool = False
_current: Network | None = None


class WrongDeployment(Exception):
    """The database belongs to another network or pay-to address than the settings say."""


@dataclass(frozen=True, slots=True)
class Network:
    """What services work with. `pay_to` is checksummed.

    `facilitator` is None where another process hands over: with the local one, all but `manage.py settler`.
    """

    terms: Terms
    pay_to: str
    finality: Finality
    facilitator: Facilitator | None
    ledger: Ledger

    @property
    def sandbox(self) -> bool:
        return self.terms.network == SANDBOX


def current() -> Network:
    return _current or _looked_up()


def _looked_up() -> Network:
    global _current
    _current = _network(
        settings.NETWORK,
        settings.FACILITATOR,
        settings.PAY_TO,
        settings.FINALITY,
        settings.RPC_URLS,
        settles_here=_settles_here,
    )
    return _current


@receiver(setting_changed)
def _forget(**_: Any) -> None:
    """Settings change in tests alone."""
    global _current
    _current = None


def settle_here() -> None:
    """Makes this process the settler: from now on the local facilitator is its own."""
    global _settles_here
    _settles_here = True
    _forget()


def fault() -> str | None:
    """What is wrong with the settings of network, facilitator and endpoints; None if they fit together."""
    name, facilitator = settings.NETWORK, settings.FACILITATOR
    if (name == SANDBOX) != (facilitator == SANDBOX):
        return (
            f"QUOTEPROOF_NETWORK={name} with QUOTEPROOF_FACILITATOR={facilitator or '(none)'} can't settle: "
            "the sandbox network and the sandbox facilitator go with each other only."
        )
    if name == SANDBOX:
        return None
    try:
        for url in settings.RPC_URLS if facilitator == LOCAL else (facilitator, *settings.RPC_URLS):
            https.place(url)
    except ValueError:
        return "QUOTEPROOF_FACILITATOR must be local or an https URL, and QUOTEPROOF_RPC_URL hold https URLs."
    return None if settings.RPC_URLS else "QUOTEPROOF_RPC_URL must name at least one endpoint of the chain."


@lru_cache(maxsize=8)
def _network(
    name: str, facilitator: str, pay_to: str, finality: str, rpc_urls: tuple[str, ...], *, settles_here: bool
) -> Network:
    if wrong := fault():
        raise ImproperlyConfigured(wrong)
    terms, policy = TERMS[name], Finality(finality)
    if name == SANDBOX:
        sandbox = Sandbox(terms)
        return Network(terms, pay_to, policy, sandbox, sandbox)
    if facilitator != LOCAL:
        return Network(terms, pay_to, policy, Remote(facilitator, terms), Chain(terms, rpc_urls))
    local = Local(terms, settings.SETTLER_KEY, rpc_urls[0]) if settles_here else None
    return Network(terms, pay_to, policy, local, Chain(terms, rpc_urls))


def remember(unit: Unit) -> None:
    """Writes the database's network and pay-to address on the first claim; WrongDeployment if they differ.

    The row is read in the unit's transaction, whatever was read before: `books.new_pay_to` waits for that.
    """
    unit.execute(_REMEMBERED, *_mine())
    unit.forbid(_elsewhere, _IS_ANOTHER, *_mine())


_REMEMBERED: Final = (
    "INSERT INTO payments_deployment (id, network, pay_to) VALUES (1, %s, %s) ON CONFLICT DO NOTHING"
)
_IS_ANOTHER: Final = "SELECT network <> %s OR pay_to <> %s FROM payments_deployment WHERE id = 1"
_DEPLOYMENT: Final = "SELECT network, pay_to FROM payments_deployment WHERE id = 1"


def _elsewhere() -> WrongDeployment:
    return WrongDeployment("This database belongs to another network or pay-to address.")


def is_elsewhere() -> bool:
    """Whether every claim would be a WrongDeployment."""
    return rows.first(_DEPLOYMENT) not in (None, _mine())


def _mine() -> tuple[str, str]:
    return settings.NETWORK, settings.PAY_TO.lower()
