"""The form for disputes on the page of a result, as a browser without JavaScript sends it."""

from __future__ import annotations

import html
from typing import Any

import pytest
from django.contrib.admin.utils import quote
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from payments.models import Charge, Refund
from quoteproof import disputes as outcomes
from quoteproof.pages import dispute_form
from receipts import disputes
from receipts.disputes import Complaint
from receipts.models import Dispute, DisputeText
from tests.browser.pages import PAYLOADS
from tests.quoteproof import disputed
from tests.quoteproof.disputed import QUOTE, TEXT, decision, opened, text_check
from tests.quoteproof.pages.conftest import Visitor, advanced
from verification.models import Check

pytestmark = pytest.mark.django_db


@pytest.fixture
def check() -> Check:
    return text_check()


def send(visitor: Visitor, check_id: str, **fields: str) -> Any:
    token = str(visitor.get(f"/checks/{check_id}").context["csrf_token"])
    return visitor.client.post(f"/checks/{check_id}/dispute", fields | {"csrfmiddlewaretoken": token})


def test_a_dispute_is_opened_and_shown(visitor: Visitor, check):
    answer = send(visitor, check.pk, reason=" It says 14.\r\nNot 15. ")
    assert (answer.status_code, answer["Location"]) == (303, f"/checks/{check.pk}#disputes")
    dispute = Dispute.objects.get()
    assert (dispute.words, dispute.quote_index) == ("It says 14.\nNot 15.", None)
    shown = visitor.text(f"/checks/{check.pk}")
    assert "Open: it has not been decided yet" in shown and "Open a dispute" not in shown
    assert "It says 14." not in shown


def test_two_thousand_characters_as_they_are_typed_are_taken(visitor: Visitor, check):
    typed = "\U0001f600\n" * 1_000
    assert send(visitor, check.pk, reason=typed[:-1].replace("\n", "\r\n")).status_code == 303
    assert Dispute.objects.get().words == typed[:-1]


@pytest.mark.parametrize("payload", PAYLOADS)
def test_what_is_said_is_text_on_every_page(visitor: Visitor, check, payload):
    answer = send(visitor, check.pk, reason=payload, about="9", text=payload, quote=payload)
    assert_text(answer.content.decode(), payload)
    disputes.uphold(opened(check, reason=payload), decision(payload))
    visitor.client.force_login(User.objects.create_superuser("root"))
    closed = visitor.get(f"/admin/receipts/dispute/{quote(Dispute.objects.get().pk)}/change/")
    for page in (visitor.get(f"/checks/{check.pk}"), closed):
        assert_text(page.content.decode(), payload)


def assert_text(page: str, payload: str) -> None:
    """The payload is there, and wherever it holds markup, escaped alone."""
    assert html.escape(payload.strip()) in page
    assert payload not in page or html.escape(payload) == payload


def test_one_quote_of_several_is_disputed(visitor: Visitor, published: Charge):
    assert 'name="about" value="2"' in visitor.text(f"/checks/{published.reference}")
    send(visitor, published.reference, reason="x", about="2")
    assert Dispute.objects.get().quote_index == 1
    assert "Disputed for quote 2," in visitor.text(f"/checks/{published.reference}")


@pytest.mark.parametrize("breaks", ["\n", "\r\n", "\r"])
def test_a_text_is_compared_with_the_line_breaks_that_it_had(visitor: Visitor, breaks):
    text, quote = breaks.join(("One line.", "Another one.")), breaks.join(("line.", "Another"))
    check = text_check({"text": text, "quote": quote})
    answer = send(visitor, check.pk, reason="x", text="One line.\r\nAnother one.", quote="line.\r\nAnother")
    assert answer.status_code == 303
    kept = DisputeText.objects.get()
    assert (bytes(kept.text), bytes(kept.quote)) == (text.encode(), quote.encode())


@pytest.mark.parametrize(
    ("fields", "status", "said"),
    [
        ({"reason": " \r\n"}, 400, "Say what is wrong."),
        ({"reason": "x" * 2_001}, 400, "At most 2,000 characters"),
        ({"reason": "x", "about": "2"}, 400, "Choose one of the quotes"),
        ({"reason": "x", "about": "one"}, 400, "Choose one of the quotes"),
        ({"reason": "x", "quote": QUOTE}, 400, "Paste the text too"),
        ({"reason": "x", "text": "x" * 100_001}, 400, "this is more"),
        ({"reason": "x", "text": TEXT + "!"}, 409, "its SHA-256 is another one"),
    ],
)
def test_mistakes_are_told_and_nothing_is_lost(visitor: Visitor, check, fields, status, said):
    answer = send(visitor, check.pk, **fields)
    shown = html.unescape(answer.content.decode())
    assert answer.status_code == status and said in shown and "<details open>" in shown
    assert fields["reason"] in shown and fields.get("quote", "") in shown
    assert not Dispute.objects.exists() and answer["Cache-Control"] == "private, no-store"


def test_a_second_dispute_is_told(visitor: Visitor, check):
    token = str(visitor.get(f"/checks/{check.pk}").context["csrf_token"])
    opened(check)
    answer = visitor.client.post(
        f"/checks/{check.pk}/dispute", {"reason": "typed before", "csrfmiddlewaretoken": token}
    )
    assert answer.status_code == 409 and "is open already" in answer.content.decode()
    assert "typed before" in answer.content.decode()


