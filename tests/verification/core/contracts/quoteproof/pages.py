"""Sources for tests, made of texts: what the fetching side hands to the matching."""

from __future__ import annotations

import json
from dataclasses import replace

from verification.core.contracts.quoteproof.examples import Page, ReadPage, read
from verification.core.contracts.quoteproof.request import QuoteRequest, parse
from verification.core.page.pagetext import PageText

HOSTS = ("docs.python.org",)
URL = "https://docs.python.org/3/a"


def plain(text: str, url: str = URL) -> ReadPage:
    return read(Page(url, "text/plain; charset=utf-8", text))


def page(text: str, nosnippet=(), url: str = URL, **more) -> ReadPage:
    """A page whose extracted text is `text`."""
    read_page = PageText(text=text, nosnippet=tuple(nosnippet))
    changes = {"extraction": "static_html", "content_type": "text/html", "page": read_page, **more}
    return replace(plain("x", url), **changes)


def unread(reason: str, url: str = URL) -> ReadPage:
    nothing = dict.fromkeys(("http_status", "content_type", "source_bytes", "content_sha256", "page"))
    return replace(plain("x", url), reason=reason, extraction="unavailable", **nothing)


def asking(*quotes: tuple[int, str], urls=(URL,)) -> QuoteRequest:
    items = [{"source_index": index, "quote": quote} for index, quote in quotes]
    return parse(json.dumps({"urls": list(urls), "quotes": items}).encode(), HOSTS)
