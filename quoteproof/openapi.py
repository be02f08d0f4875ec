"""What `/openapi.json` (OpenAPI 3.1) says of each route: the contracts' schemas, headers, problems."""

from __future__ import annotations

from typing import Any, Literal

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema

from quoteproof.problems import KINDS
from verification.core.contracts.quoteproof.answer import OUTPUT_SCHEMA
from verification.core.contracts.quoteproof.request import INPUT_SCHEMA
from verification.core.contracts.text_quote.document import PAGE_OUTPUT, TEXT_OUTPUT
from verification.core.contracts.text_quote.request import PAGE_INPUT, TEXT_INPUT

PROBLEM: dict[str, Any] = {
    "type": "object",
    "description": "RFC 9457 problem details.",
    "required": ["type", "title", "status", "detail", "code"],
    "properties": {
        "type": {"type": "string", "format": "uri"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "code": {"type": "string", "enum": sorted(KINDS)},
        "reason": {"type": "string"},
        "errors": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["reason", "detail"],
                "properties": {
                    "pointer": {"type": "string", "description": "JSON Pointer; empty for the whole body."},
                    "parameter": {"type": "string"},
                    "reason": {"type": "string"},
                    "detail": {"type": "string"},
                },
            },
        },
        "check": {"type": "string"},
        "charged": {"type": ["boolean", "null"], "description": "False, or null while it is unresolved."},
        "report": {"type": "object"},
        "status_url": {"type": "string", "format": "uri"},
        "valid_before": {"type": "integer", "description": "Unix seconds."},
        "authorization": {"type": "string", "enum": ["not_used"]},
        "retry_with": {"type": "string", "enum": ["same_authorization", "new_authorization"]},
        "do_not_sign_new": {"type": "boolean"},
        "contract_sha256": {"type": "string", "description": "Of the contract in force."},
        "amounts": {"type": "array", "items": {"type": "string"}, "description": "Atomic units on offer."},
        "supported_hosts": {"type": "array", "items": {"type": "string"}},
    },
}
_TIME = {"type": ["string", "null"], "format": "date-time"}
_TEXT = {"type": ["string", "null"]}
CHECK: dict[str, Any] = {
    "type": "object",
    "required": ["id", "route", "contract", "state", "steps", "charge", "result", "receipt", "problem", "links"],
    "properties": {
        "id": {"type": "string", "pattern": "^chk_[a-z2-7]{26}$"},
        "route": {"type": "string"},
        "contract": {
            "type": "object",
            "properties": {
                "name": {"type": "string"},
                "version": {"type": "string"},
                "sha256": {"type": "string"},
            },
        },
        "state": {
            "type": "string",
            "enum": ["working", "settling", "unresolved", "published", "not_charged", "not_settled"],
        },
        "created_at": _TIME,
        "updated_at": _TIME,
        "sandbox": {"type": "boolean"},
        "steps": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "name": {"type": "string"},
                    "state": {"type": "string", "enum": ["waiting", "running", "done"]},
                    "at": _TIME,
                },
            },
        },
        "charge": {
            "type": "object",
            "properties": {
                "network": {"type": "string", "description": "CAIP-2."},
                "asset": {"type": "string"},
                "amount": {"type": "string", "description": "Atomic units."},
                "pay_to": {"type": "string"},
                "payer": {"type": "string"},
                "state": {"type": "string"},
                "valid_before": {"type": "integer", "description": "Unix seconds."},
                "charged": {"type": ["boolean", "null"]},
                "transaction": _TEXT,
                "finality": _TEXT,
            },
        },
        "result": {"type": ["object", "null"], "description": "The 200 body, once published."},
        "result_sha256": _TEXT,
        "receipt": {"type": ["object", "null"]},
        "problem": {"type": ["object", "null"]},
        "history": {"type": "array", "items": {"type": "object"}},
        "disputes": {"type": "array", "items": {"type": "object"}},
        "refund": {"type": ["object", "null"]},
        "links": {"type": "object"},
    },
}
_HEADER: Literal["header"] = "header"
PAYMENT = [
    OpenApiParameter(
        "PAYMENT-SIGNATURE", str, _HEADER, description="x402 version 2: base64 of the payment payload."
    ),
    OpenApiParameter("Idempotency-Key", str, _HEADER, description="Scoped to the payer; at most 255 characters."),
    OpenApiParameter("QuoteProof-Contract", str, _HEADER, description="sha256=<hex>: pins the contract."),
    OpenApiParameter("Prefer", str, _HEADER, description="respond-async: 202 after the claim."),
]


