from __future__ import annotations

from typing import NamedTuple

from lxml.etree import Element, _Element

from verification.core.page.outline import LOGIN, Outline
from verification.core.page.pagetext import Mark


class Holder(NamedTuple):
    element: _Element
    start: int


# Three runs of three characters, one character apart.
STARTS, ENDS = [0, 4, 8, 11], [0, 3, 7, 11]


def test_elements_round_an_id_are_marked_once_and_in_document_order() -> None:
    outline = Outline({"a", "b"})
    holders = [Holder(Element("body"), 0), Holder(Element("section"), 1)]
    outline.enter(holders, "p", 1, "a")
    outline.leave(2, 2)
    outline.enter(holders, "h2", 2, "b")
    outline.leave(0, 3)
    assert outline.finish(STARTS, ENDS).elements == (
        Mark(0, 11, 3, False, False, None),
        Mark(4, 11, 3, True, False, None),
        Mark(4, 7, 2, False, True, "a"),
        Mark(8, 11, 3, True, True, "b"),
    )


def test_ids_that_stand_twice_are_no_marks() -> None:
    outline = Outline({"a"})
    outline.enter([], "p", 0, "twice")
    assert outline.finish(STARTS, ENDS).elements == ()


def test_an_element_without_text_stands_where_the_next_run_starts() -> None:
    outline = Outline({"a"})
    outline.enter([], "span", 1, "a")
    outline.leave(0, 1)
    assert outline.finish(STARTS, ENDS).elements == (Mark(4, 4, 0, False, False, "a"),)


def test_outer_regions_come_first_and_empty_ones_not_at_all() -> None:
    outline = Outline(set())
    outline.regions += [(0, 1, "code"), (0, 1, "table"), (0, 3, "main"), (2, 2, "aside"), (0, 3, LOGIN)]
    assert outline.finish(STARTS, ENDS).regions == ((0, 11, "main"), (0, 3, "table"), (0, 3, "code"))


def test_nosnippet_ranges_are_in_order() -> None:
    outline = Outline(set())
    outline.nosnippet += [(2, 3), (0, 1), (1, 1)]
    assert outline.finish(STARTS, ENDS).nosnippet == ((0, 3), (8, 11))
