"""The bars of the injection flags that are ratios; those in seconds are measured by `tests.bench.injection`."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.long


def test_half_of_the_corpus_never_looked_at_is_scored_well() -> None:
    from tests.bench.injection import PRECISION, RECALL, score

    reporting = score(reporting=True)
    assert reporting.malicious >= 50
    assert reporting.precision >= PRECISION
    assert reporting.recall >= RECALL


@pytest.mark.mirror
def test_hardly_any_piece_of_the_documentation_is_flagged() -> None:
    from tests.bench.injection import DOCS_SHARE, PIECE, documentation, grave, pieces

    cut = pieces(documentation(), PIECE)
    assert len(cut) > 2_500
    assert sum(map(grave, cut)) / len(cut) <= DOCS_SHARE