def _answers_with(name: str, description: str, *statuses: int) -> OpenApiParameter:
    return OpenApiParameter(name, str, _HEADER, description=description, response=list(statuses))


RETURNED = [
    _answers_with("PAYMENT-REQUIRED", "x402 version 2: base64 of the offer.", 402),
    _answers_with("PAYMENT-RESPONSE", "x402 version 2: base64 of what was settled.", 200),
    _answers_with("QuoteProof-Check", "The check's id.", 200, 202),
    _answers_with("QuoteProof-Receipt", "The receipt's token, while it is at most 4,096 bytes.", 200),
    _answers_with("Link", 'The receipt\'s address, rel="receipt".', 200),
    _answers_with("QuoteProof-Replayed", "true: the stored outcome of an earlier request.", 200),
    _answers_with("Location", "The address of the check's state.", 202),
    _answers_with("Retry-After", "Seconds.", 202, 429, 503),
]
AMOUNT = OpenApiParameter("amount", int, description="Quotes this amount alone (atomic units of USDC).")
_MEANINGS = {
    400: "A rule of the contract is broken, or the payment header cannot be read. Nothing was charged.",
    402: "The offer, in PAYMENT-REQUIRED; `reason` says why a payment was not taken.",
    404: "Nothing is known under this address.",
    409: "The authorization, the key or the contract belongs to something else.",
    413: "The body is over 65,536 bytes.",
    415: "The body is not JSON.",
    422: "No decisive result; `report` holds the whole output. Nothing was charged.",
    429: "A limit is used up; `Retry-After` says how long.",
    500: "A fault of the service. Nothing was charged.",
    503: "Under way, unresolved or unavailable: `retry_with`, where it stands, says with which authorization.",
}


def problems(*statuses: int) -> dict[Any, OpenApiResponse]:
    return {
        (status, "application/problem+json"): OpenApiResponse(PROBLEM, _MEANINGS[status]) for status in statuses
    }


def paid(summary: str, description: str, request: dict[str, Any], result: dict[str, Any]) -> Any:
    """A paid POST: the contract's schemas, the payment headers, every problem."""
    return extend_schema(
        summary=summary,
        description=description,
        tags=["checks"],
        parameters=[AMOUNT, *PAYMENT, *RETURNED],
        request={"application/json": request},
        responses={
            (200, "application/json"): OpenApiResponse(result, "The published result."),
            (202, "application/json"): OpenApiResponse(CHECK, "Claimed; look at `Location`."),
            **problems(400, 402, 409, 413, 415, 422, 429, 500, 503),
        },
    )


def _inlined(schema: dict[str, Any]) -> dict[str, Any]:
    """A schema without `$defs`, whose references would lead nowhere inside an OpenAPI document."""
    defined = schema["$defs"]

    def inline(node: Any) -> Any:
        if isinstance(node, dict) and "$ref" in node:
            return inline(defined[node["$ref"].removeprefix("#/$defs/")])
        if isinstance(node, dict):
            return {name: inline(value) for name, value in node.items() if name != "$defs"}
        return [inline(item) for item in node] if isinstance(node, list) else node

    inlined: dict[str, Any] = inline(schema)
    return inlined


def offer(summary: str) -> Any:
    return extend_schema(summary=summary, tags=["checks"], parameters=[AMOUNT], responses=problems(400, 402))


QUOTES = paid(
    "Check quotes against documentation pages",
    "Up to ten quotes against up to five pages of the supported hosts. Settled only for a decisive result.",
    INPUT_SCHEMA,
    OUTPUT_SCHEMA,
)
TEXT_QUOTE = paid(
    "Check a quote against a text you send",
    "One quote against one text of at most 50,000 code points. Nothing is fetched; the text is not kept. "
    "`none` is an answer too, and charged.",
    TEXT_INPUT,
    _inlined(TEXT_OUTPUT),
)
QUOTE = paid(
    "Check a quote against one page",
    "One quote against one page of a supported host, of at most 2,000,000 bytes. HTML proves no absence: "
    "a miss there is a 422 and not charged.",
    PAGE_INPUT,
    _inlined(PAGE_OUTPUT),
)
CHECK_STATE = extend_schema(
    summary="The state of a check",
    tags=["checks"],
    responses={(200, "application/json"): OpenApiResponse(CHECK, "How far it has come."), **problems(404)},
)


def document(name: str, summary: str, *statuses: int) -> Any:
    """A free JSON document; `name` is the operation's id."""
    return extend_schema(
        operation_id=name,
        summary=summary,
        tags=["contracts"],
        responses={
            (200, "application/json"): OpenApiResponse(OpenApiTypes.OBJECT, summary + "."),
            **problems(*statuses),
        },
    )
