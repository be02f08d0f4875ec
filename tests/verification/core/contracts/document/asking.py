"""Requests and answers for tests, checked against their own relations."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from tests.verification.core.contracts.quoteproof.pages import HOSTS
from verification.core.contracts.document import relations
from verification.core.contracts.document.answer import answer
from verification.core.contracts.document.request import DocumentRequest, parse
from verification.core.contracts.quoteproof.answer import Source
from verification.core.contracts.text_quote.answer import Undecided

A, B = (f"https://docs.python.org/3/{name}" for name in "ab")


def asking(*pairs: tuple[str, str]) -> DocumentRequest:
    body = {"pairs": [{"url": url, "quote": quote} for url, quote in pairs]}
    return parse(json.dumps(body).encode(), HOSTS)


def answered(request: DocumentRequest, sources: Sequence[Source]) -> dict[str, Any]:
    output = answer(request, sources)
    assert not isinstance(output, Undecided)
    relations.check(output, request, sources)
    return output
