from __future__ import annotations

import hashlib

import pytest

from verification.core.page.urls import Target
from verification.trail import Facts, Trail, bare_type

TARGET = Target("docs.python.org", "/3/")


def test_before_any_response_only_the_url_to_fetch_is_known():
    assert Trail(TARGET).facts == Facts("https://docs.python.org/3/")


def test_a_received_body_is_counted_and_hashed():
    trail = Trail(TARGET)
    trail.received(b"abc")
    assert trail.facts.source_bytes == 3
    assert trail.facts.content_sha256 == hashlib.sha256(b"abc").hexdigest()


def test_the_rule_of_the_last_origin_is_the_one_shown():
    trail = Trail(TARGET)
    trail.ruled("Allow: /3/")
    trail.ruled(None)
    assert trail.facts.robots_rule is None


@pytest.mark.parametrize(
    ("header", "bare"),
    [("Text/HTML; charset=x", "text/html"), (" text/plain ", "text/plain"), (";a", ""), ("", ""), (None, "")],
)
def test_a_bare_type_has_no_parameters(header, bare):
    assert bare_type(header) == bare
