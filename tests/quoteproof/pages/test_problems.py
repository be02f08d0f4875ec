from __future__ import annotations

import html

import pytest

from quoteproof.problems import KINDS
from tests.quoteproof.conftest import Buyer


@pytest.mark.parametrize("code", KINDS)
def test_every_problem_has_a_page(client, code):
    response = client.get(f"/problems/{code}")
    shown = html.unescape(response.content.decode())
    assert response.status_code == 200
    assert KINDS[code].title in shown and KINDS[code].remedy in shown and code in shown


def test_an_unknown_problem_is_404(client):
    assert client.get("/problems/nothing").status_code == 404


@pytest.mark.django_db
def test_the_type_of_a_problem_leads_to_its_page(buyer: Buyer, settings):
    told = buyer.post(b"{").json()
    assert told["type"].startswith(settings.PUBLIC_URL)
    assert buyer.client.get(told["type"].removeprefix(settings.PUBLIC_URL)).status_code == 200
