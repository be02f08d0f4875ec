from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verification.core.page.writer import COLLAPSE, LINES, PRESERVE, Writer


def written(*steps: Callable[[Writer], None]) -> str:
    writer = Writer()
    for step in steps:
        step(writer)
    return writer.finish()[0]


def say(text: str, spaces: str = COLLAPSE) -> Callable[[Writer], None]:
    return lambda writer: writer.write(text, spaces)


BLOCK = lambda writer: writer.block(1)  # noqa: E731
PARAGRAPH = lambda writer: writer.block(2)  # noqa: E731
BREAK = lambda writer: writer.line_break()  # noqa: E731
ROW = lambda writer: writer.row()  # noqa: E731
ROW_END = lambda writer: writer.row_end()  # noqa: E731
CELL = lambda writer: writer.cell()  # noqa: E731


def test_runs_of_white_space_become_one_space() -> None:
    assert written(say("a \t\r\n\f b"), say(" \n "), say("  c")) == "a b c"


def test_other_spaces_stay() -> None:
    assert written(say("a\u00a0 \u2009b\u200bc")) == "a\u00a0 \u2009b\u200bc"


def test_nothing_stands_between_runs_without_space() -> None:
    assert written(say("re"), say("try")) == "retry"


def test_a_block_edge_takes_the_spaces_round_it() -> None:
    assert written(say("a "), BLOCK, say(" b ")) == "a\nb"


def test_the_wider_edge_wins_and_edges_do_not_add_up() -> None:
    assert written(say("a"), BLOCK, PARAGRAPH, BLOCK, say("b")) == "a\n\nb"


def test_no_separator_stands_at_either_end() -> None:
    assert written(BLOCK, BREAK, say(" a "), PARAGRAPH, BREAK) == "a"


def test_line_breaks_add_up_and_take_the_spaces_round_them() -> None:
    assert written(say("a "), BREAK, BREAK, say(" b")) == "a\n\nb"


def test_cells_are_set_apart_by_a_tab_and_rows_by_a_line_break() -> None:
    row = (ROW, CELL, say("a"), CELL, say("b"), ROW_END)
    assert written(*row, *row) == "a\tb\na\tb"


def test_a_paragraph_in_a_cell_does_not_widen_the_tab() -> None:
    assert written(ROW, CELL, PARAGRAPH, say("a"), PARAGRAPH, CELL, PARAGRAPH, say("b"), ROW_END) == "a\tb"


def test_an_empty_first_cell_gives_no_leading_tab() -> None:
    assert written(say("x"), ROW, CELL, CELL, say("b"), ROW_END, say("y")) == "x\nb\ny"


def test_preserved_text_keeps_its_spaces_and_lines() -> None:
    assert written(say("x"), BLOCK, say("\n  a\n   b ", PRESERVE), say("c\n\n", PRESERVE)) == "x\n  a\n   b c"


def test_preserved_runs_between_elements_stay() -> None:
    assert written(say("a", PRESERVE), say("\n    ", PRESERVE), say("b", PRESERVE)) == "a\n    b"


def test_pre_line_keeps_lines_but_no_spaces() -> None:
    assert written(say("a  \n   b   c", LINES)) == "a\nb c"


def test_white_space_inside_an_inline_box_ends_at_its_edges() -> None:
    def boxed(writer: Writer) -> None:
        writer.box()
        writer.write(" b ")
        writer.box_end(1)

    assert written(say("a"), boxed, say("c")) == "abc"
    assert written(say("a "), boxed, say(" c")) == "a b c"


def test_an_empty_inline_box_leaves_the_space_before_it() -> None:
    def empty(writer: Writer) -> None:
        writer.box()
        writer.box_end(1)

    assert written(say("a "), empty, say("b")) == "a b"


def test_offsets_are_those_of_the_runs() -> None:
    writer = Writer()
    for step in (say("ab"), PARAGRAPH, say("cd"), say(" e")):
        step(writer)
    text, starts, ends = writer.finish()
    assert (text, starts, ends) == ("ab\n\ncd e", [0, 4, 7, 8], [0, 2, 6, 8])


STEPS = st.one_of(
    st.sampled_from([BLOCK, PARAGRAPH, BREAK, ROW, ROW_END, CELL]),
    st.builds(say, st.text(" \t\n\r\fab\u00a0", min_size=1), st.sampled_from([COLLAPSE, LINES, PRESERVE])),
)


@settings(max_examples=150)
@given(st.lists(STEPS))
def test_text_never_starts_or_ends_with_a_separator_and_runs_lie_where_they_are_said_to(steps: list) -> None:
    writer = Writer()
    for step in steps:
        step(writer)
    text, starts, ends = writer.finish()
    assert text == text.strip(" \t\n\r\f")
    assert [text[start:end] for start, end in zip(starts, ends[1:], strict=False)] == writer.texts


@pytest.mark.parametrize("spaces", [COLLAPSE, LINES, PRESERVE])
def test_white_space_alone_is_no_text(spaces: str) -> None:
    assert written(say(" \n\t ", spaces)) == ""
