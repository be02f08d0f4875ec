"""Decides whether a request to check the quotes of a text is taken: one to ten pairs of a quote and its page.

The published input schema, and what it can't say: at most five different pages, each quote's length after
normalisation (text-v1). Two URLs that differ in their fragments alone are one page, which is read once. All of it
is decided before any payment.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final, cast

from verification.core.contracts import schema, strict_json
from verification.core.contracts.faults import Finding, InvalidRequest, Reason
from verification.core.contracts.limits import MAX_QUOTES, MAX_URLS
from verification.core.contracts.published import schema as published_schema
from verification.core.contracts.text_quote.request import Question, quote_rules
from verification.core.page.urls import InvalidUrl
from verification.core.page.urls import parse as parse_url

INPUT_SCHEMA: Final = schema.understood(published_schema("document-input"))
MAX_PAIRS: Final = MAX_QUOTES
THRESHOLD: Final = Decimal("0.9")
"""Every pair is looked for as `verify/quote` does where a request leaves all but URL and quote out."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A quote and its URL as sent; `source_index` names the page among the request's different ones."""

    source_index: int
    url: str
    question: Question


@dataclass(frozen=True, slots=True)
class DocumentRequest:
    """A valid body; `urls` holds one URL for each different page, as it was first sent."""

    urls: tuple[str, ...]
    pairs: tuple[Pair, ...]
    body: dict[str, Any]


def parse(body: bytes, hosts: Collection[str]) -> DocumentRequest:
    """Read a body of at most 65,536 bytes (the caller sees to that); InvalidRequest lists every fault."""
    document = strict_json.read(body)
    value = document.value
    rules = _rules(value, hosts) if document.complete else ()
    if faults := document.faults(*rules):
        raise InvalidRequest(faults)
    return _request(value, hosts)


def asked(quote: str) -> Question:
    """How every quote is looked for."""
    return Question(quote, "fuzzy", False, THRESHOLD)


def _request(value: dict[str, Any], hosts: Collection[str]) -> DocumentRequest:
    pages: dict[str, str] = {}
    pairs = []
    for each in value["pairs"]:
        page = parse_url(each["url"], hosts).url
        pages.setdefault(page, each["url"])
        pairs.append(Pair(list(pages).index(page), each["url"], asked(each["quote"])))
    return DocumentRequest(tuple(pages.values()), tuple(pairs), value)


def _rules(value: Any, hosts: Collection[str]) -> tuple[Iterator[Finding], ...]:
    """The schema's rules and those it can't say, which pass over what the schema already refuses."""
    pairs = value.get("pairs") if isinstance(value, dict) else None
    listed = enumerate(pairs if isinstance(pairs, list) else ())
    members = [(at, each) for at, each in listed if isinstance(each, dict)]
    return (
        schema.findings(INPUT_SCHEMA, value),
        _url_rules(members, hosts),
        *(quote_rules(pair.get("quote"), ("pairs", at, "quote")) for at, pair in members),
    )


def _url_rules(members: list[tuple[int, dict[str, Any]]], hosts: Collection[str]) -> Iterator[Finding]:
    seen = set[str]()
    for at, pair in members:
        if not isinstance(pair.get("url"), str):
            continue
        try:
            seen.add(parse_url(pair["url"], hosts).url)
        except InvalidUrl as error:
            yield Finding(("pairs", at, "url"), cast(Reason, error.reason), error.detail)
            continue
        if len(seen) > MAX_URLS:
            yield Finding(("pairs", at, "url"), "too_many", f"At most {MAX_URLS} different pages may be named.")
            return
