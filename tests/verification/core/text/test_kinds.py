from __future__ import annotations

import pytest

from tests.verification.core.text.sides import sides
from verification.core.text.alignment import Column
from verification.core.text.kinds import KINDS, Verdict, judge, same_letters


def _judge(quote: str, text: str, *, case_sensitive: bool = False) -> Verdict:
    """The whole of both, behind a word they share that tells the language."""
    ours, theirs = sides(f"the {quote}", f"the {text}", case_sensitive=case_sensitive)
    return judge(ours, theirs, Column(1, len(ours.tokens), 1, len(theirs.tokens)))


@pytest.mark.parametrize(
    ("quote", "text", "kind"),
    [
        ("", "not", "negation"),
        ("can", "cannot", "negation"),
        ("is", "isn't", "negation"),
        ("must", "never may", "negation"),
        ("", "[12]", "marker"),
        ("[3, 4]", "", "marker"),
        ("[12]", "[13]", "number"),
        ("14", "15", "number"),
        ("fourteen", "fifteen", "number"),
        ("million", "billion", "number"),
        ("10.0", "100", "number"),
        ("days", "weeks", "unit"),
        ("$", "€", "unit"),
        ("must", "may", "modal"),
        ("dogs see cats", "cats see dogs", "order"),
        ("Berlin", "Paris", "name"),
        ("green", "blue", "word"),
        ("enabled", "disabled", "word"),
        ("≤", "≥", "word"),
        ("+", "-", "word"),
        ("ready", "!ready", "negation"),
        ("a == 1", "a != 1", "negation"),
        ("p", "¬p", "negation"),
        ("Ready!", "Ready", "punctuation"),
        (",", ";", "punctuation"),
        ("", ",", "punctuation"),
    ],
)
def test_the_first_kind_that_fits_in_the_published_order(quote: str, text: str, kind: str) -> None:
    assert _judge(quote, text).kind == kind
    assert _judge(text, quote).kind == kind


@pytest.mark.parametrize(
    ("quote", "text", "kind"),
    [
        ("isn't", "is not", "word"),
        ("not", "never", "word"),
        ("day", "days", "word"),
        ("percent", "%", "word"),
        ("cannot", "can not", "punctuation"),
        ("e-mail", "email", "punctuation"),
        ("non-profit", "nonprofit", "punctuation"),
        ("not able", "notable", "negation"),
        ("1 2", "12", "number"),
    ],
)
def test_another_way_to_write_the_same_is_no_graver_kind(quote: str, text: str, kind: str) -> None:
    assert _judge(quote, text).kind == kind


@pytest.mark.parametrize(("quote", "text"), [("कु", "कि"), ("का", "की"), ("นิ", "นี"), ("q", "q\u0307")])
def test_a_word_with_another_vowel_sign_or_mark_is_another_word(quote: str, text: str) -> None:
    assert _judge(quote, text).kind == "word"


def test_words_that_differ_in_case_alone_are_of_kind_case() -> None:
    assert _judge("Team", "team", case_sensitive=True).kind == "case"
    assert _judge("Not", "not", case_sensitive=True).kind == "case"


@pytest.mark.parametrize(
    ("graver", "lesser"),
    [
        (("", "not"), ("14", "15")),
        (("14", "15"), ("days", "weeks")),
        (("days", "weeks"), ("must", "may")),
        (("must", "may"), ("enabled", "disabled")),
        (("enabled", "disabled"), ("green", "blue")),
        (("lawful", "unlawful"), ("green", "blue")),
        (("only", ""), ("green", "blue")),
        (("unless", "when"), ("green", "blue")),
        (("Berlin", "Paris"), ("green", "blue")),
        (("green", "blue"), ("14", "fourteen")),
        (("14", "fourteen"), ("", "[12]")),
        (("", "[12]"), (",", ";")),
    ],
)
def test_what_may_turn_the_meaning_is_graver(graver: tuple[str, str], lesser: tuple[str, str]) -> None:
    assert _judge(*graver).gravity < _judge(*lesser).gravity


def test_a_number_of_the_same_value_is_a_number_still_but_not_grave() -> None:
    assert _judge("1,000", "1000") == ("number", _judge("14", "fourteen").gravity)


def test_the_same_words_are_order_and_need_to_be_as_many() -> None:
    assert _judge("a b", "b, a").kind == "order"
    assert _judge("a a b", "a b b").kind == "word"


def test_same_letters_do_not_make_the_same_number() -> None:
    assert same_letters(["health", "care"], ["healthcare"])
    assert not same_letters(["10.0"], ["100"])
    assert same_letters(["10"], ["10", ","])


def test_every_kind_is_published_once() -> None:
    assert len(set(KINDS)) == len(KINDS) == 10
