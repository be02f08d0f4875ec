"""Decides whether an output keeps the contract: the published schema, and the relations no schema can state.

Nothing counts as a result before it has passed: what fails is a fault of the service and is never charged.
The relations are written from the contract's side; evidence is followed by a way of its own (evidence.py).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, Final, TypeAlias

from jsonschema import Draft202012Validator, FormatChecker

from verification.core.contracts.canonical import canonical
from verification.core.contracts.limits import CONTEXT_WORDS_PER_SOURCE, OUTPUT_BYTES
from verification.core.contracts.quoteproof.answer import (
    OUTPUT_SCHEMA,
    PLAIN_TEXT,
    STATIC_HTML,
    Source,
    described,
    read_page,
)
from verification.core.contracts.quoteproof.evidence import (
    Utf16Text,
    broken,
    evidence_facts,
    evidence_relations,
)
from verification.core.contracts.quoteproof.request import Quote, QuoteRequest
from verification.core.page.context import word_count
from verification.core.page.pagetext import PageText

Json: TypeAlias = dict[str, Any]
_UNREAD: Final = frozenset(
    {"source_too_large", "empty_source", "robots_unavailable", "source_disallows_access"}
    | {"source_disallows_excerpts", "unsupported_redirect", "redirect_limit", "source_unavailable"}
    | {"unsupported_content_type", "unsupported_encoding", "extraction_uncertain", "html_runtime_unavailable"}
    | {"deadline_exceeded"}
)
_UNKNOWN_ON_A_PAGE: Final = frozenset({"html_absence_unverifiable", "source_disallows_excerpts"})
# What each decisive status goes with: reason, occurrences, pieces of evidence.
_DECISIVE: Final = {
    "exact_match": ("single_occurrence", "1", 1),
    "whitespace_normalized_match": ("single_occurrence", "1", 1),
    "ambiguous": ("repeated_occurrence", "2_or_more", 2),
    "absent": ("complete_text", "0", 0),
}
_PARSED: Final = frozenset({"empty_source", "extraction_uncertain", "html_runtime_unavailable"})
_FINAL_URL: Final = re.compile(r"https://[a-z0-9.\-]+(?::443)?(?:/[!\"$->@-~]*)?")


# An absolute URI of RFC 3986, section 3, with an authority.
_URI: Final = re.compile(
    r"[A-Za-z][A-Za-z0-9+.\-]*://(?:[A-Za-z0-9\-._~!$&'()*+,;=:@\[\]]|%[0-9A-Fa-f]{2})*"
    r"(?:/(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/]|%[0-9A-Fa-f]{2})*)?"
    r"(?:\?(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9A-Fa-f]{2})*)?"
    r"(?:#(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9A-Fa-f]{2})*)?"
)


class InvalidOutput(Exception):
    """An output breaks the contract; the message names the relations, never a page's text."""


def _strict(node: Any) -> Any:
    """The schema with its patterns as ECMA-262 means them: ASCII digits, `$` only at the very end."""
    if isinstance(node, dict):
        return {key: _ecma(value) if key == "pattern" else _strict(value) for key, value in node.items()}
    return [_strict(item) for item in node] if isinstance(node, list) else node


def _ecma(pattern: str) -> str:
    return re.sub(r"\$$", r"\\Z", pattern.replace(r"\d", "[0-9]"))


def _formats() -> FormatChecker:
    """The two formats the schema names. The library's own check of `uri` builds a whole grammar at import."""
    checker = FormatChecker(formats=())
    checker.checks("uri", raises=ValueError)(
        lambda value: not isinstance(value, str) or bool(_URI.fullmatch(value))
    )
    checker.checks("date-time", raises=ValueError)(
        lambda value: not isinstance(value, str) or bool(datetime.fromisoformat(value))
    )
    return checker


_VALIDATOR: Final = Draft202012Validator(_strict(OUTPUT_SCHEMA), format_checker=_formats())


def check(output: Json, request: QuoteRequest, sources: Sequence[Source] | None = None) -> None:
    """Raise InvalidOutput unless `output` is a valid answer to `request`; with `sources`, a true one as well."""
    if not _VALIDATOR.is_valid(output):
        raise InvalidOutput("schema")
    failed = list(_relations(output, request))
    if not failed and sources is not None:
        failed = list(_facts(output, request, sources))
    if failed:
        raise InvalidOutput(", ".join(failed))


