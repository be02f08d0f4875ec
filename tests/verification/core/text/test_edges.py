from __future__ import annotations

from hypothesis import given

from tests.verification.core.text.samples import any_text
from verification.core.text.edges import Edges


@given(any_text)
def test_all_ends_at_once_are_judged_as_one_by_one(text: str) -> None:
    edges = Edges(text)
    assert list(edges.ends[1:]) == [edges.end(at) for at in range(1, len(text) + 1)]


def test_a_space_counts_more_than_a_grapheme_and_a_grapheme_more_than_a_word() -> None:
    edges = Edges("on e\u0301t.")
    assert [edges.end(at) for at in range(1, 8)] == [1, 0, 4, 3, 1, 0, 0]
    assert [edges.start(at) for at in range(7)] == [0, 1, 4, 0, 3, 1, 0]
