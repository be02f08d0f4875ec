"""The books: every finalized transfer to our addresses is held against the charges, and the other way round.

`read` copies what the ledger shows, up to its finalized block; `balance` compares the copy with the charges, in
the database alone. What has no counterpart is an orphan: money without a charge, a charge without its money,
money that came although nothing was owed, a refund that the ledger doesn't show. Amounts are atomic units.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import reduce
from operator import or_
from typing import Any, Final

from django.db import connection, transaction
from django.db.models import Count, Exists, F, Min, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.lookups import Exact

from payments import clock, networks, refunds
from payments.adapters import signature
from payments.core.evidence import REORG_BLOCKS, Moved
from payments.core.header import ADDRESS
from payments.core.states import OPEN, PAID
from payments.models import (
    Acknowledgement,
    BooksRead,
    Charge,
    Deployment,
    Evidence,
    Received,
    Refund,
    RefundDue,
)
from payments.networks import Network, WrongDeployment
from payments.ports import LedgerUnavailable

PIECE: Final = 2_000
"""Blocks that the ledger is asked for at once."""
_MOST: Final = 2**63 - 1


class What(StrEnum):
    """What has no counterpart."""

    UNEXPLAINED = "money without a charge"
    UNBACKED = "charge without its money"
    DUE = "refund due"
    UNCONFIRMED = "refund that the ledger doesn't show"


@dataclass(frozen=True, slots=True)
class Orphan:
    """`charge` is a reference; for money without a charge, that of an unpaid one it would fit, or none."""

    what: What
    transaction: str
    log_index: int
    amount: int
    payer: str
    charge: str


@dataclass(frozen=True, slots=True)
class Total:
    count: int = 0
    amount: int = 0


@dataclass(frozen=True, slots=True)
class Books:
    """Transfers in: those that pay a charge, those that came for an unpaid one, those acknowledged. Transfers
    out: refunds. What is left over are the orphans."""

    paid: Total
    owed: Total
    acknowledged: Total
    refunded: Total
    orphans: tuple[Orphan, ...]


class Declined(Exception):
    """What was asked of the books can't be done; the message is for the operator."""


def read() -> datetime:
    """Copies what reached our addresses, looks after new refunds; says when it began. Safe at any time.

    LedgerUnavailable: what was copied before stays, and the next reading goes on from there; WrongDeployment.
    """
    began, network = clock.now(), networks.current()
    _check_network(network)
    starts = _starts(again=network.sandbox)
    final = network.ledger.final_height() if starts else 0
    for pay_to, first in starts.items():
        for piece in range(first, final + 1, PIECE):
            _copy(network, pay_to, piece, min(piece + PIECE - 1, final))
    refunds.confirm()
    return began


def _check_network(network: Network) -> None:
    if Deployment.objects.exclude(network=network.terms.network).exists():
        raise WrongDeployment("This database belongs to another network.")


def _starts(*, again: bool) -> dict[str, int]:
    """For each address that charges were made out to or that was read before: the first block to read.

    `again`: from the beginning. The sandbox's rows are numbered before they are committed, so that one may
    turn up behind the last that was read.
    """
    claims = Charge.objects.values_list("pay_to").annotate(Min("claim_height")).order_by()
    firsts = {pay_to: max(0, height - REORG_BLOCKS) for pay_to, height in claims}
    read_to = {pay_to: height + 1 for pay_to, height in BooksRead.objects.values_list("pay_to", "height")}
    return read_to | firsts if again else firsts | read_to


def _copy(network: Network, pay_to: str, first: int, last: int) -> None:
    """One piece: the ledger is read first, then all is written at once. Two readers write the same rows."""
    chain, moves = network.terms.chain, network.ledger.received(pay_to, first, last)
    if any(move.transfer.amount > _MOST for move in moves):
        raise LedgerUnavailable("more than the token has")
    known = _known(chain, moves)
    rows = [
        Received.of(chain, move) for move in moves if (move.place.block_hash, move.place.log_index) not in known
    ]
    with transaction.atomic(durable=True):
        Received.objects.bulk_create(rows, ignore_conflicts=True)
        _, new = BooksRead.objects.get_or_create(pk=pay_to, defaults={"height": last})
        if not new:  # another reader may have come further
            BooksRead.objects.filter(pk=pay_to, height__lt=last).update(height=last)


def _known(chain: str, moves: list[Moved]) -> set[tuple[str, int]]:
    """Those that are copied already: in the sandbox most are, and to ask is cheaper than to insert in vain."""
    hashes = {move.place.block_hash for move in moves}
    rows = Received.objects.filter(chain=chain, block_hash__in=hashes)
    return set(rows.values_list("block_hash", "log_index"))


def balance(as_of: datetime | None = None) -> Books:
    """The books as they were read last, at `as_of` (what `read` gave back): evidence and refunds noted since
    then wait for the next reading."""
    now = as_of or clock.now()
    received = Received.objects.all()
    return Books(
        paid=_total(received.filter(_PAID)),
        owed=_total(received.filter(_OWED, ~_PAID)),
        acknowledged=_total(received.filter(_ACKNOWLEDGED, ~_PAID, ~_OWED)),
        refunded=_total(Refund.objects.all()),
        orphans=(*_unexplained(), *_unbacked(now), *_due(), *_unconfirmed(now)),
    )


def _same_place(prefix: str = "") -> Q:
    """The place of the outer query's row, or of its relation `prefix`."""
    return Q(**{name: OuterRef(prefix + name) for name in ("chain", "block_hash", "log_index")})


