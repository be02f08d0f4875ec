from __future__ import annotations

import random
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.verification.core.text.oracle import smallest_distance
from tests.verification.core.text.samples import any_text
from verification.core.text import match as module
from verification.core.text.joins import Joins
from verification.core.text.match import Match, MatchTooCostly, match
from verification.core.text.profile import normalise

TEXT = "Refunds are paid within 14 days of purchase, to the card that was used."


def _shown(found: Match) -> str | None:
    return found.raw_span and found.text.raw[slice(*found.raw_span)]


def test_a_quote_that_stands_there_is_exact() -> None:
    found = match(TEXT, "refunds are paid within 14 days")
    assert (found.kind, found.score, found.distance) == ("exact", 1.0, 0)
    assert (found.span, found.raw_span, found.occurrences) == ((0, 31), (0, 31), 1)
    assert (found.raw_exact, found.folds) == (False, ("case",))


def test_a_quote_that_stands_there_to_the_letter_needs_no_fold() -> None:
    found = match(TEXT, "within 14 days")
    assert (found.kind, found.raw_exact, found.folds) == ("exact", True, ())


def test_case_counts_when_it_is_said_to() -> None:
    assert match(TEXT, "refunds are", mode="exact", case_sensitive=True).kind == "none"
    assert match(TEXT, "Refunds are", mode="exact", case_sensitive=True).kind == "exact"


def test_an_exact_search_that_finds_nothing_has_no_score() -> None:
    found = match(TEXT, "refunds are paid within 15 days", mode="exact")
    assert (found.kind, found.score, found.span, found.raw_span) == ("none", None, None, None)
    assert (found.occurrences, found.reason, found.raw_exact) == (0, None, False)


def test_a_near_quote_is_scored_and_shown() -> None:
    found = match(TEXT, "Refunds are paid within 15 days")
    assert (found.kind, found.score, found.distance) == ("fuzzy", 0.967, 1)
    assert _shown(found) == "Refunds are paid within 14 days"


def test_a_far_quote_is_scored_and_not_shown() -> None:
    found = match(TEXT, "Payments are never made to anyone")
    assert (found.kind, found.span, found.raw_span, found.occurrences) == ("none", None, None, 0)
    distance = smallest_distance(TEXT.casefold(), "payments are never made to anyone")
    assert found.thousandths == (33 - distance) * 1000 // 33


@given(st.text("ab c", min_size=1, max_size=12), st.text("ab c", max_size=30))
def test_the_score_is_rounded_down_and_only_exact_shows_one(quote: str, text: str) -> None:
    form = normalise(quote).text
    if not form:
        return
    found = match(text, quote, threshold=Decimal("0.5"))
    distance = smallest_distance(normalise(text).text, form)
    assert found.thousandths == int(Fraction(len(form) - distance, len(form)) * 1000)
    assert (found.score == 1.0) == (found.kind == "exact") == (distance == 0)


@pytest.mark.parametrize("size", [*range(20, 131, 10), 250, 999, 1_000])
@pytest.mark.parametrize("threshold", ["0.9", "0.7", "0.55", "0.999"])
def test_the_threshold_is_met_exactly(size: int, threshold: str) -> None:
    letters = random.Random(size).choices("abcdefghij ", k=size)
    text = "q" + " ".join("".join(letters).split()).ljust(size, "z")[1:-1] + "q"
    allowed = int((10_000 - Decimal(threshold) * 10_000) * size / 10_000)
    for edits in (allowed, allowed + 1):
        quote = "#" * edits + text[edits:]
        found = match(text, quote, threshold=Decimal(threshold))
        assert found.kind == ("exact" if edits == 0 else "fuzzy" if edits == allowed else "none"), edits


def test_a_threshold_of_one_leaves_only_exact() -> None:
    assert match(TEXT, "Refunds are paid within 15 days", threshold=Decimal(1)).kind == "none"
    assert match(TEXT, "Refunds are paid within 14 days", threshold=Decimal(1)).kind == "exact"


@pytest.mark.parametrize(
    ("text", "quote", "kind", "reason"),
    [
        ("we say no more", "say mo more", "none", "short_quote"),
        ("we say, no more", "say no more", "fuzzy", None),
        ("we say no more now", "say mo more now", "fuzzy", None),
        ("退款将在十四天内", "退款在十四天", "fuzzy", None),
        ("退款将在十四天内", "退款将在十五天", "none", "short_quote"),
        ("it's ok, then", "its ok", "none", "short_quote"),
        ("a far cry", "xyz uvw", "none", None),
    ],
)
def test_a_short_quote_needs_all_its_words(text: str, quote: str, kind: str, reason: str | None) -> None:
    found = match(text, quote, threshold=Decimal("0.5"))
    assert (found.kind, found.reason) == (kind, reason)
    assert (found.span is None) == (kind == "none") and found.score is not None


def test_a_text_without_anything_to_read_has_nothing() -> None:
    assert match(" \u200b\n", "a quote").score == 0.0
    assert match("", "a quote", mode="exact").kind == "none"


def test_a_quote_without_anything_to_read_is_refused() -> None:
    with pytest.raises(ValueError, match="normalises to nothing"):
        match(TEXT, " \u200b ")


