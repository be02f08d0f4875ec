"""What a dispute needs of more than one app: who opens it, what the work gives now, the result that stands.

A check's first result is never changed. A correction is a result of its own beside it; `standing` is the check
as its newest result says it.
"""

from __future__ import annotations

import copy
import json
from dataclasses import dataclass
from functools import cached_property

from django.utils import timezone

from payments import refunds
from payments.core.evidence import Inclusion
from payments.core.states import PAID
from payments.models import Charge, Refund
from quoteproof import contracts, facts, ratelimit, rerun
from quoteproof.again import CannotRerun, Rerun
from quoteproof.case import Case
from quoteproof.rerun import Pages, SentAgain
from receipts import disputes
from receipts.core.payload import Facts
from receipts.disputes import Complaint, Decision, DisputeOpen, NotPublished, Sealed, TooMany
from receipts.models import Correction, Dispute, DisputeText
from verification.models import Check, Source


class NotCorrected(Exception):
    """The outcome `corrected` isn't possible; the message says why, for staff."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """What the work gives now: a result that could take the standing one's place, or why there is none."""

    rerun: Rerun | None
    why_not: str = ""

    @property
    def shown(self) -> str:
        """The result, for people."""
        return json.dumps(json.loads(self.rerun.answer), indent=2, ensure_ascii=False) if self.rerun else ""


class Matter:
    """A dispute and what bears on it. Each part is read when it is first asked for, and once: pages as well."""

    def __init__(self, dispute: Dispute) -> None:
        self.dispute = dispute

    @cached_property
    def case(self) -> Case:
        """The check as it was answered."""
        return Case(Check.objects.get(pk=self.dispute.check_id))

    @cached_property
    def standing(self) -> Case:
        """The check as its newest result has it."""
        return standing(self.case)

    @cached_property
    def pages(self) -> Pages:
        return Pages(self.case.check)

    @cached_property
    def text(self) -> str | None:
        """The text that was sent with an open dispute."""
        return None if self._kept is None else bytes(self._kept.text).decode()

    @cached_property
    def sent(self) -> SentAgain | None:
        """The supplied text and its quote, if both are at hand."""
        if self._kept is None or self.text is None:
            return None
        kept = self._kept.quote
        quote = rerun.compared_quote(self.standing.check, self.text) if kept is None else bytes(kept).decode()
        return None if quote is None else SentAgain(self.text, quote)

    @cached_property
    def _kept(self) -> DisputeText | None:
        return DisputeText.objects.filter(dispute=self.dispute).first()


def open_dispute(check: Check, complaint: Complaint, address: str) -> Dispute:
    """Opens a dispute for the client at `address`. Errors as in `receipts.disputes.open_dispute`."""
    return disputes.open_dispute(check, complaint, ratelimit.client_hash(address), timezone.now())


def hindrance(check: Check, address: str) -> Exception | None:
    """What `open_dispute` would raise for the client at `address` now, whatever is said to be wrong; or None."""
    if check.published_at is None:
        return NotPublished(check.pk)
    try:
        disputes.check_room(check.pk, ratelimit.client_hash(address), timezone.now())
    except (DisputeOpen, TooMany) as refused:
        return refused
    return None


def compared(check: Check) -> tuple[str, str]:
    """The SHA-256 of a supplied text and of the quote that was compared with it; empty where none was supplied."""
    if contracts.BY_PATH[check.route].keeps_request:
        return "", ""
    terms = json.loads(bytes(check.terms or b"{}"))
    return check.sources.get(index=0).extraction_sha256, terms["quote_sha256"]


def standing(case: Case) -> Case:
    """The case with the check and its sources as the newest result has them. The rows are copies: never saved."""
    correction = disputes.correction_of(case.check.pk)
    return case if correction is None else _as_corrected(case, correction)


def is_corrected(check_id: str) -> bool:
    """Whether another result has taken the first one's place."""
    return disputes.correction_of(check_id) is not None


