"""Decides which complaint a form about a published result stands for, and where each of its faults is shown."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.http import QueryDict

from quoteproof.pages.form import Mistake
from receipts.disputes import A_DAY, REASON_MAX, Complaint, DisputeOpen, NotPublished, TextMismatch, TooMany
from verification.core.contracts.text_quote import limits

REFUSALS: Final[dict[type[Exception], Mistake]] = {
    NotPublished: Mistake("", "There is no published result to dispute."),
    DisputeOpen: Mistake("", "A dispute of this check is open already. Wait for its outcome."),
    TextMismatch: Mistake("text", "This is not, to the byte, what was compared: its SHA-256 is another one."),
    TooMany: Mistake("", f"{A_DAY} disputes a day may be opened from one address. Try again tomorrow."),
}


@dataclass(frozen=True, slots=True)
class DisputeForm:
    """The form as filled in. `about` is the number of a quote, from 1, or empty for the whole result."""

    about: str = ""
    reason: str = ""
    text: str = ""
    quote: str = ""

    @property
    def said(self) -> str:
        """The reason as it was typed: browsers send a line break as two characters."""
        return self.reason.replace("\r\n", "\n").strip()

    def complaint(self, text_sha256: str, quote_sha256: str) -> Complaint:
        """What is said. The hashes are those of the texts that were compared; empty where none was supplied."""
        return Complaint(
            reason=self.said,
            quote_index=int(self.about) - 1 if self.about else None,
            text=_as_compared(self.text, text_sha256),
            quote=_as_compared(self.quote, quote_sha256),
        )


BLANK: Final = DisputeForm()


@dataclass(frozen=True, slots=True)
class Shown:
    """The form as a page shows it: `form` as filled in, `mistakes` in it; `quotes` of the result.

    `why_not`: why nobody can open a dispute from here now. `again`: there were disputes; `refunded`: the charge
    was paid back.
    """

    form: DisputeForm
    mistakes: Sequence[Mistake]
    quotes: int
    supplied: bool
    why_not: str = ""
    again: bool = False
    refunded: bool = False
    most: int = REASON_MAX

    @property
    def may_open(self) -> bool:
        """A form that came back with mistakes stays, so that nothing that was typed is lost."""
        return not self.why_not or bool(self.mistakes)

    @property
    def wrong(self) -> dict[str, str]:
        """The first mistake of each field."""
        return {each.field: each.text for each in reversed(self.mistakes)}


def filled(sent: QueryDict) -> DisputeForm:
    """The submitted form, as browsers send it: every line break is CR LF."""
    return DisputeForm(**{name: str(sent.get(name, "")) for name in ("about", "reason", "text", "quote")})


def mistakes(form: DisputeForm, quotes: int) -> tuple[Mistake, ...]:
    """What is wrong with the form about a result of so many quotes, in the form's order."""
    found = []
    if form.about and form.about not in map(str, range(1, quotes + 1)):
        found.append(Mistake("about", "Choose one of the quotes, or the whole result."))
    if not form.said:
        found.append(Mistake("reason", "Say what is wrong."))
    if len(form.said) > REASON_MAX:
        found.append(Mistake("reason", f"At most {REASON_MAX:,} characters; say it in less."))
    if len(form.text) > 2 * limits.TEXT:  # CR LF counts twice
        found.append(Mistake("text", f"At most {limits.TEXT:,} characters were compared; this is more."))
    if form.quote and not form.text:
        found.append(Mistake("text", "Paste the text too: the quote alone can't be compared again."))
    return tuple(found)


def refusal(error: Exception) -> Mistake:
    """Where and how an error of opening a dispute is shown."""
    return REFUSALS[type(error)]


def _as_compared(text: str, sha256: str) -> str | None:
    """The text with the line breaks that it was compared with; None if nothing was pasted."""
    if not text:
        return None
    typed = text.replace("\r\n", "\n")
    candidates = (typed, text, typed.replace("\n", "\r"))
    same = (each for each in candidates if hashlib.sha256(each.encode()).hexdigest() == sha256)
    return next(same, typed)
