"""Does a check's work again on the very bytes that it was done on: stored pages, or a text that was sent again.

Nothing is fetched. With the code that the check was made with the answer is the same to the byte; a newer
extraction or a mended comparison may give another one. Bytes whose SHA-256 is not the receipt's are never read.
"""

from __future__ import annotations

import hashlib
import json
import time
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final, Literal, cast

from quoteproof import contracts
from verification import reading
from verification.adapters.faults import OutOfTime
from verification.core.contracts.canonical import canonical
from verification.core.contracts.limits import DEADLINE_MS
from verification.core.contracts.quoteproof.answer import answer as answer_quotes
from verification.core.contracts.quoteproof.relations import InvalidOutput
from verification.core.contracts.quoteproof.relations import check as check_quotes
from verification.core.contracts.text_quote import answer as one_quote
from verification.core.contracts.text_quote import limits
from verification.core.contracts.text_quote.answer import Undecided
from verification.core.contracts.text_quote.relations import check_page, check_text
from verification.core.contracts.text_quote.request import Question, TextRequest
from verification.core.page.pagetext import RULES
from verification.core.text.match import MatchTooCostly
from verification.core.text.units import utf16_length
from verification.fetching import Fetched
from verification.models import Check, Source, SourceBody
from verification.sources import MAX_CHARS
from verification.sources import Source as ReadSource
from verification.trail import Unread

DEFAULT_THRESHOLD: Final = Decimal("0.9")
"""Plays no part where none was kept: the quote was looked for exactly, or as passages."""


class CannotRerun(Exception):
    """There is nothing to do the work on again, or it comes to no answer; the message is for staff."""


@dataclass(frozen=True, slots=True)
class Rerun:
    """The answer that the work gives now: canonical JSON, without its receipt. `undecided` are quote indexes."""

    answer: bytes
    undecided: frozenset[int] = frozenset()
    units: int | None = None
    """UTF-16 code units of a single source's text."""


@dataclass(frozen=True, slots=True)
class SentAgain:
    """A supplied text and its quote, each with the hash that its check kept."""

    text: str
    quote: str


def rerun(check: Check, sent: SentAgain | None = None) -> Rerun:
    """The check's work on its stored bodies, or on `sent` where its text was supplied. CannotRerun."""
    deadline = time.monotonic() + DEADLINE_MS / 1000
    contract = contracts.BY_PATH[check.route]
    try:
        if not contract.keeps_request:
            return _of_text(check, sent)
        request = contract.parse_stored(bytes(check.request or b""))
        if contract.names_check:
            return _of_page(check, request, read_again(_first(check), deadline, limits.PAGE_UNITS))
        sources = [read_again(row, deadline, MAX_CHARS) for row in check.sources.order_by("index")]
        return _of_quotes(request, sources)
    except MatchTooCostly:
        raise CannotRerun("The comparison is over its budget.") from None
    except InvalidOutput:
        raise CannotRerun(
            "The answer that this version makes breaks its contract: a fault of the service."
        ) from None


def read_again(row: Source, deadline: float, max_chars: int) -> ReadSource:
    """A source as this version reads its stored body, by `deadline` (time.monotonic); what wasn't read stays so.

    CannotRerun where the body is gone, isn't the one that was hashed, or could not be read in time.
    """
    if row.reason:
        return _source(row, reason=row.reason)
    content_type = row.content_type or ""
    fetched = Fetched(stored_body(row), content_type, ())
    try:
        page, controls = reading.read(fetched, deadline=deadline, max_chars=max_chars)
    except Unread as unread:
        return _source(row, reason=unread.reason)
    except OutOfTime:
        raise CannotRerun("The stored page could not be read in time: try again.") from None
    caps = [cap for cap in (row.max_snippet, controls.max_snippet) if cap is not None]
    return _source(row, page=page, max_snippet=min(caps, default=None), rules=RULES if fetched.is_html else None)


