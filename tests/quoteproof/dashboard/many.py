"""Fills an empty, migrated database with checks, to measure: `python -m tests.quoteproof.dashboard.many 100000`.

The rows are as the service writes them, in the states of a month's work: most released, some undecided, a few
uncertain. The guards of the tables are set aside while they go in, and put back.
"""

from __future__ import annotations

import hashlib
import json
import sys
from datetime import datetime, timedelta
from typing import Any

HOSTS = (
    "docs.x402.org",
    "developers.cloudflare.com",
    "docs.python.org",
    "www.postgresql.org",
    "docs.djangoproject.com",
)
ROUTES = ("/v1/verify/quotes", "/v1/verify/quote", "/v1/verify/text-quote")
REASONS = ("source_unavailable", "robots_unavailable", "deadline_exceeded", "unsupported_content_type")
BATCH = 2_000
IDS = {
    "verification.Check": ("id",),
    "verification.Source": ("owner_id",),
    "verification.Verdict": ("owner_id",),
    "payments.Charge": ("reference",),
    "receipts.Receipt": ("jti", "check_id"),
    "receipts.LogLeaf": ("subject",),
}
NUMBERS = {
    "verification.Check": (),
    "payments.Charge": ("id", "evidence_id"),
    "payments.Evidence": ("id", "charge_id"),
    "payments.ChargeEvent": ("id", "charge_id"),
}
FIRST = {"verification.Check": "SUBSTR({}, 5, 1) <> '0'", "receipts.Receipt": "SUBSTR({}, 5, 1) <> '0'"}
TABLES = ("payments.Evidence", *IDS, "payments.ChargeEvent")
DAYS = 40


def digest(*parts: object) -> str:
    return hashlib.sha256(" ".join(map(str, parts)).encode()).hexdigest()


def name(prefix: str, n: int, kind: str) -> str:
    alphabet, number = "abcdefghijklmnopqrstuvwxyz234567", int(digest(kind, n), 16)
    return prefix + "".join(alphabet[number >> (5 * at) & 31] for at in range(26))


def state_of(n: int) -> str:
    if n % 997 == 0:
        return "UNCERTAIN"
    return "VOID" if n % 9 == 0 else "NOT_SETTLED" if n % 401 == 0 else "SETTLED"


def fill(count: int) -> None:
    """A tenth is made row by row, the rest are copies of those under other names."""
    from django.utils import timezone

    now, count = timezone.now(), count // 10
    for first in range(0, count, BATCH):
        numbers = range(first, min(first + BATCH, count))
        batch([(n, now - timedelta(days=DAYS) * ((count - n) / count)) for n in numbers])


def batch(rows: list[tuple[int, datetime]]) -> None:
    from django.db import transaction

    from payments.models import Charge, ChargeEvent, Evidence
    from receipts.models import LogLeaf, Receipt
    from verification.models import Check, Source, Verdict

    with transaction.atomic():
        Check.objects.bulk_create(check(n, at) for n, at in rows)
        Source.objects.bulk_create(each for n, at in rows for each in read(n, at))
        Verdict.objects.bulk_create(verdict(n) for n, _ in rows if state_of(n) != "VOID")
        charges = [charge(n, at) for n, at in rows]
        paid = [each for each in charges if each.state == "SETTLED"]
        Evidence.objects.bulk_create(Evidence(**place(each)) for each in paid)
        Charge.objects.bulk_create(charges)
        ChargeEvent.objects.bulk_create(event(each, seq) for each in charges for seq in (1, 2, 3))
        receipts = Receipt.objects.bulk_create(receipt(each) for each in paid)
        LogLeaf.objects.bulk_create(
            LogLeaf(kind="receipt", subject=each.jti, entry=bytes.fromhex(each.payload_sha256), at=each.issued_at)
            for each in receipts
        )


def check(n: int, at: datetime) -> Any:
    from verification.models import Check

    released, undecided = state_of(n) == "SETTLED", state_of(n) == "VOID"
    body = json.dumps({"urls": [url(n)], "quotes": [{"source_index": 0, "quote": "word " * 60}]}).encode()
    answer = json.dumps({"results": ["x" * 2_500]}).encode()
    return Check(
        pk=name("chk_", n, "check"), contract="quoteproof", contract_version="1", contract_sha256=digest(n % 3),
        route=ROUTES[n % 3], request=body, request_sha256=digest("request", n), created_at=at,
        fetched_at=at + timedelta(milliseconds=500), decided_at=at + timedelta(milliseconds=900 + n % 7_000),
        result=None if undecided else answer, result_sha256="" if undecided else digest("result", n),
        report=answer if undecided else None, published_at=at + timedelta(seconds=9) if released else None,
    )  # fmt: skip


def url(n: int) -> str:
    return f"https://{HOSTS[n % len(HOSTS)]}/guide/part-{n % 5_000}.html"


def read(n: int, at: datetime) -> list[Any]:
    from verification.models import Source

    failed = n % 9 == 0 or n % 17 == 0
    return [
        Source(
            owner_id=name("chk_", n, "check"), index=index, url=url(n + index), final_url=url(n + index),
            fetched_at=at.isoformat(), http_status=200, content_type="text/html", source_bytes=20_000,
            content_sha256=digest("content", n, index), extraction="static_html", extraction_rules="html-1",
            extraction_sha256=digest("text", n, index), extracted_chars=9_000,
            reason=REASONS[n % 4] if failed and index == 0 else "",
        )
        for index in range(1 + n % 2)
    ]  # fmt: skip


