"""Decides what a result page shows of a check of a text's quotes: a table, one row a pair, and each pair in full.

Where nothing was decided, and so nothing sold, the pairs stand there with what may be told for nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from quoteproof.presentation import words
from quoteproof.presentation.one_quote import Flag, OneQuote, flags_shown, one_quote
from quoteproof.presentation.one_quote_words import PAGE_REASONS
from quoteproof.presentation.report import PageRead, page_read, summary

UNTOLD: Final = words.Reason(
    "The page was read; whether it holds the quote could not be decided.",
    PAGE_REASONS["html_absence_unverifiable"].remedy,
)
"""Of a pair in a check that decided nothing, where only the first pair's reason is told."""


@dataclass(frozen=True, slots=True)
class PairFinding:
    """One pair and what was found of it; `one` is None where nothing was decided, and `why` says why."""

    number: int
    quote: str
    url: str
    page: PageRead
    verdict: words.Verdict
    reason: str
    why: str
    remedy: str
    one: OneQuote | None = None

    @property
    def score(self) -> str:
        return self.one.score if self.one else ""

    @property
    def opened(self) -> bool:
        """Whether it is shown in full from the start: all that isn't simply there."""
        return self.verdict.code != "exact" or bool(self.one and self.one.truncated)


@dataclass(frozen=True, slots=True)
class DocumentReport:
    """All pairs in order, and the pages as they were read. `flags` are those of each page, by its number."""

    findings: tuple[PairFinding, ...]
    pages: tuple[PageRead, ...]
    summary: str
    flags: tuple[tuple[PageRead, tuple[Flag, ...]], ...] = ()
    is_document: bool = True


def document_report(
    answer: Mapping[str, Any],
    pairs: Sequence[Mapping[str, str]],
    *,
    terms: Mapping[str, Any],
    robots_rules: Sequence[str],
) -> DocumentReport:
    """What is shown of `answer`; `pairs` as sent, `robots_rules` one for each page (empty: none applied)."""
    pages = _pages(answer["sources"], robots_rules)
    findings = tuple(
        _finding(result, pair, pages[result["source_index"]], terms)
        for result, pair in zip(answer["results"], pairs, strict=True)
    )
    flags = ((page, _flags_of(at, answer["injection_flags"])) for at, page in enumerate(pages))
    return DocumentReport(findings, pages, summary(findings), tuple(each for each in flags if each[1]))


def undecided_report(
    reason: str,
    sources: Sequence[Mapping[str, Any]],
    asked: Sequence[tuple[Mapping[str, str], int]],
    *,
    robots_rules: Sequence[str],
) -> DocumentReport:
    """What is shown where no pair was decided. `asked`: each pair with its page's index; `reason`: the first's."""
    pages = _pages(sources, robots_rules)
    findings = []
    for at, (pair, source) in enumerate(asked):
        known = pages[source].reason or ("" if at else reason)
        findings.append(_unknown(at, pair, pages[source], known))
    return DocumentReport(tuple(findings), pages, summary(findings))


def _pages(sources: Sequence[Mapping[str, Any]], robots_rules: Sequence[str]) -> tuple[PageRead, ...]:
    read = zip(sources, robots_rules, strict=True)
    return tuple(page_read(source, rule, PAGE_REASONS) for source, rule in read)


def _finding(
    result: Mapping[str, Any], pair: Mapping[str, str], page: PageRead, terms: Mapping[str, Any]
) -> PairFinding:
    if result["match"] is None:
        return _unknown(result["pair_index"], pair, page, result["reason"])
    quote_sha256 = hashlib.sha256(pair["quote"].encode()).hexdigest()
    one = one_quote(
        {"result": result, "injection_flags": (), "advice": result["advice"]},
        quote=pair["quote"],
        terms={**terms, "quote_sha256": quote_sha256},
        robots_rule=page.robots_rule,
        units=page.extracted_chars,
    )
    return PairFinding(
        number=result["pair_index"] + 1,
        quote=pair["quote"],
        url=pair["url"],
        page=page,
        verdict=one.verdict,
        reason=result["reason"] or "",
        why=one.why,
        remedy=one.remedy,
        one=one,
    )


def _unknown(index: int, pair: Mapping[str, str], page: PageRead, reason: str) -> PairFinding:
    told = PAGE_REASONS[reason] if reason else UNTOLD
    return PairFinding(
        number=index + 1,
        quote=pair["quote"],
        url=pair["url"],
        page=page,
        verdict=words.VERDICTS["unknown"],
        reason=reason,
        why=told.why,
        remedy=told.remedy,
    )


def _flags_of(index: int, flags: Sequence[Mapping[str, Any]]) -> tuple[Flag, ...]:
    return flags_shown([flag for flag in flags if flag["source_index"] == index])
