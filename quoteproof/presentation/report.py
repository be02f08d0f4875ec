"""Decides what a result page shows of a QuoteProof output: one finding a quote, one row a page that was read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from quoteproof.presentation import text_fragments, words
from quoteproof.presentation.moments import Moment, moment
from quoteproof.presentation.passages import Passage, passage


@dataclass(frozen=True, slots=True)
class PageRead:
    """A source as it was read, or why it was not. Sizes in bytes and UTF-16 code units."""

    number: int
    url: str
    final_url: str
    fetched_at: Moment | None
    http_status: int | None
    content_type: str | None
    source_bytes: int | None
    content_sha256: str | None
    extraction: str
    extracted_chars: int | None
    extraction_sha256: str | None
    reason: str | None
    why: str
    robots_rule: str

    @property
    def moved(self) -> bool:
        """Whether the page was read at another address, fragments aside."""
        return self.final_url != self.url.partition("#")[0]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a quote stands: UTF-16 code units of the extracted text, end exclusive."""

    start: int
    end: int
    passage: Passage | None
    open_url: str
    section_url: str | None


@dataclass(frozen=True, slots=True)
class Finding:
    """One quote and what was found for it."""

    number: int
    quote: str
    verdict: words.Verdict
    reason: str
    why: str
    remedy: str
    places: tuple[Place, ...]
    page: PageRead

    @property
    def wording(self) -> str | None:
        """The page's own wording of a quote that was found, spacing and all where the context shows it."""
        if not self.places:
            return None
        first = self.places[0].passage
        return first.match if first and not first.cut else self.quote


@dataclass(frozen=True, slots=True)
class Report:
    findings: tuple[Finding, ...]
    pages: tuple[PageRead, ...]
    summary: str


def report(output: Mapping[str, Any], quotes: Sequence[str], robots_rules: Sequence[str]) -> Report:
    """What is shown of `output`; `quotes` as sent, `robots_rules` one for each source (empty: none applied)."""
    pages = tuple(page_read(source, rule) for source, rule in zip(output["sources"], robots_rules, strict=True))
    findings = tuple(
        _finding(result, quotes[result["quote_index"]], pages[result["source_index"]])
        for result in output["results"]
    )
    return Report(findings, pages, summary(findings))


class Judged(Protocol):
    """One quote with its verdict."""

    @property
    def verdict(self) -> words.Verdict: ...


def summary(findings: Sequence[Judged]) -> str:
    """Such as `2 quotes: 1 found, 1 undecided`."""
    counts = Counter(finding.verdict.word.lower() for finding in findings)
    listed = ", ".join(f"{count} {word}" for word, count in counts.items())
    return f"{len(findings)} {'quote' if len(findings) == 1 else 'quotes'}: {listed}"


def page_read(
    source: Mapping[str, Any], robots_rule: str, reasons: Mapping[str, words.Reason] = words.REASONS
) -> PageRead:
    """A source in words; `reasons` say why one was not read."""
    plain = ("url", "final_url", "http_status", "content_type", "source_bytes", "content_sha256",
             "extracted_chars", "extraction_sha256", "reason")  # fmt: skip
    return PageRead(
        number=source["source_index"] + 1,
        fetched_at=moment(source["fetched_at"]),
        extraction=words.EXTRACTIONS[source["extraction"]],
        why=reasons[source["reason"]].why if source["reason"] else "",
        robots_rule=robots_rule,
        **{name: source[name] for name in plain},
    )


def _finding(result: Mapping[str, Any], quote: str, page: PageRead) -> Finding:
    reason = words.REASONS[result["reason"]]
    return Finding(
        number=result["quote_index"] + 1,
        quote=quote,
        verdict=words.VERDICTS[result["status"]],
        reason=result["reason"],
        why=reason.why,
        remedy=reason.remedy,
        places=tuple(
            _place(evidence, quote, page, result["status"] == "exact_match", ordinal)
            for ordinal, evidence in enumerate(result["evidence"])
        ),
        page=page,
    )


def _place(evidence: Mapping[str, Any], quote: str, page: PageRead, verbatim: bool, ordinal: int) -> Place:
    shown, anchor = passage(evidence), evidence["anchor_fragment"]
    section_url = page.final_url + anchor if anchor else None
    if shown and not shown.cut:
        directive = text_fragments.directive(shown.match, shown.before, shown.after, later=ordinal > 0)
    else:
        directive = text_fragments.directive(quote, shown.before if shown else "", known=verbatim)
    opened = text_fragments.link(page.final_url, anchor, directive)
    if ordinal and section_url and not shown:
        opened = section_url  # by its text alone, a browser would open an earlier place
    return Place(evidence["start_char"], evidence["end_char"], shown, opened, section_url)
