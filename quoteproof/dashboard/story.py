"""One check's whole story: facts in blocks, events in the order of time, and where staff go on from here."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.admin.utils import quote
from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.urls import reverse

from payments.core.states import OPEN
from quoteproof import contracts
from quoteproof.dashboard import blocks
from quoteproof.dashboard.records import Records
from quoteproof.dashboard.timeline import Event, timeline

User = AbstractUser | AnonymousUser


@dataclass(frozen=True, slots=True)
class Link:
    href: str
    text: str


@dataclass(frozen=True, slots=True)
class Story:
    """What the page shows. `may_*`: the user may, and there is something to do."""

    records: Records
    request: str
    answer: str
    timeline: list[Event]
    links: list[Link]
    may_reconcile: bool
    may_fetch: bool

    @property
    def groups(self) -> list[tuple[str, str, list[blocks.Block]]]:
        """Sections of blocks: id, title, blocks."""
        kept = self.records
        found = [
            ("facts", "Facts", [blocks.check(kept)]),
            ("pages", "Pages and texts", blocks.pages(kept)),
            ("quotes", "Quotes", blocks.quotes(kept)),
            ("payment", "Payment", [blocks.charge(kept), blocks.queue(kept)]),
            ("receipts", "Receipts", blocks.receipts(kept)),
            ("refunds", "Refunds", blocks.refunds(kept)),
        ]
        return [each for each in found if each[2]]


def story(records: Records, user: User) -> Story:
    return Story(
        records=records,
        request=blocks.request(records),
        answer=blocks.answer(records),
        timeline=timeline(records),
        links=_links(records, user),
        may_reconcile=may_reconcile(records, user),
        may_fetch=may_fetch(records, user),
    )


def may_reconcile(records: Records, user: User) -> bool:
    """Somebody still has to look at the charge: it is open, or its block isn't final yet."""
    waits = records.charge.state in OPEN or records.charge.ring_at is not None
    return waits and user.has_perm("payments.change_charge")


def may_fetch(records: Records, user: User) -> bool:
    """There are pages, and the check's own page shows what was found on them."""
    pages = contracts.BY_PATH[records.check.route].keeps_request and bool(records.sources)
    return pages and records.told and user.has_perm("verification.change_check")


def _links(records: Records, user: User) -> list[Link]:
    """The admin's pages that the user may open, and the evidence file."""
    found: list[tuple[str, str, str | int, str]] = [
        ("verification", "check", records.check.pk, "The check in the admin")
    ]
    found += [("payments", "charge", records.charge.pk, "The charge in the admin")]
    found += [("receipts", "receipt", each.receipt.pk, f"Receipt {each.receipt.pk}") for each in records.receipts]
    found += [("receipts", "dispute", each.pk, f"Dispute {each.pk} ({each.state})") for each in records.disputes]
    if records.due is not None:
        found.append(("payments", "refunddue", records.due.pk, "The refund that is due"))
    if records.refund is not None:
        found.append(("payments", "refund", records.refund.pk, "The refund in the admin"))
    links = [_admin(*each) for each in found if user.has_perm(f"{each[0]}.view_{each[1]}")]
    if records.charge.released_at and user.has_perm("verification.view_sourcebody"):
        links.append(
            Link(reverse("check-evidence-bodies", args=[records.check.pk]), "The evidence file, with bodies")
        )
    return links


def _admin(app: str, model: str, key: str | int, text: str) -> Link:
    return Link(reverse(f"admin:{app}_{model}_change", args=[quote(str(key))]), text)
