from __future__ import annotations

import random
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.verification.core.text.cases import wide_cases
from tests.verification.core.text.oracle import distances_from
from verification.core.text import scan
from verification.core.text.scan import scanner

letters = st.text("ab 退é?", min_size=1, max_size=24)


def _asked(text: str, quote: str, data: st.DataObject) -> tuple[int, int, int]:
    """A stretch that isn't empty, and a limit under the quote's length."""
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    return start, end, data.draw(st.integers(0, len(quote) - 1))


def _ends(text: str, quote: str, start: int, end: int) -> dict[int, int]:
    """For each end in the stretch the smallest distance of a part that isn't empty."""
    rows = {at: distances_from(text[at:end], quote) for at in range(start, end)}
    return {stop: min(rows[at][stop - at] for at in range(start, stop)) for stop in range(start + 1, end + 1)}


@given(letters, letters, st.data())
def test_both_scanners_find_the_smallest_distance_and_all_its_ends(
    text: str, quote: str, data: st.DataObject
) -> None:
    start, end, limit = _asked(text, quote, data)
    ends = _ends(text, quote, start, end)
    distance = min(ends.values())
    expected = (distance, [at for at, value in ends.items() if value == distance]) if distance <= limit else None
    for accelerate in (True, False):
        assert scanner(text, quote, accelerate=accelerate).nearest(start, end, limit) == expected


@given(letters, letters, st.data())
def test_both_scanners_find_all_starts_of_the_nearest_parts_with_an_end(
    text: str, quote: str, data: st.DataObject
) -> None:
    end = data.draw(st.integers(1, len(text)))
    start = data.draw(st.integers(0, end - 1))
    distances = {at: distances_from(text[at:end], quote)[-1] for at in range(start, end + 1)}
    smallest = min(distances.values())
    expected = [at for at, distance in distances.items() if distance == smallest]
    for accelerate in (True, False):
        assert scanner(text, quote, accelerate=accelerate).starts(start, end, smallest) == expected


@given(letters, letters, st.integers(0, 8))
def test_the_rarer_characters_rule_out_nothing_that_is_near_enough(text: str, quote: str, limit: int) -> None:
    limit = min(limit, len(quote) - 1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scan, "_LONG", 1)
        patch.setattr(scan, "_FEWEST_RARE", 1)
        found = scanner(text, quote).nearest(0, len(text), limit)
    assert found == scanner(text, quote, accelerate=False).nearest(0, len(text), limit)


def test_the_rarer_characters_spare_the_rest() -> None:
    draw = random.Random(3)
    text, quote = ("".join(draw.choices("etaoin shrdlu,.", k=size)) for size in (9_000, 500))
    banded = scan._Banded(text, quote)
    assert banded._rules_out(text.encode(), 50)
    assert not banded._rules_out(text.encode(), 200)
    assert banded.nearest(0, len(text), 50) is None


def test_a_long_stretch_is_read_off_the_row_of_the_whole_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scan, "_FAR", 1)
    text, quote = "abcab" * 20, "bcxab"
    for start in range(20):
        pure, banded = scanner(text, quote, accelerate=False), scanner(text, quote)
        assert pure.nearest(start, 90, 2) == banded.nearest(start, 90, 2)


@given(letters, letters, st.data())
def test_once_the_row_of_the_whole_text_is_known_it_answers_for_every_stretch(
    text: str, quote: str, data: st.DataObject
) -> None:
    start, end, limit = _asked(text, quote, data)
    read, fresh = scan._Pure(text, quote), scan._Pure(text, quote)
    read._whole()
    assert read.nearest(start, end, limit) == fresh.nearest(start, end, limit)


@pytest.mark.parametrize("size", [270, 420])
def test_no_look_at_a_quote_of_many_characters_takes_a_part_for_farther_than_it_is(size: int) -> None:
    for text, quote, _ in wide_cases(size, 2, size):
        scan_ = scanner(text, quote)
        distance, ends = scanner(text, quote, accelerate=False).nearest(0, len(text), size) or (0, [])
        assert scan_.looks > 1 and scan_.distance(size) == distance
        assert scan_.nearest(0, len(text), size) == (distance, ends)
        for look in range(scan_.looks):
            seen = scan_.nearest(0, len(text), size, look) or (size, [])
            assert seen[0] < distance or (seen[0] == distance and set(ends) <= set(seen[1]))


@pytest.mark.parametrize("accelerate", [True, False])
def test_the_starts_of_parts_with_one_end_or_any_are_among_those_given(accelerate: bool) -> None:
    for text, quote, _ in wide_cases(5, 3):
        scan_, low = scanner(text, quote, accelerate=accelerate), 100
        distance, ends = scan_.nearest(low, len(text), 270) or (0, [])
        row = distances_from(text[low : ends[0]][::-1], quote[::-1])
        starts = {ends[0] - length for length, value in enumerate(row) if value == distance}
        assert starts and starts <= set(scan_.starts(low, ends[0], distance))
        assert starts <= set(scan_.all_starts(low, len(text), distance))


def test_characters_that_the_text_has_not_need_no_byte() -> None:
    quote = "".join(map(chr, range(0x4E00, 0x4E00 + 600)))
    assert scanner("ab" + quote[:254], quote).looks == 1
    assert scanner("ab" + quote[:255], quote).looks > 1
    assert scanner("ab" + quote[:254], quote).nearest(0, 256, 400) == (346, [256])


def test_the_pure_scanner_stands_in_where_edlib_is_not_installed() -> None:
    code = (
        "import sys; sys.modules['edlib'] = None\n"
        "from verification.core.text.fuzzy import nearest\n"
        "print(nearest('one two three four', 'two tree', 1))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.startswith("Fuzzy(distance=1, span=(4, 13), count=1")
