"""Decides the one byte form of any JSON value: RFC 8785 (JCS), with the standard library alone.

What is signed goes through `canonical`, which is narrower; this is for whoever checks a receipt with nothing
but this tree and `cryptography` at hand, and must hash an answer that holds numbers with a fraction.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

MOST_INTEGER = 2**53 - 1
"""The largest integer that every reader of JSON holds exactly."""


class NoForm(ValueError):
    """The value has no canonical form: an infinity, a larger integer, half a surrogate pair, a name that is no
    string."""


def encode(value: Any) -> bytes:
    """The canonical UTF-8 bytes of what `json.loads` gives; NoForm."""
    try:
        return _text(value).encode()
    except UnicodeEncodeError:
        raise NoForm("half of a surrogate pair") from None


def _text(value: Any) -> str:
    if value is None or isinstance(value, bool | str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, int):
        return _integer(value)
    if isinstance(value, float):
        return _number(value)
    if isinstance(value, list | tuple):
        return f"[{','.join(_text(item) for item in value)}]"
    if isinstance(value, Mapping):
        return f"{{{','.join(f'{_text(name)}:{_text(value[name])}' for name in _sorted(value))}}}"
    raise NoForm("no JSON value")


def _sorted(members: Mapping[Any, Any]) -> list[str]:
    """Names by their UTF-16 code units (§3.2.3): beyond the basic plane that is not the order of code points."""
    if not all(isinstance(name, str) for name in members):
        raise NoForm("a name that is no string")
    return sorted(members, key=lambda name: name.encode("utf-16-be", "surrogatepass"))


def _integer(value: int) -> str:
    if abs(value) > MOST_INTEGER:
        raise NoForm("an integer of 2^53 or more")
    return str(value)


def _number(value: float) -> str:
    """As ECMAScript writes a double (§3.2.2.3): the same shortest digits as Python's, laid out otherwise."""
    if not math.isfinite(value):
        raise NoForm("no finite number")
    if value == 0:
        return "0"
    sign, figures, exponent = Decimal(repr(value)).as_tuple()
    digits = "".join(map(str, figures))
    point = len(digits) + int(exponent)  # digits before the point
    return ("-" if sign else "") + _laid_out(digits.rstrip("0"), point)


def _laid_out(digits: str, point: int) -> str:
    if len(digits) <= point <= 21:
        return digits + "0" * (point - len(digits))
    if 0 < point <= 21:
        return f"{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return f"0.{'0' * -point}{digits}"
    fraction = f".{digits[1:]}" if len(digits) > 1 else ""
    return f"{digits[0]}{fraction}e{'+' if point > 0 else '-'}{abs(point - 1)}"
