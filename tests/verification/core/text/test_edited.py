from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.verification.core.text.samples import any_text
from verification.core.text.edited import Edited, edited
from verification.core.text.marks import ELLIPSIS_GAP
from verification.core.text.profile import normalise
from verification.core.text.words import inside_word


def _read(quote: str, text: str) -> Edited | None:
    return edited(normalise(quote), normalise(text))


def _pieces(quote: str, text: str) -> list[str] | None:
    found = _read(quote, text)
    return found and [normalise(text).text[piece.start : piece.end] for piece in found.pieces]


def _gaps(quote: str, text: str) -> list[tuple[str, str]]:
    found = _read(quote, text)
    assert found is not None
    return [(gap.kind, gap.text) for gap in found.gaps]


def test_left_out_words_are_shown() -> None:
    found = _read("The tenant … pays the rent", "So the tenant, if asked, pays the rent.")
    assert found is not None
    assert [(gap.kind, gap.text, gap.negation) for gap in found.gaps] == [("ellipsis", ", if asked, ", False)]
    assert not found.negation_in_gap


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("The landlord is ... permitted to end it", "The landlord is not permitted to end it"),
        (
            "The landlord is [...] permitted to end it",
            "The landlord isn't even permitted to end it, nor is permitted to end it",
        ),
        ("Der Mieter darf […] kündigen", "Der Mieter darf in der Zeit nicht kündigen"),
        ("买方……取消订单", "买方不可以取消订单"),
        ("He [was] told the truth", "He was never told the truth"),
    ],
)
def test_a_negation_among_them_is_flagged(quote: str, text: str) -> None:
    found = _read(quote, text)
    assert found is not None
    assert found.negation_in_gap


@pytest.mark.parametrize(
    ("quote", "text", "gaps"),
    [
        ("that [the parcel] had", "said that it had gone", [("bracket", " it ")]),
        ("the end [sic] of it", "the end of it", [("bracket", " ")]),
        ("pay[s] the fee", "all pays the fee", [("bracket", "s ")]),
        ("[T]he firm paid", "In all the firm paid", [("bracket", "t")]),
        ("he deliver[ed]", "as he delivers it", [("bracket", "s")]),
    ],
)
def test_brackets_stand_for_what_the_text_has_there(quote: str, text: str, gaps: list[tuple[str, str]]) -> None:
    assert _gaps(quote, text) == gaps


def test_a_bracket_inside_a_word_stands_for_ten_characters_at_most() -> None:
    assert _read("pay[s] fees", "pay0123456789 fees") is None
    assert _read("pay[s] fees", "pay012345678 fees") is not None


def test_pieces_out_of_order_or_missing_are_no_reading() -> None:
    text = "First the ferry crosses. Later the bus climbs."
    assert _read("the bus climbs ... the ferry crosses", text) is None
    assert _read("the ferry crosses ... the train climbs", text) is None
    assert _read("the ferry crosses", text) is None


def test_a_gap_is_a_thousand_code_points_at_most() -> None:
    near, far = ("one" + "." * size + "two" for size in (ELLIPSIS_GAP, ELLIPSIS_GAP + 1))
    assert _read("one ... two", near) is not None
    assert _read("one ... two", far) is None


def test_the_leftmost_reading_with_the_shortest_gaps_is_taken() -> None:
    found = _read("one ... two", "one x one two two")
    assert found is not None
    assert [(piece.start, piece.end) for piece in found.pieces] == [(0, 3), (10, 13)]


def test_a_near_piece_that_leads_nowhere_is_passed_over() -> None:
    text = "one two " + "x" * 990 + " two three"
    found = _read("one ... two [then] three", text)
    assert found is not None
    assert found.pieces[1].start > 900


def test_whole_words_are_taken_before_parts_of_words() -> None:
    found = _read("use ... end", "The cause has no use in the end.")
    assert found is not None
    assert found.pieces[0].start == 17
    assert _pieces("authorised ... mark", "unauthorised use of marks") == ["authorised", "mark"]


def test_the_texts_own_brackets_are_no_marks() -> None:
    assert _pieces("grew [12] and ... fell", "It grew [12] and then fell") == ["grew [12] and", "fell"]
    assert _pieces("grew [12] and ... fell", "See [12]. It grew and then fell") == ["grew", "and", "fell"]


def test_offsets_lead_back_to_both_texts() -> None:
    quote, text = normalise("“Die Straße … endet”"), normalise("«Die  Straße\nnach Köln endet»")
    found = edited(quote, text)
    assert found is not None
    for piece in found.pieces:
        assert quote.text[piece.quote_start : piece.quote_end] == text.text[piece.start : piece.end]
        assert (piece.raw_start, piece.raw_end) == text.raw_span(piece.start, piece.end)
    assert found.gaps[0].text == text.raw[found.gaps[0].raw_start : found.gaps[0].raw_end] == "\nnach Köln "


def test_the_answer_has_the_published_fields() -> None:
    found = _read("a ... b", "a not b")
    assert found is not None
    whole = found.to_json()
    assert list(whole) == ["pieces", "gaps", "negation_in_gap"]
    assert list(whole["pieces"][0]) == ["quote_start", "quote_end", "start", "end", "raw_start", "raw_end"]
    assert list(whole["gaps"][0]) == ["kind", "text", "start", "end", "raw_start", "raw_end", "negation"]
    assert whole["negation_in_gap"] is True


def _chains(
    pieces: list[str], text: str, whole_words: bool, start: int = 0, limit: int = 99
) -> Iterator[list[int]]:
    """Every way to place the pieces, the leftmost and nearest first: by trying all."""
    if not pieces:
        yield []
        return
    size = len(pieces[0])
    for at in range(start, min(len(text), start + limit) + 1):
        cut = inside_word(text, at) or inside_word(text, at + size)
        if text[at : at + size] == pieces[0] and not (whole_words and cut):
            yield from ([at, *rest] for rest in _chains(pieces[1:], text, whole_words, at + size))


@given(st.lists(st.text("ab", min_size=1, max_size=2), min_size=2, max_size=4), st.text("ab ", max_size=14))
def test_a_reading_is_the_first_of_all_that_there_are(pieces: list[str], raw: str) -> None:
    text = normalise(raw)
    found = edited(normalise(" ... ".join(pieces)), text)
    expected = next((chain for whole in (True, False) for chain in _chains(pieces, text.text, whole)), None)
    assert (found and [piece.start for piece in found.pieces]) == expected


@given(any_text, any_text, st.sampled_from(["…", "...", "[...]", "[x]", ""]))
def test_pieces_are_to_the_letter_and_in_order(one: str, other: str, mark: str) -> None:
    quote, text = normalise(f"{one}{mark}{other}"), normalise(f"{other} {one} — {other}")
    found = edited(quote, text)
    done = 0
    for piece in found.pieces if found else ():
        assert done <= piece.start < piece.end
        assert quote.text[piece.quote_start : piece.quote_end] == text.text[piece.start : piece.end]
        done = piece.end


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("a..." * 248 + "b", "a " * 25_000 + "! " * 600 + "b"),
        ("x" + "[x]a" * 240, "a" * 49_999 + "x"),
        ("...".join(["the"] * 150) + "... zz", "the of " * 7_000 + "zz"),
        ("[a" * 500, "[a" * 25_000),
        ("a. . ." * 160, "a. " * 16_000),
    ],
)
def test_hostile_text_stays_within_bounds(quote: str, text: str) -> None:
    made = normalise(quote), normalise(text)
    started = time.process_time()
    edited(*made)
    assert time.process_time() - started < 0.5
