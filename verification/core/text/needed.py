"""Decides which folds a match needs: the fewest without which the quote and its span would be farther apart.

Folds are given up one after another, the last listed first, as long as the two normal forms stay as near as
they are; what can't be given up is needed. So of two folds that do the same here (ﬁ, which case folding takes
apart too) the first listed is named, and a match that isn't raw-exact always needs one.
"""

from __future__ import annotations

from typing import Final

from rapidfuzz.distance import Levenshtein

from verification.core.text.joins import Joins
from verification.core.text.profile import FOLDS, Prepared, finish, prepare

_NONE: Final[frozenset[str]] = frozenset()
# What is prepared once serves all forms that leave out some of these.
_LATE: Final = frozenset({"whitespace", "case", "line_end_hyphen", "cjk_line_wrap"})


class Side:
    """A raw quote, or the raw part of a text that was found, and the joins its normal form makes."""

    def __init__(self, raw: str, joins: Joins) -> None:
        self._raw = raw
        self._joins = joins
        self._prepared: dict[frozenset[str], Prepared] = {}

    def folded(self, case_sensitive: bool, without: frozenset[str] = _NONE) -> tuple[str, frozenset[str]]:
        """The normal form without some folds, and the folds that changed something."""
        joins = Joins(
            "leave" if "line_end_hyphen" in without else self._joins.hyphen,
            self._joins.wrap and "cjk_line_wrap" not in without,
            self._joins.others,
            self._joins.left,
        )
        early = without - _LATE
        if early not in self._prepared:
            self._prepared[early] = prepare(self._raw, early)
        form = finish(self._prepared[early], case_sensitive=case_sensitive, joins=joins, without=without)
        return form.text, form.acted


def folds_needed(part: Side, quote: Side, *, case_sensitive: bool) -> tuple[str, ...]:
    """The folds needed, in the order of FOLDS."""
    part_text, part_acted = part.folded(case_sensitive)
    quote_text, quote_acted = quote.folded(case_sensitive)
    # An exact match may begin or end inside a character that is folded into several: then the part says more.
    held = quote_text in part_text
    distance = Levenshtein.distance(part_text, quote_text)

    def as_near(without: frozenset[str]) -> bool:
        one, other = part.folded(case_sensitive, without)[0], quote.folded(case_sensitive, without)[0]
        return Levenshtein.distance(one, other, score_cutoff=distance) <= distance and (not held or other in one)

    # Case folding may take over what another fold does, so it is tried even where it had nothing to do.
    acted = part_acted | quote_acted | (_NONE if case_sensitive else {"case"})
    given_up = _NONE
    for fold in reversed([fold for fold in FOLDS if fold in acted]):
        if as_near(given_up | {fold}):
            given_up |= {fold}
    return tuple(fold for fold in FOLDS if fold in acted - given_up)
