"""What every page has, and what browsers ask for by themselves."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client, RequestFactory
from django.views.defaults import permission_denied


def test_browsers_find_an_icon_where_they_look_for_one():
    response = Client().get("/favicon.ico")
    icon = b"".join(response)
    assert response.status_code == 200 and icon[:4] == b"\x00\x00\x01\x00"


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/examples", "/receipts/verify", "/guide"])
def test_the_way_to_the_current_page_is_marked(path: str):
    text = Client().get(path).content.decode()
    assert f'<a href="{path}" aria-current="page">' in text and text.count("aria-current") == 1


@pytest.mark.django_db
def test_what_is_not_open_to_a_visitor_says_so_and_no_more():
    response = permission_denied(RequestFactory().get("/"), PermissionDenied("secret"))
    assert response.status_code == 403
    assert b"This is not open to you" in response.content and b"secret" not in response.content
