"""Decides how a receipt's claims are told to people. The claims themselves: `receipts/core/payload.py`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from quoteproof.presentation import one_quote_words, words
from quoteproof.presentation.amounts import usdc
from quoteproof.presentation.moments import Moment, moment

UNITS: Final = {"utf16": "UTF-16 code units", "code_point": "code points"}


@dataclass(frozen=True, slots=True)
class Attested:
    """One verdict that the receipt attests; offsets in `unit`, end exclusive."""

    number: int
    where: str
    verdict: words.Verdict
    why: str
    start: int | None
    end: int | None
    unit: str
    score: str | None


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

    @property
    def supplied(self) -> bool:
        """Whether the quote was compared with a text that came with the request."""
        return any(source.get("kind") == "supplied" for source in self.sources)


def claims(payload: Mapping[str, Any]) -> Claims:
    """What a receipt says, whichever contract was kept."""
    issued = datetime.fromtimestamp(payload["iat"], UTC)
    return Claims(
        issued_at=moment(issued.strftime("%Y-%m-%dT%H:%M:%SZ")),
        contract=f"{payload['tool']['name']} {payload['tool']['version']}",
        verdicts=tuple(_attested(verdict, payload["src"]) for verdict in payload["res"]["verdicts"]),
        sources=tuple(payload["src"]),
        payment=payload["pay"],
        amount=usdc(int(payload["pay"]["amount"])),
        sandbox=payload["pay"].get("tier") == "sandbox",
    )


def _attested(verdict: Mapping[str, Any], sources: Sequence[Mapping[str, Any]]) -> Attested:
    source = verdict["source_index"]
    told, why = _told(verdict)
    return Attested(
        number=verdict["index"] + 1,
        where="in the supplied text" if sources[source].get("kind") == "supplied" else f"on page {source + 1}",
        verdict=told,
        why=why,
        start=verdict.get("start"),
        end=verdict.get("end"),
        unit=UNITS.get(verdict.get("unit", ""), ""),
        score=verdict.get("score"),
    )


def _told(verdict: Mapping[str, Any]) -> tuple[words.Verdict, str]:
    """The verdict and why: of the QuoteProof contract, or of one that compares as that about one quote does."""
    if "status" in verdict:
        return words.VERDICTS[verdict["status"]], words.REASONS[verdict["reason"]].why
    if "match" not in verdict:
        return words.VERDICTS["unknown"], one_quote_words.PAGE_REASONS[verdict["reason"]].why
    told = one_quote_words.VERDICTS[verdict["match"]]
    return told, one_quote_words.SHORT_QUOTE.why if verdict.get("reason") else told.meaning
