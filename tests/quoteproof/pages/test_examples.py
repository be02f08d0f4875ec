"""The worked examples as pages: each is shown by the templates of results, and says that it is an example."""

from __future__ import annotations

import pytest
from django.test import Client

from quoteproof import contracts
from quoteproof.pages import examples

pytestmark = pytest.mark.django_db
EVERY = [(each.name, worked["name"]) for each, _ in examples.SHOWN for worked in each.examples()["examples"]]


def text(path: str) -> str:
    response = Client().get(path)
    assert response.status_code == 200
    return response.content.decode()


def test_every_published_example_is_listed_with_its_verdict():
    listed = text("/examples")
    for contract, name in EVERY:
        assert f'href="/examples/{contract}/{name}"' in listed
    for word in ("Exact", "Close match", "Not found", "Undecided", "Found more than once", "Passages"):
        assert f" {word}</span>" in listed


@pytest.mark.parametrize(("contract", "name"), EVERY)
def test_an_example_is_shown_as_a_result_and_named_an_example(contract: str, name: str):
    shown = text(f"/examples/{contract}/{name}")
    assert "This is an example." in shown and 'class="finding' in shown and "SHA-256 of the text" in shown
    assert shown.count('id="') == len({part.split('"')[0] for part in shown.split('id="')[1:]})


def test_its_made_up_page_is_not_linked():
    assert 'href="https://docs.python.org/3/example' not in text("/examples/quote/closest")


def test_whether_it_would_be_charged_is_said():
    assert "It would be charged." in text("/examples/quote/closest")
    assert "It would not be charged." in text("/examples/quote/html-miss")


def test_an_example_that_is_none_is_not_found():
    assert Client().get("/examples/quote/nowhere").status_code == 404
    assert Client().get(f"/examples/{contracts.QUOTE.name}x/exact").status_code == 404
