"""Strict JSON from strangers (RFC 8259): UTF-8, no name twice, no NaN or infinity, bounded depth.

The size is the caller's to bound. Errors never quote what was sent.
"""

from __future__ import annotations

import json
import math
from typing import Any, Final, NoReturn

MAX_DEPTH: Final = 32


class NotStrict(ValueError):
    """Not JSON in the strict sense."""


def loads(body: bytes, max_depth: int = MAX_DEPTH) -> Any:
    """The value of a body with at most `max_depth` values inside one another. Raises NotStrict."""
    try:
        value = json.loads(
            body.decode("utf-8"),
            object_pairs_hook=_unique,
            parse_constant=_no_constant,
            parse_float=_finite,
        )
    except (ValueError, RecursionError):
        raise NotStrict("not strict JSON") from None
    if not _within_depth(value, max_depth):
        raise NotStrict("nested too deep")
    return value


def _within_depth(value: Any, room: int) -> bool:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return room > 0 and all(_within_depth(each, room - 1) for each in inner)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a name twice")
    return members


def _no_constant(_: str) -> NoReturn:
    raise ValueError("not a JSON number")


def _finite(written: str) -> float:
    number = float(written)
    if not math.isfinite(number):
        raise ValueError("past the range of a double")
    return number
