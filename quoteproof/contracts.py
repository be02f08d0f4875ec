"""The paid routes, one row each: which contract a route keeps, how its request is read and its work done."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from django.conf import settings

from payments.core import amounts
from quoteproof import problems, work
from verification.core.contracts import canonical
from verification.core.contracts.document import document as quotes_of_text
from verification.core.contracts.document.examples import examples as document_examples
from verification.core.contracts.document.request import parse as parse_document
from verification.core.contracts.limits import DEADLINE_MS, SUPPORTED_HOSTS
from verification.core.contracts.published import Contract
from verification.core.contracts.quoteproof import document, examples, request
from verification.core.contracts.text_quote import document as one_quote
from verification.core.contracts.text_quote.answer import Undecided
from verification.core.contracts.text_quote.examples import page_examples, text_examples
from verification.core.contracts.text_quote.request import parse_page, parse_text
from verification.services import Outcome


@dataclass(frozen=True, slots=True)
class Asked:
    """A valid request: what the work needs, and the hash that binds an authorization to it."""

    value: Any
    request_sha256: str


@dataclass(frozen=True, slots=True)
class Paid:
    """One paid route. `work(value, deadline)` has no side effects; `deadline` is in time.monotonic() seconds."""

    name: str
    path: str
    description: str
    published: Callable[[], Contract]
    parse: Callable[[bytes], Any]
    parse_stored: Callable[[bytes], Any]
    work: Callable[[Any, float], Outcome]
    seconds: float
    examples: Callable[[], dict[str, Any]]
    example_input: Mapping[str, Any]
    example_output: Mapping[str, Any]
    keeps_request: bool = True  # False: the request holds a text, so that its work is done in the request alone
    names_check: bool = False  # True: the answer names its check and its tier, and holds its receipt

    @property
    def minimum(self) -> int:
        """Atomic units."""
        return amounts.minimum(self.path)

    def read(self, body: bytes) -> Asked:
        """The request in a body of at most 65,536 bytes; InvalidRequest lists every fault."""
        value = self.parse(body)
        return Asked(value, canonical.request_sha256(value.body, self.path))

    def outcome(self, value: Any, check_id: str) -> Outcome:
        """The work on a valid request, done within the route's seconds from now."""
        done = self.work(value, time.monotonic() + self.seconds)
        if not (self.names_check and done.decisive):
            return done
        named = {**json.loads(done.answer), "check": check_id, "tier": _tier()}
        return replace(done, answer=canonical.canonical(named))


def _tier() -> str:
    return "sandbox" if settings.SANDBOX else "paid"


@lru_cache(maxsize=2)
def _examples(hosts: tuple[str, ...], public_url: str) -> dict[str, Any]:
    """Fixed for a configuration; the 422 is worded as a buyer would get it."""

    def undecided(report: dict[str, Any]) -> dict[str, Any]:
        return problems.body(
            "no_decisive_result", reason=report["results"][0]["reason"], report=report, **problems.UNUSED
        )

    return examples.examples(undecided, hosts)


QUOTES = Paid(
    name="quoteproof",
    path="/v1/verify/quotes",
    description="Checks up to ten quotes, to the letter, against up to five supported documentation pages: "
    "verdict, offsets, context, hashes, signed receipt. Charged only for a published, decisive result.",
    published=lambda: document.contract(settings.HOSTS),
    parse=lambda body: request.parse(body, settings.HOSTS),
    # A host list narrowed since the claim binds new claims only.
    parse_stored=lambda body: request.parse(body, {*SUPPORTED_HOSTS, *settings.HOSTS}),
    work=work.verify_quotes,
    seconds=DEADLINE_MS / 1000,
    examples=lambda: _examples(tuple(settings.HOSTS), settings.PUBLIC_URL),
    example_input={
        "urls": ["https://docs.python.org/3/library/bisect.html"],
        "quotes": [{"source_index": 0, "quote": "This module provides support"}],
    },
    example_output={"summary": {"decisive": 1, "unknown": 0}},
)


@lru_cache(maxsize=2)
def _page_examples(hosts: tuple[str, ...], public_url: str, tier: str) -> dict[str, Any]:
    return page_examples(_undecided, hosts, tier)


def _undecided(found: Undecided) -> dict[str, Any]:
    return problems.body("no_decisive_result", reason=found.reason, report=found.report, **problems.UNUSED)


@lru_cache(maxsize=2)
def _document_examples(hosts: tuple[str, ...], public_url: str, tier: str) -> dict[str, Any]:
    return document_examples(_undecided, hosts, tier)


@lru_cache(maxsize=2)
def _text_examples(tier: str) -> dict[str, Any]:
    return text_examples(tier)


TEXT_QUOTE = Paid(
    name=one_quote.TEXT_QUOTE,
    path="/v1/verify/text-quote",
    description="Checks one quote against a text you send: exact, fuzzy or none, with score, offsets and "
    "differences; instruction-like text flagged; signed receipt. Nothing is fetched, the text isn't kept.",
    published=one_quote.text_contract,
    parse=parse_text,
    parse_stored=parse_text,
    work=work.verify_text,
    seconds=DEADLINE_MS / 1000,
    examples=lambda: _text_examples(_tier()),
    example_input={
        "text": "Refunds are paid within 14 days of purchase.",
        "quote": "refunds are paid within 14 days",
    },
    example_output={"result": {"match": "exact", "score": 1}, "injection_flags": []},
    keeps_request=False,
    names_check=True,
)
QUOTE = Paid(
    name=one_quote.QUOTE,
    path="/v1/verify/quote",
    description="Checks one quote against one supported documentation page of up to 2 MB: exact or fuzzy, with "
    "score, offsets, differences, hashes, signed receipt. Charged only for a published, decisive result.",
    published=lambda: one_quote.page_contract(settings.HOSTS),
    parse=lambda body: parse_page(body, settings.HOSTS),
    parse_stored=lambda body: parse_page(body, {*SUPPORTED_HOSTS, *settings.HOSTS}),
    work=work.verify_quote,
    seconds=DEADLINE_MS / 1000,
    examples=lambda: _page_examples(tuple(settings.HOSTS), settings.PUBLIC_URL, _tier()),
    example_input={"url": "https://docs.python.org/3/library/stdtypes.html", "quote": "Truth Value Testing"},
    example_output={"result": {"match": "exact", "score": 1}, "injection_flags": []},
    names_check=True,
)
DOCUMENT = Paid(
    name=quotes_of_text.NAME,
    path="/v1/verify/document",
    description="Checks the quotes of one text, up to ten, each against the documentation page it is linked to, "
    "up to five pages of up to 2 MB: exact or fuzzy, with score, offsets, differences, one signed receipt. "
    "Charged only where at least one is decided.",
    published=lambda: quotes_of_text.contract(settings.HOSTS),
    parse=lambda body: parse_document(body, settings.HOSTS),
    parse_stored=lambda body: parse_document(body, {*SUPPORTED_HOSTS, *settings.HOSTS}),
    work=work.verify_document,
    seconds=DEADLINE_MS / 1000,
    examples=lambda: _document_examples(tuple(settings.HOSTS), settings.PUBLIC_URL, _tier()),
    example_input={
        "pairs": [{"url": "https://docs.python.org/3/library/stdtypes.html", "quote": "Truth Value Testing"}]
    },
    example_output={"summary": {"decisive": 1, "unknown": 0}, "injection_flags": []},
    names_check=True,
)

ALL = (QUOTES, TEXT_QUOTE, QUOTE, DOCUMENT)
BY_PATH = {contract.path: contract for contract in ALL}
BY_NAME = {contract.name: contract for contract in ALL}
