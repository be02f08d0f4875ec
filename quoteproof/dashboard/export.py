"""Checks as a CSV file: one line each, the oldest first, streamed in pieces by short questions of their own.

UTF-8 with a byte order mark (`cells.BOM`), RFC 4180, safe for spreadsheets. It holds names, times, hashes, amounts
and the addresses of pages, and neither a quote nor a supplied text. What was found stands in it only where the
check's own page shows it. Amounts are exact: atomic units, and the same in USDC.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, Final

from django.db.models import Q, QuerySet

from payments.models import Charge
from quoteproof.checks import moment, state_of
from quoteproof.dashboard import cells, listing
from quoteproof.presentation.amounts import usdc
from receipts.models import Receipt
from verification.models import Check

MOST: Final = 100_000
"""Lines of one file."""
PIECE: Final = 1_000
COLUMNS: Final = (
    *("check", "begun", "sealed", "released", "route", "state", "charge_state", "cause"),
    *("contract", "contract_version", "contract_sha256", "request_sha256", "result_sha256", "urls"),
    *("network", "payer", "pay_to", "amount_atomic", "amount_usdc", "transaction", "finality", "receipt"),
)


class TooMuch(Exception):
    """More checks than one file holds."""


def export(asked: Mapping[str, Any]) -> Iterator[str]:
    """The file of a valid form's checks, in pieces. TooMuch, before the first of them."""
    charges, _ = listing.matching(asked)
    if charges.order_by()[: MOST + 1].count() > MOST:
        raise TooMuch
    return _file(charges)


def _file(charges: QuerySet[Charge]) -> Iterator[str]:
    yield cells.BOM + cells.line(COLUMNS)
    after: tuple[datetime, int] | None = None
    sent = 0
    while sent < MOST and (piece := _piece(charges, after)):
        yield "".join(map(cells.line, _lines(piece)))
        after, sent = (piece[-1].claimed_at, piece[-1].pk), sent + len(piece)


def _piece(charges: QuerySet[Charge], after: tuple[datetime, int] | None) -> list[Charge]:
    """The next ones in the order of time; what is claimed meanwhile comes last and shifts nothing."""
    if after is not None:
        charges = charges.filter(Q(claimed_at__gt=after[0]) | Q(claimed_at=after[0], pk__gt=after[1]))
    return list(charges.order_by("claimed_at", "id")[:PIECE])


def _lines(piece: list[Charge]) -> Iterator[tuple[object, ...]]:
    references = [each.reference for each in piece]
    names = ("contract", "contract_version", "contract_sha256", "result_sha256")
    checks = {row[0]: row[1:] for row in Check.objects.filter(pk__in=references).values_list("pk", *names)}
    current = Receipt.objects.filter(check_id__in=references, superseded_by=None).values_list("check_id", "jti")
    urls, receipts = listing.urls_of(references), dict(current)
    for each in piece:
        contract, version, contract_sha256, result = checks.get(each.reference, ("", "", "", ""))
        yield (
            *(
                each.reference,
                moment(each.claimed_at),
                moment(each.sealed_at),
                moment(each.released_at),
                each.route,
            ),
            *(state_of(each), each.state, each.cause, contract, version, contract_sha256, each.request_sha256),
            *(result if each.released_at else "", " ".join(urls.get(each.reference, ()))),
            *(each.network, each.payer, each.pay_to, each.amount, usdc(each.amount)),
            *(each.evidence.transaction if each.evidence else "", each.finality, receipts.get(each.reference, "")),
        )
