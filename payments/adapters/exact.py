"""x402's `exact` scheme for EVM chains: the package's own checks, simulation and transfer.

To be imported late: it brings web3 with it.
"""

from __future__ import annotations

import logging
from typing import Any

from x402.mechanisms.evm.exact.facilitator import ExactEvmScheme, ExactEvmSchemeConfig
from x402.schemas import PaymentPayload, PaymentRequirements, SettleResponse

from payments.adapters.pending import Pending
from payments.adapters.settler_account import Account, Chain, NotSent

__all__ = ["Account", "Chain", "NotSent", "settle"]

_log = logging.getLogger("x402")  # says what nodes say
_log.propagate = False
_log.addHandler(logging.NullHandler())


def settle(content: dict[str, Any], chain: Chain, store: Pending) -> SettleResponse:
    """`content` is a settle request of x402 version 2. Some faults of the node are raised, some are answered."""
    scheme = ExactEvmScheme(chain, ExactEvmSchemeConfig(simulate_in_settle=True), _ReadOnly(store))
    return scheme.settle(
        PaymentPayload.model_validate(content["paymentPayload"]),
        PaymentRequirements.model_validate(content["paymentRequirements"]),
    )


class _ReadOnly:
    """What the package may do with the store: it would forget a transaction while it still waits for it."""

    def __init__(self, store: Pending) -> None:
        self._store = store

    def get(self, key: str) -> str | None:
        return self._store.get(key)

    def set(self, key: str, tx_hash: str) -> None:
        """Stored before it was sent."""

    def delete(self, key: str) -> None:
        """Done by who asked, once there is an answer."""
