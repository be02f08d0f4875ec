"""The schemas of `/openapi.json` beside the contracts' own: problems, a check's state, the free documents."""

from __future__ import annotations

from typing import Any

from quoteproof.problems import KINDS

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
    "required": [
        *("id", "route", "contract", "state", "created_at", "updated_at", "sandbox", "steps", "charge", "result"),
        *("result_sha256", "receipt", "problem", "history", "disputes", "refund", "links"),
    ],
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
        "receipt": {
            "type": ["object", "null"],
            "required": ["jti", "token", "url", "status"],
            "properties": {
                "jti": {"type": "string"},
                "token": {"type": "string", "description": "The compact JWS."},
                "url": {"type": "string", "format": "uri"},
                "status": {"type": "string"},
            },
        },
        "problem": {"type": ["object", "null"]},
        "history": {"type": "array", "items": {"type": "object"}},
        "disputes": {"type": "array", "items": {"type": "object"}},
        "refund": {"type": ["object", "null"]},
        "links": {
            "type": "object",
            "required": ["page", "evidence", "dispute"],
            "properties": {"page": {"type": "string", "format": "uri"}, "evidence": _TEXT, "dispute": _TEXT},
        },
    },
}
_NAMED = {"name": {"type": "string"}, "version": {"type": "string"}}
CONTRACTS: dict[str, Any] = {
    "type": "object",
    "required": ["contracts"],
    "properties": {
        "contracts": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["name", "version", "path", "method", "minimum_amount", "contract_sha256", "url"],
                "properties": {
                    **_NAMED,
                    "path": {"type": "string"},
                    "method": {"type": "string", "const": "POST"},
                    "minimum_amount": {"type": "string", "description": "Atomic units."},
                    "contract_sha256": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
                    "url": {"type": "string", "format": "uri"},
                },
            },
        }
    },
}
CONTRACT: dict[str, Any] = {
    "type": "object",
    "description": "Canonical bytes (RFC 8785); ETag is their SHA-256 in hex.",
    "required": [
        *("name", "version", "scope", "cost", "success", "failure_policy"),
        *("input_schema", "output_schema", "limits", "whitespace"),
    ],
    "properties": {
        **_NAMED,
        "scope": {"type": "string"},
        "cost": {"type": "string"},
        "success": {"type": "string"},
        "failure_policy": {"type": "string"},
        "input_schema": {"type": "object", "description": "JSON Schema 2020-12."},
        "output_schema": {"type": "object", "description": "JSON Schema 2020-12, of the 200 body."},
        "limits": {"type": "object"},
        "whitespace": {"type": "array", "items": {"type": "string"}},
        "normalisation": {"type": "object", "description": "Of the contracts about one quote."},
        "injection_rules": {"type": "object", "description": "Of the contracts about one quote."},
        "pairs_as": {"type": "object", "description": "How each pair is answered: by which contract."},
    },
}
_SOURCE_FIELDS = {
    "url": {"type": "string"},
    "status": {"type": "integer"},
    "content_type": {"type": "string"},
    "body": {"type": "string"},
}
EXAMPLES: dict[str, Any] = {
    "type": "object",
    "required": ["contract", "examples"],
    "properties": {
        "contract": {"type": "object", "properties": {**_NAMED, "sha256": {"type": "string"}}},
        "examples": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["name", "note", "request", "sources", "status", "response"],
                "properties": {
                    "name": {"type": "string"},
                    "note": {"type": "string"},
                    "request": {"type": "object"},
                    "sources": {"type": "array", "items": {"type": "object", "properties": _SOURCE_FIELDS}},
                    "status": {"type": "integer"},
                    "response": {"type": "object"},
                },
            },
        },
    },
}
