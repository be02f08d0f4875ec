"""The facts of one check as blocks of names and values: request, pages, quotes, charge, queue, receipts, refunds.

Values are text and shown as text. What was found stands here only where the check's own page shows it. A signature
is shown nowhere.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from quoteproof.checks import moment, state_of
from quoteproof.dashboard.records import Attested, Records
from quoteproof.presentation.amounts import usdc
from verification.models import Evidence, Source, Verdict

NOT_YET = "not shown before the release"


@dataclass(frozen=True, slots=True)
class Block:
    """`facts`: (name, value); an empty value is left out. `text`: a long one of its own."""

    title: str
    facts: tuple[tuple[str, str], ...]
    text: str = ""


def block(title: str, *facts: tuple[str, Any], text: str = "") -> Block:
    return Block(title, tuple((name, _shown(value)) for name, value in facts if value not in ("", None)), text)


def check(records: Records) -> Block:
    row = records.check
    return block(
        "Check",
        ("Route", row.route),
        ("State", state_of(records.charge)),
        ("Contract", f"{row.contract} {row.contract_version}"),
        ("Contract, SHA-256", row.contract_sha256),
        ("Request, SHA-256", row.request_sha256),
        ("Result, SHA-256", row.result_sha256 if row.published_at else NOT_YET if row.result_sha256 else ""),
        ("Begun", row.created_at),
        ("Last page read", row.fetched_at),
        ("Decided", row.decided_at),
        ("Released", row.published_at),
        ("Nothing was released because", row.refusal_reason if row.report is not None else ""),
    )


def request(records: Records) -> str:
    """The request as data; empty where it held a text and so isn't kept."""
    return _pretty(records.check.request)


def answer(records: Records) -> str:
    """The released result, or the report of a check that decided nothing; else empty."""
    row = records.check
    return _pretty(row.result if row.published_at else row.report)


def pages(records: Records) -> list[Block]:
    return [_page(each, records) for each in records.sources]


def _page(row: Source, records: Records) -> Block:
    title = f"Page {row.index + 1}" if row.url else f"Source {row.index + 1}: supplied with the request"
    if not records.told:
        return block(title, ("Address", row.url), ("What was found", NOT_YET))
    kept = records.bodies.get(row.pk)
    return block(
        title,
        ("Address", row.url),
        ("Final address", row.final_url),
        ("Not read because", row.reason),
        ("robots.txt", row.robots_rule),
        ("Read", row.fetched_at),
        ("HTTP status", row.http_status),
        ("Content-Type", row.content_type),
        ("Bytes", row.source_bytes),
        ("Content, SHA-256", row.content_sha256),
        ("Extraction", f"{row.extraction} {row.extraction_rules}".strip()),
        ("Text, SHA-256", row.extraction_sha256),
        ("UTF-16 code units", row.extracted_chars),
        ("Excerpts at most", row.max_snippet),
        ("Bytes kept until", kept.drop_after if kept else ""),
    )


def quotes(records: Records) -> list[Block]:
    if not records.told:
        return []
    return [_quote(each) for each in records.verdicts]


def _quote(row: Verdict) -> Block:
    places = "; ".join(_place(each) for each in row.evidence.all())
    return block(
        f"Quote {row.index + 1}",
        ("Verdict", row.status),
        ("Reason", row.reason),
        ("Page", row.source_index + 1),
        ("Occurrences", row.occurrences),
        ("UTF-16 offsets", places),
        text=bytes(row.quote).decode("utf-8", "backslashreplace"),
    )


def _place(row: Evidence) -> str:
    return f"{row.start_char}–{row.end_char}" + (f" #{row.anchor_fragment}" if row.anchor_fragment else "")


def charge(records: Records) -> Block:
    row, paid = records.charge, records.charge.evidence
    return block(
        "Charge",
        ("State", f"{row.state} {row.cause}".strip()),
        ("Amount", f"{usdc(row.amount)} USDC ({row.amount} atomic units)"),
        ("Network", f"{row.network} ({row.chain})"),
        ("Payer", row.payer),
        ("Pay to", row.pay_to),
        ("Asset", row.asset),
        ("Nonce", row.nonce),
        ("Valid after", _unix(row.valid_after)),
        ("Valid before", _unix(row.valid_before)),
        ("Signature, SHA-256", row.signature_sha256),
        ("Idempotency key", row.idempotency_key),
        ("Transaction", paid.transaction if paid else ""),
        ("Block", f"{paid.block_number} {paid.block_hash}, log index {paid.log_index}" if paid else ""),
        ("Finality", row.finality),
        ("Block at the claim", row.claim_height),
        ("Claimed", row.claimed_at),
        ("Sealed", row.sealed_at),
        ("Released", row.released_at),
        ("Handed over", row.handed_over_at),
        ("Closed", row.closed_at),
    )


def queue(records: Records) -> Block:
    """Who works on the check and when somebody looks next."""
    row = records.charge
    return block(
        "Queue and attempts",
        ("Attempts in this state", row.attempts),
        ("Waits in this state", row.waits),
        ("Lease until", row.lease_until),
        ("Rung again", row.ring_at or "never: nothing is left to do"),
        ("Settle calls", row.calls),
        ("Last call", row.called_at),
        ("Its lease until", row.call_until),
        ("Its answer", row.call_answer),
        ("In the queue now", records.queued),
        ("Runs on record", len(records.runs)),
    )


def receipts(records: Records) -> list[Block]:
    return [_receipt(each) for each in records.receipts]


def _receipt(each: Attested) -> Block:
    row, leaf = each.receipt, each.leaf
    placed = leaf is not None and leaf.position is not None
    return block(
        f"Receipt {row.jti}",
        ("Status", each.status),
        ("Issued", row.issued_at),
        ("Replaced by", row.superseded_by_id),
        ("Payload, SHA-256", row.payload_sha256),
        ("Result, SHA-256", row.result_sha256),
        ("Transaction", row.transaction),
        ("Leaf in the log", leaf.position if placed else "waits for its place" if leaf is not None else "none"),
        ("First checkpoint over it", leaf.size if placed else ""),
        ("Statements", ", ".join(f"{said.seq}: {said.status}" for said in reversed(each.statements))),
    )


def refunds(records: Records) -> list[Block]:
    due, made = records.due, records.refund
    found = []
    if due is not None:
        state = "paid back" if made else "due"
        found.append(block("Money that came all the same", ("State", state), ("Found", due.found_at),
                           ("Transaction", due.evidence.transaction)))  # fmt: skip
    if made is not None:
        found.append(block("Refund", ("Transaction", made.transaction), ("Log index", made.log_index),
                           ("Amount", f"{usdc(made.amount)} USDC ({made.amount} atomic units)"),
                           ("From", made.payer), ("To", made.pay_to), ("Recorded", made.noted_at)))  # fmt: skip
    return found


def _shown(value: Any) -> str:
    return str(moment(value)) if isinstance(value, datetime) else str(value)


def _unix(seconds: int) -> str:
    """A signed time, which may lie beyond what a calendar holds."""
    known = 0 < seconds < 2**33
    return f"{seconds} ({moment(datetime.fromtimestamp(seconds, UTC))})" if known else str(seconds)


def _pretty(stored: bytes | memoryview | None) -> str:
    return json.dumps(json.loads(bytes(stored)), indent=2, ensure_ascii=False) if stored is not None else ""
