"""The work of each contract, from a valid request to its outcome; no payment, no database rows."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings

from verification.core.contracts.canonical import canonical
from verification.core.contracts.quoteproof.answer import answer
from verification.core.contracts.quoteproof.relations import check
from verification.core.contracts.quoteproof.request import QuoteRequest
from verification.services import Outcome
from verification.sources import read_sources


def verify_quotes(request: QuoteRequest, deadline: float) -> Outcome:
    """Reads every source by `deadline` (time.monotonic() seconds) and matches every quote.

    InvalidOutput if the answer breaks its own contract: a fault of the service, never a result.
    """
    named = {urlsplit(url).hostname or "" for url in request.urls}
    sources = read_sources(request.urls, deadline=deadline, hosts={*settings.HOSTS, *named})
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
    )
