from __future__ import annotations

import pytest

from verification.core.text.forms import Form, Forms
from verification.core.text.joins import PLAIN, Joins


def _holding(text: str, quote: str) -> Form | None:
    """The first joined form in which the text has the quote."""
    forms = Forms(text, quote, case_sensitive=False).joined_for_exact()
    return next((form for form in forms if form.quote.text in form.text.text), None)


def test_a_text_without_such_lines_has_the_plain_form_only() -> None:
    forms = Forms("A  plain text", "a plain", case_sensitive=False)
    assert not forms.can_be_joined
    assert not list(forms.joined())
    assert (forms.plain.text.text, forms.plain.text.joins) == ("a plain text", PLAIN)


@pytest.mark.parametrize(
    ("text", "joins"),
    [
        ("a-\nb", [Joins("drop"), Joins("keep")]),
        ("a\u00ad\nb", [Joins("drop"), Joins("keep")]),
        ("退\n款", [Joins(wrap=True)]),
        (
            "退\n款 a-\nb",
            [
                Joins("drop"),
                Joins("keep"),
                Joins(wrap=True),
                Joins("drop", wrap=True),
                Joins("keep", wrap=True),
            ],
        ),
    ],
)
def test_each_kind_of_join_comes_by_itself_first(text: str, joins: list[Joins]) -> None:
    assert [form.text.joins for form in Forms(text, "x", case_sensitive=False).joined()] == joins
    assert [form.quote.joins for form in Forms("x", text, case_sensitive=False).joined()] == joins


@pytest.mark.parametrize(
    ("text", "quote", "joined"),
    [
        ("vibra-\ntion", "vibration", "vibration"),
        ("well-\nknown", "well-known", "well-known"),
        ("vibration", "vibra-\ntion", "vibration"),
        ("well-known", "well-\nknown", "well-known"),
        ("vibra-\ntion and well-\nknown", "vibration and well-known", "vibration and well-known"),
        ("well-\nknown vibra-\ntion, long-\nterm", "vibration, long-term", "wellknown vibration, long-term"),
        ("退款\n十四 well-\nknown vibra-\ntion", "退款十四 well-known vibration", "退款十四 well-known vibration"),
        ("退款\n十四", "退款十四", "退款十四"),
        ("well-known vibra-\ntion", "-known vibration", "well-known vibration"),
        ("pre-\nand post-war vibra-\ntion", "pre- and post-war vibration", "pre- and post-war vibration"),
        ("Bau-\nund Wohn-\nraum, well-\nknown", "Bau- und Wohnraum, well-known", "bau- und wohnraum, well-known"),
        ("a\u00ad\nb c-\nd", "ab c-d", "ab c-d"),
    ],
)
def test_each_hyphen_fares_as_the_other_side_has_it(text: str, quote: str, joined: str) -> None:
    form = _holding(text, quote)
    assert form and form.text.text == joined


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("vibra-\ntion", "vi-bration"),
        ("vibra-\ntion", "vibra tion"),
        ("well-\nknown", "-known"),
        ("cafe\u0316-\nbar", "\u0316bar"),
        ("vibra-\n\ntion", "vibration"),
        ("退\n款 한\n국", "한국"),
        ("well-\nknown", "wellknowns"),
    ],
)
def test_nothing_else_is_joined(text: str, quote: str) -> None:
    assert _holding(text, quote) is None


def test_the_place_with_the_right_hyphens_is_found_behind_others() -> None:
    form = _holding("re-form well-\nknown, then re-\nform well-\nknown", "reform well-known")
    assert form and form.text.text == "re-form wellknown, then reform well-known"
