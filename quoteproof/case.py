"""What this process has at hand of a check it works on: read when it is first needed, kept beside the charge."""

from __future__ import annotations

from functools import cached_property

from payments.models import Charge
from receipts import selectors as receipts
from receipts.models import Receipt
from verification.models import Check, Source


class Case:
    """A check with its sources and its first receipt, once they are stored."""

    def __init__(self, check: Check) -> None:
        self.check = check

    @cached_property
    def sources(self) -> list[Source]:
        return list(self.check.sources.order_by("index"))

    @cached_property
    def receipt(self) -> Receipt:
        """The one that the answer is released with."""
        return receipts.first(self.check.pk)


def of(charge: Charge) -> Case:
    """A charge that was read anew comes without; so nothing outlives a transaction that was rolled back."""
    if charge.companion is None:
        charge.companion = Case(Check.objects.get(pk=charge.reference))
    case: Case = charge.companion
    return case
