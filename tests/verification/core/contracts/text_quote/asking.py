"""Requests and answers for tests, checked against their own relations."""

from __future__ import annotations

import json
from typing import Any

from tests.verification.core.contracts.quoteproof.pages import HOSTS, URL
from verification.core.contracts.quoteproof.answer import Source
from verification.core.contracts.text_quote import answer, relations
from verification.core.contracts.text_quote.answer import Undecided
from verification.core.contracts.text_quote.request import PageRequest, TextRequest, parse_page, parse_text

TEXT = "Refunds are paid within 14 days of purchase, to the card that was used."


def of_text(quote: str, text: str = TEXT, **more: Any) -> TextRequest:
    return parse_text(json.dumps({"text": text, "quote": quote, **more}).encode())


def of_page(quote: str, **more: Any) -> PageRequest:
    return parse_page(json.dumps({"url": URL, "quote": quote, **more}).encode(), HOSTS)


def answered(quote: str, text: str = TEXT, **more: Any) -> dict[str, Any]:
    request = of_text(quote, text, **more)
    body = answer.of_text(request)
    relations.check_text(body, request)
    return body


def result(quote: str, text: str = TEXT, **more: Any) -> dict[str, Any]:
    return answered(quote, text, **more)["result"]


def on_page(source: Source, quote: str, **more: Any) -> dict[str, Any] | Undecided:
    request = of_page(quote, **more)
    body = answer.of_page(request, source)
    if not isinstance(body, Undecided):
        relations.check_page(body, request, source)
    return body
