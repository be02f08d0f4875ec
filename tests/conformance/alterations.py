"""Sentences with one word, one number or one negation changed: what must never be found."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence

_NUMBER = re.compile(r"\d+")
_NEGATION = re.compile(r"\b(?:not|never|no|cannot|isn't|doesn't|don't|can't|won't)\s+")
_VERB = re.compile(r"\b(?:is|are|was|were|can|will|must|may|should|does|do|has|have)\b")


def altered(sentence: str, words: Sequence[str], choice: random.Random) -> Iterator[str]:
    """One form per kind of change that the sentence has room for. `words`: of the same page."""
    parts = sentence.split(" ")
    at = choice.randrange(len(parts))
    yield " ".join([*parts[:at], choice.choice(words), *parts[at + 1 :]])
    numbers = list(_NUMBER.finditer(sentence))
    if numbers:
        number = choice.choice(numbers)
        yield f"{sentence[: number.start()]}{int(number[0]) + 1}{sentence[number.end() :]}"
    if negation := _NEGATION.search(sentence):
        yield sentence[: negation.start()] + sentence[negation.end() :]
    elif verb := _VERB.search(sentence):
        yield f"{sentence[: verb.end()]} not{sentence[verb.end() :]}"
