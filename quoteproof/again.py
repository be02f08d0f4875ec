"""Does a check's work again on the very bytes that it was done on: what each source says, then the answer.

No row and no setting is read, nothing is fetched. Disputes give it stored pages and texts that were sent again,
`quoteproof.verify --recheck` those of an evidence file. With the code that the check was made with the answer is
the same to the byte; a newer extraction or a mended comparison may give another one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from urllib.parse import urlsplit

from receipts.core.fit import ROUTES
from verification import reading
from verification.core.contracts.canonical import canonical
from verification.core.contracts.document.answer import answer as answer_document
from verification.core.contracts.document.relations import check as check_document
from verification.core.contracts.document.request import parse as parse_document
from verification.core.contracts.faults import InvalidRequest
from verification.core.contracts.limits import SOURCE_UNITS, SUPPORTED_HOSTS
from verification.core.contracts.quoteproof.answer import answer as answer_quotes
from verification.core.contracts.quoteproof.relations import InvalidOutput
from verification.core.contracts.quoteproof.relations import check as check_quotes
from verification.core.contracts.quoteproof.request import parse as parse_quotes
from verification.core.contracts.text_quote import answer as one_quote
from verification.core.contracts.text_quote import limits
from verification.core.contracts.text_quote.answer import Undecided
from verification.core.contracts.text_quote.relations import check_page, check_text
from verification.core.contracts.text_quote.request import TextRequest, parse_page
from verification.core.page.pagetext import PageText
from verification.core.text.match import MatchTooCostly
from verification.core.text.units import utf16_length
from verification.fetched import Fetched
from verification.reading import Extract
from verification.trail import Unread

QUOTES, PAGE, TEXT, DOCUMENT = (ROUTES[name] for name in ("quoteproof", "quote", "text-quote", "document"))
UNITS: Final = {QUOTES: SOURCE_UNITS, PAGE: limits.PAGE_UNITS, DOCUMENT: limits.PAGE_UNITS}
"""By route: the most UTF-16 units that a page's text may have."""
FACTS: Final = (
    *("url", "final_url", "fetched_at", "http_status", "content_type", "source_bytes", "content_sha256"),
    *("extraction", "reason", "max_snippet"),
)
"""What is on record of a source: the members of `Source` but its text."""


class CannotRerun(Exception):
    """There is nothing to do the work on, or it comes to no answer; the message says why, for people."""


class NoAnswer(CannotRerun):
    """The bytes are there, and the work comes to no answer."""


@dataclass(frozen=True, slots=True)
class Source:
    """A source as the contracts see it. `max_snippet`: UTF-16 units of its text that an answer may show."""

    url: str
    final_url: str
    fetched_at: str
    http_status: int | None
    content_type: str | None
    source_bytes: int | None
    content_sha256: str | None
    extraction: str
    reason: str | None
    max_snippet: int | None = None
    page: PageText | None = None


@dataclass(frozen=True, slots=True)
class Rerun:
    """The answer that the work gives now: canonical JSON, without its receipt. `undecided` are quote indexes."""

    answer: bytes
    undecided: frozenset[int] = frozenset()
    units: int | None = None
    """UTF-16 code units of a single source's text."""


def read(known: Mapping[str, Any], body: bytes, extract: Extract, most: int) -> Source:
    """A source that was read, as this version reads its bytes. `known`: its `FACTS`; `most`: UTF-16 units.

    By the page's own controls as they stood when it was fetched. ExtractorUnavailable; CannotRerun.
    """
    fetched = Fetched(body, known["content_type"] or "", ())
    try:
        page, controls = reading.read_as_of(_moment(known["fetched_at"]), fetched, extract, most)
    except Unread as unread:
        return Source(**{**known, "extraction": "unavailable", "reason": unread.reason, "max_snippet": None})
    # The page's own cap, and one that came in a header and isn't in the bytes: it can only lessen what is shown.
    caps = [each for each in (known["max_snippet"], controls.max_snippet) if type(each) is int]
    return Source(**{**known, "max_snippet": min(caps, default=None)}, page=page)


def of_pages(route: str, body: bytes, sources: Sequence[Source], sealed: Mapping[str, Any]) -> Rerun:
    """The answer to the request `body` on pages. `sealed`: the answer on record. NoAnswer; CannotRerun."""
    # A list of hosts that was narrowed since binds new checks only.
    hosts = {*SUPPORTED_HOSTS, *(urlsplit(source.url).hostname or "" for source in sources)}
    with _answering():
        return _WORK[route](body, hosts, sources, sealed)


def of_text(request: TextRequest, sealed: Mapping[str, Any]) -> Rerun:
    """The answer on a supplied text. NoAnswer."""
    with _answering():
        output = one_quote.of_text(request)
        check_text(output, request)
    return Rerun(_named(output, sealed), units=utf16_length(request.text))


def _quotes(body: bytes, hosts: Collection[str], sources: Sequence[Source], sealed: Mapping[str, Any]) -> Rerun:
    request = parse_quotes(body, hosts)
    output = answer_quotes(request, sources)
    check_quotes(output, request, sources)
    unknown = (row["quote_index"] for row in output["results"] if row["status"] == "unknown")
    return Rerun(canonical(output), frozenset(unknown))


def _page(body: bytes, hosts: Collection[str], sources: Sequence[Source], sealed: Mapping[str, Any]) -> Rerun:
    request, [source] = parse_page(body, hosts), sources
    output = one_quote.of_page(request, source)
    if isinstance(output, Undecided):
        raise _undecided(output)
    check_page(output, request, source)
    return Rerun(_named(output, sealed), units=None if source.page is None else utf16_length(source.page.text))


def _document(body: bytes, hosts: Collection[str], sources: Sequence[Source], sealed: Mapping[str, Any]) -> Rerun:
    request = parse_document(body, hosts)
    output = answer_document(request, sources)
    if isinstance(output, Undecided):
        raise _undecided(output)
    check_document(output, request, sources)
    unknown = (row["pair_index"] for row in output["results"] if row["match"] is None)
    return Rerun(_named(output, sealed), frozenset(unknown))


def _undecided(found: Undecided) -> NoAnswer:
    return NoAnswer(f"The work comes to no decisive result now: {found.reason}.")


_WORK: Final[dict[str, Callable[[bytes, Collection[str], Sequence[Source], Mapping[str, Any]], Rerun]]] = {
    QUOTES: _quotes,
    PAGE: _page,
    DOCUMENT: _document,
}


@contextmanager
def _answering() -> Iterator[None]:
    try:
        yield
    except InvalidRequest:
        raise CannotRerun("The request is none that this version takes.") from None
    except MatchTooCostly:
        raise NoAnswer("The comparison is over its budget now.") from None
    except InvalidOutput:
        raise NoAnswer("The answer that this version makes breaks its contract: a fault of the service.") from None


def _named(output: Mapping[str, Any], sealed: Mapping[str, Any]) -> bytes:
    """With the check's id and tier, as the sealed answer has them."""
    return canonical({**output, "check": sealed.get("check"), "tier": sealed.get("tier")})


def _moment(fetched_at: str) -> datetime:
    try:
        at = datetime.fromisoformat(fetched_at)
    except ValueError:
        at = None
    if at is None or at.tzinfo is None:
        raise CannotRerun("The time on record is none.")
    return at
