from __future__ import annotations

import pytest

from verification.core.contracts.faults import Fault, Finding, InvalidRequest, pointer


@pytest.mark.parametrize(
    ("path", "written"),
    [
        ((), ""),
        (("quotes", 0, "quote"), "/quotes/0/quote"),
        (("a/b", "m~n", ""), "/a~1b/m~0n/"),
        (("a", "\ud800", "b"), "/a"),
        (("a", "x" * 129, "b"), "/a"),
        (("x" * 128,), "/" + "x" * 128),
    ],
)
def test_a_pointer_is_rfc_6901_down_to_the_last_step_that_can_be_named(path, written):
    assert pointer(path) == written


def test_a_finding_becomes_a_fault_at_its_pointer():
    fault = Finding(("urls", 1), "invalid_url", "No.").fault()
    assert fault == Fault("/urls/1", "invalid_url", "No.")


def test_at_most_twenty_faults_are_kept_the_first_ones():
    error = InvalidRequest(Fault(f"/{at}", "unknown_field", "") for at in range(30))
    assert [fault.pointer for fault in error.faults] == [f"/{at}" for at in range(20)]


def test_the_exception_names_the_reasons_only():
    assert str(InvalidRequest([Fault("/secret", "wrong_type", "x")])) == "wrong_type"
