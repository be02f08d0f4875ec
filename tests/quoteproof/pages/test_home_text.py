"""The second way in: a quote and a text that the visitor holds."""

from __future__ import annotations

import json
from typing import Any

import pytest

from payments.models import Charge
from tests.quoteproof.pages.conftest import Visitor
from verification.models import Check

pytestmark = pytest.mark.django_db
PATH = "/?way=text"
TEXT = "Refunds are paid within 14 days of purchase, to the card that was used."
CLOSE = "paid within 15 days of purchase"


def send(visitor: Visitor, path: str = PATH, **filled: str) -> Any:
    token = visitor.client.get(PATH).context["csrf_token"]
    data = {"way": "text", "quote": CLOSE, "text": TEXT, "match": "fuzzy", "csrfmiddlewaretoken": str(token)}
    return visitor.client.post(path, data | filled)


def test_each_way_in_is_one_link_away_and_the_current_one_is_marked(visitor: Visitor):
    for path, mark in (("/", 'href="/" aria-current="page"'), (PATH, f'href="{PATH}" aria-current="page"')):
        shown = visitor.text(path)
        assert mark in shown and shown.count('aria-current="page"') == 1


def test_the_form_says_the_price_and_what_becomes_of_the_text(visitor: Visitor):
    shown = visitor.text(PATH)
    for part in ("US$0.005", "not stored", "its SHA-256", 'value="passages"', 'name="case"', "At most 50000"):
        assert part in shown


def test_an_address_fills_nothing_in(visitor: Visitor):
    assert TEXT not in visitor.text(f"{PATH}&text={TEXT}&quote=x")


def test_a_sent_form_does_its_work_at_once_and_leads_to_its_check(visitor: Visitor):
    response = send(visitor)
    charge = Charge.objects.get()
    assert (response.status_code, response["Location"]) == (303, f"/checks/{charge.reference}")
    assert (charge.amount, charge.route) == (5_000, "/v1/verify/text-quote")
    assert Check.objects.get().result is not None


def test_before_the_release_nothing_that_was_found_is_shown(visitor: Visitor):
    location = send(visitor)["Location"]
    shown = visitor.text(location) + visitor.text(location + "/progress")
    for hidden in ("Close match", "fuzzy", "0.9", "Refunds", "14 days", Check.objects.get().result_sha256):
        assert hidden not in shown
    assert "Text read" in shown and "Pages fetched" not in shown


def test_the_same_form_sent_twice_is_paid_once(visitor: Visitor):
    assert len({send(visitor, form="one")["Location"] for _ in range(2)}) == Charge.objects.count() == 1


def test_mistakes_stand_beside_their_fields_and_nothing_typed_is_lost(visitor: Visitor):
    response = send(visitor, quote="", text="kept <b>\n text", match="passages", case="1")
    shown = response.content.decode()
    assert response.status_code == 400 and not Charge.objects.exists()
    assert "\nkept &lt;b&gt;\n text</textarea>" in shown and 'value="passages" checked' in shown
    for field in ("quote", "case"):
        assert f'href="#{field}"' in shown and f'id="{field}-mistake"' in shown


def test_the_script_gets_the_route_and_the_request(visitor: Visitor):
    told = json.loads(send(visitor, "/draft", text="a\r\nb", case="1").content)
    assert told["path"] == "/v1/verify/text-quote"
    assert told["request"] == {"text": "a\nb", "quote": CLOSE, "match": "fuzzy", "case_sensitive": True}
    assert send(visitor, "/draft", text="").status_code == 400


def test_on_a_real_network_the_command_is_shown_and_leads_back(visitor: Visitor, settings):
    settings.SANDBOX = False
    shown = send(visitor, match="exact").content.decode()
    assert "/v1/verify/text-quote" in shown and 'name="match" value="exact"' in shown
    assert not Charge.objects.exists()
    assert f"{TEXT}</textarea>" in send(visitor, edit="1").content.decode()


def test_a_form_from_elsewhere_is_refused(visitor: Visitor):
    assert visitor.client.post(PATH, {"way": "text", "quote": CLOSE, "text": TEXT}).status_code == 403
