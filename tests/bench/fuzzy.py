"""Near matching against other matchers, and the worst that a valid request can cost.

`python -m tests.bench.fuzzy`: one interleaved run; medians of CPU time as ratios to edlib's bare distance pass.
Every text is in its normal form already. Ours is the whole answer: distance, span, count, differences. A rival is
marked where what it says of a row is wrong: its span is not at the smallest distance, or its count is not that of
the disjoint near spans; one that gives no such count (marked *) is judged by its span alone. Bars: 4 times edlib
in the ordinary rows; quicker than rapidfuzz where a quote over 200 characters of an alphabetic text is found;
120 ms for the worst request, 4 s for the worst page.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from importlib import import_module
from pydoc_data import topics

import edlib
import regex
from rapidfuzz import fuzz
from rapidfuzz.distance import Levenshtein

from tests.bench.hostile import requests
from verification.core.text import exact, fuzzy
from verification.core.text.differences import differences
from verification.core.text.match import match
from verification.core.text.profile import Normalised, normalise

SIZE = 50_000
ROUNDS = 15
BAR_EDLIB, BAR_REQUEST_MS, BAR_PAGE_S = 4.0, 120.0, 4.0

# What a matcher says: a span with its distance if it gives one, and how many there are if it tells.
Claim = tuple[int | None, tuple[int, int] | None, int | None]


@dataclass
class Row:
    name: str
    text: str
    quote: str
    allowed: int
    ordinary: bool = True
    alphabetic: bool = True
    times: dict[str, list[float]] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)


def english() -> str:
    """Real prose: the language reference that comes with Python, in normal form."""
    prose = " ".join(text for _, text in sorted(topics.topics.items()))
    return normalise("".join(filter(str.isascii, prose))).text[:SIZE].strip()


def chinese(draw: random.Random) -> str:
    """Ideographs as often as they are in prose: the first few very often."""
    weights = [1 / (rank + 3) for rank in range(3_000)]
    return "".join(draw.choices([chr(0x4E00 + rank) for rank in range(3_000)], weights, k=SIZE))


def edited(draw: random.Random, part: str, share: float, letters: str) -> str:
    pieces = list(part)
    for at in draw.sample(range(len(pieces)), round(len(pieces) * share)):
        pieces[at] = draw.choice(["", draw.choice(letters), pieces[at] + draw.choice(letters)])
    return " ".join("".join(pieces).split())


def rows() -> Iterator[Row]:
    draw = random.Random(1999)
    prose, ideographs = english(), chinese(draw)
    for size in (30, 200, 1_000):
        part = prose[prose.index(" ", draw.randrange(SIZE // 2)) + 1 :][:size].strip()
        yield Row(f"{size} exact", prose, part, size // 10)
        for share in (0.03, 0.1):
            quote = edited(draw, part, share, "etaoinshr ")
            yield Row(f"{size}, {share:.0%} edited", prose, quote, int(len(quote) * max(0.1, share * 1.2)))
    for size in (30, 200, 1_000):
        absent = " ".join("".join(draw.choices("etaoinshrdlu ", k=size)).split())
        yield Row(f"{size} none at 0.9", prose, absent, len(absent) // 10)
        yield Row(f"{size} none at 0.5", prose, absent, len(absent) // 2)
    for size in (30, 200, 1_000):
        start = draw.randrange(SIZE - size)
        quote = edited(draw, ideographs[start : start + size], 0.03, ideographs[:500])
        yield Row(f"CJK {size}, 3% edited", ideographs, quote, len(quote) // 10, alphabetic=False)
    hostile = {name: request for name, request in requests() if name in HOSTILE}
    for name, (text, quote) in hostile.items():
        yield Row(name, normalise(text).text, quote, len(quote) // 2, ordinary=False)


HOSTILE = {
    "a*999 b in a*",
    "(ab)* x (ab)* in (ab)*",
    "period 50",
    "random ab, 1000",
    "random ab, 30",
    "copies of 30",
}


def ours(row: Row) -> Claim:
    """The whole answer but for the differences."""
    if found := exact.find(row.text, row.quote):
        return 0, (found.start, found.start + len(row.quote)), found.count
    near = fuzzy.nearest(row.text, row.quote, row.allowed)
    return near.distance, near.span, near.count


def with_differences(row: Row) -> Claim:
    claim = ours(row)
    if claim[1] and claim[0]:
        differences(_form(row.quote), _form(row.text), claim[1])
    return claim


def _form(text: str) -> Normalised:
    return Normalised(text, text, (), frozenset())


def edlib_distance(row: Row) -> Claim:
    return edlib.align(row.quote, row.text, mode="HW")["editDistance"], None, None


def edlib_locations(row: Row) -> Claim:
    found = edlib.align(row.quote, row.text, mode="HW", task="locations", k=row.allowed)
    start, last = found["locations"][0] if found["locations"] else (0, -1)
    return found["editDistance"], (start, last + 1) if found["locations"] else None, None


def rapidfuzz_partial(row: Row) -> Claim:
    least = 100 * (1 - row.allowed / len(row.quote))
    found = fuzz.partial_ratio_alignment(row.quote, row.text, score_cutoff=least)
    return None, (found.dest_start, found.dest_end) if found else None, None


def regex_best(row: Row) -> Claim:
    pattern = regex.compile(f"(?b)(?:{regex.escape(row.quote)}){{e<={row.allowed}}}")
    found = [each.span() for each in pattern.finditer(row.text, timeout=1)]
    return None, found[0] if found else None, len(found)


def fuzzysearch_near(row: Row) -> Claim:
    found = import_module("fuzzysearch").find_near_matches(row.quote, row.text, max_l_dist=row.allowed)
    best = min(found, key=lambda each: each.dist, default=None)
    return best and best.dist, best and (best.start, best.end), len(found)


def sassy_search(row: Row) -> Claim:
    searcher = import_module("sassy").Searcher("ascii", rc=False)
    found = searcher.search(row.quote.encode("ascii"), row.text.encode("ascii"), row.allowed)
    best = min(found, key=lambda each: each.cost, default=None)
    return best and best.cost, best and (best.text_start, best.text_end), None


Matcher = Callable[[Row], Claim]

BASE, OURS, WHOLE = "edlib distance", "ours", "ours, differences"
MATCHERS: dict[str, Matcher] = {
    BASE: edlib_distance,
    OURS: ours,
    WHOLE: with_differences,
    "edlib locations": edlib_locations,
    "rapidfuzz": rapidfuzz_partial,
    "regex": regex_best,
    "fuzzysearch": fuzzysearch_near,
    "sassy": sassy_search,
}
# Rivals that are exponential in the edits allowed run only where they end.
ENDS: dict[str, Callable[[Row], bool]] = {
    "regex": lambda row: row.allowed <= 3,
    "fuzzysearch": lambda row: row.allowed <= 20 and len(row.quote) > 5 * row.allowed,
}
OPTIONAL = ("fuzzysearch", "sassy")
# Rivals that give a span and say how many there are.
COUNTING = ("regex", "fuzzysearch")
NO_COUNT = {"sassy": "the local minima it gives of the distance curve may overlap"}


def available() -> dict[str, Matcher]:
    missing = [name for name in OPTIONAL if not _importable(name)]
    if missing:
        print("not installed, so not compared:", ", ".join(missing))
    return {name: matcher for name, matcher in MATCHERS.items() if name not in missing}


def _importable(name: str) -> bool:
    try:
        import_module(name)
    except ImportError:
        return False
    return True


def timed(matcher: Matcher, row: Row) -> tuple[float, Claim]:
    began = time.process_time()
    claim = matcher(row)
    return (time.process_time() - began) * 1_000, claim


def is_wrong(row: Row, claim: Claim, truth: Claim) -> bool:
    """Whether a claim contradicts the distance, the span or the count there is."""
    _, span, count = claim
    if (span is None) != (truth[1] is None):
        return True
    if span and Levenshtein.distance(row.quote, row.text[slice(*span)]) != truth[0]:
        return True
    return count is not None and count != truth[2]


def try_out(row: Row, matchers: dict[str, Matcher]) -> list[str]:
    """Run each matcher once, note who is wrong, and say who goes on."""
    truth, fit = ours(row), []
    for name, matcher in matchers.items():
        if name in ENDS and not ENDS[name](row):
            continue
        try:
            took, claim = timed(matcher, row)
        except (ValueError, UnicodeEncodeError, TimeoutError):
            row.wrong.append(f"{name} (refuses)")
            continue
        row.times[name] = [took]
        if took < 300:
            fit.append(name)
        if name not in (BASE, OURS, WHOLE) and is_wrong(row, claim, truth):
            row.wrong.append(name)
    return fit


def measure(table: list[Row], matchers: dict[str, Matcher]) -> None:
    fit = [try_out(row, matchers) for row in table]
    for _ in range(ROUNDS):
        for row, names in zip(table, fit, strict=True):
            for name in random.sample(names, len(names)):
                row.times[name].append(timed(matchers[name], row)[0])


def show(table: list[Row], names: list[str]) -> None:
    heads = "".join(f"{name + '*' * (name in NO_COUNT):>19}" for name in names[1:])
    print(f"{'row':28}{BASE + ' ms':>19}{heads}  answers wrongly")
    for row in table:
        base = median(row, BASE) or median(row, OURS)
        cells = (f"{median(row, name) / base:19.2f}" if name in row.times else f"{'-':>19}" for name in names[1:])
        print(f"{row.name:28}{median(row, BASE):19.3f}" + "".join(cells) + "  " + ", ".join(row.wrong))
    for name in filter(NO_COUNT.__contains__, names):
        print(f"* {name} gives no count of disjoint spans: {NO_COUNT[name]}")


def median(row: Row, name: str) -> float:
    return statistics.median(row.times[name]) if name in row.times else 0.0


def missed(table: list[Row], names: list[str]) -> Iterator[str]:
    """What falls short of a bar."""
    for row in table:
        base = median(row, BASE)
        for name in (OURS, WHOLE):
            if row.ordinary and base and median(row, name) > BAR_EDLIB * base:
                yield f"{row.name}: {name} takes {median(row, name) / base:.1f} times edlib's distance pass"
        found = ours(row)[1] is not None
        long = row.ordinary and row.alphabetic and found and len(row.quote) > 300
        if long and median(row, OURS) > median(row, "rapidfuzz"):
            yield f"{row.name}: rapidfuzz is quicker"
        for name in names:
            if name in COUNTING and right(row, name) and found and median(row, OURS) > median(row, name):
                yield f"{row.name}: {name} answers as much, and quicker"


def right(row: Row, name: str) -> bool:
    return name in row.times and not any(each.startswith(name) for each in row.wrong)


def worst_requests() -> Iterator[tuple[float, str]]:
    """Milliseconds of the least of five runs of each costly request, the whole of `match`."""
    for name, (text, quote) in requests():
        for threshold in ("0.5", "0.9"):
            runs = (milliseconds(text, quote, threshold) for _ in range(5))
            yield min(runs), f"{name}, threshold {threshold}"


def milliseconds(text: str, quote: str, threshold: str) -> float:
    began = time.process_time()
    match(text, quote, threshold=Decimal(threshold))
    return (time.process_time() - began) * 1_000


def worst_pages() -> Iterator[tuple[float, str]]:
    """Seconds of one run of each on a page of a million characters."""
    for name, (text, quote) in requests():
        page = (text * (1_000_000 // len(text) + 1))[:1_000_000]
        yield milliseconds(page, quote, "0.5") / 1_000, name


def report(title: str, found: list[tuple[float, str]], bar: float, unit: str) -> list[str]:
    found.sort(reverse=True)
    print(f"\n{title} (bar {bar:.0f} {unit})")
    for took, name in found[:8]:
        print(f"{took:9.1f} {unit}  {name}")
    return [f"{name}: {took:.1f} {unit}" for took, name in found if took > bar]


def main() -> int:
    matchers = available()
    table = list(rows())
    measure(table, matchers)
    show(table, list(matchers))
    short = list(missed(table, list(matchers)))
    short += report("Costliest requests of 50,000 characters", list(worst_requests()), BAR_REQUEST_MS, "ms")
    short += report("Costliest pages of 1,000,000 characters", list(worst_pages()), BAR_PAGE_S, "s")
    print("\n" + ("every bar is met" if not short else "\n".join(["short of a bar:", *short])))
    return int(bool(short))


if __name__ == "__main__":
    sys.exit(main())
