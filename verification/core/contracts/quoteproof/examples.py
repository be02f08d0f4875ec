"""Decides the free worked examples: fixed pages, and what the real matching says of them.

Written by hand are the pages and the questions only, so an example can't promise what a check doesn't keep.
The pages are made up; nothing is fetched.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from verification.core.contracts.canonical import canonical
from verification.core.contracts.limits import SUPPORTED_HOSTS
from verification.core.contracts.quoteproof.answer import PLAIN_TEXT, STATIC_HTML, answer
from verification.core.contracts.quoteproof.document import contract
from verification.core.contracts.quoteproof.relations import check
from verification.core.contracts.quoteproof.request import parse
from verification.core.page.extract import extract
from verification.core.page.pagetext import PageText

FETCHED_AT: Final = "2026-01-01T00:00:00.000Z"
_HTML: Final = "text/html; charset=utf-8"
_TEXT: Final = "text/plain; charset=utf-8"


@dataclass(frozen=True, slots=True)
class Page:
    """A page as its server sends it, with status 200."""

    url: str
    content_type: str
    body: str

    def described(self) -> dict[str, Any]:
        return {"url": self.url, "status": 200, "content_type": self.content_type, "body": self.body}


@dataclass(frozen=True, slots=True)
class ReadPage:
    """The same page as the source of an answer."""

    url: str
    final_url: str
    content_type: str
    source_bytes: int
    content_sha256: str
    extraction: str
    page: PageText
    fetched_at: str = FETCHED_AT
    http_status: int = 200
    reason: str | None = None
    max_snippet: int | None = None


@dataclass(frozen=True, slots=True)
class Example:
    """A question about some pages: quotes with the index of their page."""

    name: str
    note: str
    pages: tuple[Page, ...]
    quotes: tuple[tuple[int, str], ...]

    def request(self) -> dict[str, Any]:
        quotes = [{"source_index": index, "quote": quote} for index, quote in self.quotes]
        return {"urls": [page.url for page in self.pages], "quotes": quotes}


_LIMITS: Final = Page(
    "https://docs.python.org/3/example/limits.html",
    _HTML,
    '<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"><title>Limits</title></head>\n<body>\n'
    '<main>\n<section id="limits">\n<h1>Limits</h1>\n'
    "<p>A client may send at most <em>sixty</em> requests in a minute.</p>\n"
    "<p>Further requests are answered with status 429.</p>\n</section>\n"
    '<section id="retries">\n<h2>Retries</h2>\n'
    "<p>Wait as long as the <code>Retry-After</code> header says. Wait longer each time.</p>\n"
    "</section>\n</main>\n</body>\n</html>\n",
)
_RELEASE: Final = Page(
    "https://docs.python.org/3/example/release.txt",
    _TEXT,
    "Release notes\n=============\n\nLaunch day 🚀🎉: the first receipt was signed at noon.\n"
    "Keys are kept for ninety days,\nthen replaced.\n",
)

EXAMPLES: Final = (
    Example(
        "exact",
        "The page shows the quote once, letter for letter; emphasis and other inline marks add nothing.",
        (_LIMITS,),
        ((0, "A client may send at most sixty requests in a minute."),),
    ),
    Example(
        "white-space",
        "The quote runs from one paragraph into the next: it stands there once white space is collapsed.",
        (_LIMITS,),
        ((0, "at most sixty requests in a minute. Further requests are answered with status 429."),),
    ),
    Example(
        "absent",
        "A plain text is complete, so a quote that is not in it is absent, and that is decisive.",
        (_RELEASE,),
        ((0, "Keys are kept for nineteen days, then replaced."),),
    ),
    Example(
        "repeated",
        "The quote stands there more than once: the first two places are the evidence.",
        (_LIMITS,),
        ((0, "Wait"),),
    ),
    Example(
        "emoji",
        "Offsets count UTF-16 code units of the extracted text: each of the two emoji before the quote is two.",
        (_RELEASE,),
        ((0, "the first receipt was signed at noon"),),
    ),
    Example(
        "mixed",
        "One quote is found and one is not: the check succeeds, and what is unknown stays unknown.",
        (_LIMITS, _RELEASE),
        ((0, "Further requests are answered with status 429."), (0, "status 503"), (1, "ninety days, then")),
    ),
    Example(
        "html-miss",
        "The text of a page can't prove that something is not on it. Nothing is decided, nothing is charged.",
        (_LIMITS,),
        ((0, "A client may send at most ninety requests in a minute."),),
    ),
)


def examples(problem: Callable[[dict[str, Any]], dict[str, Any]], hosts: Sequence[str]) -> dict[str, Any]:
    """All examples as they are published; `problem` makes the 422 body from an output without a decision."""
    worked = [_worked(example, problem) for example in EXAMPLES]
    return {"contract": contract(hosts).reference(), "examples": worked}


def _worked(example: Example, problem: Callable[[dict[str, Any]], dict[str, Any]]) -> dict[str, Any]:
    request = parse(canonical(example.request()), SUPPORTED_HOSTS)
    sources = [read(page) for page in example.pages]
    output = answer(request, sources)
    check(output, request, sources)
    decisive = output["summary"]["decisive"] >= 1
    return {
        "name": example.name,
        "note": example.note,
        "request": example.request(),
        "sources": [page.described() for page in example.pages],
        "status": 200 if decisive else 422,
        "response": output if decisive else problem(output),
    }


def read(page: Page) -> ReadPage:
    """A page's body as the source it becomes."""
    is_html, body = page.content_type == _HTML, page.body.encode()
    return ReadPage(
        url=page.url,
        final_url=page.url,
        content_type=page.content_type,
        source_bytes=len(body),
        content_sha256=hashlib.sha256(body).hexdigest(),
        extraction=STATIC_HTML if is_html else PLAIN_TEXT,
        page=extract(page.body) if is_html else PageText(page.body),
    )
