"""Decides which request a form of a quote and a supplied text stands for, and where each of its faults is shown.

The text lives in the request alone: it is in no address, no session and no log.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final

from django.http import QueryDict

from quoteproof.contracts import TEXT_QUOTE, Paid
from quoteproof.pages.form import Mistake
from verification.core.contracts.faults import Fault, InvalidRequest
from verification.core.contracts.limits import BODY_BYTES
from verification.core.contracts.text_quote import limits

MATCHES: Final = {
    "fuzzy": "The quote, or something close to it",
    "exact": "The quote alone",
    "passages": "Passages that share the words of a claim",
}
FIELDS: Final = ("quote", "text", "match", "case")
WORDS: Final = {
    ("quote", "too_short"): "Type or paste the quote.",
    ("quote", "blank_quote"): "Type or paste the quote: nothing that can be looked for stands here.",
    ("quote", "too_long"): f"At most {limits.QUOTE:,} characters can be checked at once; shorten the quote.",
    ("text", "too_short"): "Paste the text that the quote is said to stand in.",
    ("text", "too_long"): f"At most {limits.TEXT:,} characters can be looked through at once; paste less of it.",
    ("case", "not_with_passages"): "Passages are looked for whatever their capitals: leave this out.",
}
TOO_LARGE: Final = (
    "Together with the quote this is more than the 65,536 bytes that one check can hold; paste less."
)


@dataclass(frozen=True, slots=True)
class TextForm:
    """The form as filled in. `match` is what was chosen, whether it is one of MATCHES or not."""

    quote: str = ""
    text: str = ""
    match: str = "fuzzy"
    case_sensitive: bool = False

    @property
    def contract(self) -> Paid:
        return TEXT_QUOTE

    @property
    def request(self) -> dict[str, Any]:
        asked = {"text": self.text, "quote": self.quote, "match": self.match}
        return {**asked, "case_sensitive": self.case_sensitive}

    @property
    def body(self) -> bytes:
        return json.dumps(self.request, ensure_ascii=False).encode()

    @property
    def fields(self) -> tuple[tuple[str, str], ...]:
        """Names and values of the form's fields, as typed."""
        plain = (("quote", self.quote), ("text", self.text), ("match", self.match))
        return (*plain, ("case", "1")) if self.case_sensitive else plain


def filled(sent: QueryDict) -> TextForm:
    """The submitted form. Browsers send every line break as CR LF: LF was typed."""
    quote, text = (str(sent.get(name, "")).replace("\r\n", "\n") for name in ("quote", "text"))
    return TextForm(quote, text, str(sent.get("match", "fuzzy")), "case" in sent)


def mistakes(form: TextForm) -> tuple[Mistake, ...]:
    """What the contract's own rules find wrong with the form: one mistake a field, in the form's order."""
    if len(form.body) > BODY_BYTES:
        return (Mistake("text", TOO_LARGE),)
    try:
        form.contract.read(form.body)
    except InvalidRequest as error:
        first = {mistake.field: mistake for mistake in map(_mistake, reversed(error.faults))}
        return tuple(sorted(first.values(), key=lambda mistake: FIELDS.index(mistake.field)))
    return ()


def _mistake(fault: Fault) -> Mistake:
    name = fault.pointer.removeprefix("/")
    field = "case" if name == "case_sensitive" else name
    return Mistake(field, WORDS.get((field, fault.reason), fault.detail))
