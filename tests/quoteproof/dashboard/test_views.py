from __future__ import annotations

import html
import json
import re

import pytest
from bs4 import BeautifulSoup
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.browser.pages import PAYLOADS
from tests.quoteproof.conftest import clerk
from tests.quoteproof.dashboard.conftest import charge_of
from tests.quoteproof.disputed import PLAIN as PLAIN_PAGE
from tests.quoteproof.disputed import opened, quotes_check, text_check
from verification.models import Check

pytestmark = pytest.mark.django_db
PAGES = ("/dashboard/", "/dashboard/checks", "/dashboard/checks.csv")
FOURTEENS = [PAYLOADS[n : n + 14] for n in range(0, len(PAYLOADS), 14)]
RUNS = ("script", "style", "img", "image", "iframe", "object", "embed", "base", "video", "math", "template")


def attacks(markup: str) -> list[str]:
    """What a browser would run or follow: there must be nothing but the page's own links and forms."""
    tags = [each for each in BeautifulSoup(markup, "lxml").find_all(True) if each.name not in ("html", "link")]
    found = [each.name for each in tags if each.name in RUNS or each.get("http-equiv")]
    found += [name for each in tags for name in each.attrs if name.startswith("on") or name in ("style", "srcdoc")]
    targets = [each.get(name) for each in tags for name in ("href", "action", "formaction") if each.get(name)]
    return found + [each for each in targets if each[0] not in "/#?" or each.startswith("//")]


def paths(check: Check) -> tuple[str, ...]:
    return (*PAGES, f"/dashboard/checks/{check.pk}")


def test_strangers_are_sent_to_the_login(text: Check):
    for path in paths(text):
        answer = Client().get(path)
        assert answer.status_code == 302 and answer["Location"] == f"/admin/login/?next={path}"


def test_users_who_are_no_staff_are_sent_there_too(text: Check):
    client = Client()
    client.force_login(User.objects.create_user("visitor"))
    assert [client.get(path).status_code for path in paths(text)] == [302] * 4
    assert client.post(f"/dashboard/checks/{text.pk}/reconcile").status_code == 302


def test_staff_who_left_are_strangers(staff: Client, text: Check):
    User.objects.update(is_active=False)
    assert [staff.get(path).status_code for path in paths(text)] == [302] * 4


def test_answers_are_private_and_unlisted(text: Check):
    client = clerk()
    for path in paths(text):
        answer = client.get(path)
        assert answer.status_code == 200
        assert (answer["Cache-Control"], answer["X-Robots-Tag"]) == ("private, no-store", "noindex, nofollow")


def test_no_inline_script_or_style_and_no_other_host(staff: Client, page: Check):
    for path in (*PAGES[:2], f"/dashboard/checks/{page.pk}"):
        markup = staff.get(path).content.decode()
        assert not re.search(r"<script|<style|\son\w+=|\sstyle=|(?:src|href)=\"(?:https?:)?//", markup)


def count(client: Client, path: str) -> int:
    with CaptureQueriesContext(
        connection,
    ) as asked:
        answer = client.get(path)
        b"".join(answer.streaming_content) if answer.streaming else answer.content
    assert answer.status_code == 200
    return len(asked)


@pytest.mark.parametrize("path", PAGES)
def test_more_checks_are_no_more_questions(staff: Client, path: str, mirror):
    first = text_check()
    opened(first)
    before = count(staff, path)
    for _ in range(3):
        opened(quotes_check(PLAIN_PAGE, "No page of the mirror holds this sentence."), f"192.0.2.{_ + 20}")
    assert count(staff, path) == before


def test_more_records_of_a_check_are_no_more_questions(staff: Client, mirror):
    one, many = (
        quotes_check(PLAIN_PAGE, *words) for words in (["Nowhere."], ["Nowhere.", "Not here.", "Nor there."])
    )
    assert count(staff, f"/dashboard/checks/{one.pk}") == count(staff, f"/dashboard/checks/{many.pk}") <= 25


def hostile(check: Check, payload: str) -> None:
    """Every text of the check that comes from outside is an attack."""
    check.sources.update(
        url=payload, final_url=payload, content_type=payload[:80], robots_rule=payload, reason=payload[:40]
    )
    check.verdicts.update(quote=payload.encode(), status=payload[:40], reason=payload[:40])
    Check.objects.filter(pk=check.pk).update(request=json.dumps({"q": payload}).encode())


@pytest.mark.parametrize("payloads", FOURTEENS)
def test_attacks_are_shown_as_text(staff: Client, page: Check, payloads: tuple[str, ...]):
    opened(page, reason="".join(payloads))
    for payload in payloads:
        hostile(page, payload)
        for path in ("/dashboard/", "/dashboard/checks", f"/dashboard/checks/{page.pk}"):
            markup = staff.get(path).content.decode()
            assert attacks(markup) == []
        assert payload in html.unescape(markup)


@pytest.mark.parametrize("name", ["q", "first", "route", "state", "page"])
def test_a_search_for_an_attack_is_text_too(staff: Client, name: str):
    for payload in PAYLOADS:
        assert attacks(staff.get("/dashboard/checks", {name: payload}).content.decode()) == []


def test_the_test_sees_attacks():
    for payload in ("<script>alert(1)</script>", "<a href=javascript:alert(1)>go</a>", "<svg onload=alert(1)>"):
        assert attacks(f"<!doctype html><title>x</title><main>{payload}</main>") != []


def test_the_amount_is_exact(staff: Client, text: Check):
    assert charge_of(text).amount == 5_000 and "0.005" in staff.get("/dashboard/").content.decode()
