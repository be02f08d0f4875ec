from __future__ import annotations

from quoteproof.presentation.progress import steps, timeline

AT = "2026-11-30T10:20:30.123Z"


def test_steps_are_worded_with_their_state_and_time():
    rows = [
        {"name": "accepted", "state": "done", "at": AT},
        {"name": "fetched", "state": "running", "at": None},
        {"name": "matched", "state": "waiting", "at": None},
    ]
    shown = steps(rows)
    assert [step.word for step in shown] == ["done", "under way", "to come"]
    assert [step.icon for step in shown] == ["check", "running", "waiting"]
    assert shown[0].at is not None and shown[1].at is None


def test_the_timeline_holds_changes_of_state_and_leaves_notes_out():
    events = [
        ("", "CLAIMED", AT),
        ("CLAIMED", "SEALED", AT),
        ("SEALED", "SETTLING", AT),
        ("SETTLING", "UNCERTAIN", AT),
        ("UNCERTAIN", "UNCERTAIN", AT),
        ("UNCERTAIN", "INCLUDED", AT),
    ]
    assert len(timeline(events)) == 5
