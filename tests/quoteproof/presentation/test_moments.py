from __future__ import annotations

import pytest

from quoteproof.presentation.moments import moment


@pytest.mark.parametrize("iso", ["2026-11-30T10:20:30Z", "2026-11-30T10:20:30.123Z"])
def test_a_moment_reads_as_date_and_time_in_utc(iso):
    shown = moment(iso)
    assert shown is not None
    assert (shown.iso, shown.text) == (iso, "2026-11-30 10:20:30 UTC")


def test_no_time_stays_none():
    assert moment(None) is None


def test_a_time_in_another_form_is_shown_as_it_is():
    shown = moment("2026-11-30T10:20:30+01:00")
    assert shown is not None
    assert shown.text == "2026-11-30T10:20:30+01:00"
