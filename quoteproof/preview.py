"""What a text with its citations would cost to check: the pairs that are found in it, and the calls they need."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings

from quoteproof.contracts import DOCUMENT
from quoteproof.presentation.amounts import usdc
from verification.core.citations.find import find
from verification.core.citations.found import Format, Pair, Skipped
from verification.core.citations.rules import RULES
from verification.core.contracts.document.parts import LEFT_OUT, Chosen, plan

MOST_BYTES = 262_144
"""Of the text in UTF-8."""
REASONS = {rule.id: rule.sentence for rule in RULES if rule.part == "skipped"} | LEFT_OUT
"""Why a quotation is skipped, in words."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What is found, in the order of the text; `part` of a pair is the call that it goes into, counted from 0."""

    pairs: tuple[Chosen, ...]
    skipped: tuple[Skipped, ...]
    parts: int

    @property
    def price_per_part(self) -> str:
        """The minimum of one call in US$, as decimal text."""
        return usdc(DOCUMENT.minimum)

    @property
    def price(self) -> str:
        """The minimum of all calls together in US$, as decimal text."""
        return usdc(DOCUMENT.minimum * self.parts)

    def body(self, part: int) -> dict[str, list[dict[str, str]]]:
        """The request of one call."""
        chosen = (each.pair for each in self.pairs if each.part == part)
        return {"pairs": [{"url": pair.url, "quote": pair.quote} for pair in chosen]}

    def only(self, keep: Callable[[Pair], bool]) -> Preview:
        """Some of the pairs, in parts of their own."""
        planned = plan([each.pair for each in self.pairs if keep(each.pair)], settings.HOSTS)
        return Preview(planned.pairs, (), planned.parts)


def preview(document: str, form: Format) -> Preview:
    """The pairs of a text of at most `MOST_BYTES`; nothing is fetched, nothing is kept."""
    found = find(document, form)
    planned = plan(found.pairs, settings.HOSTS)
    skipped = sorted((*found.skipped, *planned.left_out), key=lambda each: (each.start, each.end))
    return Preview(planned.pairs, tuple(skipped), planned.parts)
