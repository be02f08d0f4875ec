from __future__ import annotations

import pytest
from django.test import Client

from quoteproof.dashboard import listing
from tests.quoteproof.dashboard.conftest import shown
from tests.quoteproof.disputed import text_check

pytestmark = pytest.mark.django_db
LIST = "/dashboard/checks"


@pytest.fixture
def three(monkeypatch: pytest.MonkeyPatch, db) -> list[str]:
    monkeypatch.setattr(listing, "PAGE", 2)
    return [text_check().pk for _ in range(3)]


def rows(answer) -> list[str]:
    return [row.charge.reference for row in answer.context["found"].rows]


def test_the_newest_first_page_by_page(staff: Client, three: list[str]):
    first = staff.get(LIST)
    assert rows(first) == three[:0:-1] and "?page=2" in first.content.decode()
    second = staff.get(LIST, {"page": "2"})
    assert (
        rows(second) == three[:1] and "Newer" in second.content.decode() and "Older" not in second.content.decode()
    )


def test_a_page_keeps_what_was_asked(staff: Client, three: list[str]):
    assert "?q=example%2Fpart" not in shown(staff, LIST, state="SETTLED")
    assert "?state=SETTLED&page=2" in shown(staff, LIST, state="SETTLED")


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"q": "ab"}, "at least 3 characters"),
        ({"q": "chk_x"}, "looked for whole"),
        ({"first": "yesterday"}, "Enter a valid date."),
        ({"first": "2026-12-02", "last": "2026-12-01"}, "before the first"),
        ({"state": "GONE"}, "Select a valid choice"),
        ({"page": "0"}, "greater than or equal to 1"),
        ({"page": "201"}, "less than or equal to 200"),
    ],
)
def test_a_mistake_is_told_and_what_was_typed_stays(staff: Client, asked, told):
    answer = staff.get(LIST, asked)
    assert answer.status_code == 400 and told in answer.content.decode()
    assert all(value in answer.content.decode() for name, value in asked.items() if name in ("q", "first"))


def test_whoever_looks_for_one_check_is_led_to_it(staff: Client, three: list[str]):
    answer = staff.get(LIST, {"q": three[0]})
    assert (answer.status_code, answer["Location"]) == (302, f"/dashboard/checks/{three[0]}")


def test_nothing_found_is_said(staff: Client):
    assert "No check goes by that." in shown(staff, LIST, q="chk_" + "a" * 26)
