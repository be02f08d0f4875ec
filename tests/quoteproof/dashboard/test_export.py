from __future__ import annotations

import csv
import io

import pytest
from django.test import Client

from quoteproof.dashboard import export
from receipts.models import Receipt
from tests.quoteproof.dashboard.conftest import charge_of
from tests.quoteproof.disputed import PLAIN, QUOTE, TEXT, text_check
from verification.models import Check

pytestmark = pytest.mark.django_db
PATH = "/dashboard/checks.csv"


def read(client: Client, **asked: str) -> list[dict[str, str]]:
    answer = client.get(PATH, asked)
    assert answer.status_code == 200 and answer.streaming
    content = b"".join(answer.streaming_content)
    assert content.startswith(b"\xef\xbb\xbf")
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline="")))


def test_a_line_holds_the_checks_names_times_and_money(staff: Client, page: Check):
    (row,), charge = read(staff), charge_of(page)
    assert row["check"] == page.pk and row["urls"] == PLAIN and row["receipt"] == Receipt.objects.get().pk
    assert (row["amount_atomic"], row["amount_usdc"]) == ("10000", "0.01")
    assert row["transaction"] == charge.evidence.transaction and row["result_sha256"] == page.result_sha256
    assert (row["state"], row["charge_state"]) == ("published", "SETTLED")


def test_neither_text_nor_quote_is_in_it(staff: Client, text: Check):
    content = str(read(staff))
    assert TEXT not in content and QUOTE not in content


def test_hostile_addresses_are_text(staff: Client, page: Check):
    page.sources.update(url='=HYPERLINK("https://evil.example","a"),\r\n@x')
    assert read(staff)[0]["urls"] == '\'=HYPERLINK("https://evil.example","a"),  @x'


def test_before_the_release_there_is_no_hash_of_a_result(staff: Client, undecided: Check):
    (row,) = read(staff)
    assert (row["result_sha256"], row["state"], row["cause"]) == ("", "not_charged", "criterion_failed")


def test_pieces_fit_together_and_the_oldest_is_first(staff: Client, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(export, "PIECE", 2)
    made = [text_check().pk for _ in range(5)]
    assert [row["check"] for row in read(staff)] == made


def test_it_holds_what_the_list_is_narrowed_to(staff: Client, page: Check, text: Check):
    assert [row["check"] for row in read(staff, q="plain.txt")] == [page.pk]
    assert [row["check"] for row in read(staff, state="SETTLED", route=text.route)] == [text.pk]
    assert read(staff, last="2020-01-01") == []


def test_too_many_are_refused_before_the_first_line(staff: Client, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(export, "MOST", 1)
    text_check(), text_check()
    answer = staff.get(PATH)
    assert answer.status_code == 400 and "give fewer days" in answer.content.decode()


def test_a_mistake_in_the_form_is_told(staff: Client):
    assert staff.get(PATH, {"first": "soon"}).status_code == 400
