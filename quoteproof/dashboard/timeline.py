"""One check's records in the order of time: what happened, where, with its facts. Reads no database."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from payments.models import ChargeEvent
from quoteproof.checks import moment
from quoteproof.dashboard.records import Attested, Records
from quoteproof.presentation import words
from quoteproof.presentation.amounts import usdc
from quoteproof.presentation.moments import Moment
from quoteproof.presentation.moments import moment as shown


@dataclass(frozen=True, slots=True)
class Event:
    """`area`: whose record it is, in a word."""

    at: datetime
    area: str
    what: str
    detail: str = ""

    @property
    def moment(self) -> Moment | None:
        return shown(moment(self.at))


def timeline(records: Records) -> list[Event]:
    """Everything, the oldest first; what happened at one moment stays in the order of the steps."""
    found = (*_check(records), *_charge(records), *_receipts(records), *_disputes(records), *_others(records))
    return sorted(found, key=lambda event: event.at)


def facts(detail: Any) -> str:
    """An event's facts in words; those that say nothing are left out."""
    if not isinstance(detail, Mapping):
        return ""
    return ", ".join(f"{name}: {value}" for name, value in detail.items() if value not in ("", None))


def _check(records: Records) -> Iterator[Event]:
    check = records.check
    yield Event(check.created_at, "check", "Request accepted", check.route)
    if check.fetched_at:
        yield Event(check.fetched_at, "check", "Last page read", f"{len(records.sources)} in all")
    if check.decided_at:
        told = "The report was stored" if check.report is not None else "The result was stored"
        yield Event(check.decided_at, "check", told, check.refusal_reason)
    if check.published_at:
        yield Event(check.published_at, "check", "Result released")


def _charge(records: Records) -> Iterator[Event]:
    yield from map(_charged, records.events)
    for row in records.evidence:
        place = f"{row.transaction}, block {row.block_number}, log index {row.log_index}"
        yield Event(row.seen_at, "ledger", "Payment seen on the ledger", place)
    if records.charge.handed_over_at:
        yield Event(records.charge.handed_over_at, "charge", "Result handed over to its buyer")
    if records.due:
        late = records.due.evidence.transaction
        yield Event(records.due.found_at, "refund", "Money came although nothing was owed", late)
    if records.refund:
        back = f"{usdc(records.refund.amount)} USDC by {records.refund.transaction}"
        yield Event(records.refund.noted_at, "refund", "Refund recorded", back)


def _charged(event: ChargeEvent) -> Event:
    """A move says what it means; what leaves the state as it is says its cause."""
    moved = event.from_state != event.to_state
    what = words.EVENTS.get(event.to_state, event.to_state) if moved else event.cause
    told = f"{event.from_state or '–'} → {event.to_state} ({event.cause})" if moved else event.to_state
    return Event(event.at, "charge", what, "; ".join(filter(None, (told, facts(event.detail)))))


def _receipts(records: Records) -> Iterator[Event]:
    for each in records.receipts:
        yield Event(each.receipt.issued_at, "receipt", "Receipt issued", each.receipt.jti)
        yield from _logged(each)
        for statement in reversed(each.statements):
            more = " ".join(filter(None, (statement.replacement_id, statement.finality)))
            yield Event(
                statement.stated_at, "receipt", f"Stated: {statement.status}", f"{each.receipt.jti} {more}"
            )


def _logged(each: Attested) -> Iterator[Event]:
    if each.leaf is not None and each.leaf.signed is not None:
        place = f"{each.receipt.jti} at index {each.leaf.position}, first under size {each.leaf.size}"
        yield Event(each.leaf.signed, "log", "Receipt in the log", place)


def _disputes(records: Records) -> Iterator[Event]:
    for each in records.disputes:
        about = "the whole result" if each.quote_index is None else f"quote {each.quote_index + 1}"
        yield Event(each.created_at, "dispute", "Dispute opened", f"{each.pk} about {about}: {each.words}")
        if each.closed_at:
            told = f"{each.pk} by {each.decided_by}: {each.outcome_reason}"
            yield Event(each.closed_at, "dispute", f"Dispute decided: {each.outcome}", told)
    for made in records.corrections:
        yield Event(made.made_at, "dispute", "Corrected result made", f"{made.dispute_id}, {made.receipt_id}")


def _others(records: Records) -> Iterator[Event]:
    for run in records.runs:
        end = "done" if run.success else f"failed: {str(run.result).strip().rpartition(chr(10))[2]}"
        yield Event(run.started, "queue", "Taken on by the queue", end)
    for entry in records.staff:
        yield Event(entry.action_time, "staff", str(entry.get_change_message()), entry.user.get_username())
