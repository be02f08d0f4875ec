"""Decides whether a request to check one quote is taken, against a supplied text or against a page.

The published input schemas, and what they can't say: offsets that belong together and lie in the text, what
doesn't go with `passages`, the quote's length after normalisation (text-v1), the threshold as the decimal that
was written. All of it is decided before any payment. Lengths and offsets count code points.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final, Literal, cast

from verification.core.contracts import schema, strict_json
from verification.core.contracts.faults import Finding, InvalidRequest, Path, Reason
from verification.core.contracts.published import schema as published_schema
from verification.core.contracts.strict_json import Written
from verification.core.contracts.text_quote import limits
from verification.core.page.pagetext import Span
from verification.core.page.urls import InvalidUrl
from verification.core.page.urls import parse as parse_url
from verification.core.text.profile import normalise

TEXT_INPUT: Final = schema.understood(published_schema("text-quote-input"))
PAGE_INPUT: Final = schema.understood(published_schema("quote-input"))
_PROPERTIES: Final = TEXT_INPUT["properties"]
_OFFSETS: Final = ("start", "end")
_LEAST, _MOST = Decimal("0.5"), Decimal(1)

Mode = Literal["fuzzy", "exact", "passages"]


@dataclass(frozen=True, slots=True)
class Question:
    """A quote as sent, and how it is to be looked for."""

    quote: str
    match: Mode
    case_sensitive: bool
    threshold: Decimal


@dataclass(frozen=True, slots=True)
class TextRequest:
    """A valid body of `POST /v1/verify/text-quote`; `slice` is raw code points of `text`, end exclusive."""

    question: Question
    text: str
    slice: Span | None
    body: dict[str, Any]


@dataclass(frozen=True, slots=True)
class PageRequest:
    """A valid body of `POST /v1/verify/quote`; the URL as sent."""

    question: Question
    url: str
    body: dict[str, Any]


def parse_text(body: bytes) -> TextRequest:
    """Read a body of at most 65,536 bytes (the caller sees to that); InvalidRequest lists every fault."""
    value = _valid(body, TEXT_INPUT, lambda value: (_offset_rules(value),))
    sliced = (int(value["start"]), int(value["end"])) if "start" in value else None
    return TextRequest(_question(value), value["text"], sliced, value)


def parse_page(body: bytes, hosts: Collection[str]) -> PageRequest:
    """The same for a quote on a page of one of `hosts`."""
    value = _valid(body, PAGE_INPUT, lambda value: (_url_rules(value, hosts),))
    return PageRequest(_question(value), value["url"], value)


def _valid(
    body: bytes, input_schema: dict[str, Any], rules: Callable[[dict[str, Any]], tuple[Iterator[Finding], ...]]
) -> dict[str, Any]:
    document = strict_json.read(body)
    value, broken = document.value, list[Iterator[Finding]]()
    if document.complete:
        broken.append(schema.findings(input_schema, value))
    if document.complete and isinstance(value, dict):
        quote = quote_rules(value.get("quote"), ("quote",), case_sensitive=value.get("case_sensitive") is True)
        broken += [*rules(value), _passages_rules(value), quote, _threshold_rules(value)]
    if faults := document.faults(*broken):
        raise InvalidRequest(faults)
    return cast(dict[str, Any], value)


def _question(value: dict[str, Any]) -> Question:
    return Question(
        value["quote"],
        value.get("match", _PROPERTIES["match"]["default"]),
        value.get("case_sensitive", _PROPERTIES["case_sensitive"]["default"]),
        _decimal(value.get("threshold", _PROPERTIES["threshold"]["default"])),
    )


def _decimal(number: float) -> Decimal:
    return Decimal(number.written if isinstance(number, Written) else repr(number))


def _fits(value: dict[str, Any], name: str) -> bool:
    """Whether a field is there and the schema has nothing against it."""
    if value.get(name, strict_json.BROKEN) is strict_json.BROKEN:
        return False
    return not any(schema.findings(_PROPERTIES[name], value[name]))


def _offset_rules(value: dict[str, Any]) -> Iterator[Finding]:
    given = [name for name in _OFFSETS if name in value]
    if len(given) == 1:
        yield Finding((given[0],), "offset_pair", "Give both start and end, or neither.")
    if not all(_fits(value, name) for name in _OFFSETS):
        return
    start, end = int(value["start"]), int(value["end"])
    if start >= end:
        yield Finding(("start",), "offset_out_of_range", "Must be below end.")
    if isinstance(value.get("text"), str) and end > len(value["text"]):
        yield Finding(("end",), "offset_out_of_range", "Must not be past the end of the text.")
    if end - start > limits.SLICE:
        yield Finding(("end",), "slice_too_long", f"A slice has at most {limits.SLICE} characters.")


def _passages_rules(value: dict[str, Any]) -> Iterator[Finding]:
    if value.get("match") != "passages":
        return
    for name in _OFFSETS:
        if name in value:
            yield Finding((name,), "not_with_passages", "Passages are looked for in the whole text.")
    if value.get("case_sensitive") is True:
        yield Finding(("case_sensitive",), "not_with_passages", "Must be false with passages.")


def quote_rules(quote: Any, path: Path, *, case_sensitive: bool = False) -> Iterator[Finding]:
    """The rules of a quote's length in its normal form; nothing of what the schemas refuse."""
    if not isinstance(quote, str) or not quote:
        return
    length = len(normalise(quote, case_sensitive=case_sensitive).text)
    if not length:
        yield Finding(path, "blank_quote", "A quote needs a character that is left after normalisation.")
    if length > limits.QUOTE:
        yield Finding(path, "too_long", f"At most {limits.QUOTE} characters, after normalisation, may be given.")


def _threshold_rules(value: dict[str, Any]) -> Iterator[Finding]:
    # A decimal next to a bound may be read as the bound itself.
    if _fits(value, "threshold") and not _LEAST <= _decimal(value["threshold"]) <= _MOST:
        yield Finding(("threshold",), "out_of_range", "Must be at least 0.5 and at most 1.")


def _url_rules(value: dict[str, Any], hosts: Collection[str]) -> Iterator[Finding]:
    if not isinstance(value.get("url"), str):
        return
    try:
        parse_url(value["url"], hosts)
    except InvalidUrl as error:
        yield Finding(("url",), cast(Reason, error.reason), error.detail)
