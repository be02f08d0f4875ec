"""Which checks go by a name: each kind of name is looked up where it is kept, by an index of its own.

What was found by a check (hashes, final URLs) leads to it only once its page shows that: a search tells no more
than the page. A page's address as it was asked for always does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.db.models import F, Q, QuerySet, Value

from payments.core.states import OPEN
from payments.models import Charge, ChargeEvent, Evidence, Refund
from quoteproof.dashboard.shapes import Kind, Wanted
from quoteproof.dashboard.sql import Holds
from receipts.models import Correction, Dispute, Receipt, Statement
from verification.expressions import HostOf
from verification.models import Check, Source

Ids = QuerySet[Any, Any]
"""A question for ids of checks, in one column."""
TOLD: Final = Q(owner__published_at__isnull=False) | Q(owner__report__isnull=False)


def charges(wanted: Wanted) -> QuerySet[Charge]:
    """The charges of the checks that go by the name; one check, one charge."""
    if wanted.kind is Kind.CHECK:
        return Charge.objects.filter(reference=wanted.text)
    if wanted.kind is Kind.PAYER:
        return Charge.objects.filter(payer=wanted.text)
    first, *more = _LOOKUPS[wanted.kind](wanted.text)
    return Charge.objects.filter(reference__in=first.union(*more) if more else first)


def _receipt(jti: str) -> list[Ids]:
    return [Receipt.objects.filter(jti=jti).order_by().values("check_id")]


def _dispute(dispute_id: str) -> list[Ids]:
    return [Dispute.objects.filter(pk=dispute_id).order_by().values("check_id")]


def _transaction(name: str) -> list[Ids]:
    """Of a payment, of a refund, of a settlement that a facilitator only named, or an authorization's nonce."""
    named = Q(cause="settle_answered", detail__transaction=name, charge__state__in=OPEN)
    return [
        Evidence.objects.filter(transaction=name).values("charge__reference"),
        Refund.objects.filter(transaction=name).values("charge__reference"),
        Receipt.objects.filter(transaction=name).order_by().values("check_id"),
        Charge.objects.filter(nonce=name).values("reference"),
        ChargeEvent.objects.filter(named).order_by().values("charge__reference"),
    ]


def _hash(beginning: str) -> list[Ids]:
    """Of a request, result, contract, page, text, receipt or statement; or a transaction without its 0x."""
    published = Check.objects.filter(published_at__isnull=False).order_by()
    found = [
        _begins(Check.objects.order_by(), "request_sha256", beginning).values("pk"),
        _begins(Check.objects.order_by(), "contract_sha256", beginning).values("pk"),
        _begins(published, "result_sha256", beginning).values("pk"),
        *[
            _begins(Source.objects.filter(TOLD), name, beginning).values("owner_id")
            for name in ("content_sha256", "extraction_sha256")
        ],
        *[
            _begins(Receipt.objects.order_by(), name, beginning).values("check_id")
            for name in ("payload_sha256", "result_sha256")
        ],
        _begins(Statement.objects.order_by(), "payload_sha256", beginning).values("receipt__check_id"),
        _begins(Correction.objects.order_by(), "result_sha256", beginning).values("check_id"),
    ]
    return found + (_transaction(f"0x{beginning}") if len(beginning) == 64 else [])


def _begins(rows: QuerySet[Any], column: str, beginning: str) -> QuerySet[Any]:
    """Hex that begins so: a range, which any index serves. Behind every hex digit stands a g."""
    return rows.filter(**{f"{column}__gte": beginning, f"{column}__lt": beginning + "g"})


def _url(url: str) -> list[Ids]:
    return [
        Source.objects.filter(url=url).values("owner_id"),
        Source.objects.filter(TOLD, final_url=url).values("owner_id"),
        _not_read(f'"{url}'),
    ]


def _host(host: str) -> list[Ids]:
    named = Source.objects.alias(host=HostOf("url")).filter(host=host)
    return [named.values("owner_id"), _not_read(f"//{host}/"), _not_read(f'//{host}"')]


def _part(part: str) -> list[Ids]:
    """Every address is looked at: there is no index for what stands in the middle."""
    return [
        Source.objects.filter(url__icontains=part).values("owner_id"),
        Source.objects.filter(TOLD, final_url__icontains=part).values("owner_id"),
        _not_read(part),
    ]


def _not_read(part: str) -> Ids:
    """Checks whose pages aren't read yet, or never were: there the address stands in the request alone."""
    undecided = Check.objects.filter(decided_at__isnull=True, request__isnull=False).order_by()
    return undecided.alias(at=Holds(F("request"), Value(part.encode()))).filter(at__gt=0).values("pk")


_LOOKUPS: Final[dict[Kind, Callable[[str], list[Ids]]]] = {
    Kind.RECEIPT: _receipt,
    Kind.DISPUTE: _dispute,
    Kind.TRANSACTION: _transaction,
    Kind.HASH: _hash,
    Kind.URL: _url,
    Kind.HOST: _host,
    Kind.PART: _part,
}
