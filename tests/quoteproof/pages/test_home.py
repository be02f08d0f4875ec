"""The form, as a browser without JavaScript sends it, and what the paying script asks of the server."""

from __future__ import annotations

import json
import re

import pytest

from payments.models import Charge, SandboxAccount
from quoteproof.contracts import QUOTES
from quoteproof.pages.home import curl
from tests.mirror.behaviours import ONCE
from tests.quoteproof.pages.conftest import HTML_PAGE, TEXT_PAGE, Visitor

pytestmark = pytest.mark.django_db


def test_the_form_says_the_price_the_payer_and_what_a_verdict_means(visitor: Visitor):
    text = visitor.text("/")
    for part in ("US$0.01", "sandbox wallet", "Sandbox.", "letter for letter", "robots.txt", "docs.python.org"):
        assert part in text


def test_a_sent_form_is_paid_from_the_sessions_wallet_and_leads_to_its_check(visitor: Visitor, mirror):
    response = visitor.send((ONCE, HTML_PAGE))
    charge = Charge.objects.get()
    assert (response.status_code, response["Location"]) == (303, f"/checks/{charge.reference}")
    assert charge.amount == 10_000
    assert charge.payer in visitor.text("/").lower()


def test_the_same_form_sent_twice_is_paid_once(visitor: Visitor, mirror):
    first, second = (visitor.send((ONCE, HTML_PAGE), form="one") for _ in range(2))
    assert first["Location"] == second["Location"]
    assert Charge.objects.count() == 1


def test_another_form_while_the_first_check_is_open_leads_to_that_check(visitor: Visitor, mirror):
    first, second = (visitor.send((ONCE, HTML_PAGE), form=name) for name in ("one", "two"))
    assert first["Location"] == second["Location"]
    assert Charge.objects.count() == 1


def test_what_was_changed_in_the_form_is_another_check(visitor: Visitor, mirror):
    locations = {visitor.send((ONCE, url), form="one")["Location"] for url in (HTML_PAGE, TEXT_PAGE)}
    assert len(locations) == Charge.objects.count() == 2


def test_every_session_has_a_wallet_of_its_own(mirror):
    for visitor in (Visitor(), Visitor()):
        visitor.send((ONCE, HTML_PAGE))
    assert len(set(Charge.objects.values_list("payer", flat=True))) == 2


def test_mistakes_stand_beside_their_fields_and_nothing_typed_is_lost(visitor: Visitor):
    response = visitor.send(("kept <b>word</b>\n next", "https://example.com/?q=1"), ("", TEXT_PAGE))
    text = response.content.decode()
    assert response.status_code == 400 and not Charge.objects.exists()
    assert "\nkept &lt;b&gt;word&lt;/b&gt;\n next</textarea>" in text
    assert 'value="https://example.com/?q=1"' in text and f'value="{TEXT_PAGE}"' in text
    for field in ("url-1", "quote-2"):
        assert f'href="#{field}"' in text and f'id="{field}-mistake"' in text
    assert text.count("aria-invalid") == 2 and 'role="alert" tabindex="-1" autofocus' in text


def test_another_row_is_added_without_script_and_nothing_is_paid(visitor: Visitor):
    text = visitor.send((ONCE, HTML_PAGE), add="1").content.decode()
    assert text.count('<fieldset class="row">') == 2 and f"{ONCE}</textarea>" in text
    assert not Charge.objects.exists()


def test_there_are_no_more_rows_than_the_contract_takes(visitor: Visitor):
    text = visitor.send(*[(f"q{n}", HTML_PAGE) for n in range(10)], add="1").content.decode()
    assert text.count('<fieldset class="row">') == 10 and "Add another" not in text


def test_a_form_from_elsewhere_is_refused(client, mirror):
    client.handler.enforce_csrf_checks = True
    response = client.post("/", {"quote": ONCE, "url": HTML_PAGE})
    assert (response.status_code, Charge.objects.count()) == (403, 0)
    assert "Nothing was paid" in response.content.decode()


def test_the_rate_limit_holds_for_the_form_and_loses_nothing(visitor: Visitor, settings, mirror):
    settings.RATE_LIMIT = 1
    visitor.send((ONCE, HTML_PAGE))
    response = visitor.send(("another", HTML_PAGE))
    assert response.status_code == 429
    assert "another</textarea>" in response.content.decode() and Charge.objects.count() == 1


def test_the_doors_refusal_is_told_in_the_form(visitor: Visitor, mirror):
    for n in range(2):
        visitor.send((f"{ONCE} {n}", HTML_PAGE))
    Charge.objects.update(lease_until="2100-01-01T00:00:00Z")
    response = visitor.send((ONCE, HTML_PAGE))
    assert response.status_code == 429 and f"{ONCE}</textarea>" in response.content.decode()


def test_on_a_real_network_a_form_without_script_shows_the_command(visitor: Visitor, settings):
    settings.SANDBOX = False
    response = visitor.send(("it's", HTML_PAGE))
    text = response.content.decode()
    assert "A wallet needs JavaScript" in text and "curl -i" in text and 'value="it&#x27;s"' in text
    assert not Charge.objects.exists() and "Sandbox." not in text


def test_from_the_command_one_can_go_back_to_what_was_typed(visitor: Visitor):
    assert f"{ONCE}</textarea>" in visitor.send((ONCE, HTML_PAGE), edit="1").content.decode()


def test_the_command_is_safe_in_a_shell():
    assert curl(QUOTES, b"""{"q": "it's $HOME"}""").endswith("""-d '{"q": "it'"'"'s $HOME"}'""")


def test_the_script_gets_the_request_that_the_form_stands_for(visitor: Visitor):
    response = visitor.send(("a\r\nb", HTML_PAGE), ("c", HTML_PAGE + "#x"), path="/draft", form="one")
    told = json.loads(response.content)
    assert told["path"] == "/v1/verify/quotes" and told["request"]["urls"] == [HTML_PAGE]
    assert [quote["quote"] for quote in told["request"]["quotes"]] == ["a\nb", "c"]
    assert re.fullmatch(r"[0-9a-f]{64}", told["key"]) and "no-store" in response["Cache-Control"]


def test_the_script_gets_no_request_for_a_form_with_mistakes(visitor: Visitor):
    assert visitor.send(("", HTML_PAGE), path="/draft").status_code == 400


def test_the_form_is_private_and_still_there_when_one_goes_back(visitor: Visitor):
    assert visitor.get("/")["Cache-Control"] == "private, no-cache"


def test_a_wallet_without_money_is_told_so_in_the_form(visitor: Visitor, mirror):
    visitor.send((ONCE, HTML_PAGE))
    SandboxAccount.objects.update_or_create(payer=Charge.objects.get().payer, defaults={"balance": 0})
    response = visitor.send(("another", HTML_PAGE))
    assert response.status_code == 402
    assert response.context["refused"].detail == "The wallet does not hold enough USDC."
    assert "<h2>Nothing was paid</h2>" in response.content.decode()
