"""Decides what a check's page shows of its way: steps, states and times only, nothing that was found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from quoteproof.presentation import words
from quoteproof.presentation.moments import Moment, moment

ICONS = {"done": "check", "running": "running", "waiting": "waiting"}
NO_OTHERS: Final[Mapping[str, str]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a check, or one event of its settlement."""

    label: str
    state: str
    word: str
    icon: str
    at: Moment | None


def steps(rows: Iterable[Mapping[str, Any]], others: Mapping[str, str] = NO_OTHERS) -> tuple[Step, ...]:
    """The `steps` of `GET /v1/checks/{id}`, worded; `others` are words that a contract has of its own."""
    labels = {**words.STEPS, **others}
    return tuple(
        Step(
            labels[row["name"]],
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