def verdict(n: int) -> Any:
    from verification.models import Verdict

    return Verdict(owner_id=name("chk_", n, "check"), index=0, source_index=0, quote=b"word " * 60,
                   status="exact_match", reason="single_occurrence", occurrences="1")  # fmt: skip


def charge(n: int, at: datetime) -> Any:
    from payments.models import Charge

    state = state_of(n)
    paid, unpaid, sealed_at = (
        state == "SETTLED",
        state in ("VOID", "NOT_SETTLED"),
        at + timedelta(milliseconds=300 + n * 7 % 9_000),
    )
    return Charge(
        pk=n + 1, reference=name("chk_", n, "check"), route=ROUTES[n % 3], request_sha256=digest("request", n),
        network="sandbox", chain="eip155:84532", asset="0x" + "a" * 40, payer="0x" + digest("payer", n % 700)[:40],
        pay_to="0x" + "b" * 40, amount=(10_000, 50_000, 5_000)[n % 3], valid_after=0,
        valid_before=int(at.timestamp()) + 300, nonce="0x" + digest("nonce", n),
        signature="" if unpaid else "0x00", signature_sha256=digest("signature", n), claim_height=n, state=state,
        cause={"VOID": "criterion_failed", "NOT_SETTLED": "expired"}.get(state, ""),
        sealed_sha256="" if state == "VOID" else digest("result", n), stamp=digest("stamp", n)[:32], claimed_at=at,
        sealed_at=None if state == "VOID" else sealed_at, closed_at=sealed_at if unpaid else None,
        evidence_id=n + 1 if paid else None, finality="finalized" if paid else "",
        released_at=sealed_at + timedelta(milliseconds=n % 5_000) if paid else None,
        ring_at=at if state == "UNCERTAIN" else None,
    )  # fmt: skip


def place(paid: Any) -> dict[str, Any]:
    return {
        "pk": paid.pk, "charge_id": paid.pk, "chain": paid.chain, "transaction": "0x" + digest("tx", paid.nonce),
        "block_number": paid.claim_height, "block_hash": "0x" + digest("block", paid.nonce), "block_time": 1,
        "log_index": 1, "seen_at": paid.claimed_at,
    }  # fmt: skip


def event(paid: Any, seq: int) -> Any:
    from payments.models import ChargeEvent

    return ChargeEvent(charge=paid, seq=seq, to_state=paid.state, at=paid.claimed_at, cause="step", detail={})


def receipt(paid: Any) -> Any:
    from receipts.models import Receipt

    n = paid.claim_height
    return Receipt(
        jti=name("rcp_", n, "receipt"), check_id=paid.reference, token=b"a.b.c" * 200, payload=b"{}" * 300,
        payload_sha256=digest("payload", n), result_sha256=digest("result", n),
        transaction="0x" + digest("tx", paid.nonce), delivery=b"{}", issued_at=paid.claimed_at,
    )  # fmt: skip


def copy(tenth: int) -> None:
    """One more copy of the first tenth: ids with a letter of their own, hashes and numbers turned."""
    from django.apps import apps
    from django.db import connection, transaction

    with transaction.atomic(), connection.cursor() as cursor:
        for label in TABLES:
            model = apps.get_model(label)
            columns = [each.column for each in model._meta.concrete_fields]
            first = FIRST.get(label, "{} < 1000000")
            cursor.execute(
                "INSERT INTO {table} ({names}) SELECT {values} FROM {table} WHERE {where}".format(
                    table=model._meta.db_table,
                    names=", ".join(f'"{each}"' for each in columns),
                    values=", ".join(other(each, label, tenth) for each in columns),
                    where=first.format(model._meta.pk.column),
                )
            )


def other(column: str, label: str, tenth: int) -> str:
    own = f'"{column}"'
    if column in NUMBERS.get(label, ("id",)):
        return f"{own} + {tenth} * 1000000"
    if column in IDS.get(label, ()):
        return f"SUBSTR({own}, 1, 4) || '0{tenth}' || SUBSTR({own}, 7)"
    if column in ("nonce", "transaction", "block_hash"):
        return f"'0x' || SUBSTR({own}, {3 + tenth}) || SUBSTR({own}, 3, {tenth})"
    if column.endswith("_sha256") and column not in ("contract_sha256", "signature_sha256"):
        return f"SUBSTR({own}, {1 + tenth}) || SUBSTR({own}, 1, {tenth})"
    return own


def main(count: int) -> None:
    import django

    django.setup()
    from django.db import connection

    from payments import triggers as money
    from receipts import triggers as attested

    guards = money._wanted(connection)
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA foreign_keys = OFF")  # else each payment's row is looked for in all charges
            cursor.execute("PRAGMA synchronous = OFF")
            cursor.execute("PRAGMA cache_size = -400000")
        for guard in guards:
            for statement in money._drop(connection, guard.name, guard.table):
                cursor.execute(statement)
    attested.drop(connection)
    try:
        fill(count)
        for tenth in range(1, 10):
            copy(tenth)
    finally:
        money.install(connection)
        attested.install(connection)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


if __name__ == "__main__":
    import os

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "quoteproof.settings")
    main(int(sys.argv[1]))
