from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from verification.core.text.layers import Layer, rewrite

pieces = st.lists(st.tuples(st.text("ab", max_size=3), st.text("xy", max_size=3), st.text("z", max_size=3)))


def test_a_replacement_leads_back_to_all_it_replaced() -> None:
    text, layer = rewrite("one two three", [(4, 7)], "2")
    assert text == "one 2 three"
    assert layer is not None
    assert [layer.back(4, 5), layer.back(3, 6), layer.back(0, 11)] == [(4, 7), (3, 8), (0, 13)]


def test_nothing_to_replace_makes_no_layer() -> None:
    assert rewrite("same", [], "x") == ("same", None)


def test_what_fell_away_leads_to_an_empty_span() -> None:
    _, layer = rewrite("a--b", [(1, 3)], "")
    assert layer is not None
    assert [layer.forth(1, 2), layer.forth(2, 2), layer.forth(0, 4), layer.forth(3, 4)] == [
        (1, 1),
        (1, 1),
        (0, 2),
        (1, 2),
    ]


def test_edits_side_by_side_stay_apart() -> None:
    text, layer = rewrite("abcd", [(0, 1), (1, 2), (2, 3)], ["", "XX", ""])
    assert (text, layer and layer.back(0, 1), layer and layer.back(2, 3)) == ("XXd", (1, 2), (3, 4))


def _written(parts: list[tuple[str, str, str]]) -> tuple[str, str, Layer | None]:
    old, spans = "", []
    for kept, before, _ in parts:
        old += kept
        if before:
            spans.append((len(old), len(old) + len(before)))
        old += before
    text, layer = rewrite(old, spans, [after for _, before, after in parts if before])
    return old, text, layer


@given(pieces)
def test_every_kept_character_leads_back_to_itself(parts: list[tuple[str, str, str]]) -> None:
    old, text, layer = _written(parts)
    for at, character in enumerate(text):
        start, end = layer.back(at, at + 1) if layer else (at, at + 1)
        assert old[start:end] == character or character == "z"


@given(pieces)
def test_every_character_is_part_of_what_its_origin_became(parts: list[tuple[str, str, str]]) -> None:
    _, text, layer = _written(parts)
    for at in range(len(text) if layer else 0):
        assert layer is not None
        start, end = layer.forth(*layer.back(at, at + 1))
        assert start <= at < end
