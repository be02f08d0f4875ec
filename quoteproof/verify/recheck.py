"""Does a check's work again from its evidence file: extracts and matches anew, and compares the hashes.

Needs the project's install. The bytes are those that the evidence file of staff holds, or the text of the request
that the caller has. The same code must come to the same hashes.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Mapping
from typing import Any, Final

from quoteproof import again
from quoteproof.again import CannotRerun, NoAnswer, Rerun, Source
from quoteproof.verify.evidence import Evidence, body_of
from receipts.core.verification import Check
from verification.adapters.extractor import Extractor, ExtractorUnavailable
from verification.core.contracts.canonical import canonical
from verification.core.contracts.faults import InvalidRequest
from verification.core.contracts.text_quote.request import parse_text
from verification.core.page.pagetext import RULES, PageText

SECONDS: Final = 30.0
MEMORY: Final = 1_073_741_824
"""Of one page's extraction: more than the service gives it, so that a slower machine comes to the same text."""


class NotTheSame(Exception):
    """Something came out otherwise; the message says what."""


def check(evidence: Evidence, request: bytes | None) -> Check:
    """The check `recheck`: null where there is nothing to run. `request`: the body as posted, if at hand."""
    try:
        return Check("recheck", True, _run(evidence, request))
    except (NotTheSame, NoAnswer) as error:
        return Check("recheck", False, str(error))
    except CannotRerun as error:
        return Check("recheck", None, str(error))


def _run(evidence: Evidence, request: bytes | None) -> str:
    document = evidence.document
    body = _posted(request) if document["request"] is None else canonical(document["request"])
    if body is None:
        raise CannotRerun("the request held a text, which is not kept: give it with --request")
    made = _made(document["route"], evidence, body)
    if hashlib.sha256(made.answer).hexdigest() != document["result_sha256"]:
        raise NotTheSame("the answer made anew has another SHA-256")
    return "extracted and matched anew: the same hashes"


def _made(route: str, evidence: Evidence, body: bytes) -> Rerun:
    if route == again.TEXT:
        return _of_text(evidence, body)
    if route not in again.UNITS:
        raise CannotRerun("the request is none that this version takes")
    extractor = Extractor()
    try:
        rows = enumerate(evidence.sources)
        sources = [_source(index, row, extractor, again.UNITS[route]) for index, row in rows]
    finally:
        extractor.close()
    return again.of_pages(route, body, sources, evidence.document["result"])


def _posted(request: bytes | None) -> bytes | None:
    """The body of a request that may stand in `{"body": …, "route": …}`."""
    try:
        value = json.loads(request or b"null")
    except ValueError:
        return request
    return canonical(value["body"]) if isinstance(value, dict) and "body" in value else request


def _of_text(evidence: Evidence, body: bytes) -> Rerun:
    try:
        request = parse_text(body)
    except InvalidRequest:
        raise CannotRerun("the request is none that this version takes") from None
    if hashlib.sha256(request.text.encode()).hexdigest() != evidence.sources[0].get("extraction_sha256"):
        raise NotTheSame("the text of the request is another one")
    return again.of_text(request, evidence.document["result"])


def _source(index: int, row: Mapping[str, Any], extractor: Extractor, most: int) -> Source:
    known: dict[str, Any] = {name: row.get(name) for name in again.FACTS}
    if known["reason"] is not None:
        return Source(**known)
    body = body_of(row)
    if body is None:
        raise CannotRerun(
            f"the bytes of source {index} are not in the file: only that of staff has them, while kept"
        )

    def extract(html: str) -> PageText:
        return extractor.read(html, seconds=SECONDS, memory=MEMORY, until=time.monotonic() + SECONDS)

    try:
        read = again.read(known, body, extract, most)
    except ExtractorUnavailable:
        raise CannotRerun(f"this machine can't extract source {index}: too slow, or too little memory") from None
    _check_text(index, row, read)
    return read


def _check_text(index: int, row: Mapping[str, Any], read: Source) -> None:
    """Other rules may give another text, which says nothing against the one on record."""
    text = None if read.page is None else hashlib.sha256(read.page.text.encode()).hexdigest()
    if text == row.get("extraction_sha256"):
        return
    if row.get("extraction") == "static_html" and row.get("extraction_rules") != RULES:
        raise CannotRerun(f"source {index} was extracted by other rules than this version's, {RULES}")
    if read.reason is not None:
        raise NotTheSame(f"source {index} cannot be read now: {read.reason}")
    raise NotTheSame(f"the text extracted anew of source {index} has another SHA-256")
