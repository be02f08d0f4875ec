from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.verification.core.text.samples import any_text
from verification.core.text.joins import PLAIN, Joins
from verification.core.text.needed import Side, folds_needed
from verification.core.text.profile import FOLDS, normalise

DROPPED, KEPT, UNWRAPPED = Joins("drop"), Joins("keep"), Joins(wrap=True)


@pytest.mark.parametrize(
    ("part", "quote", "joins", "folds"),
    [
        ("e\u0301", "é", PLAIN, ("nfc",)),
        ("a\u200bb", "ab", PLAIN, ("invisible",)),
        ("e\u200b\u0301", "é", PLAIN, ("nfc", "invisible")),
        ("it’s", "it's", PLAIN, ("quotes",)),
        ("9–17", "9-17", PLAIN, ("dashes",)),
        ("so…", "so...", PLAIN, ("ellipsis",)),
        ("ﬁne", "fine", PLAIN, ("ligatures",)),
        ("a \n b", "a b", PLAIN, ("whitespace",)),
        ("The End", "the end", PLAIN, ("case",)),
        ("Straße", "strasse", PLAIN, ("case",)),
        ("\u212a", "K", PLAIN, ("nfc",)),
        ("\u212a", "k", PLAIN, ("case",)),
        ("vibra-\ntion", "vibration", DROPPED, ("line_end_hyphen",)),
        ("well–\nknown", "well-known", KEPT, ("dashes", "line_end_hyphen")),
        ("退\n款", "退款", UNWRAPPED, ("cjk_line_wrap",)),
        ("‘A’  b", "'a' b", PLAIN, ("quotes", "whitespace", "case")),
    ],
)
def test_a_fold_is_named_when_it_is_needed(part: str, quote: str, joins: Joins, folds: tuple[str, ...]) -> None:
    assert folds_needed(Side(part, joins), Side(quote, joins), case_sensitive=False) == folds
    assert folds_needed(Side(quote, joins), Side(part, joins), case_sensitive=False) == folds


@pytest.mark.parametrize("same", ["it’s", "9–17 …", "e\u0301", "a\u200bb", "ﬁne  END", "vibra-\ntion"])
def test_what_both_sides_have_alike_needs_no_fold(same: str) -> None:
    assert folds_needed(Side(same, DROPPED), Side(same, DROPPED), case_sensitive=False) == ()


def test_a_near_match_names_the_folds_that_bring_it_nearer() -> None:
    part, quote = Side("He said “no” to it", PLAIN), Side('he said "yes" to it', PLAIN)
    assert folds_needed(part, quote, case_sensitive=False) == ("quotes", "case")
    assert folds_needed(part, quote, case_sensitive=True) == ("quotes",)


def test_a_part_of_an_expansion_is_compared_by_what_it_holds() -> None:
    assert folds_needed(Side("ﬁ", PLAIN), Side("i", PLAIN), case_sensitive=False) == ("ligatures",)


def test_a_slice_that_holds_the_quote_and_more_names_what_brings_it_nearer() -> None:
    slice_, quote = Side("退-\n退-", DROPPED), Side("退-", DROPPED)
    assert folds_needed(slice_, quote, case_sensitive=False) == ("line_end_hyphen",)


@given(any_text, any_text, st.booleans())
def test_the_folds_named_are_enough_and_none_of_them_can_go(part: str, quote: str, cased: bool) -> None:
    if normalise(part, case_sensitive=cased).text != normalise(quote, case_sensitive=cased).text:
        return
    needed = frozenset(folds_needed(Side(part, PLAIN), Side(quote, PLAIN), case_sensitive=cased))
    assert _same(part, quote, cased, frozenset(FOLDS) - needed)
    assert not any(_same(part, quote, cased, frozenset(FOLDS) - needed | {fold}) for fold in needed)
    assert bool(needed) == (part != quote)


def _same(part: str, quote: str, cased: bool, without: frozenset[str]) -> bool:
    one, other = (normalise(side, case_sensitive=cased, without=without).text for side in (part, quote))
    return one == other
