from __future__ import annotations

import json
import logging

import structlog
from django.conf import settings


def rendered(record: logging.LogRecord) -> dict:
    formatter = settings.LOGGING["formatters"]["json"]
    made = formatter["()"](processors=formatter["processors"], foreign_pre_chain=formatter["foreign_pre_chain"])
    return json.loads(made.format(record))


def failed(caplog) -> logging.LogRecord:
    secret = "0xsignature of a buyer"
    try:
        raise ValueError("the reason")
    except ValueError:
        assert secret
        structlog.get_logger().exception("step_failed", check="chk_x")
    return caplog.records[-1]


def test_an_exception_is_logged_without_its_locals(caplog):
    record = failed(caplog)
    line = json.dumps(rendered(record))
    assert "the reason" in line and "chk_x" in line
    assert "0xsignature" not in line


def test_a_line_holds_no_control_characters(caplog):
    structlog.get_logger().warning("forged\n\x1b[2Jevent", check="a\nb")
    formatter = settings.LOGGING["formatters"]["json"]
    made = formatter["()"](processors=formatter["processors"], foreign_pre_chain=formatter["foreign_pre_chain"])
    assert not [c for c in made.format(caplog.records[-1]) if ord(c) < 32]


def test_an_error_shows_the_first_line_of_its_message_alone(caplog):
    try:
        raise ValueError("new row violates a check\nDETAIL:  Failing row contains (0xsignature)")
    except ValueError:
        structlog.get_logger().exception("step_failed")
    line = json.dumps(rendered(caplog.records[-1]))
    assert "new row violates a check" in line and "0xsignature" not in line
