from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.verification.core.text.samples import any_text
from verification.core.text.advice import LONGEST, Findings, advice, gravest
from verification.core.text.differences import Difference, differences
from verification.core.text.edited import edited
from verification.core.text.profile import normalise
from verification.core.text.truncated import Truncation


def _differences(quote: str, text: str, *, case_sensitive: bool = False) -> tuple[Difference, ...]:
    ours, theirs = (normalise(raw, case_sensitive=case_sensitive) for raw in (quote, text))
    return differences(ours, theirs, (0, len(theirs.text)))


def _fuzzy(quote: str, text: str) -> str:
    return advice(Findings("fuzzy", differences=_differences(quote, text)))


@pytest.mark.parametrize(
    ("quote", "text", "says"),
    [
        ("within 15 days", "within 14 days", "The text says 14 where the quote says 15."),
        ("about 5% of it", "about 50% of it", "The text says 50 where the quote says 5."),
        ("he is told", "he is not told", "The text has “not”, which the quote leaves out."),
        ("he is not told", "he is told", "The quote has “not”, which the text doesn't have."),
        ("you must pay", "you may pay", "The text says “may” where the quote says “must”."),
        ("dogs see cats", "cats see dogs", "“dogs see cats”: the same words in another order."),
        ("the pаss", "the pass", "they look alike, but are written with other characters."),
        ("a, b", "a b", "Only punctuation and spaces differ."),
        ("a, b", "a b [1]", "Only note marks and punctuation and spaces differ."),
    ],
)
def test_a_close_match_names_what_differs(quote: str, text: str, says: str) -> None:
    assert says in _fuzzy(quote, text)


def test_the_gravest_difference_is_named_first_and_the_others_counted() -> None:
    said = _fuzzy("The red door must open in 15 days", "The blue door must not open in 14 days")
    assert said.index("“not”") < said.index("2 more differences are listed")
    assert "15" not in said
    assert "1 more difference is listed" in _fuzzy("a red 15", "a blue 14")


def test_the_gravest_of_none_is_none() -> None:
    assert gravest(()) is None
    first, second = _differences("a 1 b 2", "a 3 b 4")
    assert gravest((second, first)) == second


@pytest.mark.parametrize("match", ["exact", "fuzzy", "none", "passages"])
@pytest.mark.parametrize("source", ["supplied", "url"])
def test_every_answer_says_what_it_does_not_show(match: str, source: str) -> None:
    said = advice(Findings(match, source=source))
    assert said.endswith("where the text came from.") == (source == "supplied")
    assert ("page's text" in said) == (source == "url")


@pytest.mark.parametrize("reason", [None, "short_quote"])
def test_a_quote_that_is_missing_is_never_called_invented(reason: str | None) -> None:
    said = advice(Findings("none", score=0.62, reason=reason))
    for word in (
        "invent",
        "fabricat",
        "made up",
        "fake",
        "false",
        "hallucinat",
        "wrong",
        " lie",
        "does not exist",
    ):
        assert word not in said.casefold()
    assert "reworded" in said
    assert ("0.62" in said) == (reason is None)


def test_an_exact_match_says_how_exact_and_how_often() -> None:
    assert "to the letter" in advice(Findings("exact", raw_exact=True))
    assert "only typography or capitals differ" in advice(Findings("exact"))
    assert "at least 100 times" in advice(Findings("exact", occurrences=100, occurrences_capped=True))
    assert "times" not in advice(Findings("exact"))


def test_a_slice_is_called_one() -> None:
    assert advice(Findings("exact", declared=True)).startswith("The part of the text you named is this quote")


def test_a_truncated_match_says_by_what() -> None:
    assert "cuts a word of the text in two: “unauthorised”" in advice(
        Findings("exact", truncation=Truncation(("unauthorised",)))
    )
    assert "goes on with “except”" in advice(Findings("fuzzy", truncation=Truncation((), "except")))


@pytest.mark.parametrize("match", ["fuzzy", "none"])
def test_an_edited_quote_is_read_with_its_marks(match: str) -> None:
    text = normalise("he is not told so")
    read = advice(Findings(match, edited=edited(normalise("he is ... told"), text)))
    assert "every part of the quote is there, in this order" in read
    assert "a word that negates is among what it leaves out: “not”" in read
    plain = advice(Findings(match, edited=edited(normalise("he ... told"), normalise("he was told"))))
    assert "negates" not in plain


def test_passages_are_evidence_and_no_verdict() -> None:
    assert "These are the 3 passages" in advice(Findings("passages", passages=3))
    assert "evidence to judge, not a verdict" in advice(Findings("passages", passages=1))
    assert "it may say the same in others" in advice(Findings("passages"))


def test_where_no_text_may_be_shown_kinds_are_named() -> None:
    text = normalise("he is not told so")
    found = Findings(
        "fuzzy",
        source="url",
        differences=_differences("pay in 15 days", "pay in 14 days"),
        edited=edited(normalise("he is ... told"), text),
        truncation=Truncation(("unauthorised",)),
    )
    said = advice(replace(found, shows_text=False))
    assert "of the kind number" in said
    assert not any(shown in said for shown in ("14", "15", "“not”", "unauthorised"))


def test_controls_are_shown_as_code_points_and_long_text_is_cut() -> None:
    said = _fuzzy("a b", "a b \u202ex\x07y\x1b[31m" + "z" * 500)
    assert "[U+202E]x[U+0007]y[U+001B]" in said
    assert "z" * 60 not in said
    assert "…”" in said


@given(any_text, any_text, st.booleans())
def test_advice_is_short_and_shows_no_controls(one: str, other: str, shown: bool) -> None:
    long = (one + other) * 30
    found = Findings(
        "fuzzy",
        differences=_differences(one, long),
        edited=edited(normalise(f"{one}…{other}"), normalise(long)),
        truncation=Truncation((long,), "unless"),
        shows_text=shown,
    )
    said = advice(found)
    assert len(said) <= LONGEST
    assert said.replace("\u200c", "").replace("\u200d", "").isprintable()
