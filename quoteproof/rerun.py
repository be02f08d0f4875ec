"""The work of a check on record done again: on its stored bodies, or on a text that was sent again with a dispute.

Bytes whose SHA-256 is not the receipt's are never read. How the work is done again: `quoteproof.again`.
"""

from __future__ import annotations

import hashlib
import json
import time
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from typing import Any, Final, Literal, cast

from quoteproof import again, contracts
from quoteproof.again import CannotRerun, Rerun, Source
from verification.adapters import extractor
from verification.adapters.extractor import ExtractorUnavailable
from verification.core.contracts.limits import DEADLINE_MS
from verification.core.contracts.text_quote.request import Question, TextRequest
from verification.models import Check, SourceBody
from verification.models import Source as Row

DEFAULT_THRESHOLD: Final = Decimal("0.9")
"""Plays no part where none was kept: the quote was looked for exactly, or as passages."""


@dataclass(frozen=True, slots=True)
class SentAgain:
    """A supplied text and its quote, each with the hash that its check kept."""

    text: str
    quote: str


class Pages:
    """A check's sources as this version reads their stored bytes: each once, all of them in a check's time."""

    def __init__(self, check: Check) -> None:
        self.rows = list(check.sources.order_by("index"))
        self._most = again.UNITS.get(check.route, 0)
        self._read: dict[int, Source | CannotRerun] = {}
        self._deadline = time.monotonic() + DEADLINE_MS / 1000

    def all(self) -> list[Source]:
        """CannotRerun for the first that can't be read."""
        return [self.of(row) for row in self.rows]

    def of(self, row: Row) -> Source:
        """What wasn't read stays so. CannotRerun: the body is gone, is another one, or took too long to read."""
        if row.index not in self._read:
            try:
                self._read[row.index] = self._source(row)
            except CannotRerun as error:
                self._read[row.index] = error
        found = self._read[row.index]
        if isinstance(found, CannotRerun):
            raise found
        return found

    def _source(self, row: Row) -> Source:
        known = {name: getattr(row, name) for name in again.FACTS}
        known |= {name: known[name] or None for name in ("content_sha256", "reason")}
        if row.reason:
            return Source(**known)
        try:
            return again.read(
                known, stored_body(row), partial(extractor.read, deadline=self._deadline), self._most
            )
        except ExtractorUnavailable:
            raise CannotRerun(f"The stored page of source {row.index + 1} could not be read: try again.") from None


def rerun(check: Check, sent: SentAgain | None = None, pages: Pages | None = None) -> Rerun:
    """The check's work on its stored bodies, or on `sent` where its text was supplied. CannotRerun."""
    sealed = json.loads(bytes(check.result or b"{}"))
    if contracts.BY_PATH[check.route].keeps_request:
        return again.of_pages(check.route, bytes(check.request or b""), (pages or Pages(check)).all(), sealed)
    if sent is None:
        raise CannotRerun(
            "The text and the quote that were compared are not kept, and the dispute came without (one of) them."
        )
    return again.of_text(_text_request(check, sent), sealed)


def stored_body(row: Row) -> bytes:
    """The bytes that were fetched; CannotRerun where they are gone or not those that were hashed."""
    kept = SourceBody.objects.filter(source=row).first()
    if kept is None:
        raise CannotRerun(f"The bytes of source {row.index + 1} are not kept any more, or never were.")
    try:
        body = zlib.decompressobj().decompress(bytes(kept.body), (row.source_bytes or 0) + 1)
    except zlib.error:
        body = b""
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


def _text_request(check: Check, sent: SentAgain) -> TextRequest:
    terms = json.loads(bytes(check.terms or b"{}"))
    mode = cast(Literal["fuzzy", "exact", "passages"], terms["match"])
    threshold = Decimal(terms["threshold"]) if terms["threshold"] else DEFAULT_THRESHOLD
    declared = (terms["slice"][0], terms["slice"][1]) if terms["slice"] else None
    return TextRequest(Question(sent.quote, mode, terms["case_sensitive"], threshold), sent.text, declared, {})
