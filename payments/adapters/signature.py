"""secp256k1 and Keccak: the EIP-712 digest of a `TransferWithAuthorization`, its signer, EIP-55 addresses.

Takes what the token's ECRecover takes and nothing more: 65 bytes r, s, v, with s in the lower half of the
order and v 27 or 28.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from coincurve import PrivateKey, PublicKey
from eth_hash.auto import keccak

from payments.core.authorization import Authorization, Signed
from payments.core.terms import Terms

SIGNATURE_BYTES: Final = 65
_HALF_ORDER: Final = 0x7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF5D576E7357A4501DDFE92F46681B20A0
_DOMAIN_TYPE: Final = keccak(b"EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)")
_TRANSFER_TYPE: Final = keccak(
    b"TransferWithAuthorization(address from,address to,uint256 value,"
    b"uint256 validAfter,uint256 validBefore,bytes32 nonce)"
)


def _word(value: int | str) -> bytes:
    """32 bytes, big-endian; hex strings (addresses, nonces) padded on the left."""
    return (int(value, 16) if isinstance(value, str) else value).to_bytes(32, "big")


@lru_cache(maxsize=8)
def _domain(terms: Terms) -> bytes:
    name, version = keccak(terms.token_name.encode()), keccak(terms.token_version.encode())
    return keccak(_DOMAIN_TYPE + name + version + _word(terms.chain_id) + _word(terms.asset))


def digest(terms: Terms, authorization: Authorization) -> bytes:
    """What the payer signs (32 bytes)."""
    fields: tuple[int | str, ...] = (
        authorization.payer,
        authorization.pay_to,
        authorization.amount,
        authorization.valid_after,
        authorization.valid_before,
        authorization.nonce,
    )
    return keccak(b"\x19\x01" + _domain(terms) + keccak(_TRANSFER_TYPE + b"".join(map(_word, fields))))


def signer(message: bytes, signature: bytes) -> str | None:
    """The lower-case address that signed the 32-byte digest; None for a signature the token would refuse."""
    if len(signature) != SIGNATURE_BYTES or signature[64] not in (27, 28):
        return None
    if int.from_bytes(signature[32:64], "big") > _HALF_ORDER:
        return None
    try:
        key = PublicKey.from_signature_and_message(
            signature[:64] + bytes([signature[64] - 27]), message, hasher=None
        )
    except Exception:  # coincurve raises bare Exception and ValueError for r, s that name no point
        return None
    return _address(key)


def sign(message: bytes, private_key: str) -> bytes:
    """The 65 bytes r, s, v over a 32-byte digest, as a wallet makes them; the key is 0x and 64 hex digits."""
    signed = PrivateKey.from_hex(private_key.removeprefix("0x")).sign_recoverable(message, hasher=None)
    return signed[:64] + bytes([signed[64] + 27])


def is_key(private_key: str) -> bool:
    """Whether it is 0x and the 64 hex digits of a private key."""
    if not re.fullmatch(r"0x[0-9a-fA-F]{64}", private_key):
        return False
    try:
        PrivateKey.from_hex(private_key.removeprefix("0x"))
    except ValueError:
        return False
    return True


def address(private_key: str) -> str:
    """The lower-case address of a private key (0x and 64 hex digits)."""
    return _address(PrivateKey.from_hex(private_key.removeprefix("0x")).public_key)


def _address(key: PublicKey) -> str:
    return "0x" + keccak(key.format(compressed=False)[1:])[-20:].hex()


def recovers(signed: Signed) -> bool:
    """Whether the payer's own key made the signature."""
    return signer(digest(signed.terms, signed.authorization), signed.signature) == signed.authorization.payer


def checksum(address: str) -> str:
    """The address (0x and 40 hex digits, in any case) with EIP-55 capitals."""
    digits = address.removeprefix("0x").lower()
    capitals = keccak(digits.encode()).hex()
    return "0x" + "".join(d.upper() if c >= "8" else d for d, c in zip(digits, capitals, strict=False))
