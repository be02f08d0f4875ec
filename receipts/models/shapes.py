"""Checks of one shape, for several tables."""

from __future__ import annotations

from django.db import models
from django.db.models import Q, Value
from django.db.models.functions import Length
from django.db.models.lookups import Exact


def holds_bytes(name: str, field: str, length: int) -> models.CheckConstraint:
    return models.CheckConstraint(name=name, condition=Q(Exact(Length(field), Value(length))))
