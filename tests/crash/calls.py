"""What the facilitator of the killed stories saw and said, kept in a file that outlives every kill.

One line a happening: nonce, the story's time, a word. The promises about calls are read from here and not from
the records of the code under test.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass

CALLED, CALLED_SPENT = "called", "called-spent"
"""A settle call; one whose nonce the ledger already held as used."""
TRUE, PENDING = "kept-settled", "kept-pending"
"""An answer for good that the process outlived by one commit: it knew."""


@dataclass(frozen=True, slots=True)
class Noted:
    at: float
    word: str

    @property
    def is_call(self) -> bool:
        return self.word in (CALLED, CALLED_SPENT)


class Log:
    """Appends whole lines, so that processes may share the file."""

    def __init__(self, path: str) -> None:
        self.path = path

    def note(self, nonce: str, at: float, word: str) -> None:
        file = os.open(self.path, os.O_CREAT | os.O_APPEND | os.O_WRONLY)
        os.write(file, f"{nonce} {at} {word}\n".encode())
        os.close(file)

    def of(self, nonce: str) -> list[Noted]:
        with open(self.path, "a+") as file:
            file.seek(0)
            rows = [line.split() for line in file]
        return [Noted(float(at), word) for whose, at, word in rows if whose == nonce]


def times(noted: Sequence[Noted]) -> list[float]:
    """When each settle call began."""
    return [each.at for each in noted if each.is_call]


def after_an_answer_for_good(noted: Sequence[Noted]) -> bool:
    """Whether a call followed an answer "settled" or "pending" that was known."""
    words = [each.word for each in noted]
    known = [words.index(word) for word in (TRUE, PENDING) if word in words]
    return bool(known) and any(each.is_call for each in noted[min(known) :])


def for_a_spent_nonce(noted: Sequence[Noted]) -> bool:
    """Whether a further call was made that an own reading of the ledger would have spared."""
    made = [each.word for each in noted if each.is_call]
    return CALLED_SPENT in made[1:]