def _relations(output: Json, request: QuoteRequest) -> Iterator[str]:
    results, sources = output["results"], output["sources"]
    yield from _whole(output, request)
    for index, (source, url) in enumerate(zip(sources, request.urls, strict=False)):
        yield from _source(index, source, url)
    for index, (result, quote) in enumerate(zip(results, request.quotes, strict=False)):
        if quote.source_index < len(sources):
            yield from _result(index, result, quote, sources[quote.source_index])


def _whole(output: Json, request: QuoteRequest) -> Iterator[str]:
    unknown = sum(result["status"] == "unknown" for result in output["results"])
    decisive = len(output["results"]) - unknown
    return broken(
        {
            "one source for each URL": len(output["sources"]) == len(request.urls),
            "one result for each quote": len(output["results"]) == len(request.quotes),
            "the summary adds up": output["summary"] == {"decisive": decisive, "unknown": unknown},
            "the words of each source are counted": max(_words(output).values(), default=0)
            <= CONTEXT_WORDS_PER_SOURCE,
            "the body is small, canonical JSON": _is_small(output),
        }
    )


def _is_small(output: Json) -> bool:
    try:
        return len(canonical(output)) <= OUTPUT_BYTES
    except ValueError:  # a lone surrogate
        return False


def _words(output: Json) -> Counter[int]:
    words: Counter[int] = Counter()
    for result in output["results"]:
        for evidence in result["evidence"]:
            words[result["source_index"]] += word_count((evidence["context"] or {"text": ""})["text"])
    return words


def _source(index: int, source: Json, url: str) -> Iterator[str]:
    reason, final_url, status = source["reason"], source["final_url"], source["http_status"]
    unread = source["extraction"] == "unavailable"
    received = source["content_sha256"] is not None
    return broken(
        {
            "sources are in order": source["source_index"] == index,
            "URLs are as sent": source["url"] == url,
            "final URLs are fetched ones": bool(_FINAL_URL.fullmatch(final_url)),
            "a body has both size and hash": received == (source["source_bytes"] is not None),
            "a type and a body come with a status": status is not None
            or not (received or source["content_type"] is not None),
            "a source is read or has a reason": unread == (reason is not None),
            "a source's reason is its own": reason is None or reason in _UNREAD,
            "only a read source has a text": unread
            == (source["extraction_sha256"] is None)
            == (source["extracted_chars"] is None),
            "only a whole 200 is read": unread or (status == 200 and received and bool(source["content_type"])),
            "a read source isn't empty": unread or bool(source["extracted_chars"]),
            "what is too large has no hash": not (reason == "source_too_large" and received),
            "what was parsed was a whole 200": reason not in _PARSED or (status == 200 and received),
        }
    )


def _result(index: int, result: Json, quote: Quote, source: Json) -> Iterator[str]:
    row = (result["reason"], result["occurrences"], len(result["evidence"]))
    read, status, reason = source["reason"] is None, result["status"], result["reason"]
    if status == "unknown":
        on_page = source["extraction"] == STATIC_HTML and reason in _UNKNOWN_ON_A_PAGE
        decided = row[1:] == ("unknown", 0) and (on_page if read else reason == source["reason"])
    else:
        decided = read and row == _DECISIVE[status]
    starts = [evidence["start_char"] for evidence in result["evidence"]]
    yield from broken(
        {
            "results are in order": result["quote_index"] == index,
            "results name their quote's source": result["source_index"] == quote.source_index,
            "status, reason, occurrences and evidence go together": decided,
            "absence is of plain text": status != "absent" or source["extraction"] == PLAIN_TEXT,
            "evidence is in order": starts == sorted(set(starts)),
        }
    )
    for evidence in result["evidence"] if decided else ():
        yield from evidence_relations(evidence, quote.text, status, source)


def _facts(output: Json, request: QuoteRequest, sources: Sequence[Source]) -> Iterator[str]:
    """What the sources themselves show: their descriptions, and every slice cut from their texts again."""
    descriptions = [described(index, source) for index, source in enumerate(sources)]
    if output["sources"] != descriptions:
        yield "sources are described as they are"
        return
    pages = [read_page(source) or PageText("") for source in sources]
    texts = [Utf16Text(page.text) for page in pages]
    for result, quote in zip(output["results"], request.quotes, strict=True):
        page, text = pages[quote.source_index], texts[quote.source_index]
        for evidence in result["evidence"]:
            yield from evidence_facts(evidence, quote.text, result["status"], page, text)
