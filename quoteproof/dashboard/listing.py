"""The list of checks: what was looked for, narrowed by days, route and state; the newest first, page by page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final
from urllib.parse import urlencode

from django import forms
from django.db.models import QuerySet

from payments.core.states import State
from payments.models import Charge
from quoteproof import contracts
from quoteproof.dashboard import search
from quoteproof.dashboard.figures import midnight
from quoteproof.dashboard.shapes import MOST, Kind, Unsearchable, Wanted, recognise
from quoteproof.presentation.amounts import usdc
from verification.models import Source

PAGE: Final = 50
LAST_PAGE: Final = 200
"""Further back it is the days that are narrowed."""
_FALLS_BACK: Final = (Kind.URL, Kind.HOST)


class Search(forms.Form):
    """Everything may be left out. Days are UTC, both inclusive."""

    q = forms.CharField(
        required=False, max_length=MOST, label="Look for", widget=forms.TextInput({"type": "search"})
    )
    first = forms.DateField(required=False, label="From", widget=forms.DateInput({"type": "date"}))
    last = forms.DateField(required=False, label="To", widget=forms.DateInput({"type": "date"}))
    route = forms.ChoiceField(required=False, label="Route")
    state = forms.ChoiceField(
        required=False, label="State", choices=[("", "any"), *[(each.value, each.value) for each in State]]
    )
    page = forms.IntegerField(required=False, min_value=1, max_value=LAST_PAGE, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        routes = [("", "any"), *[(path, path) for path in contracts.BY_PATH]]
        self.fields["route"] = forms.ChoiceField(required=False, label="Route", choices=routes)

    def clean(self) -> dict[str, Any]:
        first, last = self.cleaned_data.get("first"), self.cleaned_data.get("last")
        if first and last and last < first:
            self.add_error("last", "The last day stands before the first.")
        if text := self.cleaned_data.get("q", "").strip():
            try:
                self.cleaned_data["wanted"] = recognise(text)
            except Unsearchable as reason:
                self.add_error("q", str(reason))
        return self.cleaned_data


@dataclass(frozen=True, slots=True)
class Row:
    """One check in the list."""

    charge: Charge
    urls: tuple[str, ...]

    @property
    def amount(self) -> str:
        return usdc(self.charge.amount)


@dataclass(frozen=True, slots=True)
class Listed:
    """One page of the list. `note` says where something else was looked for than what was typed."""

    rows: list[Row]
    page: int
    more: bool
    note: str = ""

    @property
    def only(self) -> str:
        """The one check that there is, or nothing."""
        return self.rows[0].charge.reference if self.page == 1 and len(self.rows) == 1 and not self.more else ""


def listed(asked: Mapping[str, Any]) -> Listed:
    """The page that a valid form asks for."""
    charges, note = matching(asked)
    number = asked.get("page") or 1
    found = list(charges.order_by("-claimed_at", "-id")[(number - 1) * PAGE : number * PAGE + 1])
    urls = urls_of(each.reference for each in found[:PAGE])
    rows = [Row(each, urls.get(each.reference, ())) for each in found[:PAGE]]
    return Listed(rows, number, len(found) > PAGE and number < LAST_PAGE, note)


def matching(asked: Mapping[str, Any]) -> tuple[QuerySet[Charge], str]:
    """All charges that a valid form asks for, without an order; and a note.

    What has the shape of a host or a whole address, and is none that was asked for, is looked for as a part.
    """
    wanted: Wanted | None = asked.get("wanted")
    if wanted is None:
        return _narrowed(Charge.objects.all(), asked), ""
    if wanted.kind not in _FALLS_BACK or search.charges(wanted).exists():
        return _narrowed(search.charges(wanted), asked), ""
    note = f"No page was asked for by this {wanted.kind}: looked for as a part of one."
    return _narrowed(search.charges(Wanted(Kind.PART, wanted.text)), asked), note


def urls_of(references: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """The addresses that each check asked for, in order."""
    found: dict[str, tuple[str, ...]] = {}
    sources = Source.objects.filter(owner_id__in=list(references)).order_by("owner_id", "index")
    for owner, url in sources.values_list("owner_id", "url"):
        found[owner] = (*found.get(owner, ()), url)
    return found


def query(asked: Mapping[str, Any], **changed: Any) -> str:
    """The form as it stands, for a link."""
    names = ("q", "first", "last", "route", "state", "page")
    values = {name: asked.get(name) for name in names} | changed
    return urlencode({name: _spelt(value) for name, value in values.items() if value})


def _narrowed(charges: QuerySet[Charge], asked: Mapping[str, Any]) -> QuerySet[Charge]:
    for name in ("route", "state"):
        if asked.get(name):
            charges = charges.filter(**{name: asked[name]})
    if first := asked.get("first"):
        charges = charges.filter(claimed_at__gte=midnight(first))
    if last := asked.get("last"):
        charges = charges.filter(claimed_at__lt=_after(last))
    return charges.select_related("evidence")


def _after(day: date) -> datetime:
    """The first moment that isn't of the day any more; the calendar's end where there is none."""
    return datetime.max.replace(tzinfo=UTC) if day == date.max else midnight(day + timedelta(days=1))


def _spelt(value: Any) -> str:
    return value.isoformat() if isinstance(value, date) else str(value)
