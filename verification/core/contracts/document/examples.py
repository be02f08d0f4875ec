"""Decides the free worked examples of the contract `document`: made-up pages, and the real matching.

Written by hand are pages and questions only. A paid answer also names its check and holds its receipt; here both
are plainly made up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from verification.core.contracts.canonical import canonical
from verification.core.contracts.document import relations
from verification.core.contracts.document.answer import answer
from verification.core.contracts.document.document import contract
from verification.core.contracts.document.request import parse
from verification.core.contracts.limits import SUPPORTED_HOSTS
from verification.core.contracts.quoteproof.examples import Page, read
from verification.core.contracts.text_quote.answer import Undecided
from verification.core.contracts.text_quote.examples import LIMITS, MADE_UP, RELEASE


@dataclass(frozen=True, slots=True)
class Example:
    """Quotes with the URL that each is linked to; `pages` are what these lead to, in that order."""

    name: str
    note: str
    pages: tuple[Page, ...]
    pairs: tuple[tuple[str, str], ...]

    def request(self) -> dict[str, Any]:
        return {"pairs": [{"url": url, "quote": quote} for url, quote in self.pairs]}


EXAMPLES: Final = (
    Example(
        "report",
        "One quote is exact, one differs by a number, one isn't in a plain text, one can't be decided on a page "
        "of HTML: the check succeeds, and what is undecided says so. A page that is named twice is read once.",
        (LIMITS, RELEASE),
        (
            (LIMITS.url, "Further requests are answered with status 429."),
            (LIMITS.url + "#limits", "A client may send at most ninety requests in a minute."),
            (RELEASE.url, "Keys are never replaced."),
            (LIMITS.url, "Every client has a daily quota of its own."),
        ),
    ),
    Example(
        "nothing-decided",
        "Where no pair is decided, nothing is charged.",
        (LIMITS,),
        ((LIMITS.url, "Every client has a daily quota of its own."),),
    ),
)


def examples(problem: Callable[[Undecided], dict[str, Any]], hosts: Sequence[str], tier: str) -> dict[str, Any]:
    """The examples as they are published; `problem` makes the 422 body, `tier` is paid or sandbox."""
    worked = [_worked(example, problem, tier) for example in EXAMPLES]
    return {"contract": contract(hosts).reference(), "examples": worked}


def _worked(example: Example, problem: Callable[[Undecided], dict[str, Any]], tier: str) -> dict[str, Any]:
    request, sources = parse(canonical(example.request()), SUPPORTED_HOSTS), [read(page) for page in example.pages]
    answered = answer(request, sources)
    told = {
        "name": example.name,
        "note": example.note,
        "request": example.request(),
        "sources": [page.described() for page in example.pages],
    }
    if isinstance(answered, Undecided):
        return told | {"status": 422, "response": problem(answered)}
    relations.check(answered, request, sources)
    return told | {"status": 200, "response": {**answered, **MADE_UP, "tier": tier}}
