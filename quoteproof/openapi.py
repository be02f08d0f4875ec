"""What `/openapi.json` (OpenAPI 3.1) says of each route: the contracts' schemas, headers, problems."""

from __future__ import annotations

from typing import Any, Literal

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema

from payments.core import amounts
from quoteproof import contracts, gate
from quoteproof.contracts import Paid
from quoteproof.openapi_schemas import CHECK, CONTRACT, CONTRACTS, EXAMPLES, PROBLEM
from verification.core.contracts.document.output import OUTPUT_SCHEMA as DOCUMENT_OUTPUT
from verification.core.contracts.document.request import INPUT_SCHEMA as DOCUMENT_INPUT
from verification.core.contracts.quoteproof.answer import OUTPUT_SCHEMA
from verification.core.contracts.quoteproof.request import INPUT_SCHEMA
from verification.core.contracts.text_quote.document import PAGE_OUTPUT, TEXT_OUTPUT
from verification.core.contracts.text_quote.request import PAGE_INPUT, TEXT_INPUT

_HEADER: Literal["header"] = "header"
BASE64 = {"type": "string", "contentEncoding": "base64"}
KEY, PIN = ({"type": "string", "pattern": f"^{rule.pattern}$"} for rule in (gate.KEY, gate.PIN))
PAYMENT = [
    OpenApiParameter(
        "PAYMENT-SIGNATURE", BASE64, _HEADER, description="x402 version 2: base64 of the payment payload."
    ),
    OpenApiParameter("Idempotency-Key", KEY, _HEADER, description="Scoped to the payer; at most 255 characters."),
    OpenApiParameter("QuoteProof-Contract", PIN, _HEADER, description="sha256=<hex>: pins the contract."),
    OpenApiParameter("Prefer", str, _HEADER, description="respond-async: 202 after the claim."),
]


def _answers_with(name: str, description: str, *statuses: int) -> OpenApiParameter:
    return OpenApiParameter(name, str, _HEADER, description=description, response=list(statuses))


OFFERED = _answers_with("PAYMENT-REQUIRED", "x402 version 2: base64 of the offer.", 402)
SETTLED = "x402 version 2: base64 of what was settled, once the result is published."
RETURNED = [
    OFFERED,
    _answers_with("PAYMENT-RESPONSE", SETTLED, 200),
    _answers_with("QuoteProof-Check", "The check's id.", 200, 202),
    _answers_with("QuoteProof-Receipt", "The receipt's token, while it is at most 4,096 bytes.", 200),
    _answers_with("Link", 'The receipt\'s address, rel="receipt".', 200),
    _answers_with(
        "QuoteProof-Replayed", "true: the stored outcome of an earlier request.", 200, 402, 422, 500, 503
    ),
    _answers_with("Location", "The address of the check's state.", 202),
    _answers_with("Preference-Applied", "respond-async.", 202),
    _answers_with("Retry-After", "Seconds.", 202, 429, 503),
]
_MEANINGS = {
    400: "A rule of the contract is broken, or the payment header cannot be read. Nothing was charged.",
    402: "The offer, in PAYMENT-REQUIRED; `reason` says why a payment was not taken.",
    404: "Nothing is known under this address.",
    409: "The authorization, the key or the contract belongs to something else.",
    413: "The body is longer than this route takes; `detail` says how much that is.",
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


def _amount(contract: Paid) -> OpenApiParameter:
    bounds = {"type": "integer", "minimum": contract.minimum, "maximum": amounts.MAX_AMOUNT}
    return OpenApiParameter("amount", bounds, description="Quotes this amount alone (atomic units of USDC).")


def paid(contract: Paid, summary: str, description: str, request: dict[str, Any], result: dict[str, Any]) -> Any:
    """A paid POST: the contract's schemas, the payment headers, every problem."""
    return extend_schema(
        summary=summary,
        description=description,
        tags=["checks"],
        parameters=[_amount(contract), *PAYMENT, *RETURNED],
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


def offer(contract: Paid, summary: str) -> Any:
    return extend_schema(
        summary=summary, tags=["checks"], parameters=[_amount(contract), OFFERED], responses=problems(400, 402)
    )


QUOTES = paid(
    contracts.QUOTES,
    "Check quotes against documentation pages",
    "Up to ten quotes against up to five pages of the supported hosts. Settled only for a decisive result.",
    INPUT_SCHEMA,
    OUTPUT_SCHEMA,
)
TEXT_QUOTE = paid(
    contracts.TEXT_QUOTE,
    "Check a quote against a text you send",
    "One quote against one text of at most 50,000 code points. Nothing is fetched; the text is not kept. "
    "`none` is an answer too, and charged.",
    TEXT_INPUT,
    _inlined(TEXT_OUTPUT),
)
QUOTE = paid(
    contracts.QUOTE,
    "Check a quote against one page",
    "One quote against one page of a supported host, of at most 2,000,000 bytes. HTML proves no absence: "
    "a miss there is a 422 and not charged.",
    PAGE_INPUT,
    _inlined(PAGE_OUTPUT),
)
DOCUMENT = paid(
    contracts.DOCUMENT,
    "Check the quotes of a text against their pages",
    "Up to ten pairs of a quote and a URL, on up to five pages of the supported hosts, under one signature; each "
    "is answered as one quote against one page is. Settled only where at least one pair is decided; an undecided "
    "one has `match` null and a `reason`.",
    DOCUMENT_INPUT,
    _inlined(DOCUMENT_OUTPUT),
)
CHECK_STATE = extend_schema(
    summary="The state of a check",
    tags=["checks"],
    parameters=[
        _answers_with("PAYMENT-RESPONSE", SETTLED, 200),
        _answers_with("QuoteProof-Check", "The check's id.", 200),
        _answers_with("Retry-After", "Seconds; until the state is final.", 200),
    ],
    responses={(200, "application/json"): OpenApiResponse(CHECK, "How far it has come."), **problems(404)},
)


def _document(name: str, summary: str, schema: dict[str, Any], *others: dict[Any, Any], **more: Any) -> Any:
    """A free JSON document; `name` is the operation's id, `others` its answers beside 200."""
    responses = {(200, "application/json"): OpenApiResponse(schema, summary + ".")}
    for each in others:
        responses |= each
    return extend_schema(operation_id=name, summary=summary, tags=["contracts"], responses=responses, **more)


CONTRACT_LIST = _document("contracts", "The contracts in force", CONTRACTS)
CONTRACT_EXAMPLES = _document("contract_examples", "Free worked examples", EXAMPLES, problems(404))
CONTRACT_DOCUMENT = _document(
    "contract",
    "A contract's canonical bytes",
    CONTRACT,
    problems(404),
    {304: OpenApiResponse(None, "The bytes are those that the ETag names.")},
    parameters=[
        OpenApiParameter("If-None-Match", str, _HEADER, description="An ETag of this address."),
        _answers_with("ETag", "The SHA-256 of the bytes in hex, in quotes.", 200, 304),
    ],
)
