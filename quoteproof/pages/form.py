"""Decides which request a form of quotes and pages stands for, and at which field each of its faults is shown.

One quote on one page is asked of the contract that shows the closest passage; several of the QuoteProof contract.
The rules are those of the contract, because its own parse is called: a form knows only where things were typed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from quoteproof.contracts import QUOTE, QUOTES, Paid
from verification.core.contracts.faults import Fault, InvalidRequest
from verification.core.contracts.limits import BODY_BYTES, MAX_QUOTES

_POINTER = re.compile(r"/(quote|url)(?:s/(\d+)(?:/quote)?)?")
CLOSEST = 0.5
"""The least likeness of a closest passage."""
WORDS = {
    ("quote", "too_short"): "Type or paste the quote.",
    ("quote", "blank_quote"): "Type or paste the quote: only spaces stand here.",
    (
        "quote",
        "too_long",
    ): "At most 1,000 characters can be checked at once; shorten the quote, or split it in two.",
    (
        "quotes",
        "too_long",
    ): "Of several quotes, each can have at most 512 characters; shorten this one, or split it in two.",
    ("url", "too_long"): "At most 512 characters.",
    (
        "url",
        "unsupported_host",
    ): "This site is not one of those that are read; the list stands under “Which sites?”.",
}
EMPTY_URL = "Type or paste the address of the page."
TOO_MANY_PAGES = "At most five different pages can be checked at once."
TOO_MANY_QUOTES = "At most ten quotes can be checked at once."
TOO_LARGE = "This is more than can be checked at once."


@dataclass(frozen=True, slots=True)
class Row:
    """One quote and the address it is said to stand at, as typed."""

    quote: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A fault of what was typed. `field` is the id of a field, or empty for the form as a whole."""

    field: str
    text: str


@dataclass(frozen=True, slots=True)
class Shown:
    """A row with its mistakes, for the template."""

    number: int
    quote: str
    url: str
    quote_mistake: str
    url_mistake: str


@dataclass(frozen=True, slots=True)
class Draft:
    """The request that rows stand for. `asked`: the row of each quote; `sources`: the rows of each URL."""

    rows: tuple[Row, ...]
    asked: tuple[int, ...]
    sources: tuple[tuple[int, ...], ...]

    @property
    def alone(self) -> bool:
        """Whether it is one quote on one page."""
        return len(self.asked) == len(self.sources) == 1

    @property
    def contract(self) -> Paid:
        return QUOTE if self.alone else QUOTES

    @property
    def request(self) -> dict[str, Any]:
        if self.alone:
            url, quote = self.rows[self.sources[0][0]].url, self.rows[self.asked[0]].quote
            return {"url": url, "quote": quote, "threshold": CLOSEST}
        index = {row: source for source, rows in enumerate(self.sources) for row in rows}
        return {
            "urls": [self.rows[rows[0]].url for rows in self.sources],
            "quotes": [{"source_index": index[row], "quote": self.rows[row].quote} for row in self.asked],
        }

    @property
    def body(self) -> bytes:
        return json.dumps(self.request, ensure_ascii=False).encode()

    @property
    def fields(self) -> tuple[tuple[str, str], ...]:
        """Names and values of the form's fields, as typed."""
        return tuple(field for row in self.rows for field in (("quote", row.quote), ("url", row.url)))


def rows(quotes: Sequence[str], urls: Sequence[str]) -> tuple[Row, ...]:
    """The rows of a submitted form, at least one. Browsers send every line break as CR LF: LF was typed."""
    pairs = zip_longest(quotes, urls, fillvalue="")
    return tuple(Row(quote.replace("\r\n", "\n"), url.strip()) for quote, url in pairs) or (Row(),)


def with_another(given: tuple[Row, ...]) -> tuple[Row, ...]:
    """One more row, for the same page as the last: most people quote a page more than once."""
    return (*given, Row(url=given[-1].url)) if len(given) < MAX_QUOTES else given


def draft(given: tuple[Row, ...], page: Callable[[str], str]) -> Draft:
    """What `given` asks for. `page` names the page of a URL: equal names are one source.

    A row without a quote counts only for an address that no row before it has: a row left empty asks nothing.
    """
    sources: dict[str, list[int]] = {}
    asked = []
    for at, row in enumerate(given):
        name = page(row.url)
        if row.quote or (row.url and name not in sources):
            asked.append(at)
            sources.setdefault(name, []).append(at)
    return Draft(given, tuple(asked or [0]), tuple(map(tuple, sources.values())) or ((0,),))


def mistakes(drafted: Draft) -> tuple[Mistake, ...]:
    """What the contract's own rules find wrong with the draft: one mistake a field, where it was typed."""
    if len(drafted.body) > BODY_BYTES:
        return (Mistake("", TOO_LARGE),)
    try:
        drafted.contract.read(drafted.body)
    except InvalidRequest as error:
        found = [mistake for fault in error.faults for mistake in _mistakes(drafted, fault)]
        first = {mistake.field: mistake for mistake in reversed(found)}
        return tuple(sorted(first.values(), key=_place))
    return ()


def shown(given: Sequence[Row], wrong: Sequence[Mistake] = ()) -> list[Shown]:
    texts = {mistake.field: mistake.text for mistake in wrong}
    return [
        Shown(n, row.quote, row.url, texts.get(f"quote-{n}", ""), texts.get(f"url-{n}", ""))
        for n, row in enumerate(given, 1)
    ]


def _mistakes(drafted: Draft, fault: Fault) -> list[Mistake]:
    match = _POINTER.fullmatch(fault.pointer)
    if match is None:
        return [Mistake("", TOO_MANY_QUOTES if fault.pointer == "/quotes" else TOO_MANY_PAGES)]
    at = int(match[2] or 0)
    if match[1] == "quote":
        return [_quote_mistake(drafted, drafted.asked[at], fault)]
    return [_url_mistake(drafted, row, fault) for row in drafted.sources[at]]


def _place(mistake: Mistake) -> tuple[int, str]:
    """From the top of the form to its end: what concerns it as a whole, then row by row, quote before URL."""
    name, _, number = mistake.field.partition("-")
    return int(number or 0), name


def _quote_mistake(drafted: Draft, row: int, fault: Fault) -> Mistake:
    one_of_several = None if drafted.alone else WORDS.get(("quotes", fault.reason))
    return Mistake(f"quote-{row + 1}", one_of_several or WORDS.get(("quote", fault.reason), fault.detail))


def _url_mistake(drafted: Draft, row: int, fault: Fault) -> Mistake:
    said = WORDS.get(("url", fault.reason), fault.detail)
    return Mistake(f"url-{row + 1}", said if drafted.rows[row].url else EMPTY_URL)
