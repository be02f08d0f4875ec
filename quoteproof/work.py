"""The work of each contract, from a valid request to its outcome; no payment, no database rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.utils import timezone

from verification.core.contracts.canonical import canonical
from verification.core.contracts.document.answer import answer as answer_document
from verification.core.contracts.document.relations import check as check_document
from verification.core.contracts.document.request import DocumentRequest
from verification.core.contracts.limits import SOURCE_BYTES, SOURCE_UNITS
from verification.core.contracts.quoteproof.answer import answer
from verification.core.contracts.quoteproof.relations import InvalidOutput, check
from verification.core.contracts.quoteproof.request import QuoteRequest
from verification.core.contracts.text_quote import answer as one_quote
from verification.core.contracts.text_quote import limits, rows
from verification.core.contracts.text_quote.answer import Undecided
from verification.core.contracts.text_quote.relations import check_page, check_text
from verification.core.contracts.text_quote.request import PageRequest, TextRequest
from verification.core.text.match import MatchTooCostly
from verification.services import Outcome
from verification.sources import Source, read_sources

TOO_COSTLY = "match_too_costly"
_NOT_COMPARED: Final = Outcome(decisive=False, answer=canonical(None), reason=TOO_COSTLY)


class WorkFailed(Exception):
    """The work has a fault; its own message, which might hold a piece of a text, is left out."""


def read_pages(urls: Sequence[str], deadline: float, *, large: bool) -> list[Source]:
    """Each page, in order, by `deadline` (time.monotonic() seconds).

    `large`: up to 2,000,000 bytes and 1,000,000 UTF-16 units, as where one quote is looked for; else as the
    QuoteProof contract reads. A list of hosts that was narrowed since the claim binds new claims only.
    """
    size, units = (limits.PAGE_BYTES, limits.PAGE_UNITS) if large else (SOURCE_BYTES, SOURCE_UNITS)
    hosts = {*settings.HOSTS, *(urlsplit(url).hostname or "" for url in urls)}
    return read_sources(urls, deadline=deadline, source_bytes=size, max_chars=units, hosts=hosts)


def verify_quotes(request: QuoteRequest, deadline: float) -> Outcome:
    """Reads every source by `deadline` (time.monotonic() seconds) and matches every quote.

    InvalidOutput if the answer breaks its own contract: a fault of the service, never a result.
    """
    sources = read_pages(request.urls, deadline, large=False)
    fetched_at = timezone.now()
    output = answer(request, sources)
    check(output, request, sources)
    decisive = output["summary"]["decisive"] >= 1
    return Outcome(
        decisive=decisive,
        answer=canonical(output),
        reason="" if decisive else str(output["results"][0]["reason"]),
        sources=tuple(sources),
        shown_sources=tuple(output["sources"]),
        results=tuple(output["results"]),
        quotes=tuple(quote.text for quote in request.quotes),
        fetched_at=fetched_at,
    )


def verify_text(request: TextRequest, deadline: float) -> Outcome:
    """Compares the quote with the text that came with it. Errors as in `verify_quotes`, and WorkFailed."""
    with _wordless():
        try:
            output = one_quote.of_text(request)
        except MatchTooCostly:
            return _NOT_COMPARED
        check_text(output, request)
    return Outcome(
        decisive=True,
        answer=canonical(output),
        shown_sources=(rows.supplied_source(request.text, output["result"]["source"]),),
        results=(rows.verdict(output["result"]),),
        quotes=("",),
        terms=rows.terms(request.question, request.slice),
    )


def verify_quote(request: PageRequest, deadline: float) -> Outcome:
    """Reads the page by `deadline` and compares the quote with its text. Errors as in `verify_text`."""
    [source] = read_pages([request.url], deadline, large=True)
    fetched_at = timezone.now()
    with _wordless():
        try:
            output = one_quote.of_page(request, source)
        except MatchTooCostly:
            return _NOT_COMPARED
        if isinstance(output, Undecided):
            return _undecided(output, source, fetched_at)
        check_page(output, request, source)
    return Outcome(
        decisive=True,
        answer=canonical(output),
        sources=(source,),
        shown_sources=(_source_row(source, output["result"]["source"]),),
        results=(rows.verdict(output["result"]),),
        quotes=(request.question.quote,),
        terms=rows.terms(request.question, None),
        fetched_at=fetched_at,
    )


def verify_document(request: DocumentRequest, deadline: float) -> Outcome:
    """Reads every page by `deadline` and compares each quote with its own. Errors as in `verify_text`."""
    sources = read_pages(request.urls, deadline, large=True)
    known: dict[str, Any] = {"sources": tuple(sources), "fetched_at": timezone.now()}
    with _wordless():
        try:
            output = answer_document(request, sources)
        except MatchTooCostly:
            return _NOT_COMPARED
        if isinstance(output, Undecided):
            shown = tuple(output.report["sources"])
            report = canonical(output.report)
            return Outcome(decisive=False, answer=report, reason=output.reason, shown_sources=shown, **known)
        check_document(output, request, sources)
    return Outcome(
        decisive=True,
        answer=canonical(output),
        shown_sources=tuple(output["sources"]),
        results=tuple(rows.pair_verdict(result) for result in output["results"]),
        quotes=tuple(pair.question.quote for pair in request.pairs),
        terms=rows.shared_terms(request.pairs[0].question),
        **known,
    )


def _undecided(output: Undecided, source: Source, fetched_at: datetime) -> Outcome:
    return Outcome(
        decisive=False,
        answer=canonical(output.report),
        reason=output.reason,
        sources=(source,),
        shown_sources=(_source_row(source, output.report["source"]),),
        fetched_at=fetched_at,
    )


def _source_row(source: Source, shown: dict[str, Any]) -> dict[str, Any]:
    return rows.fetched_source(source.page.text if source.page else None, shown)


@contextmanager
def _wordless() -> Iterator[None]:
    """Lets no text out in an error: a message of the matching may hold a piece of it."""
    try:
        yield
    except InvalidOutput:
        raise
    except Exception as error:
        raise WorkFailed(type(error).__name__).with_traceback(error.__traceback__) from None