def stored_body(row: Source) -> bytes:
    """The bytes that were fetched; CannotRerun where they are gone or not those that were hashed."""
    kept = SourceBody.objects.filter(source=row).first()
    if kept is None:
        raise CannotRerun(f"The bytes of source {row.index + 1} are not kept any more, or never were.")
    body = zlib.decompressobj().decompress(bytes(kept.body), (row.source_bytes or 0) + 1)
    if hashlib.sha256(body).hexdigest() != row.content_sha256:
        raise CannotRerun(f"The stored bytes of source {row.index + 1} are not those that were hashed.")
    return body


def compared_quote(check: Check, text: str) -> str | None:
    """The quote that was compared with a supplied text, where the answer and the text tell it: else None."""
    terms, result = json.loads(bytes(check.terms or b"{}")), json.loads(bytes(check.result or b"{}"))["result"]
    for candidate in _candidates(result, text):
        if hashlib.sha256(candidate.encode()).hexdigest() == terms["quote_sha256"]:
            return candidate
    return None


def _candidates(result: dict[str, Any], text: str) -> Iterator[str]:
    """The match itself, and the match with the quote's side of each difference put into its place."""
    start, end = result["raw_start"], result["raw_end"]
    if start is None:
        return
    yield text[start:end]
    pieces, at = list[str](), start
    for difference in result["differences"]:
        first, last = difference["text"]["raw_start"], difference["text"]["raw_end"]
        pieces += text[at:first], difference["quote"]["text"]
        at = last
    yield "".join((*pieces, text[at:end]))


def _first(check: Check) -> Source:
    return check.sources.get(index=0)


def _source(row: Source, **decided: Any) -> ReadSource:
    known = ("url", "final_url", "fetched_at", "http_status", "content_type", "source_bytes")
    return ReadSource(
        **{name: getattr(row, name) for name in known},
        extraction=cast(Any, row.extraction),
        content_sha256=row.content_sha256 or None,
        robots_rule=row.robots_rule or None,
        **decided,
    )


def _of_quotes(request: Any, sources: list[ReadSource]) -> Rerun:
    output = answer_quotes(request, sources)
    check_quotes(output, request, sources)
    unknown = (row["quote_index"] for row in output["results"] if row["status"] == "unknown")
    return Rerun(canonical(output), frozenset(unknown))


def _of_page(check: Check, request: Any, source: ReadSource) -> Rerun:
    output = one_quote.of_page(request, source)
    if isinstance(output, Undecided):
        raise CannotRerun(f"The work comes to no decisive result now: {output.reason}.")
    check_page(output, request, source)
    units = None if source.page is None else utf16_length(source.page.text)
    return Rerun(_named(check, output), units=units)


def _of_text(check: Check, sent: SentAgain | None) -> Rerun:
    if sent is None:
        raise CannotRerun(
            "The text and the quote that were compared are not kept, and the dispute came without (one of) them."
        )
    request = _text_request(check, sent)
    output = one_quote.of_text(request)
    check_text(output, request)
    return Rerun(_named(check, output), units=utf16_length(sent.text))


def _text_request(check: Check, sent: SentAgain) -> TextRequest:
    terms = json.loads(bytes(check.terms or b"{}"))
    mode = cast(Literal["fuzzy", "exact", "passages"], terms["match"])
    threshold = Decimal(terms["threshold"]) if terms["threshold"] else DEFAULT_THRESHOLD
    declared = (terms["slice"][0], terms["slice"][1]) if terms["slice"] else None
    return TextRequest(Question(sent.quote, mode, terms["case_sensitive"], threshold), sent.text, declared, {})


def _named(check: Check, output: dict[str, Any]) -> bytes:
    """With the check's id and tier, as the sealed answer has them."""
    sealed = json.loads(bytes(check.result or b"{}"))
    return canonical({**output, "check": sealed["check"], "tier": sealed["tier"]})
