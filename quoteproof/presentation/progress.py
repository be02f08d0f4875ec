"""Decides what a check's page shows of its way: steps, states and times only, nothing that was found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from quoteproof.presentation import words
from quoteproof.presentation.moments import Moment, moment

ICONS = {"done": "check", "running": "running", "waiting": "waiting"}


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a check, or one event of its settlement."""

    label: str
    state: str
    word: str
    icon: str
    at: Moment | None


def steps(rows: Iterable[Mapping[str, Any]]) -> tuple[Step, ...]:
    """The `steps` of `GET /v1/checks/{id}`, worded."""
    return tuple(
        Step(
            words.STEPS[row["name"]],
            row["state"],
            words.STEP_STATES[row["state"]],
            ICONS[row["state"]],
            moment(row["at"]),
        )
        for row in rows
    )


def timeline(events: Iterable[tuple[str, str, str | None]]) -> tuple[Step, ...]:
    """The settlement's changes of state from (from state, to state, time), oldest first."""
    return tuple(
        Step(words.EVENTS[after], "done", "done", "check", moment(at))
        for before, after, at in events
        if before != after
    )
