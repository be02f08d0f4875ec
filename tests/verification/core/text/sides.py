"""Two texts made ready to be compared, for the tests of the parts of `differences`."""

from __future__ import annotations

from verification.core.text.profile import normalise
from verification.core.text.senses import Side
from verification.core.text.tokens import tokens
from verification.core.text.vocabulary import vocabulary_of


def sides(quote: str, text: str, *, case_sensitive: bool = False) -> tuple[Side, Side]:
    made = [normalise(raw, case_sensitive=case_sensitive) for raw in (quote, text)]
    words = vocabulary_of(*(source.text for source in made))
    ours, theirs = (Side(source, tokens(source.text), words, capitals_tell=True) for source in made)
    return ours, theirs
