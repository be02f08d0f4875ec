"""What stands where there is no page: HTML for people, problem+json for programs."""

from __future__ import annotations

import pytest
from django.core.exceptions import SuspiciousOperation
from django.test import Client, RequestFactory

from quoteproof.pages import errors

PROGRAMS = ["/v1/nowhere", "/v1", "/.well-known/nowhere", "/log/nowhere"]
PEOPLE = ["/nowhere", "/checks/x/y", "/v1x", "/login", "/receipts/x/y"]


@pytest.mark.parametrize("path", PROGRAMS)
def test_programs_get_a_problem(client, path):
    response = client.get(path)
    assert (response.status_code, response["Content-Type"]) == (404, "application/problem+json")
    assert response.json()["code"] == "not_found"


@pytest.mark.parametrize("path", ["/v1/contracts", "/openapi.json", "/healthz", "/readyz"])
def test_programs_get_a_problem_for_a_method_too(path):
    response = Client(enforce_csrf_checks=True).post(path)
    assert (response.status_code, response["Content-Type"]) == (405, "application/problem+json")
    assert response.json()["code"] == "method_not_allowed" and "GET" in response["Allow"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "kind"),
    [("/openapi.json", "application/vnd.oai.openapi+json"), ("/docs", "text/html; charset=utf-8")],
)
def test_what_accept_cannot_have_is_answered_in_the_first_form(client, path, kind):
    response = client.get(path, headers={"Accept": "application/x-nothing"})
    assert (response.status_code, response["Content-Type"]) == (200, kind)


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
