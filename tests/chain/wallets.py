"""Payers on the chain: a plain account, and a contract whose owner's signature pays (EIP-1271)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from eth_abi import encode
from eth_account import Account

from payments.core.authorization import Authorization, Signed
from payments.core.terms import Terms
from tests.chain.anvil import RICH, TERMS_HERE, Anvil
from tests.payments.buyer import Buyer

SOURCE = """\
// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

/// A smart wallet for tests: whatever its owner signs is its own signature (EIP-1271).
/// The signature is the owner's 65 bytes, followed by anything.
contract Wallet {
    address public immutable owner;

    constructor(address owner_) {
        owner = owner_;
    }

    function isValidSignature(bytes32 digest, bytes calldata signature) external view returns (bytes4) {
        if (signature.length < 65) return 0xffffffff;
        bytes32 r = bytes32(signature[0:32]);
        bytes32 s = bytes32(signature[32:64]);
        address signer = ecrecover(digest, uint8(signature[64]), r, s);
        return signer != address(0) && signer == owner ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }
}
"""
# SOURCE, by solc 0.8.30+commit.73712a01: evmVersion paris, optimizer 200 runs, no metadata appended.
BYTECODE = (
    "60a0604052348015600f57600080fd5b5060405161034c38038061034c833981016040819052602c91603c565b6001600160"
    "a01b0316608052606a565b600060208284031215604d57600080fd5b81516001600160a01b0381168114606357600080fd5b"
    "9392505050565b6080516102c161008b600039600081816071015261018801526102c16000f3fe6080604052348015610010"
    "57600080fd5b50600436106100365760003560e01c80631626ba7e1461003b5780638da5cb5b1461006c575b600080fd5b61"
    "004e6100493660046101e4565b6100ab565b6040516001600160e01b031990911681526020015b60405180910390f35b6100"
    "937f000000000000000000000000000000000000000000000000000000000000000081565b6040516001600160a01b039091"
    "168152602001610063565b600060418210156100c557506001600160e01b03196101dd565b60006100d46020828587610262"
    "565b6100dd9161028c565b905060006100ef604060208688610262565b6100f89161028c565b905060006001878787604081"
    "8110610112576101126102ab565b6040805160008152602081018083529590955292013560f81c9183019190915250606081"
    "018590526080810184905260a0016020604051602081039080840390855afa158015610166573d6000803e3d6000fd5b5050"
    "604051601f1901519150506001600160a01b038116158015906101bc57507f00000000000000000000000000000000000000"
    "000000000000000000000000006001600160a01b0316816001600160a01b0316145b6101ce576001600160e01b03196101d7"
    "565b630b135d3f60e11b5b93505050505b9392505050565b6000806000604084860312156101f957600080fd5b8335925060"
    "2084013567ffffffffffffffff81111561021757600080fd5b8401601f8101861361022857600080fd5b803567ffffffffff"
    "ffffff81111561023f57600080fd5b86602082840101111561025157600080fd5b939660209190910195509293505050565b"
    "6000808585111561027257600080fd5b8386111561027f57600080fd5b5050820193919092039150565b8035602083101561"
    "02a557600019602084900360031b1b165b92915050565b634e487b7160e01b600052603260045260246000fd"
)


@dataclass
class SmartWallet(Buyer):
    """A buyer who pays from a contract; `key` is the owner's, `tail` what follows its signature."""

    terms: Terms = TERMS_HERE
    contract: str = ""
    tail: bytes = b""

    @property
    def address(self) -> str:
        return self.contract

    def sign(self, authorization: Authorization | None = None, **changes: Any) -> Signed:
        signed = super().sign(authorization, **changes)
        return Signed(signed.terms, signed.authorization, signed.signature + self.tail)


def plain(chain: Anvil, tokens: int = 0) -> Buyer:
    """A new account that holds tokens and no ETH."""
    buyer = Buyer(terms=TERMS_HERE)
    if tokens:
        chain.mint(buyer.address, tokens)
    return buyer


def smart(chain: Anvil, tokens: int = 0, tail: bytes = b"") -> SmartWallet:
    """A wallet of a new owner; `tail` follows each signature."""
    wallet = SmartWallet(tail=tail)
    owner = Account.from_key(wallet.key).address
    made = chain.done(RICH, None, "0x" + BYTECODE + encode(["address"], [owner]).hex())
    wallet.contract = made["contractAddress"]
    if tokens:
        chain.mint(wallet.contract, tokens)
    return wallet
