"""Work grows with the document: on what is doubled twice, four times the work, not sixteen."""

from __future__ import annotations

from time import process_time
from typing import Literal

import pytest

from verification.core.citations.find import find

UNITS = [
    *('"', "“", "«", "'a ", "「", "`", "*a ", "_", "[", "](", "![", "> ", "- "),
    *("<", "</", "<!--", '<a "', "&", "(1)", "[1]", "¹"),
    '"one two three four" ',
    '"one two three four."[1] ',
    '"one two three four"[1](https://a.org/x) ',
    "[a](https://a.org/x) and ",
    "“one two three four, while [a](https://a.org/x) “five six seven eight” ",
    "see also [a](https://a.org/x) “one two three four” told us ",
    "“one two three four\n\n",
    "[1, p. ",
    '"one two three four" (https://a.org/x, https://b.org/y) ',
    "[a](https://a.org/x) “one two three four”; ",
    "[1] https://a.org/x\n",
    "[^1]: https://a.org/x\n",
    "> one two three four\n\n",
    "- “one two three four”\n  - https://a.org/x\n",
    '| "one two three four" | [a](https://a.org/x) |\n',
    "<blockquote>one two three four</blockquote><a href='https://a.org'>a</a>",
    "<p id=a><a href='#a'>",
    "<q>one two three</q><b>",
    "「一二三四五六七」",
    "s' a 3\" ",
    "https://a.org/(",
    "~~~\n\"a b c d\"\n",
]  # fmt: skip
SMALL = 6_000


def work(document: str, form: Literal["markdown"]) -> float:
    """Seconds of the processor, the least of three runs: what else the machine does only adds."""
    times = []
    for _ in range(3):
        started = process_time()
        find(document, form)
        times.append(process_time() - started)
    return min(times)


@pytest.mark.long
@pytest.mark.parametrize("form", ["markdown", "html", "text"])
@pytest.mark.parametrize("unit", UNITS)
def test_work_grows_with_the_document(unit: str, form: Literal["markdown"]) -> None:
    small, large = (unit * (size // len(unit)) for size in (SMALL, 4 * SMALL))
    assert work(large, form) < 9 * work(small, form) + 0.02


@pytest.mark.parametrize("form", ["markdown", "html", "text"])
@pytest.mark.parametrize(
    "opened, closed", [("<b>", "</b>"), ("> ", ""), ("[", "]"), ("“", "”"), ("<blockquote>", ""), ("*", "*")]
)
def test_ten_thousand_levels_deep(opened: str, closed: str, form: Literal["markdown"]) -> None:
    document = opened * 10_000 + "so it was said" + closed * 10_000
    assert len(find(document, form).pairs) == 0


def test_a_mark_for_every_quotation_gives_ten_pairs_each_at_most() -> None:
    marks = "".join(f"[{number}]" for number in range(200))
    sources = "".join(f"\n[{number}] https://a.org/{number}" for number in range(200))
    assert len(find("“so it was said” " * 100 + marks + "\n" + sources, "text").pairs) == 1_000