def results(check: Check) -> dict[str, bytes]:
    """Every sealed result that the check has had, by its SHA-256."""
    made = Correction.objects.filter(check_id=check.pk)
    corrected = {each.result_sha256: bytes(each.result) for each in made}
    return {check.result_sha256: bytes(check.result or b"")} | corrected


def prospect(matter: Matter) -> Prospect:
    """What `correct` would come to."""
    try:
        _attested_by(disputes.charge_of(matter.dispute))
        return Prospect(_remade(matter))
    except (CannotRerun, NotCorrected) as reason:
        return Prospect(None, str(reason))


def correct(dispute: Dispute, decision: Decision) -> Dispute:
    """Does the work again and puts its result in the standing one's place, with a receipt that supersedes its.

    NotCorrected where that comes to nothing else. AlreadyDecided; ReceiptMoved. Not inside a transaction.
    """
    matter = Matter(dispute)
    try:
        made = _remade(matter)
    except (CannotRerun, NotCorrected) as reason:
        if (now := Dispute.objects.get(pk=dispute.pk)).closed_at is not None:  # with its text gone, for one
            return _decided(now, "corrected")
        raise NotCorrected(str(reason)) from None
    case = matter.standing
    published = contracts.BY_PATH[case.check.route].published()
    sealed = Sealed(made.answer, published.version, published.sha256, made.units)
    charge = disputes.charge_of(dispute)
    return disputes.correct(dispute, decision, sealed, _facts(_with(case, sealed), charge), charge)


def refund(
    dispute: Dispute, decision: Decision, transaction_id: str = "", log_index: int | None = None
) -> Dispute:
    """Pays the charge back: the sandbox's ledger does, on a chain the transfer named has done it.

    NotARefund, LedgerUnavailable: nothing is decided then. AlreadyDecided. Not inside a transaction.
    """
    charge = disputes.charge_of(dispute)

    def pay() -> Refund:
        if transaction_id:
            return refunds.record(charge, transaction_id, log_index)
        return refunds.pay_back(charge)

    return disputes.refund(dispute, decision, pay)


def _decided(dispute: Dispute, outcome: str) -> Dispute:
    if dispute.outcome != outcome:
        raise disputes.AlreadyDecided(dispute)
    return dispute


def _remade(matter: Matter) -> Rerun:
    """The work done again; NotCorrected if what was disputed comes out undecided, or all as before."""
    check, quote = matter.standing.check, matter.dispute.quote_index
    made = rerun.rerun(check, matter.sent, matter.pages)
    if quote in made.undecided or len(made.undecided) == check.verdicts.count():
        raise NotCorrected("Done again, the work decides nothing of what is disputed.")
    if made.answer == bytes(check.result or b""):
        raise NotCorrected(
            "Done again on the same bytes, the work gives the same result to the byte: a correction needs a newer "
            "version of the extraction or the matching."
        )
    return made


def _facts(case: Case, charge: Charge) -> Facts:
    return facts.of(case, charge, _attested_by(charge))


def _attested_by(charge: Charge) -> Inclusion:
    """The payment that a receipt names; NotCorrected where the ledger doesn't hold it."""
    if charge.evidence is None or charge.state not in PAID:
        raise NotCorrected(
            "The ledger doesn't hold the payment at present: a receipt can't be made. Try again later."
        )
    return charge.evidence.inclusion(charge.finality)


def _as_corrected(case: Case, made: Correction) -> Case:
    return _with(case, Sealed(bytes(made.result), made.contract_version, made.contract_sha256, made.units))


def _with(case: Case, sealed: Sealed) -> Case:
    """A copy of the case whose check has this result."""
    check = copy.copy(case.check)
    check.result, check.result_sha256 = sealed.result, sealed.sha256
    check.contract_version, check.contract_sha256 = sealed.contract_version, sealed.contract_sha256
    other = Case(check)
    other.sources = [_source(row, sealed) for row in case.sources]
    return other


def _source(row: Source, sealed: Sealed) -> Source:
    other = copy.copy(row)
    if sealed.units is not None:
        other.extracted_chars = sealed.units
    return other
