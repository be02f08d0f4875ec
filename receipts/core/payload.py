"""What a receipt says: its claims, built from plain facts. It never says which check it belongs to.

A receipt attests that, at `iat`, comparing bytes with these hashes under this normalisation gave these
verdicts, and that by the service's own reading this payment stood. It does not attest that a quotation is
true, where a supplied text came from, or that others were shown the same page: `scope` says so in each.

Each fact's field names are the claims' names. What is None is left out of the payload.
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from receipts.core import canonical

VERSION = 1
SCOPE = "textual_quotation_not_truth"
PAYLOAD_MAX = 12_000
"""Bytes of JSON; with header and signature its token stays under 16,384 bytes."""
_SHA256 = re.compile(r"[0-9a-f]{64}")


class InvalidFacts(ValueError):
    """The facts contradict each other or hold something that is no SHA-256 where one belongs."""


@dataclass(frozen=True, slots=True)
class ToolFact:
    """The contract that was kept: its name, version and the hash of its canonical bytes."""

    name: str
    version: str
    contract_sha256: str


@dataclass(frozen=True, slots=True)
class NormFact:
    """The normalisation: its id and the hash of the text that defines it."""

    id: str
    sha256: str


@dataclass(frozen=True, slots=True)
class RequestFact:
    """The charge's request hash, and what of a single quote's request matters for its verdict.

    `threshold` is a decimal string; `slice` is start and end (exclusive) in code points of the text sent.
    """

    sha256: str
    quote_sha256: str | None = None
    match: str | None = None
    case_sensitive: bool | None = None
    threshold: str | None = None
    slice: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class SourceFact:
    """A fetched source as the answer shows it. `extracted_chars` counts UTF-16 code units."""

    url: str
    final_url: str
    fetched_at: str
    extraction: str
    http_status: int | None = None
    content_type: str | None = None
    content_sha256: str | None = None
    extraction_sha256: str | None = None
    extracted_chars: int | None = None
    reason: str | None = None
    robots: Literal["allowed", "disallowed", "unavailable"] | None = None


@dataclass(frozen=True, slots=True)
class TextFact:
    """A text that the caller supplied: its hash and its length in code points and in bytes of UTF-8."""

    text_sha256: str
    code_points: int
    bytes: int
    kind: Literal["supplied"] = "supplied"


@dataclass(frozen=True, slots=True)
class VerdictFact:
    """What was found for one quote: `status` or `match` by contract; the span is end exclusive, in `unit`.

    `quote_sha256` stands where a request has several quotes and is about none alone; an undecided one has no
    `match`.
    """

    index: int
    source_index: int | None = None
    status: str | None = None
    match: str | None = None
    reason: str | None = None
    score: str | None = None
    start: int | None = None
    end: int | None = None
    unit: Literal["utf16", "code_point"] | None = None
    occurrences: str | int | None = None
    quote_sha256: str | None = None


@dataclass(frozen=True, slots=True)
class ResultFact:
    """The hash of the whole canonical answer without its member `receipt`, and the verdicts in it."""

    sha256: str
    decisive: int
    unknown: int
    verdicts: tuple[VerdictFact, ...]

    def __post_init__(self) -> None:
        if self.decisive < 0 or self.unknown < 0 or self.decisive + self.unknown != len(self.verdicts):
            raise InvalidFacts("decisive and unknown verdicts do not add up")


@dataclass(frozen=True, slots=True)
class FlagsFact:
    """The injection flags of the answer: hash of their canonical list, their count, the rules' version."""

    sha256: str
    count: int
    ruleset: str


@dataclass(frozen=True, slots=True)
class _Charge:
    """A settled charge. `network` is CAIP-2, `amount` atomic units."""

    network: str
    asset: str
    amount: str
    pay_to: str
    payer: str
    nonce: str
    tx: str


@dataclass(frozen=True, slots=True)
class SandboxFact(_Charge):
    """A charge in the sandbox's ledger: no money moved."""

    tier: Literal["sandbox"] = "sandbox"


@dataclass(frozen=True, slots=True)
class PaymentFact(_Charge):
    """A charge as the service read it from the chain itself."""

    log_index: int
    block: int
    finality: Literal["included", "safe", "finalized"]


@dataclass(frozen=True, slots=True)
class Facts:
    """All that one receipt attests."""

    tool: ToolFact
    norm: NormFact
    req: RequestFact
    src: tuple[SourceFact | TextFact, ...]
    res: ResultFact
    pay: SandboxFact | PaymentFact
    flags: FlagsFact | None = None


def build(
    facts: Facts,
    *,
    iss: str,
    jti: str,
    iat: int,
    log: Mapping[str, str | int] | None = None,
    prev: str | None = None,
) -> bytes:
    """The canonical payload. `iat` is unix seconds; `prev` is the jti of the receipt that this one replaces.

    `log` is the promise to be found in the log: its origin, and within how many seconds (mmd).
    InvalidFacts, or NotCanonical for floats, too large integers and more than PAYLOAD_MAX bytes.
    """
    claims = {"v": VERSION, "iss": iss, "jti": jti, "iat": iat, "scope": SCOPE} | _plain(facts)
    claims |= {name: value for name, value in (("log", log), ("prev", prev)) if value is not None}
    return canonical.encode(claims, most=PAYLOAD_MAX)


def same_place(claims: bytes, pay: SandboxFact | PaymentFact) -> bool:
    """Whether a receipt's claims name the payment at this place; how final it is by now doesn't matter."""
    said, place = json.loads(claims)["pay"], _plain(pay)
    return all(said.get(name) == place.get(name) for name in ("tx", "block", "log_index"))


def _plain(fact: Any) -> dict[str, Any]:
    known = {name: getattr(fact, name) for name in fact.__dataclass_fields__}
    _check_hashes(known)
    return {name: _value(value) for name, value in known.items() if value is not None}


def _value(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_value(item) for item in value]
    return _plain(value) if dataclasses.is_dataclass(value) else value


def _check_hashes(known: Mapping[str, Any]) -> None:
    for name, value in known.items():
        if name.endswith("sha256") and value is not None and not _SHA256.fullmatch(value):
            raise InvalidFacts(f"{name} is not 64 lower-case hex digits")
