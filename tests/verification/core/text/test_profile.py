from __future__ import annotations

import hashlib
import json
import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.verification.core.text.samples import any_text
from verification.core.text.joins import PLAIN, Joins
from verification.core.text.profile import (
    FOLDS,
    PROFILE_BYTES,
    PROFILE_SHA256,
    Normalised,
    normalise,
    profile_document,
)

every_join = st.sampled_from([PLAIN, Joins("drop"), Joins("keep"), Joins("drop", wrap=True), Joins(wrap=True)])


def _reference(text: str, case_sensitive: bool) -> str:
    """text-v1 without joins, read off its description on the whole string."""
    text = re.sub("[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202c\u2060\u2066-\u2069\ufeff]", "", text)
    text = unicodedata.normalize("NFC", text)
    text = re.sub("[‘’‚‛′]", "'", re.sub("[“”„‟″«»]", '"', text))
    text = re.sub("[\u2010-\u2015\u2212]", "-", text).replace("…", "...")
    for ligature, letters in zip("ﬀﬁﬂﬃﬄﬅﬆ", ["ff", "fi", "fl", "ffi", "ffl", "st", "st"], strict=True):
        text = text.replace(ligature, letters)
    text = re.sub("[\\t-\\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+", " ", text).strip(" ")
    return text if case_sensitive else text.casefold()


@given(any_text, st.booleans())
def test_the_normal_form_is_what_the_description_says(text: str, case_sensitive: bool) -> None:
    assert normalise(text, case_sensitive=case_sensitive).text == _reference(text, case_sensitive)


def _boundary(form: Normalised, at: int) -> bool:
    """Whether `at` lies between two raw characters and not inside what one of them became."""
    if not 0 < at < len(form.text):
        return True
    return form.raw_span(at - 1, at)[1] <= form.raw_span(at, at + 1)[0]


def _spans(form: Normalised) -> list[tuple[int, int]]:
    ends = range(len(form.text) + 1)
    spans = [(start, end) for start in ends for end in ends[start + 1 :]]
    return [(start, end) for start, end in spans if form.text[start:end].strip(" ") == form.text[start:end]]


@given(any_text, st.booleans(), every_join)
def test_a_raw_span_normalises_to_its_normal_span_or_holds_it(text: str, cased: bool, joins: Joins) -> None:
    form = normalise(text, case_sensitive=cased, joins=joins)
    for start, end in _spans(form):
        if joins and not form.text[start].isalpha():
            continue  # a hyphen whose letter is left out is none between letters
        raw_start, raw_end = form.raw_span(start, end)
        again = normalise(text[raw_start:raw_end], case_sensitive=cased, joins=joins).text
        if _boundary(form, start) and _boundary(form, end):
            assert again == form.text[start:end]
        assert form.text[start:end] in again


@given(any_text, every_join)
def test_raw_spans_are_in_order_and_lead_forth_again(text: str, joins: Joins) -> None:
    form = normalise(text, joins=joins)
    spans = [form.raw_span(at, at + 1) for at in range(len(form.text))]
    assert spans == sorted(spans)
    for at, (raw_start, raw_end) in enumerate(spans):
        start, end = form.span_of(raw_start, raw_end)
        assert 0 <= raw_start < raw_end <= len(text) and start <= at < end


@given(any_text)
def test_the_folds_that_acted_are_those_whose_absence_shows(text: str) -> None:
    form = normalise(text)
    for fold in FOLDS:
        if fold not in form.acted:
            assert normalise(text, without=frozenset({fold})).text == form.text


def test_superscripts_fractions_and_full_width_letters_stay_distinct() -> None:
    assert normalise("10² ½ ＡＰＩ ⅷ é").text == "10² ½ ａｐｉ ⅷ é"


def test_overrides_tags_and_joiners_stay() -> None:
    kept = "a\u202eb\u202dc\U000e0041d\u200ce\u200df\ufe0f"
    assert normalise(kept).text == kept


@pytest.mark.parametrize(
    ("raw", "at", "origin"),
    [
        ("Straße", (4, 5), "ß"),
        ("a\u200b\u200bb", (0, 2), "a\u200b\u200bb"),
        ("e\u200b\u0301x", (0, 1), "e\u200b\u0301"),
        ("x\u0301\u0316", (0, 1), "x"),
        ("x\u0301\u0316", (1, 2), "\u0301\u0316"),
        ("a\u0f73", (0, 1), "a"),
        ("of\u00adﬁce", (1, 2), "f"),
        ("a \n b", (1, 2), " \n "),
        ("\u1112\u1161\u11ab글", (0, 1), "\u1112\u1161\u11ab"),
    ],
)
def test_a_normal_character_leads_back_to_all_it_came_from(raw: str, at: tuple[int, int], origin: str) -> None:
    assert raw[slice(*normalise(raw).raw_span(*at))] == origin


def test_an_empty_span_is_the_point_behind_the_character_before_it() -> None:
    form = normalise("  a\u200bb ")
    assert [form.raw_span(at, at) for at in range(3)] == [(2, 2), (3, 3), (5, 5)]
    assert normalise(" ").raw_span(0, 0) == (0, 0)


def test_what_fell_away_has_an_empty_normal_span() -> None:
    assert normalise("ab\U0000200bcd").span_of(2, 3) == (2, 2)


def test_a_soft_hyphen_at_a_line_end_is_dropped_whether_joined_or_not() -> None:
    assert normalise("vibra\u00ad\ntion").text == "vibra tion"
    assert normalise("vibra\u00ad\ntion", joins=Joins("keep")).text == "vibration"


def test_the_published_table_names_every_fold_and_stands_under_its_hash() -> None:
    document = profile_document()
    assert {step["fold"] for step in document["steps"]} == set(FOLDS)
    assert json.loads(PROFILE_BYTES) == document
    assert hashlib.sha256(PROFILE_BYTES).hexdigest() == PROFILE_SHA256


def test_the_published_ligature_table_is_the_one_that_acts() -> None:
    steps = {step["fold"]: step for step in profile_document()["steps"]}
    for fold in ("quotes", "dashes", "ellipsis", "ligatures"):
        for code, plain in steps[fold]["replace"].items():
            assert normalise(f"x{chr(int(code[2:], 16))}x").text == f"x{plain}x"
