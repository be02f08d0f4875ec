"""Times the dashboard on whatever the database holds, and shows how each search is answered.

`DATABASE_URL=… python -m tests.quoteproof.dashboard.measure`; rows come from `tests.quoteproof.dashboard.many`.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any


def main() -> None:
    from django.contrib.auth.models import User
    from django.test import Client

    from payments.models import Charge
    from quoteproof.dashboard import search
    from quoteproof.dashboard.shapes import recognise
    from verification.models import Check, Source

    client = Client(SERVER_NAME="localhost")
    client.force_login(User.objects.filter(is_superuser=True).first() or User.objects.create_superuser("measurer"))
    charge = Charge.objects.filter(pk__lt=1_000_000).exclude(evidence=None).order_by("-id")[10]
    check, source = Check.objects.get(pk=charge.reference), Source.objects.filter(owner_id=charge.reference)[0]
    names = {
        "check id": check.pk, "payer": charge.payer, "transaction": charge.evidence.transaction,
        "nonce": charge.nonce, "hash, whole": source.content_sha256, "hash, 8 digits": check.result_sha256[:8],
        "contract hash": check.contract_sha256, "whole address": source.url, "host": source.url.split("/")[2],
        "part of an address": "/part-4321", "nothing": "no-such-part",
    }  # fmt: skip
    print(f"{Charge.objects.count()} checks")
    paths = {"overview": "/dashboard/", "list": "/dashboard/checks", "last page": "/dashboard/checks?page=200"}
    for name, path in (paths | {"story": f"/dashboard/checks/{check.pk}", "csv": "/dashboard/checks.csv"}).items():
        print(f"{name:20} {timed(lambda path=path: read(client.get(path))):7.3f} s")
    for name, text in names.items():
        took = timed(lambda text=text: read(client.get("/dashboard/checks", {"q": text})))
        print(f"search by {name:20} {took:7.3f} s")
    if os.environ.get("EXPLAIN"):
        for name, text in names.items():
            print(f"\n-- {name}\n{search.charges(recognise(text)).order_by('-claimed_at', '-id')[:51].explain()}")


def read(answer: Any) -> bytes:
    assert answer.status_code in (200, 302), answer.content
    return b"".join(answer.streaming_content) if answer.streaming else answer.content


def timed(what: Callable[[], object]) -> float:
    """The best of three, in seconds."""
    spans = []
    for _ in range(3):
        start = time.perf_counter()
        what()
        spans.append(time.perf_counter() - start)
    return min(spans)


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "quoteproof.settings")
    django.setup()
    main()
