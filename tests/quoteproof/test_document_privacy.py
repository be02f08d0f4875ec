"""No error, log or queue of a check of a text's quotes tells more of a page than its answer."""

from __future__ import annotations

import re

import pytest
from django.apps import apps

from payments.core.states import State
from payments.models import Charge
from quoteproof import work
from tests.mirror.answers import TEXT
from tests.quoteproof.conftest import Buyer
from tests.quoteproof.test_document import ROUTE, asking, serve
from tests.quoteproof.test_text_privacy import SECRETS, SHOWN, leaked, logged  # noqa: F401 - a fixture

pytestmark = pytest.mark.django_db
PAGE = " ".join([*SECRETS[:150], SHOWN, *SECRETS[150:]])


@pytest.fixture
def url(mirror, monkeypatch) -> str:
    return serve(monkeypatch, "secret.txt", TEXT, PAGE)


def test_no_log_tells_a_page_or_a_quote(url, logged):  # noqa: F811
    answer = Buyer(route=ROUTE).pay(asking((url, SHOWN), (url, " ".join(SECRETS[5:9]))))
    assert answer.status_code == 200 and leaked(logged.getvalue()) == []
    assert len([word for word in SECRETS if word in answer.content.decode()]) < 120


def test_no_fault_of_the_matching_tells_the_page(url, logged, monkeypatch):  # noqa: F811
    def fail(request, sources):
        raise KeyError(sources[0].page.text)

    monkeypatch.setattr(work, "answer_document", fail)
    response = Buyer(route=ROUTE).pay(asking((url, SHOWN)))
    assert (response.status_code, Charge.objects.get().state) == (500, State.VOID)
    assert leaked(logged.getvalue()) == leaked(response.content.decode()) == []


def test_no_fault_of_a_request_repeats_a_quote():
    response = Buyer(route=ROUTE).post(asking(("https://example.org/", " ".join(SECRETS[:5]))))
    assert response.status_code == 400 and leaked(response.content.decode()) == []


def test_the_queue_carries_ids_alone(url):
    Buyer(route=ROUTE).pay(asking((url, SECRETS[0])), Prefer="respond-async")
    [queued] = apps.get_model("django_q", "OrmQ").objects.all()
    assert re.search("chk_[a-z2-7]{26}", str(queued.task)) and leaked(str(queued.task)) == []
