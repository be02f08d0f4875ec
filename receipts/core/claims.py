"""Reads what a receipt claims, trusting nothing: the claims of version 1, their types, their one spelling.

A good signature says who wrote the payload, not that every reader sees the same in it: so its bytes must be
the canonical ones (RFC 8785), its numbers integers under 2^53. Claims that are not named here may be added.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from payments.core import strict_json
from receipts.core import jcs

VERSION = 1
SCOPE = "textual_quotation_not_truth"
_DEPTH = 8
_ORIGIN = re.compile(r"https?://[!-~]{1,253}")
_JTI = re.compile(r"rcp_[a-z2-7]{26}")
_SHA256 = re.compile(r"[0-9a-f]{64}")

Rule = Callable[[Any], bool]
"""Whether a value is as it must be."""


class InvalidClaims(ValueError):
    """The message says where and why, in words of this module alone."""


def parse(payload: bytes) -> dict[str, Any]:
    """The claims in a payload whose signature is good; InvalidClaims."""
    try:
        claims = strict_json.loads(payload, max_depth=_DEPTH)
        canonical = jcs.encode(claims)
    except ValueError:
        raise InvalidClaims("not strict JSON") from None
    if canonical != payload:
        raise InvalidClaims("not in canonical form (RFC 8785)")
    if _has_fraction(claims):
        raise InvalidClaims("a number with a fraction")
    if not isinstance(claims, dict):
        raise InvalidClaims("not an object")
    _check(claims, _REQUIRED, _OPTIONAL, "")
    _check_count(claims["res"])
    return claims


def _has_fraction(value: Any) -> bool:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return isinstance(value, float) or any(_has_fraction(each) for each in inner)


def _check_count(res: Mapping[str, Any]) -> None:
    if res["decisive"] + res["unknown"] != len(res["verdicts"]):
        raise InvalidClaims("res: decisive and unknown do not add up to the verdicts")


def _check(value: Any, required: Mapping[str, Any], optional: Mapping[str, Any], place: str) -> None:
    """Rules are functions, or (required, optional) pairs for an object, or a list with one of those for a list."""
    if not isinstance(value, dict):
        raise InvalidClaims(f"{place or 'the payload'} is not an object")
    for name in required:
        if name not in value:
            raise InvalidClaims(f"{_inner(place, name)} is missing")
    for name, rule in {**required, **optional}.items():
        if name in value:
            _apply(rule, value[name], _inner(place, name))


def _apply(rule: Any, value: Any, place: str) -> None:
    if isinstance(rule, tuple):
        required, optional = rule
        _check(value, required, optional, place)
    elif isinstance(rule, list):
        if not isinstance(value, list):
            raise InvalidClaims(f"{place} is not a list")
        for index, item in enumerate(value):
            _apply(rule[0](item) if callable(rule[0]) else rule[0], item, f"{place}/{index}")
    elif not rule(value):
        raise InvalidClaims(f"{place} is not what belongs there")


def _inner(place: str, name: str) -> str:
    return f"{place}/{name}" if place else name


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _count(value: Any) -> bool:
    return type(value) is int and value >= 0


def _flag(value: Any) -> bool:
    return isinstance(value, bool)


def _times(value: Any) -> bool:
    return _text(value) or _count(value)


def _range(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(_count(each) for each in value)


def _only(*values: Any) -> Rule:
    return lambda value: any(type(value) is type(each) and value == each for each in values)


def _like(pattern: re.Pattern[str]) -> Rule:
    return lambda value: isinstance(value, str) and pattern.fullmatch(value) is not None


_hash = _like(_SHA256)
_FETCHED = {"url": _text, "final_url": _text, "fetched_at": _text, "extraction": _text}
_FETCHED_MORE = {
    "http_status": _count,
    "content_type": _text,
    "content_sha256": _hash,
    "extraction_sha256": _hash,
    "extracted_chars": _count,
    "reason": _text,
    "robots": _only("allowed", "disallowed", "unavailable"),
}
_SUPPLIED = {"kind": _only("supplied"), "text_sha256": _hash, "code_points": _count, "bytes": _count}
_VERDICT = {
    "source_index": _count,
    "status": _text,
    "match": _text,
    "reason": _text,
    "score": _text,
    "start": _count,
    "end": _count,
    "unit": _only("utf16", "code_point"),
    "occurrences": _times,
    "quote_sha256": _hash,
}
_CHARGE = dict.fromkeys(("network", "asset", "amount", "pay_to", "payer", "nonce", "tx"), _text)
_ON_CHAIN = {"log_index": _count, "block": _count, "finality": _only("included", "safe", "finalized")}


def _source(value: Any) -> Any:
    supplied = isinstance(value, dict) and "kind" in value
    return (_SUPPLIED, {}) if supplied else (_FETCHED, _FETCHED_MORE)


def _paid(value: Any) -> bool:
    """A charge of the sandbox, which says so, or one with its place on a chain."""
    in_sandbox = isinstance(value, dict) and "tier" in value
    _check(value, _CHARGE | ({"tier": _only("sandbox")} if in_sandbox else _ON_CHAIN), {}, "pay")
    return True


_REQUIRED: Mapping[str, Any] = {
    "v": _only(VERSION),
    "iss": _like(_ORIGIN),
    "jti": _like(_JTI),
    "iat": _count,
    "scope": _only(SCOPE),
    "tool": ({"name": _text, "version": _text, "contract_sha256": _hash}, {}),
    "norm": ({"id": _text, "sha256": _hash}, {}),
    "req": (
        {"sha256": _hash},
        {
            "quote_sha256": _hash,
            "match": _text,
            "case_sensitive": _flag,
            "threshold": _text,
            "slice": _range,
        },
    ),
    "src": [_source],
    "res": (
        {"sha256": _hash, "decisive": _count, "unknown": _count, "verdicts": [({"index": _count}, _VERDICT)]},
        {},
    ),
    "pay": _paid,
}
_OPTIONAL: Mapping[str, Any] = {
    "flags": ({"sha256": _hash, "count": _count, "ruleset": _text}, {}),
    "log": ({"origin": _text, "mmd": _count}, {}),
    "prev": _like(_JTI),
}
