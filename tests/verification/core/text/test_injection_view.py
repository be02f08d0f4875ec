from __future__ import annotations

import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verification.core.text.injection_view import fold, view_of

letters = st.text(
    alphabet=st.sampled_from("aZ é ß ﬁ ½ … 　\u200b\u00ad\U000e0041\U000e007fаІ忽٣\u0301\n"), max_size=60
)


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("ÉCOLE", "ecole"),
        ("straße", "strasse"),
        ("ﬁne ＦＵＬＬ 𝐛𝐨𝐥𝐝", "fine full bold"),
        ("i\u200bg\u2060n\u00adore", "ignore"),
        ("\U000e0049\U000e0067\U000e006e\U000e0020\U000e007fx", "ign x"),
        ("don’t", "don't"),
        ("“a” – b", '"a" - b'),
        ("a\u00a0b\u2028c", "a b\nc"),
        ("ⓘⒼ🅽🄾 ɪɢɴ", "igno ign"),
        ("Всё ещё Й", "все еще и"),
        ("忽略", "忽略"),
    ],
)
def test_the_view_is_what_a_model_would_read(raw: str, shown: str) -> None:
    assert view_of(raw).text == shown


@pytest.mark.parametrize("raw", ["іgnоrе", "ІGNОRЕ", "ignοre", "iɡnore".replace("ɡ", "g"), "і\u200bgnore"])
def test_look_alikes_in_a_latin_word_become_latin(raw: str) -> None:
    assert view_of(raw).text == "ignore"


def test_words_of_one_script_stay_as_they_are() -> None:
    assert view_of("сосна ρόδον").text == "сосна ροδον"
    assert view_of("сосна ρόδον").mixed == ()


def test_mixed_words_are_told_with_their_edges() -> None:
    view = view_of("an іgnоrеd word")
    assert [view.text[start:end] for start, end in view.mixed] == ["ignored"]


@given(letters)
@settings(max_examples=150)
def test_every_character_of_the_view_leads_to_its_raw_one(raw: str) -> None:
    view = view_of(raw)
    for at, shown in enumerate(view.text):
        start, end = view.raw_span(at, at + 1)
        assert end == start + 1
        assert shown in fold(raw[start]) or raw[start] in "аІ" or raw[start].lower() == shown


@given(letters)
@settings(max_examples=150)
def test_the_way_back_never_goes_backwards(raw: str) -> None:
    view = view_of(raw)
    ways = [view.raw(at) for at in range(len(view.text))]
    assert ways == sorted(ways)


def test_what_is_dropped_inside_a_span_belongs_to_it() -> None:
    view = view_of("x\u200bi\u200bg\u200by")
    assert view.text == "xigy"
    assert view.raw_span(1, 3) == (2, 5)


@pytest.mark.long
def test_every_folded_character_folds_to_itself() -> None:
    for code in range(0x80, sys.maxunicode + 1):
        folded = fold(chr(code))
        assert "".join(map(fold, folded)) == folded
        assert len(folded.lower()) == len(folded)


def test_few_and_many_different_characters_fold_alike() -> None:
    many = "".join(map(chr, range(0xC0, 0x180)))
    assert view_of(many).text == "".join(view_of(letter).text for letter in many)
