"""Decides how a receipt's claims are told to people. The claims themselves: `receipts/core/payload.py`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from quoteproof.presentation import words
from quoteproof.presentation.amounts import usdc
from quoteproof.presentation.moments import Moment, moment


@dataclass(frozen=True, slots=True)
class Attested:
    """One verdict that the receipt attests; offsets are UTF-16 code units, end exclusive."""

    number: int
    page: int
    verdict: words.Verdict
    why: str
    start: int | None
    end: int | None


@dataclass(frozen=True, slots=True)
class Claims:
    """The claims in words; `sources` and `payment` are as the payload has them."""

    issued_at: Moment | None
    contract: str
    verdicts: tuple[Attested, ...]
    sources: tuple[Mapping[str, Any], ...]
    payment: Mapping[str, Any]
    amount: str
    sandbox: bool


def claims(payload: Mapping[str, Any]) -> Claims:
    """What a receipt of the QuoteProof contract says."""
    issued = datetime.fromtimestamp(payload["iat"], UTC)
    return Claims(
        issued_at=moment(issued.strftime("%Y-%m-%dT%H:%M:%SZ")),
        contract=f"{payload['tool']['name']} {payload['tool']['version']}",
        verdicts=tuple(map(_attested, payload["res"]["verdicts"])),
        sources=tuple(payload["src"]),
        payment=payload["pay"],
        amount=usdc(int(payload["pay"]["amount"])),
        sandbox=payload["pay"].get("tier") == "sandbox",
    )


def _attested(verdict: Mapping[str, Any]) -> Attested:
    return Attested(
        number=verdict["index"] + 1,
        page=verdict["source_index"] + 1,
        verdict=words.VERDICTS[verdict["status"]],
        why=words.REASONS[verdict["reason"]].why,
        start=verdict.get("start"),
        end=verdict.get("end"),
    )