def test_six_a_day_are_one_too_many(visitor: Visitor, check):
    for _ in range(5):
        send(visitor, check.pk, reason="x")
        disputes.uphold(Dispute.objects.first(), decision())
    answer = send(visitor, check.pk, reason="x")
    assert answer.status_code == 409 and "5 disputes a day" in answer.content.decode()


def test_too_many_posts_a_minute_lose_nothing(visitor: Visitor, check, settings):
    settings.RATE_LIMIT = 1
    send(visitor, check.pk, reason="")
    answer = send(visitor, check.pk, reason="typed")
    assert answer.status_code == 429 and "typed" in answer.content.decode()


def test_a_forged_form_is_refused(visitor: Visitor, check):
    assert visitor.client.post(f"/checks/{check.pk}/dispute", {"reason": "x"}).status_code == 403
    assert not Dispute.objects.exists()


def test_a_check_that_is_not_published_has_no_form(visitor: Visitor, claimed: Charge):
    open_page = advanced(claimed, "UNCERTAIN")
    assert "dispute" not in visitor.text(f"/checks/{open_page.reference}")
    token = str(visitor.get("/").context["csrf_token"])
    fields = {"reason": "x", "csrfmiddlewaretoken": token}
    assert visitor.client.post(f"/checks/{open_page.reference}/dispute", fields).status_code == 409
    assert visitor.client.post(f"/checks/chk_{'a' * 26}/dispute", fields).status_code == 404
    assert visitor.get(f"/checks/{open_page.reference}/dispute").status_code == 405


@pytest.mark.parametrize(
    ("decide", "word"),
    [(disputes.uphold, "The verdict was upheld"), (outcomes.refund, "The charge was paid back")],
)
def test_an_outcome_is_told_with_its_reason(visitor: Visitor, check, decide, word):
    decide(opened(check), decision("<b>Because</b> of it."))
    shown = visitor.text(f"/checks/{check.pk}")
    assert word in shown and "&lt;b&gt;Because&lt;/b&gt; of it." in shown and "Open a dispute" in shown
    assert ("were paid back to the payer" in shown) == (decide is outcomes.refund)


def test_after_a_refund_the_page_says_how_much_went_back_where_and_when(visitor: Visitor, check):
    assert "paid back" not in payment(visitor, check)
    outcomes.refund(opened(check), decision())
    refund, told = Refund.objects.get(), payment(visitor, check)
    assert "yes, and paid back" in told and "<dd>yes</dd>" not in told
    for part in (f'0.005 test USDC to <code class="long">{refund.pay_to}', refund.transaction, "recorded on"):
        assert part in told
    shown = visitor.text(f"/checks/{check.pk}")
    assert "no more money moves" in shown and "or the charge is paid back;" not in shown


def payment(visitor: Visitor, check: Check) -> str:
    return visitor.text(f"/checks/{check.pk}").split('id="payment-title"')[1].split("</section>")[0]


def test_where_a_dispute_would_be_refused_none_is_offered(visitor: Visitor, check, settings):
    for _ in range(5):
        outcomes.open_dispute(check, Complaint("x"), "127.0.0.1")
        shown = visitor.text(f"/checks/{check.pk}")
        assert "Open a dispute" not in shown and "is open already" in shown
        disputes.uphold(Dispute.objects.first(), decision())
    shown = visitor.text(f"/checks/{check.pk}")
    assert "Open a dispute" not in shown and "5 disputes a day" in shown
    settings.RATE_LIMIT = 0
    assert "Dispute this verdict once more" in visitor.text(f"/checks/{check.pk}")


def test_the_result_that_stands_and_the_events_are_read_once(visitor: Visitor, check, monkeypatch):
    asked = list[str]()
    known = disputes.correction_of
    monkeypatch.setattr(disputes, "correction_of", lambda check_id: asked.append(check_id) or known(check_id))
    for path in (f"/checks/{check.pk}", f"/v1/checks/{check.pk}/evidence"):
        asked.clear()
        with CaptureQueriesContext(connection) as queries:
            assert visitor.client.get(path).status_code == 200
        assert asked == [check.pk]
        events = [each["sql"] for each in queries if each["sql"].startswith('SELECT "payments_chargeevent"')]
        assert len(events) == 1, path


def test_a_corrected_result_is_shown_in_place_of_the_old_one(visitor: Visitor, monkeypatch):
    with disputed.blind(monkeypatch):
        check = text_check()
    assert "Not found" in visitor.text(f"/checks/{check.pk}")
    outcomes.correct(opened(check, text=TEXT, quote=QUOTE), decision())
    shown = visitor.text(f"/checks/{check.pk}")
    assert "Close match" in shown and "The result was corrected" in shown
    file = visitor.get(f"/checks/{check.pk}/result.json").content
    assert b'"match":"fuzzy"' in file


def test_every_refusal_of_a_dispute_has_its_words():
    for error in (disputes.NotPublished(), disputes.DisputeOpen(), disputes.TextMismatch(), disputes.TooMany(1)):
        assert dispute_form.refusal(error).text.endswith((".", "one."))
