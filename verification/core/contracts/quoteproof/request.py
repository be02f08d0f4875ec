"""Decides whether a request to check quotes is taken: the published input schema, and what it can't say.

All of it is decided before any payment. Faults are listed in document order, a schema's before the others at
one place.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any, Final, cast

from verification.core.contracts import schema, strict_json
from verification.core.contracts.faults import Finding, InvalidRequest, Reason
from verification.core.contracts.limits import MAX_URLS
from verification.core.contracts.published import schema as published_schema
from verification.core.page.urls import InvalidUrl
from verification.core.page.urls import parse as parse_url
from verification.core.text.units import utf16_length
from verification.core.text.whitespace import normalise

INPUT_SCHEMA: Final = schema.understood(published_schema("quoteproof-input"))
_QUOTE_SCHEMA: Final = INPUT_SCHEMA["properties"]["quotes"]["items"]["properties"]
QUOTE_UNITS: Final[int] = _QUOTE_SCHEMA["quote"]["maxLength"]


@dataclass(frozen=True, slots=True)
class Quote:
    """One quote as sent, and which of the request's URLs it is said to stand at."""

    source_index: int
    text: str


@dataclass(frozen=True, slots=True)
class QuoteRequest:
    """A request that keeps every rule: URLs and quotes as sent, and the JSON value for the request's hash."""

    urls: tuple[str, ...]
    quotes: tuple[Quote, ...]
    body: dict[str, Any]


def parse(body: bytes, hosts: Collection[str]) -> QuoteRequest:
    """Read a body of at most 65,536 bytes (the caller sees to that); InvalidRequest lists every fault."""
    document = strict_json.read(body)
    value = document.value
    rules = _rules(value, hosts) if document.complete else ()
    if faults := document.faults(*rules):
        raise InvalidRequest(faults)
    quotes = tuple(Quote(int(quote["source_index"]), quote["quote"]) for quote in value["quotes"])
    return QuoteRequest(tuple(value["urls"]), quotes, value)


def _rules(value: Any, hosts: Collection[str]) -> tuple[Iterator[Finding], ...]:
    """The schema's rules and those it can't say, which pass over what the schema already refuses."""
    urls, quotes = _array(value, "urls"), _array(value, "quotes")
    named = [_source_index(quote) for quote in quotes]
    return (
        schema.findings(INPUT_SCHEMA, value),
        _url_rules(urls, hosts),
        _unused(len(urls), named),
        _unknown(len(urls), named),
        _quote_rules(quotes),
    )


def _array(value: Any, name: str) -> list[Any]:
    member = value.get(name) if isinstance(value, dict) else None
    return member if isinstance(member, list) else []


def _url_rules(urls: list[Any], hosts: Collection[str]) -> Iterator[Finding]:
    seen = set()
    for index, url in enumerate(urls):
        if not isinstance(url, str):
            continue
        try:
            target = parse_url(url, hosts).url
        except InvalidUrl as error:
            yield Finding(("urls", index), cast(Reason, error.reason), error.detail)
            continue
        if target in seen:
            yield Finding(("urls", index), "duplicate_url", "This URL, fragments aside, was given before.")
        seen.add(target)


def _unknown(urls: int, named: list[int | None]) -> Iterator[Finding]:
    for index, source in enumerate(named):
        if urls and source is not None and source >= urls:
            yield Finding(("quotes", index, "source_index"), "source_index_unknown", "No URL has this index.")


def _unused(urls: int, named: list[int | None]) -> Iterator[Finding]:
    # While one quote's source isn't known, it may be the one that a URL is there for; and a URL past the
    # largest index is one too many, not one unused.
    if named and set(named) <= set(range(urls)):
        for index in sorted(set(range(min(urls, MAX_URLS))) - set(named)):
            yield Finding(("urls", index), "unused_url", "No quote names this URL.")


def _source_index(quote: Any) -> int | None:
    """The index a quote names, or None where the schema refuses what it says."""
    named: Any = quote.get("source_index") if isinstance(quote, dict) else None
    if named in (None, strict_json.BROKEN) or any(schema.findings(_QUOTE_SCHEMA["source_index"], named)):
        return None
    return int(named)


def _quote_rules(quotes: list[Any]) -> Iterator[Finding]:
    for index, item in enumerate(quotes):
        quote = item.get("quote") if isinstance(item, dict) else None
        if not isinstance(quote, str):
            continue
        path = ("quotes", index, "quote")
        if quote and not normalise(quote):
            yield Finding(path, "blank_quote", "A quote needs a character that isn't white space.")
        if len(quote) <= QUOTE_UNITS < utf16_length(quote):
            yield Finding(path, "too_long", f"At most {QUOTE_UNITS} UTF-16 code units may be given.")
