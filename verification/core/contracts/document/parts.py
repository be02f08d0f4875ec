"""Decides how the pairs found in a text are bought: which can be checked, and in how few calls all of them fit.

A call takes ten pairs on five different pages. Pairs of one page stay together where they can, for each call reads
its pages anew. What can't be checked is left out with its reason. Offsets are the finder's.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from verification.core.citations.found import Pair, Skipped
from verification.core.contracts.canonical import canonical
from verification.core.contracts.document.request import INPUT_SCHEMA, MAX_PAIRS
from verification.core.contracts.limits import BODY_BYTES, MAX_URLS
from verification.core.contracts.text_quote.request import quote_rules
from verification.core.page.urls import InvalidUrl
from verification.core.page.urls import parse as parse_url

LEFT_OUT: Final = {
    "unsupported_host": "Its link leads to a site whose pages are not read.",
    "invalid_link": "Its link is no address that a page is read from.",
    "blank_quote": "Nothing is left of it after normalisation.",
    "too_long": "Over 1,000 characters after normalisation, or too long to be sent.",
    "duplicate": "The same quote on the same page stands before it.",
}
"""Why a pair is left out, in words."""
MAX_URL: Final[int] = INPUT_SCHEMA["properties"]["pairs"]["items"]["properties"]["url"]["maxLength"]
_BESIDE_PAIRS: Final = 64
"""Bytes of a body that are no pair's: its brackets and commas."""
_MOST_WEIGHED: Final = 300
"""Of more pairs the order of the text decides alone."""
PAIR_BYTES: Final = (BODY_BYTES - _BESIDE_PAIRS) // MAX_PAIRS
"""Canonical JSON of a pair: ten such pairs fit a body."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A pair that can be checked, and the call that it goes into, counted from 0."""

    pair: Pair
    part: int


@dataclass(frozen=True, slots=True)
class Plan:
    """All pairs that can be checked, in the order in which they were found, in `parts` calls; and the others."""

    pairs: tuple[Chosen, ...]
    left_out: tuple[Skipped, ...]
    parts: int


def plan(found: Iterable[Pair], hosts: Collection[str]) -> Plan:
    """Which of the pairs can be checked, on the pages of `hosts`, and how they are parted."""
    kept, pages, left_out = list[Pair](), list[str](), list[Skipped]()
    seen = set[tuple[str, str]]()
    for pair in found:
        page, reason = _page_of(pair, hosts)
        if not reason and (page, pair.quote) in seen:
            reason = "duplicate"
        if reason:
            left_out.append(Skipped(reason, pair.start, pair.end))
            continue
        seen.add((page, pair.quote))
        kept.append(pair)
        pages.append(page)
    parts = parted(pages)
    chosen = tuple(map(Chosen, kept, parts))
    return Plan(chosen, tuple(left_out), max(parts, default=-1) + 1)


def _page_of(pair: Pair, hosts: Collection[str]) -> tuple[str, str]:
    """The page that is read for the pair, and why it can't be checked, if so."""
    try:
        page = parse_url(pair.url, hosts).url
    except InvalidUrl as error:
        return "", "unsupported_host" if error.reason == "unsupported_host" else "invalid_link"
    if len(pair.url) > MAX_URL:
        return page, "invalid_link"
    broken = next(quote_rules(pair.quote, ()), None)
    if broken is not None or not pair.quote:
        return page, broken.reason if broken else "blank_quote"
    return page, "too_long" if len(canonical({"quote": pair.quote, "url": pair.url})) > PAIR_BYTES else ""


def parted(pages: Sequence[str]) -> list[int]:
    """The call of each pair, given the page of each: every call within its limits, and as few calls as are found.

    In the order of the text where that takes no call more. Else pages with many pairs are placed first, each into
    the call with most room; a page is split only where no call has room for all its pairs.
    """
    asked: dict[str, list[int]] = defaultdict(list)
    for at, page in enumerate(pages):
        asked[page].append(at)
    placed = _as_they_stand(asked.values())
    least = max(-(-len(pages) // MAX_PAIRS), -(-len(asked) // MAX_URLS))
    most = max(placed.values(), default=-1) + 1
    for calls in range(least, most if len(pages) <= _MOST_WEIGHED else least):
        if (better := _largest_first(asked.values(), calls)) is not None:
            placed = better
            break
    return _in_order([placed[at] for at in range(len(pages))])


def _as_they_stand(asked: Iterable[list[int]]) -> dict[int, int]:
    """Each pair's call with the pages in the order of the text, each call filled before the next is begun."""
    placed: dict[int, int] = {}
    call, room, slots = 0, MAX_PAIRS, MAX_URLS
    for pairs in asked:
        for first in range(0, len(pairs), MAX_PAIRS):
            now = pairs[first : first + MAX_PAIRS]
            if not slots or len(now) > room:
                call, room, slots = call + 1, MAX_PAIRS, MAX_URLS
            placed.update(dict.fromkeys(now, call))
            room, slots = room - len(now), slots - 1
    return placed


def _largest_first(asked: Iterable[list[int]], calls: int) -> dict[int, int] | None:
    """Each pair's call, if `calls` of them are enough this way."""
    room, slots = [MAX_PAIRS] * calls, [MAX_URLS] * calls
    placed: dict[int, int] = {}
    waiting = sorted(asked, key=len)
    while waiting:
        pairs = waiting.pop()
        open_calls = [call for call in range(calls) if slots[call] and room[call]]
        if not open_calls:
            return None
        call = max(open_calls, key=lambda each: (room[each], slots[each]))
        now, later = pairs[: room[call]], pairs[room[call] :]
        placed.update(dict.fromkeys(now, call))
        room[call] -= len(now)
        slots[call] -= 1
        if later:
            waiting.append(later)
            waiting.sort(key=len)
    return placed


def _in_order(calls: Sequence[int]) -> list[int]:
    """The same calls, numbered as they are first met."""
    numbers: dict[int, int] = {}
    return [numbers.setdefault(call, len(numbers)) for call in calls]
