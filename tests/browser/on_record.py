"""`python -m tests.browser.on_record <check>`: what a check left behind, as JSON; beside a running service.

Receipts and statements in their order, the log's leaves about them once it holds them all, and what was paid back.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

import django


def on_record(check_id: str) -> dict[str, Any]:
    from django.utils import timezone

    from payments.models import Charge, Refund
    from receipts import log, selectors
    from receipts.models import LogLeaf, Receipt

    log.integrate(timezone.now())
    made = list(Receipt.objects.filter(check_id=check_id).order_by("issued_at"))
    leaves = LogLeaf.objects.filter(subject__in=[each.jti for each in made], position__isnull=False)
    charge = Charge.objects.get(reference=check_id)
    return {
        "receipts": [each.jti for each in made],
        "superseded_by": [each.superseded_by_id for each in made],
        "statuses": [selectors.status(each) for each in made],
        "leaves": sorted([each.kind, each.subject] for each in leaves),
        "proven": [log.proof_of(each.jti) is not None for each in made],
        "charge": charge.state,
        "paid_back": sum(each.amount for each in Refund.objects.filter(charge=charge)),
    }


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "quoteproof.settings")
    django.setup()
    print(json.dumps(on_record(sys.argv[1])))
