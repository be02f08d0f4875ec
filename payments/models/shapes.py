"""What columns of addresses and hashes hold, as CHECK constraints that SQLite and PostgreSQL read alike."""

from __future__ import annotations

from django.db import models
from django.db.models import Func, Q, Value
from django.db.models.functions import Length, Substr
from django.db.models.lookups import Exact

ADDRESS, HASH = 42, 66


def hexadecimal(field: str, digits: int, prefix: str = "") -> Q:
    """True for the prefix and exactly `digits` lower-case hex digits; portable, so no regular expression."""
    rest = Substr(field, len(prefix) + 1)
    beyond = Func(rest, Value("0123456789abcdef"), function="LTRIM", output_field=models.CharField())
    shape = Q(Exact(beyond, Value(""))) & Q(Exact(Length(field), Value(digits + len(prefix))))
    return shape & Q(Exact(Substr(field, 1, len(prefix)), Value(prefix))) if prefix else shape


def check(name: str, condition: Q) -> models.CheckConstraint:
    return models.CheckConstraint(name=f"payments_{name}", condition=condition)
