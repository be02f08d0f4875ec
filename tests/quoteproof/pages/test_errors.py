"""What stands where there is no page: HTML for people, problem+json for programs."""

from __future__ import annotations

import pytest
from django.core.exceptions import SuspiciousOperation
from django.test import RequestFactory

from quoteproof.pages import errors

PROGRAMS = ["/v1/nowhere", "/v1", "/.well-known/nowhere", "/log/nowhere"]
PEOPLE = ["/nowhere", "/checks/x/y", "/v1x", "/login", "/receipts/x/y"]


@pytest.mark.parametrize("path", PROGRAMS)
def test_programs_get_a_problem(client, path):
    response = client.get(path)
    assert (response.status_code, response["Content-Type"]) == (404, "application/problem+json")
    assert response.json()["code"] == "not_found"


@pytest.mark.parametrize("path", PEOPLE)
def test_people_get_a_page(client, path):
    response = client.get(path)
    assert (response.status_code, response["Content-Type"]) == (404, "text/html; charset=utf-8")
    assert 'href="/"' in response.content.decode() and "Sandbox." in response.content.decode()


@pytest.mark.parametrize(
    ("path", "kind"), [("/v1/x", "application/problem+json"), ("/", "text/html; charset=utf-8")]
)
def test_a_fault_is_told_without_its_cause(path, kind):
    request = RequestFactory().get(path)
    response = errors.server_error(request)
    assert (response.status_code, response["Content-Type"]) == (500, kind)
    bad = errors.bad_request(request, SuspiciousOperation("secret"))
    assert (bad.status_code, bad["Content-Type"]) == (400, kind)
    assert b"secret" not in bad.content


def test_a_form_with_too_many_fields_is_a_page(client):
    response = client.post("/", {"quote": ["x"] * 1_001})
    assert (response.status_code, response["Content-Type"]) == (400, "text/html; charset=utf-8")


def test_the_page_needs_neither_session_nor_database(django_db_blocker):
    with django_db_blocker.block():
        assert b"A fault of the service" in errors.server_error(RequestFactory().get("/")).content
