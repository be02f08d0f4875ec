"""The paid routes, one row each: which contract a route keeps, how its request is read and its work done."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.conf import settings

from payments.core import amounts
from quoteproof import problems, work
from verification.core.contracts import canonical
from verification.core.contracts.limits import DEADLINE_MS, SUPPORTED_HOSTS
from verification.core.contracts.published import Contract
from verification.core.contracts.quoteproof import document, examples, request
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
    keeps_request: bool = True

    @property
    def minimum(self) -> int:
        """Atomic units."""
        return amounts.minimum(self.path)

    def read(self, body: bytes) -> Asked:
        """The request in a body of at most 65,536 bytes; InvalidRequest lists every fault."""
        value = self.parse(body)
        return Asked(value, canonical.request_sha256(value.body, self.path))


@lru_cache(maxsize=2)
def _examples(hosts: tuple[str, ...], public_url: str) -> dict[str, Any]:
    """Fixed for a configuration; the 422 is worded as a buyer would get it."""

    def undecided(report: dict[str, Any]) -> dict[str, Any]:
        unused = {"charged": False, "authorization": "not_used", "retry_with": "new_authorization"}
        return problems.body("no_decisive_result", reason=report["results"][0]["reason"], report=report, **unused)

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

ALL = (QUOTES,)
BY_PATH = {contract.path: contract for contract in ALL}
BY_NAME = {contract.name: contract for contract in ALL}