_HERE: Final = Evidence.objects.filter(_same_place())
_PAID: Final = Q(Exists(_HERE.filter(charge__state__in=PAID, charge__evidence=F("pk"))))
"""A transfer in that pays a charge."""
_OWED: Final = Q(Exists(_HERE.filter(charge__refund_due__isnull=False)))
"""One that came for an unpaid charge."""
_ACKNOWLEDGED: Final = Q(pk__in=Acknowledgement.objects.values("received"))


def _total(rows: QuerySet[Any]) -> Total:
    sums = rows.aggregate(count=Count("pk"), total=Sum("amount"))
    return Total(sums["count"], sums["total"] or 0)


def _unexplained() -> Iterator[Orphan]:
    fitting = Charge.objects.filter(
        payer=OuterRef("payer"), pay_to=OuterRef("pay_to"), amount=OuterRef("amount"), refund_due=None
    ).exclude(state__in=PAID)
    rows = Received.objects.filter(~_PAID, ~_OWED, ~_ACKNOWLEDGED).order_by("block_number", "log_index")
    for row in rows.annotate(fitting=Subquery(fitting.values("reference")[:1])):
        place = row.transaction, row.log_index
        yield Orphan(What.UNEXPLAINED, *place, row.amount, row.payer, row.fitting or "")


def _unbacked(as_of: datetime) -> Iterator[Orphan]:
    """Paid charges in blocks that were read, without a transfer in that is theirs and nobody else's."""
    same = Q(amount=OuterRef("amount"), payer=OuterRef("payer"), pay_to=OuterRef("pay_to"))
    own = Q(Exact(OuterRef("evidence__charge"), OuterRef("pk")))
    backing = Received.objects.filter(_same_place("evidence__"), same, own)
    read = _read_to("pay_to", "evidence__block_number")
    rows = Charge.objects.filter(read, ~Exists(backing), state__in=PAID, evidence__seen_at__lte=as_of)
    for charge in rows.select_related("evidence").order_by("pk"):
        assert charge.evidence is not None
        yield _of(What.UNBACKED, charge, charge.evidence)


def _due() -> Iterator[Orphan]:
    """Money to be paid back."""
    rows = RefundDue.objects.filter(charge__refund=None)
    for row in rows.select_related("charge", "evidence").order_by("pk"):
        yield _of(What.DUE, row.charge, row.evidence)


def _read_to(pay_to: str, block_number: str) -> Q:
    """Whether the address in column `pay_to` was read up to `block_number`. There are few addresses."""
    read = [Q(**{pay_to: row.pk, f"{block_number}__lte": row.height}) for row in BooksRead.objects.all()]
    return reduce(or_, read, Q(pk__in=[]))


def _unconfirmed(as_of: datetime) -> Iterator[Orphan]:
    rows = refunds.unconfirmed().filter(noted_at__lte=as_of)
    for row in rows.select_related("charge").order_by("pk"):
        place = row.transaction, row.log_index
        yield Orphan(What.UNCONFIRMED, *place, row.amount, row.charge.payer, row.charge.reference)


def _of(what: What, charge: Charge, place: Evidence) -> Orphan:
    return Orphan(what, place.transaction, place.log_index, charge.amount, charge.payer, charge.reference)


def acknowledge(transaction_id: str, log_index: int, reason: str) -> Acknowledgement:
    """Notes why a transfer that was read and pays no charge is in order. Declined."""
    if not reason.strip():
        raise Declined("Say why the transfer is in order.")
    row = Received.objects.filter(transaction=transaction_id, log_index=log_index).first()
    if row is None:
        raise Declined("The books hold no such transfer. Read them first, and name it as they print it.")
    if Received.objects.filter(_PAID | _OWED, pk=row.pk).exists():
        raise Declined("This transfer came for a charge: there is nothing to acknowledge.")
    known, new = Acknowledgement.objects.get_or_create(
        received=row, defaults={"reason": reason.strip(), "at": clock.now()}
    )
    if not new:
        raise Declined(f"It is acknowledged already: {known.reason}")
    return known


def new_pay_to(address: str) -> None:
    """The address that new charges are made out to from now on; the old ones keep theirs.

    Its books begin at the block that is finalized now. Declined; LedgerUnavailable; WrongDeployment.
    """
    if not ADDRESS.fullmatch(address) or signature.checksum(address) != address:
        raise Declined("The address must be in its checksummed form (EIP-55).")
    network = networks.current()
    _check_network(network)
    height = network.ledger.final_height()
    with transaction.atomic(durable=True):
        known = _locked_deployment()
        if known.pay_to == address.lower():
            raise Declined("This is the pay-to address already.")
        if count := Charge.objects.filter(state__in=OPEN).count():
            raise Declined(f"Charges that are open: {count}. Take no payments until `reconcile` has closed them.")
        Deployment.objects.filter(pk=known.pk).update(pay_to=address.lower())
        if not Charge.objects.filter(pay_to=address.lower()).exists():  # else what came for those counts, too
            BooksRead.objects.get_or_create(pk=address.lower(), defaults={"height": height})


def _locked_deployment() -> Deployment:
    """The row, which no claim reads until the transaction ends; and every claim that has read it has ended.

    A claim reads it in the transaction that inserts its charge (`networks.remember`). SQLite's transactions wait
    for one another anyway; on PostgreSQL a lock on the row would not stop a claim that only reads it.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("LOCK TABLE payments_deployment IN ACCESS EXCLUSIVE MODE")
    known = Deployment.objects.first()
    if known is None:
        raise Declined("Nothing was claimed here yet: just set QUOTEPROOF_PAY_TO.")
    return known
