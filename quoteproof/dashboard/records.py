"""Everything on record about one check, read from every app by a fixed number of questions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from django.contrib.admin.models import LogEntry
from django.db.models import OuterRef, Prefetch, Q, Subquery
from django_q.models import OrmQ, Task

from payments import selectors as payments
from payments.models import Charge, ChargeEvent, Evidence, Refund, RefundDue
from quoteproof import checks
from receipts import disputes as receipt_disputes
from receipts import selectors as receipts
from receipts.models import Correction, Dispute, LogCheckpoint, LogLeaf, Receipt, Statement
from verification import models as verification
from verification.models import Check, Source, SourceBody, Verdict

NOTES: Final = 200
"""How many of the queue's newest packages and results are looked through: it keeps about as many."""
ADVANCE: Final = "quoteproof.tasks.advance"


@dataclass(frozen=True, slots=True)
class Attested:
    """A receipt, what it counts as now, its statements (the newest first) and its place in the log."""

    receipt: Receipt
    status: str
    statements: list[Statement]
    leaf: Any


@dataclass(frozen=True, slots=True)
class Records:
    """`told`: the check's own page shows what was found, so this one may."""

    check: Check
    charge: Charge
    events: list[ChargeEvent]
    evidence: list[Evidence]
    sources: list[Source]
    bodies: dict[int, SourceBody]
    verdicts: list[Verdict]
    receipts: list[Attested]
    disputes: list[Dispute]
    corrections: list[Correction]
    refund: Refund | None
    due: RefundDue | None
    queued: int = 0
    runs: list[Task] = field(default_factory=list)
    staff: list[LogEntry] = field(default_factory=list)

    @property
    def told(self) -> bool:
        return self.charge.released_at is not None or self.check.report is not None


def of(check_id: str) -> Records | None:
    """The records of a check; None for an unknown id."""
    found = checks.known(check_id)
    if found is None:
        return None
    check, charge = found
    sources = list(check.sources.order_by("index"))
    disputes = receipt_disputes.of(check.pk)
    due = RefundDue.objects.select_related("evidence").filter(charge=charge).first()
    return Records(
        check=check,
        charge=charge,
        events=payments.events(charge),
        evidence=list(charge.evidence_rows.order_by("seen_at", "id")),
        sources=sources,
        bodies={each.source_id: each for each in SourceBody.objects.filter(source__in=sources).defer("body")},
        verdicts=_verdicts(check),
        receipts=_receipts(check.pk),
        disputes=disputes,
        corrections=list(Correction.objects.filter(check_id=check.pk).defer("result").order_by("id")),
        refund=receipt_disputes.refund_of(check.pk),
        due=due,
        queued=sum(each.task.get("args") == (check.pk,) for each in OrmQ.objects.order_by("-id")[:NOTES]),
        runs=_runs(check.pk),
        staff=_staff(check, charge, disputes, due),
    )


def _verdicts(check: Check) -> list[Verdict]:
    places = verification.Evidence.objects.order_by("ordinal")
    return list(check.verdicts.order_by("index").prefetch_related(Prefetch("evidence", places)))


def _receipts(check_id: str) -> list[Attested]:
    """All of a check's receipts, the oldest first."""
    rows = list(Receipt.objects.filter(check_id=check_id).defer("payload", "delivery").order_by("issued_at"))
    statements: dict[str, list[Statement]] = {}
    for each in Statement.objects.filter(receipt__in=rows).defer("payload", "token").order_by("-seq"):
        statements.setdefault(each.receipt_id, []).append(each)
    covering = LogCheckpoint.objects.filter(size__gt=OuterRef("position")).order_by("size")
    leaves = LogLeaf.objects.filter(kind=LogLeaf.Kind.RECEIPT, subject__in=[each.pk for each in rows])
    placed = leaves.annotate(
        size=Subquery(covering.values("size")[:1]), signed=Subquery(covering.values("at")[:1])
    )
    place = {leaf.subject: leaf for leaf in placed}
    return [_attested(row, statements.get(row.pk, []), place.get(row.pk)) for row in rows]


def _attested(row: Receipt, statements: list[Statement], leaf: Any) -> Attested:
    return Attested(row, receipts.status_by(row, statements[0] if statements else None), statements, leaf)


def _runs(check_id: str) -> list[Task]:
    """What the queue's workers noted of their runs for the check, as far as it is kept; the newest first."""
    noted = Task.objects.filter(func=ADVANCE).order_by("-started")[:NOTES]
    return [each for each in noted if each.args == (check_id,)]


def _staff(check: Check, charge: Charge, disputes: list[Dispute], due: RefundDue | None) -> list[LogEntry]:
    """What staff did about the check: its disputes, its refund, and from its own page here."""
    done = Q(content_type__app_label="verification", content_type__model="check", object_id=check.pk)
    done |= Q(content_type__app_label="payments", content_type__model="charge", object_id=str(charge.pk))
    done |= Q(content_type__model="dispute", object_id__in=[each.pk for each in disputes])
    if due is not None:
        done |= Q(content_type__model="refunddue", object_id=str(due.pk))
    return list(LogEntry.objects.filter(done).select_related("user").order_by("action_time"))
