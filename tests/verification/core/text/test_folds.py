from __future__ import annotations

import re
import sys
import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.verification.core.text.samples import any_text
from verification.core.text import folds

EVERY_CHARACTER = [chr(code) for code in range(sys.maxunicode + 1)]
DECOMPOSABLE = [c for c in EVERY_CHARACTER if unicodedata.decomposition(c)]
combining = st.sampled_from([c for c in EVERY_CHARACTER if unicodedata.combining(c)])
composing = st.sampled_from(DECOMPOSABLE).map(lambda c: unicodedata.normalize("NFD", c))
hangul = st.sampled_from("\u1100\u1112\u1161\u1175\u11a7\u11a8\u11c2\uac00\uac01\uac1c")


@given(st.lists(st.one_of(combining, composing, hangul, st.characters()), max_size=12).map("".join))
def test_composing_cluster_by_cluster_is_composing_the_whole(text: str) -> None:
    assert folds.compose(text)[0] == unicodedata.normalize("NFC", text)


def test_every_character_that_never_stays_as_it_is_gets_composed() -> None:
    changing = "\n".join(c for c in EVERY_CHARACTER if unicodedata.normalize("NFC", c) != c)
    assert folds.compose(changing)[0] == unicodedata.normalize("NFC", changing)


def test_the_characters_that_join_back_are_all_there_are() -> None:
    def joins_back(character: str) -> bool:
        first = unicodedata.normalize("NFD", character)[0]
        return unicodedata.combining(first) > 0 or first in seconds

    seconds = {
        pair[1]
        for pair in (unicodedata.normalize("NFD", c) for c in DECOMPOSABLE if not unicodedata.combining(c))
        if len(pair) == 2 and unicodedata.normalize("NFC", pair) != pair
    } | {chr(code) for code in (*range(0x1161, 0x1176), *range(0x11A8, 0x11C3))}
    found = {c for c in EVERY_CHARACTER if not unicodedata.combining(c) and joins_back(c)}
    assert found == folds.JOINS_BACK


@pytest.mark.parametrize("length", [33, 100, 2_000])
def test_a_long_run_of_marks_is_composed_as_a_short_one_is(length: int) -> None:
    marks = ("\u0301\u0316\u0344\u0f73" * length)[:length]
    assert folds.compose("e" + marks)[0] == unicodedata.normalize("NFC", "e" + marks)


def test_a_very_long_run_of_marks_takes_no_quadratic_time() -> None:
    began = time.process_time()
    folds.compose("\u0301\u0316" * 50_000)
    assert time.process_time() - began < 2


def test_only_listed_invisible_characters_fall_away() -> None:
    dropped = {c for c in EVERY_CHARACTER if not folds.drop_invisible(c)[0]}
    assert dropped == set("\u00ad\u061c\u200b\u200e\u200f\u202a\u202b\u202c\u2060\u2066\u2067\u2068\u2069\ufeff")


def test_a_soft_hyphen_at_a_line_end_waits_for_the_joins() -> None:
    waiting = folds.drop_invisible("a\u00adb\u00ad \nc")[0]
    assert waiting == "ab\u00ad \nc"
    assert folds.drop_soft_hyphens(waiting)[0] == "ab \nc"


@pytest.mark.parametrize(
    ("fold", "text", "folded"),
    [
        (folds.fold_quotes, "‘’‚‛′“”„‟″«»‹`´", '\'\'\'\'\'"""""""‹`´'),
        (folds.fold_dashes, "‐‑‒–—―−-~", "--------~"),
        (folds.fold_ellipsis, "a…b⋯", "a...b⋯"),
        (folds.fold_ligatures, "ﬀﬁﬂﬃﬄﬅﬆﬓæ", "fffiflffifflststﬓæ"),
        (folds.fold_case, "Straße İ ΑΣ", "strasse i\u0307 ας".replace("ς", "σ")),
    ],
)
def test_each_table_folds_what_it_lists(fold: folds.Fold, text: str, folded: str) -> None:
    assert fold(text)[0] == folded


@given(any_text)
def test_white_space_collapses_as_the_property_says(text: str) -> None:
    spaces = "\\t-\\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
    expected = re.sub(f"[{spaces}]+", " ", text).strip(" ")
    assert folds.collapse(text)[0] == expected
