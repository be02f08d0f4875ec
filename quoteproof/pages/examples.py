"""`/examples`: the contracts' own worked examples, shown as results are. Nothing is fetched, and nothing paid."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from quoteproof.contracts import QUOTE, QUOTES, TEXT_QUOTE, Paid
from quoteproof.presentation.amounts import usdc
from quoteproof.presentation.one_quote import one_quote, undecided
from quoteproof.presentation.report import report
from quoteproof.presentation.words import VERDICTS, Verdict
from verification.core.contracts.text_quote.rows import terms

SHOWN: Final = (
    (QUOTE, "One quote and its page"),
    (TEXT_QUOTE, "A quote and the text you hold"),
    (QUOTES, "Several quotes and pages, to the letter"),
)
ROBOTS: Final = ""
"""No robots.txt speaks of a made-up page."""


@dataclass(frozen=True, slots=True)
class Example:
    """One worked example. `found` is what a result page needs of it: `report`, `one` or `undecided`."""

    contract: Paid
    name: str
    note: str
    quotes: tuple[str, ...]
    text: str
    pages: tuple[Mapping[str, Any], ...]
    found: Mapping[str, Any]

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        if "report" in self.found:
            return tuple(finding.verdict for finding in self.found["report"].findings)
        return (self.found["one"].verdict if "one" in self.found else VERDICTS["unknown"],)

    @property
    def summary(self) -> str:
        if "undecided" in self.found:
            return "Undecided: nothing is charged"
        return str((self.found.get("one") or self.found["report"]).summary)

    @property
    def charged(self) -> bool:
        return any(verdict.code != "unknown" for verdict in self.verdicts)


@require_safe
@cache_control(public=True, max_age=300)
def index(request: HttpRequest) -> HttpResponse:
    groups = [
        {"title": title, "price": usdc(contract.minimum), "path": contract.path, "examples": list(of(contract))}
        for contract, title in SHOWN
    ]
    return render(request, "quoteproof/examples.html", {"groups": groups})


@require_safe
@cache_control(public=True, max_age=300)
def page(request: HttpRequest, contract: str, name: str) -> HttpResponse:
    every = [(example, title) for each, title in SHOWN for example in of(each)]
    for at, (example, title) in enumerate(every):
        if (example.contract.name, example.name) == (contract, name):
            following, _ = every[(at + 1) % len(every)]
            context = {"example": example, "following": following, "title": title}
            return render(request, "quoteproof/example.html", context | dict(example.found))
    raise Http404


def of(contract: Paid) -> Iterator[Example]:
    """The published examples of a contract, as the pages show them."""
    for worked in contract.examples()["examples"]:
        asked = worked["request"]
        yield Example(
            contract=contract,
            name=worked["name"],
            note=worked["note"],
            quotes=tuple(each["quote"] for each in asked.get("quotes", [asked])),
            text=asked.get("text", ""),
            pages=tuple(worked["sources"]),
            found=_found(contract, worked),
        )


def _found(contract: Paid, worked: Mapping[str, Any]) -> dict[str, Any]:
    asked, response, decided = worked["request"], worked["response"], worked["status"] == 200
    if not contract.names_check:
        output = response if decided else response["report"]
        quotes = [each["quote"] for each in asked["quotes"]]
        return {"report": report(output, quotes, [ROBOTS] * len(output["sources"]))}
    if not decided:
        source = response["report"]["source"]
        told = undecided(response["reason"], source, quote=asked["quote"], robots_rule=ROBOTS, units=None)
        return {"undecided": told}
    value = contract.parse(json.dumps(asked).encode())
    compared = json.loads(terms(value.question, getattr(value, "slice", None)))
    return {"one": one_quote(response, quote=asked["quote"], terms=compared)}
