"""What is stated about a receipt after it was issued, and which statement may follow which.

A receipt is never changed. What becomes of it is said by statements of their own, signed by the same keys under
another `typ`, each of them an entry of the log. The newest counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from receipts.core import jcs

TYPE: Final = "quote-receipt-status+jws"
VERSION: Final = 1
VALID: Final = "valid"
"""Of a receipt about which nothing was stated."""
FINALITIES: Final = ("included", "safe", "finalized")

_ALL: Final = frozenset({"finality_upgraded", "reorged", "refunded", "replacement", "key_compromise"})
KNOWN: Final = (VALID, *sorted(_ALL))
"""Every status that a receipt can have."""
_AFTER: Final[Mapping[str, frozenset[str]]] = {
    VALID: _ALL,
    "finality_upgraded": _ALL,
    "reorged": _ALL,
    # Money that went back stays gone, and a receipt that was replaced stays replaced: how final the payment
    # was, or where it stood, matters no more then.
    "refunded": frozenset({"replacement", "key_compromise"}),
    "replacement": frozenset({"key_compromise"}),
    "key_compromise": frozenset({"refunded", "replacement"}),
}


class InvalidStatement(ValueError):
    """The facts are not those that a statement of this status has."""


@dataclass(frozen=True, slots=True)
class Stated:
    """A status and its facts: the jti of the receipt that took the place, or how final the payment is now."""

    status: str
    replacement: str | None = None
    finality: str | None = None

    def __post_init__(self) -> None:
        if self.status not in _ALL:
            raise InvalidStatement("no such status")
        if (self.replacement is not None) != (self.status == "replacement"):
            raise InvalidStatement("replacement belongs to the status replacement")
        if (self.finality in FINALITIES) != (self.status == "finality_upgraded"):
            raise InvalidStatement("finality belongs to the status finality_upgraded")


def may_follow(standing: str, status: str) -> bool:
    """Whether a statement of `status` may come after `standing`, the newest one's or VALID."""
    return status in _AFTER[standing]


def less_final(known: str, finality: str) -> bool:
    """Whether `known` says less than `finality`; empty: nothing, or that the payment is gone."""
    return known not in FINALITIES or FINALITIES.index(known) < FINALITIES.index(finality)


def build(stated: Stated, *, iss: str, iat: int, jti: str, sha256: str) -> bytes:
    """The canonical payload of a statement about the receipt `jti`, whose payload has that SHA-256 (hex).

    `iat` is unix seconds.
    """
    claims: dict[str, Any] = {
        "v": VERSION,
        "iss": iss,
        "iat": iat,
        "target": {"jti": jti, "sha256": sha256},
        "status": stated.status,
    }
    more = {"replacement": stated.replacement, "finality": stated.finality}
    return jcs.encode(claims | {name: fact for name, fact in more.items() if fact})
