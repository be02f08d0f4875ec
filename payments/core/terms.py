"""What each network means in a payment: chain id, token, and the token's EIP-712 domain.

Addresses and domain names are Circle's USDC on Base and Base Sepolia; the two tokens differ in `name`.
The sandbox speaks Base Sepolia's terms, so any x402 client works against it unchanged.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

SANDBOX: Final = "sandbox"
DECIMALS: Final = 6
"""Of USDC: 1,000,000 atomic units are one dollar."""


@dataclass(frozen=True, slots=True)
class Terms:
    """`network` is the setting's name, `chain` the CAIP-2 id on the wire; `asset` is checksummed."""

    network: str
    chain: str
    chain_id: int
    asset: str
    token_name: str
    token_version: str


_SEPOLIA_USDC: Final = "0x036CbD53842c5426634e7929541eC2318f3dCF7e"
_BASE_USDC: Final = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"

TERMS: Final = {
    terms.network: terms
    for terms in (
        Terms(SANDBOX, "eip155:84532", 84532, _SEPOLIA_USDC, "USDC", "2"),
        Terms("eip155:84532", "eip155:84532", 84532, _SEPOLIA_USDC, "USDC", "2"),
        Terms("eip155:8453", "eip155:8453", 8453, _BASE_USDC, "USD Coin", "2"),
    )
}
