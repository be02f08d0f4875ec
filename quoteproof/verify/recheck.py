"""Does a check's work again from its evidence file: extracts and matches anew, and compares the hashes.

Needs the project's install. Nothing is fetched and no database is read: the bytes are those that the evidence file
of staff holds, or the text of the request that the caller has. The same code must come to the same hashes.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import urlsplit

from quoteproof.verify.evidence import Evidence, body_of
from receipts.core.verification import Check
from verification.adapters.extractor import ExtractionUncertain, Extractor, ExtractorUnavailable
from verification.core.contracts import canonical
from verification.core.contracts.faults import InvalidRequest
from verification.core.contracts.limits import SUPPORTED_HOSTS
from verification.core.contracts.quoteproof import request as quotes
from verification.core.contracts.quoteproof.answer import answer
from verification.core.contracts.text_quote import answer as one_quote
from verification.core.contracts.text_quote import request as one_request
from verification.core.contracts.text_quote.answer import Undecided
from verification.core.page import encoding, excerpts
from verification.core.page.pagetext import RULES, PageText
from verification.core.text.match import MatchTooCostly

SECONDS: Final = 30.0
MEMORY: Final = 1_073_741_824
"""Of one page's extraction: more than the service gives it, so that a slower machine comes to the same text."""


class NotTheSame(Exception):
    """Something came out otherwise; the message says what."""


class NothingToRun(Exception):
    """The bytes or the request are not at hand; the message says which."""


@dataclass(frozen=True, slots=True)
class Again:
    """A source as the contracts see it, with its text extracted anew."""

    url: str
    final_url: str
    fetched_at: str
    http_status: int | None
    content_type: str | None
    source_bytes: int | None
    content_sha256: str | None
    extraction: str
    reason: str | None
    page: PageText | None = None
    max_snippet: int | None = None


def check(evidence: Evidence, request: bytes | None) -> Check:
    """The check `recheck`: null where there is nothing to run. `request`: the body as posted, if at hand."""
    try:
        return Check("recheck", True, _run(evidence, request))
    except NotTheSame as error:
        return Check("recheck", False, str(error))
    except NothingToRun as error:
        return Check("recheck", None, str(error))


def _run(evidence: Evidence, request: bytes | None) -> str:
    document = evidence.document
    body = _posted(request) if document["request"] is None else canonical.canonical(document["request"])
    if body is None:
        raise NothingToRun("the request held a text, which is not kept: give it with --request")
    try:
        output = _ANSWERS[document["route"]](evidence, body)
    except (InvalidRequest, KeyError):
        raise NothingToRun("the request is none that this version takes") from None
    except MatchTooCostly:
        raise NotTheSame("the comparison is over its budget now") from None
    if canonical.sha256(output) != document["result_sha256"]:
        raise NotTheSame("the answer made anew has another SHA-256")
    return "extracted and matched anew: the same hashes"


def _posted(request: bytes | None) -> bytes | None:
    """The body of a request that may stand in `{"body": …, "route": …}`."""
    try:
        value = json.loads(request or b"null")
    except ValueError:
        return request
    return canonical.canonical(value["body"]) if isinstance(value, dict) and "body" in value else request


def _quotes(evidence: Evidence, body: bytes) -> dict[str, Any]:
    sources = _sources(evidence.sources)
    return answer(quotes.parse(body, _hosts(source.url for source in sources)), sources)


def _one_page(evidence: Evidence, body: bytes) -> dict[str, Any]:
    [source] = _sources(evidence.sources)
    output = one_quote.of_page(one_request.parse_page(body, _hosts([source.url])), source)
    if isinstance(output, Undecided):
        raise NotTheSame(f"nothing is decided now: {output.reason}")
    return _named(evidence, output)


def _one_text(evidence: Evidence, body: bytes) -> dict[str, Any]:
    request = one_request.parse_text(body)
    if hashlib.sha256(request.text.encode()).hexdigest() != evidence.sources[0].get("extraction_sha256"):
        raise NotTheSame("the text of the request is another one")
    return _named(evidence, one_quote.of_text(request))


_ANSWERS: Final = {
    "/v1/verify/quotes": _quotes,
    "/v1/verify/quote": _one_page,
    "/v1/verify/text-quote": _one_text,
}


def _hosts(urls: Any) -> set[str]:
    """Those of the contract, and those that the check read: a list that changed since binds new checks only."""
    return {*SUPPORTED_HOSTS, *(urlsplit(url).hostname or "" for url in urls)}


def _named(evidence: Evidence, output: dict[str, Any]) -> dict[str, Any]:
    """With what the service adds to such an answer."""
    sealed = evidence.document["result"]
    return {**output, "check": sealed.get("check"), "tier": sealed.get("tier")}


def _sources(rows: Sequence[Mapping[str, Any]]) -> list[Again]:
    extractor = Extractor()
    try:
        return [_source(index, row, extractor) for index, row in enumerate(rows)]
    finally:
        extractor.close()


def _source(index: int, row: Mapping[str, Any], extractor: Extractor) -> Again:
    names = ("url", "final_url", "fetched_at", "http_status", "content_type", "source_bytes", "content_sha256")
    known = {name: row.get(name) for name in (*names, "extraction", "reason")}
    if known["reason"] is not None:
        return Again(**known)  # type: ignore[arg-type]
    body = body_of(row)
    if body is None:
        raise NothingToRun(
            f"the bytes of source {index} are not in the file: only that of staff has them, while kept"
        )
    page = _page(index, row, body, extractor)
    if hashlib.sha256(page.text.encode()).hexdigest() != row.get("extraction_sha256"):
        _check_rules(index, row)
        raise NotTheSame(f"the text extracted anew of source {index} has another SHA-256")
    # The page's own cap, and one that came in a header and isn't in the bytes: it can only lessen what is shown.
    caps = (excerpts.controls((), page.robots_meta, datetime.now(UTC)).max_snippet, row.get("max_snippet"))
    cap = min((each for each in caps if type(each) is int), default=None)
    return Again(**known, page=page, max_snippet=cap)  # type: ignore[arg-type]


def _page(index: int, row: Mapping[str, Any], body: bytes, extractor: Extractor) -> PageText:
    is_html = row.get("extraction") == "static_html"
    try:
        text = encoding.decode(body, row.get("content_type") or "", is_html)
        if not is_html:
            return PageText(text)
        return extractor.read(text, seconds=SECONDS, memory=MEMORY, until=time.monotonic() + SECONDS)
    except ExtractorUnavailable:
        raise NothingToRun(f"this machine can't extract source {index}: too slow, or too little memory") from None
    except (encoding.UnsupportedEncoding, ExtractionUncertain):
        raise NotTheSame(f"source {index} cannot be extracted now") from None


def _check_rules(index: int, row: Mapping[str, Any]) -> None:
    """Other rules may give another text, which says nothing against the one on record."""
    if row.get("extraction") == "static_html" and row.get("extraction_rules") != RULES:
        raise NothingToRun(f"source {index} was extracted by other rules than this version's, {RULES}")
