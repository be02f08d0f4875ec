"""The hex of an Ethereum node and the words of Solidity's ABI, read strictly.

A node's JSON is hostile: quantities are canonical (no leading zeros) and bounded, hashes and addresses have
their one length and come out in lower case, ABI answers are exactly as long as their type. Follows the
Ethereum JSON-RPC specification and the Solidity contract ABI.
"""

from __future__ import annotations

import re
from typing import Final

MOST_HEIGHT: Final = 2**63 - 1
"""Bounds block numbers, log indexes and times: what the database's integers hold."""
MAGIC: Final = "0x1626ba7e"
"""The selector of ERC-1271's `isValidSignature(bytes32,bytes)`, and its answer for a good signature."""

_QUANTITY: Final = re.compile(r"0x(?:0|[1-9a-fA-F][0-9a-fA-F]{0,63})")
_HASH: Final = re.compile(r"0x[0-9a-fA-F]{64}")
_ADDRESS: Final = re.compile(r"0x[0-9a-fA-F]{40}")
_OCTETS: Final = re.compile(r"0x(?:[0-9a-fA-F]{2})*")
_WORD_BYTES: Final = 32
_MOST_TEXT_BYTES: Final = 256


class Malformed(ValueError):
    """A node's value has the wrong form. The text is our own and quotes nothing."""


def _matched(value: object, shape: re.Pattern[str], what: str) -> str:
    if type(value) is not str or not shape.fullmatch(value):
        raise Malformed(f"not {what}")
    return value


def quantity(value: object, most: int = 2**256 - 1) -> int:
    """A canonical 0x number up to `most`."""
    number = int(_matched(value, _QUANTITY, "a quantity"), 16)
    if number > most:
        raise Malformed("a quantity out of bounds")
    return number


def hash32(value: object) -> str:
    """0x and 64 digits, in lower case."""
    return _matched(value, _HASH, "a hash").lower()


def address(value: object) -> str:
    """0x and 40 digits, in lower case."""
    return _matched(value, _ADDRESS, "an address").lower()


def octets(value: object) -> bytes:
    return bytes.fromhex(_matched(value, _OCTETS, "bytes")[2:])


def padded(value: str) -> str:
    """An address or a nonce as a topic or a word: 0x and 64 digits."""
    return f"0x{int(value, 16):064x}"


def unpadded(topic: str) -> str:
    """The address in a topic or a word; Malformed if it is more than an address."""
    if int(topic, 16) >> 160:
        raise Malformed("not a padded address")
    return "0x" + topic[-40:]


def authorization_state(payer: str, nonce: str) -> str:
    """The call `authorizationState(address,bytes32)` of EIP-3009."""
    return "0xe94a0102" + padded(payer)[2:] + padded(nonce)[2:]


def balance_of(owner: str) -> str:
    return "0x70a08231" + padded(owner)[2:]


def is_valid_signature(digest: bytes, signature: bytes) -> str:
    """The call `isValidSignature(bytes32,bytes)` of ERC-1271."""
    blank = bytes(-len(signature) % _WORD_BYTES)
    return MAGIC + (digest + _word(2 * _WORD_BYTES) + _word(len(signature)) + signature + blank).hex()


NAME: Final = "0x06fdde03"
VERSION: Final = "0x54fd4d50"
DECIMALS: Final = "0x313ce567"


def _word(number: int) -> bytes:
    return number.to_bytes(_WORD_BYTES, "big")


def number(data: bytes) -> int:
    """A uint256: one word and nothing else."""
    if len(data) != _WORD_BYTES:
        raise Malformed("not one word")
    return int.from_bytes(data, "big")


def flag(data: bytes) -> bool:
    value = number(data)
    if value > 1:
        raise Malformed("not a bool")
    return value == 1


def is_magic(data: bytes) -> bool:
    """Whether an answer to `is_valid_signature` says yes: the selector, left-aligned in the only word."""
    return data == bytes.fromhex(MAGIC[2:]).ljust(_WORD_BYTES, b"\0")


def text(data: bytes) -> str:
    """A string of at most 256 bytes, in the one form that compilers write."""
    length = number(data[32:64])
    if length > _MOST_TEXT_BYTES:
        raise Malformed("too long a string")
    value = data[64 : 64 + length]
    if data != _word(_WORD_BYTES) + _word(length) + value + bytes(-length % _WORD_BYTES):
        raise Malformed("not a string")
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Malformed("not UTF-8") from error
