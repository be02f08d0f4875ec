"""No part of a supplied text beyond what the answer shows is kept or told anywhere."""

from __future__ import annotations

import io
import logging
import re
import secrets
from collections.abc import Iterator

import pytest
from django.apps import apps
from django.db import connection

from payments.core.states import State
from payments.models import Charge
from quoteproof import flow, logs, work
from tests.quoteproof.conftest import Buyer

pytestmark = pytest.mark.django_db

SHOWN, SECRETS = (
    "Refunds are paid within 14 days of purchase.",
    [f"word{secrets.token_hex(4)}" for _ in range(300)],
)
TEXT = " ".join([*SECRETS[:150], SHOWN, *SECRETS[150:]])


@pytest.fixture
def buyer() -> Buyer:
    return Buyer(route="/v1/verify/text-quote")


@pytest.fixture
def logged() -> Iterator[io.StringIO]:
    """All that is logged, at every level and in the service's own format."""
    logs.configure()
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    config = logs.LOGGING["formatters"]["json"]
    handler.setFormatter(
        config["()"](processors=config["processors"], foreign_pre_chain=config["foreign_pre_chain"])
    )
    root = logging.getLogger()
    root.addHandler(handler)
    yield stream
    root.removeHandler(handler)


def kept() -> str:
    """Every value of every row of every table, binary ones as text."""
    found = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            found += [_readable(value) for row in cursor.fetchall() for value in row]
    return "\n".join(found)


def _readable(value: object) -> str:
    return bytes(value).decode("utf-8", "replace") if isinstance(value, bytes | memoryview) else str(value)


def leaked(told: str, answer: str = "") -> list[str]:
    return [word for word in SECRETS if word in told and word not in answer]


@pytest.mark.parametrize("match", ["exact", "fuzzy", "passages"])
@pytest.mark.parametrize("prefer", ["", "respond-async"])
def test_no_table_and_no_log_holds_more_than_the_answer_shows(buyer: Buyer, logged, match, prefer):
    asked = {"text": TEXT, "quote": SHOWN.replace("14", "15"), "match": match}
    buyer.pay(asked, Prefer=prefer)
    flow.carry_out(Charge.objects.get(), patience=10)
    answer = buyer.client.get(f"/v1/checks/{Charge.objects.get().reference}").content.decode()
    assert SHOWN[:20] in answer if match != "exact" else "none" in answer
    assert leaked(kept(), answer) == [] and leaked(logged.getvalue()) == []
    assert len([word for word in SECRETS if word in answer]) < 60


def test_a_quote_that_is_found_is_kept_no_further_than_it_is_shown(buyer: Buyer):
    answer = buyer.pay({"text": TEXT, "quote": " ".join(SECRETS[10:80])}).content.decode()
    assert '"match":"exact"' in answer
    assert leaked(kept(), answer) == []


@pytest.mark.parametrize("sent", [{"start": 5}, {"quote": ""}, {"url": "x"}, {"threshold": 9}])
def test_no_error_repeats_the_text(buyer: Buyer, logged, sent):
    response = buyer.post({"text": TEXT, "quote": SHOWN, **sent})
    assert response.status_code == 400
    assert leaked(response.content.decode()) == leaked(kept()) == leaked(logged.getvalue()) == []


def test_no_fault_of_the_matching_tells_the_text(buyer: Buyer, logged, monkeypatch):
    def fail(request):
        raise KeyError(request.text)

    monkeypatch.setattr(work.one_quote, "of_text", fail)
    response = buyer.pay({"text": TEXT, "quote": SHOWN})
    assert (response.status_code, Charge.objects.get().state) == (500, State.VOID)
    assert "WorkFailed" in logged.getvalue() and "KeyError" in logged.getvalue()
    assert leaked(logged.getvalue()) == leaked(kept()) == leaked(response.content.decode()) == []


def test_the_queue_carries_ids_alone(buyer: Buyer):
    buyer.pay({"text": TEXT, "quote": SHOWN}, Prefer="respond-async")
    [queued] = apps.get_model("django_q", "OrmQ").objects.all()
    assert re.search("chk_[a-z2-7]{26}", str(queued.task))
    assert leaked(str(queued.task)) == []
