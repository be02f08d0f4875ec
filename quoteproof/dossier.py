"""Everything that bears on a dispute, for staff: the bytes, what is read from them now, the quotes beside it.

The text that was sent with a dispute and pages that may not be excerpted are seen here by staff alone.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from payments import selectors as payments
from payments.models import Charge
from quoteproof import contracts, reread
from quoteproof.again import CannotRerun
from quoteproof.disputes import Matter
from quoteproof.presentation.disputed import Beside, beside
from receipts import disputes as records
from receipts import statuses
from receipts.models import Receipt
from verification.core.page.pagetext import RULES
from verification.models import Check, Source

SHOWN_CHARS: Final = 20_000
"""Of a source's text."""


@dataclass(frozen=True, slots=True)
class Quote:
    """One quote of the request. `text` is None where it isn't kept and wasn't sent again."""

    number: int
    source: int
    text: str | None
    verdict: str
    disputed: bool
    beside: Beside | None = None


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A source: the hashes that were attested, those of the bytes at hand, and what is read from them now."""

    number: int
    address: str
    supplied: bool
    attested_sha256: str
    sha256: str
    why_not: str
    rules_then: str
    text_sha256_then: str
    text_sha256: str
    text: str | None

    @property
    def fits(self) -> bool:
        """Whether the bytes at hand are those that the receipt attests."""
        return bool(self.sha256) and self.sha256 == self.attested_sha256

    @property
    def reads_alike(self) -> bool:
        return self.text_sha256 == self.text_sha256_then

    @property
    def shown(self) -> str:
        return (self.text or "")[:SHOWN_CHARS]


@dataclass(frozen=True, slots=True)
class LivePage:
    """A source's page as it is now, and what stands there of its quotes."""

    read: reread.Page
    quotes: tuple[Quote, ...]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened to the check, its charge or its receipts."""

    at: datetime
    what: str
    detail: str


@dataclass(frozen=True, slots=True)
class Dossier:
    """What staff decide by."""

    check: Check
    charge: Charge
    receipt: Receipt
    sources: tuple[SourceFile, ...]
    quotes: tuple[Quote, ...]
    events: tuple[Event, ...]
    supplied: bool
    """Whether the text came with the request: no page stands behind it."""
    rules: str = RULES


def of(matter: Matter) -> Dossier:
    """The dossier of a dispute; reads stored bodies, fetches nothing."""
    dispute, check = matter.dispute, matter.case.check
    charge = records.charge_of(dispute)
    attested = json.loads(bytes(dispute.receipt.payload))["src"]
    sources = tuple(_file(matter, row, attested[row.index]) for row in matter.pages.rows)
    return Dossier(
        check=check,
        charge=charge,
        receipt=dispute.receipt,
        sources=sources,
        quotes=tuple(_beside(check, each, sources[each.source].text) for each in _quotes(matter)),
        events=_events(check, charge),
        supplied=not _has_pages(check),
    )


def live(matter: Matter) -> tuple[LivePage, ...]:
    """The pages of the check fetched again, as politely as for a check; none where its text was supplied."""
    check = matter.case.check
    if not _has_pages(check):
        return ()
    found, quotes = reread.pages(check.route, matter.pages.rows), _quotes(matter)
    return tuple(_live(check, page, quotes) for page in found)


def _has_pages(check: Check) -> bool:
    return contracts.BY_PATH[check.route].keeps_request


def _live(check: Check, page: reread.Page, quotes: Sequence[Quote]) -> LivePage:
    asked = (each for each in quotes if each.source == page.then.index)
    return LivePage(page, tuple(_beside(check, each, page.text) for each in asked))


def _file(matter: Matter, row: Source, attested: Mapping[str, Any]) -> SourceFile:
    sha256, text, why_not = "", None, ""
    supplied = row.extraction == "supplied"
    try:
        sha256, text, why_not = _sent(matter) if supplied else _stored(matter, row)
    except CannotRerun as reason:
        why_not = str(reason)
    return SourceFile(
        number=row.index + 1,
        address=row.final_url,
        supplied=supplied,
        attested_sha256=attested.get("content_sha256") or attested.get("text_sha256") or "",
        sha256=sha256,
        why_not=why_not,
        rules_then=row.extraction_rules,
        text_sha256_then=row.extraction_sha256,
        text_sha256="" if text is None else _sha256(text),
        text=text,
    )


def _sent(matter: Matter) -> tuple[str, str, str]:
    if matter.text is None:
        raise CannotRerun("The text isn't kept, and it was not sent with the dispute (or the dispute is closed).")
    return _sha256(matter.text), matter.text, ""


def _stored(matter: Matter, row: Source) -> tuple[str, str | None, str]:
    """The hash of the bytes at hand, the text read from them, and why there is none."""
    if row.reason:
        return "", None, f"It could not be read: {row.reason}."
    read = matter.pages.of(row)
    if read.page is None:
        return row.content_sha256, None, f"This version can't read it: {read.reason}."
    return row.content_sha256, read.page.text, ""


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _quotes(matter: Matter) -> list[Quote]:
    """The request's quotes, with what the standing result says of each."""
    check, standing, sent = matter.case.check, matter.standing.check, matter.sent
    output = json.loads(bytes(standing.result or b"{}"))
    asked = json.loads(bytes(check.request or b"{}"))
    rows = output["results"] if "results" in output else [{"source_index": 0, **output["result"]}]
    kept = asked.get("quotes") or asked.get("pairs") or [asked]
    texts = [sent.quote if sent else each.get("quote") for each in kept]
    return [
        Quote(at + 1, row["source_index"], texts[at], _verdict(row), matter.dispute.quote_index in (None, at))
        for at, row in enumerate(rows)
    ]


def _verdict(row: Mapping[str, Any]) -> str:
    """What a row of any contract's result says, in its own words."""
    said = row.get("status") or row.get("match") or "unknown"
    return f"{said}: {row['reason']}" if row.get("reason") else str(said)


def _beside(check: Check, quote: Quote, text: str | None) -> Quote:
    if text is None or quote.text is None:
        return quote
    terms = json.loads(bytes(check.terms or b'{"case_sensitive":true}'))
    literal = not contracts.BY_PATH[check.route].names_check
    found = beside(quote.text, text, literal=literal, case_sensitive=terms["case_sensitive"])
    return Quote(quote.number, quote.source, quote.text, quote.verdict, quote.disputed, found)


def _events(check: Check, charge: Charge) -> tuple[Event, ...]:
    """Everything on record, in order of time."""
    known = [
        Event(each.at, f"charge: {each.cause} ({each.from_state or '–'} → {each.to_state})", _told(each.detail))
        for each in payments.events(charge)
    ]
    for receipt in Receipt.objects.filter(check_id=check.pk):
        known.append(Event(receipt.issued_at, "receipt issued", receipt.jti))
        known += [
            Event(each.stated_at, f"stated: {each.status}", f"{receipt.jti} {each.replacement_id or ''}")
            for each in statuses.of(receipt.jti)
        ]
    for dispute in records.of(check.pk):
        known.append(Event(dispute.created_at, "dispute opened", dispute.pk))
        if dispute.closed_at:
            by = f"{dispute.pk} by {dispute.decided_by}: {dispute.outcome_reason}"
            known.append(Event(dispute.closed_at, f"decided: {dispute.outcome}", by))
    return tuple(sorted(known, key=lambda event: event.at))


def _told(detail: Any) -> str:
    return ", ".join(f"{name}: {value}" for name, value in detail.items()) if detail else ""
