"""Decides what is answered to a check of one quote: the contracts `text-quote` and `quote`.

On a supplied text and on a plain text everything is decisive, `none` too. A page can't show that something isn't
on it, so there a miss is no answer; and what its own controls keep from being shown decides nothing either.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from verification.core.contracts.quoteproof.answer import Source
from verification.core.contracts.text_quote import result
from verification.core.contracts.text_quote.request import PageRequest, Question, TextRequest
from verification.core.contracts.text_quote.result import Result
from verification.core.contracts.text_quote.snippets import Allowance
from verification.core.contracts.text_quote.subject import Subject, described, fetched, supplied
from verification.core.page.pagetext import Span
from verification.core.text.advice import advice
from verification.core.text.injection import flags, published
from verification.core.text.intervals import merged
from verification.core.text.match import Match, match
from verification.core.text.profile import Normalised


@dataclass(frozen=True, slots=True)
class Undecided:
    """No decisive result: why, and all that may be told for nothing."""

    reason: str
    report: dict[str, Any]


def of_text(request: TextRequest) -> dict[str, Any]:
    """`result`, `injection_flags` and `advice` for a quote and a supplied text. Raises MatchTooCostly."""
    subject, allowance = supplied(request.text), Allowance()
    found = decided(request.question, subject, request.slice, allowance)
    assert isinstance(found, Result), "a supplied text decides everything"
    return _body(found, subject, allowance)


def of_page(request: PageRequest, source: Source) -> dict[str, Any] | Undecided:
    """The same for a quote and the page that its URL led to."""
    subject = fetched(source)
    if subject is None:
        return Undecided(source.reason or "", {"source": described(source)})
    allowance = Allowance(subject.max_snippet, subject.nosnippet)
    found = decided(request.question, subject, None, allowance)
    return (
        Undecided(found, {"source": subject.source})
        if isinstance(found, str)
        else _body(found, subject, allowance)
    )


def decided(question: Question, subject: Subject, declared: Span | None, allowance: Allowance) -> Result | str:
    """The result, or the reason why nothing is decided. Raises MatchTooCostly."""
    if question.match == "passages":
        found, others = result.of_passages(question, subject, allowance)
        if not found.members["passages"] and others:
            return "source_disallows_excerpts"
        if not found.members["passages"] and not subject.proves_absence:
            return "html_absence_unverifiable"
        return found
    matched = match(
        subject.text,
        question.quote,
        mode=question.match,
        case_sensitive=question.case_sensitive,
        threshold=question.threshold,
        declared=declared,
    )
    if matched.kind == "none" and not subject.proves_absence:
        return "html_absence_unverifiable"
    if _is_hidden(matched, subject.nosnippet, allowance):
        return "source_disallows_excerpts"
    return result.of_match(matched, subject, declared, allowance)


def _is_hidden(found: Match, nosnippet: Iterable[Span], allowance: Allowance) -> bool:
    """Whether the match, or any occurrence of an exact one, touches what the page doesn't want excerpted."""
    if found.raw_span and allowance.touches(found.raw_span):
        return True
    return found.kind == "exact" and _occurs_in(found.text, found.quote.text, nosnippet)


def _occurs_in(text: Normalised, quote: str, ranges: Iterable[Span]) -> bool:
    """Whether an occurrence shares a character with one of the raw ranges: where such a one begins is known."""
    spans = (text.span_of(start, end) for start, end in ranges if start < end)
    starts = merged((max(0, start - len(quote) + 1), end) for start, end in spans if start < end)
    return any(text.text.find(quote, first, beyond + len(quote) - 1) >= 0 for first, beyond in starts)


def _body(found: Result, subject: Subject, allowance: Allowance) -> dict[str, Any]:
    flagged = flags_of(subject, found.whole, allowance)
    return {
        "result": found.members,
        "injection_flags": flagged,
        "advice": advised(found, allowance),
    }


def flags_of(subject: Subject, whole: Normalised, allowance: Allowance) -> list[dict[str, Any]]:
    """Instruction-like text anywhere in the source, also where only a slice of it was compared."""
    return [
        published(flag, whole) | {"excerpt": allowance.show(flag.excerpt, (flag.raw_start, flag.raw_end))}
        for flag in flags(subject.text)
    ]


def advised(found: Result, allowance: Allowance) -> str:
    """The advice. It quotes the text, so it counts as text that is shown."""
    members, findings = found.members, found.findings
    shown = [difference["text"]["text"] for difference in members["differences"]]
    shown += [gap["text"] for gap in (members["edited"] or {"gaps": []})["gaps"]]
    said = advice(findings)
    if None not in shown and allowance.spend(said):
        return said
    return advice(replace(findings, shows_text=False))
