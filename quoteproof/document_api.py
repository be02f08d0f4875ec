"""`POST /v1/verify/document/preview`: which quotes of a text can be checked, in how many calls, for how much."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final, cast

from django.http import HttpRequest, HttpResponse
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.views import APIView

from quoteproof import bodies, openapi
from quoteproof.preview import MOST_BYTES, REASONS, Preview, preview
from verification.core.citations.found import Format
from verification.core.citations.rules import RULES
from verification.core.contracts import schema, strict_json
from verification.core.contracts.faults import Finding
from verification.core.text.units import utf8_length

BODY_MAX: Final = 1_048_576
"""Bytes: a text of `MOST_BYTES` may be written with escapes here."""
INPUT: Final = schema.understood(
    {
        "type": "object",
        "additionalProperties": False,
        "required": ["document", "format"],
        "properties": {
            "document": {
                "type": "string",
                "minLength": 1,
                "description": "The text with its quotes and links, at most 262,144 bytes of UTF-8.",
            },
            "format": {"type": "string", "enum": ["markdown", "html", "text"]},
        },
    }
)
_TEXT: Final = {"type": "string"}
_RULES: Final = [rule.id for rule in RULES if rule.part == "pair"]
_PLACE: Final = {
    "start": {"type": "integer", "minimum": 0, "description": "Code points of the document."},
    "end": {"type": "integer", "minimum": 0, "description": "Exclusive."},
}


def _list(description: str, **properties: Any) -> dict[str, Any]:
    item = {"type": "object", "required": list(properties), "properties": properties}
    return {"type": "array", "description": description, "items": item}


_PART: Final = {
    "type": "integer",
    "minimum": 0,
    "description": "The call that the pair goes into, counted from 0.",
}
_PRICE: Final = {"type": "string", "pattern": r"^[0-9]+\.[0-9]{2,6}$"}
ANSWER: Final[dict[str, Any]] = {
    "type": "object",
    "required": ["pairs", "skipped", "parts", "price", "price_per_part"],
    "properties": {
        "pairs": _list(
            "What can be checked, in the order of the document.",
            url=_TEXT,
            quote=_TEXT,
            **_PLACE,
            rule={
                "enum": sorted(_RULES),
                "description": "By which rule the quote and its link were put together.",
            },
            part=_PART,
        ),
        "skipped": _list("What can't, and why.", reason={"enum": sorted(REASONS)}, **_PLACE),
        "parts": {
            "type": "integer",
            "minimum": 0,
            "description": "How many calls of POST /v1/verify/document all pairs need: each takes ten of them, on "
            "five different pages.",
        },
        "price": {**_PRICE, "description": "The minimum of all these calls together, in US$."},
        "price_per_part": {**_PRICE, "description": "The minimum of one of them, in US$."},
    },
}


class DocumentPreview(APIView):
    """Nothing is fetched, and nothing of the text is kept."""

    @extend_schema(
        operation_id="preview_document",
        summary="Find the quotes of a text and what checking them costs",
        description="Free. Finds each quote with the link that it is said to stand at; what can't be checked is "
        "left out with the reason. Nothing is fetched, and nothing of the text is kept.",
        tags=["checks"],
        request={"application/json": INPUT},
        responses={
            (200, "application/json"): OpenApiResponse(ANSWER, "What is found."),
            **openapi.problems(400, 413, 415, 429),
        },
    )
    def post(self, request: Request) -> HttpResponse:
        try:
            return _answer(request._request)
        except bodies.Refusal as refusal:
            return refusal.response


def _answer(request: HttpRequest) -> HttpResponse:
    document, form = parse(bodies.read_free(request, BODY_MAX))
    content = json.dumps(told(preview(document, form)), ensure_ascii=False)
    return HttpResponse(content, content_type="application/json", headers={"Cache-Control": "no-store"})


def parse(body: bytes) -> tuple[str, Format]:
    """The text in a body and how it is written; Refusal with every fault."""
    read = strict_json.read(body)
    rules = schema.findings(INPUT, read.value) if read.complete else iter(())
    if faults := read.faults(rules, _length(read.value)):
        raise bodies.Refusal(bodies.invalid_request(faults, paid=False))
    return read.value["document"], cast(Format, read.value["format"])


def _length(value: Any) -> Iterator[Finding]:
    document = value.get("document") if isinstance(value, dict) else None
    if isinstance(document, str) and utf8_length(document) > MOST_BYTES:
        yield Finding(("document",), "too_long", f"At most {MOST_BYTES} bytes of UTF-8 may be given.")


def told(found: Preview) -> dict[str, Any]:
    """A preview as the route answers it."""
    return {
        "pairs": [
            {
                "url": each.pair.url,
                "quote": each.pair.quote,
                "start": each.pair.start,
                "end": each.pair.end,
                "rule": each.pair.rule,
                "part": each.part,
            }
            for each in found.pairs
        ],
        "skipped": [{"reason": each.reason, "start": each.start, "end": each.end} for each in found.skipped],
        "parts": found.parts,
        "price": found.price,
        "price_per_part": found.price_per_part,
    }