def test_what_is_beyond_all_limits_is_refused_beforehand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_WORK", 1_000)
    assert match("x" * 100, "y" * 10).kind == "none"
    with pytest.raises(MatchTooCostly):
        match("x" * 101, "y" * 10)


def test_the_longest_request_is_answered_however_much_its_characters_grow() -> None:
    near = match("…" * 999_999 + "b", "…" * 999 + "c", threshold=Decimal("0.5"))
    assert (len(near.text.text), len(near.quote.text)) == (2_999_998, 2_998)
    assert (near.kind, near.distance, near.span) == ("fuzzy", 1, (0, 2_998))
    assert match("ΐ" * 1_000_000, "ΐ" * 1_000).kind == "exact"


def test_a_text_beyond_all_limits_is_refused() -> None:
    with pytest.raises(MatchTooCostly):
        match("…" * 1_000_001, "…" * 1_000)


@pytest.mark.parametrize(
    ("text", "quote", "folds", "joins"),
    [
        ("reduced vibra-\ntion and", "reduced vibration and", ("line_end_hyphen",), Joins("drop")),
        ("a well-\nknown name", "a well-known name", ("line_end_hyphen",), Joins("keep")),
        ("在购买后\n十四天内", "在购买后十四天内", ("cjk_line_wrap",), Joins(wrap=True)),
        ("Vibra-\ntion", "vibra-\ntion", ("case",), Joins()),
    ],
)
def test_a_join_is_made_where_it_is_needed_and_told(
    text: str, quote: str, folds: tuple[str, ...], joins: Joins
) -> None:
    found = match(text, quote)
    assert (found.kind, found.folds, found.text.joins) == ("exact", folds, joins)


def test_a_near_match_is_looked_for_in_the_joined_form_where_that_is_nearer() -> None:
    found = match("the reduced vibra-\ntion and good cooling", "the reduced vibration and god cooling")
    assert (found.kind, found.distance, found.folds) == ("fuzzy", 1, ("line_end_hyphen",))
    found = match("the long-\nterm reduced cooling", "the long- term reduced coolin")
    assert (found.kind, found.distance, found.text.joins) == ("exact", 0, Joins())


def test_some_hyphens_of_one_quote_fall_away_and_others_stay() -> None:
    found = match("a well-\nknown vibra-\ntion", "a well-known vibration")
    assert (found.kind, found.span, found.raw_span) == ("exact", (0, 22), (0, 25))
    assert (found.folds, found.text.joins.others) == (("line_end_hyphen",), frozenset({6}))


@pytest.mark.parametrize(
    ("start", "end", "kind", "distance"),
    [(0, 31, "exact", 0), (0, 34, "fuzzy", 3), (8, 31, "none", 8), (40, 44, "none", 29)],
)
def test_a_declared_slice_is_compared_as_a_whole(start: int, end: int, kind: str, distance: int) -> None:
    found = match(TEXT, "refunds are paid within 14 days", declared=(start, end))
    assert (found.kind, found.distance) == (kind, distance)
    assert (found.raw_span, found.offset, found.text.raw) == ((start, end), start, TEXT[start:end])
    assert found.occurrences == (kind != "none")


def test_a_declared_slice_longer_than_the_quote_scores_no_less_than_nothing() -> None:
    assert match(TEXT, "abc", declared=(0, 71)).score == 0.0


def test_a_declared_slice_may_need_folds_and_joins() -> None:
    found = match("xx vibra-\ntion yy", "Vibration", declared=(3, 14))
    assert (found.kind, found.folds, found.raw_exact) == ("exact", ("case", "line_end_hyphen"), False)
    assert match("xx vibration yy", "vibration", declared=(3, 12)).raw_exact


def _boundary(found: Match, at: int) -> bool:
    form = found.text
    if not 0 < at < len(form.text):
        return True
    return form.raw_span(at - 1, at)[1] <= form.raw_span(at, at + 1)[0]


@given(any_text, any_text, st.booleans(), st.integers(0, 40))
def test_the_raw_span_normalises_to_the_span_shown_or_holds_it(
    text: str, quote: str, cased: bool, start: int
) -> None:
    wanted = quote if normalise(quote).text else text[start : start + 12] + "a"
    found = match(text, wanted, case_sensitive=cased, threshold=Decimal("0.5"))
    if found.span is None or found.raw_span is None:
        return
    shown = found.text.text[slice(*found.span)]
    if found.text.joins and not shown[0].isalpha():
        return
    joins = found.text.joins.moved(found.raw_span[0])
    again = normalise(text[slice(*found.raw_span)], case_sensitive=cased, joins=joins).text
    assert shown in again
    if all(_boundary(found, at) for at in found.span):
        assert again == shown


@given(any_text, st.integers(0, 30), st.integers(1, 30), st.booleans())
def test_a_part_of_the_text_is_found_exactly_in_it(text: str, start: int, size: int, cased: bool) -> None:
    quote = text[start : start + size]
    if (
        normalise(quote).text
        and normalise(quote, case_sensitive=cased).text in normalise(text, case_sensitive=cased).text
    ):
        found = match(text, quote, case_sensitive=cased)
        assert (found.kind, found.score) == ("exact", 1.0)
        assert found.raw_exact == (_shown(found) == quote)
        assert not found.raw_exact or found.folds == ()
