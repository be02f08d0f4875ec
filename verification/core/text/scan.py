"""Decides the smallest edit distance of a quote inside a stretch of a text, and every place that attains it.

edlib (Myers' algorithm in C, banded) does it where it is installed: on bytes, since only the quote's own
characters can match and all others can share one. Where it can't tell, and for the same answers, myers.py.
Distances and offsets are in code points of the text.
"""

from __future__ import annotations

from array import array
from collections import Counter
from functools import cached_property
from itertools import chain, compress, count, islice
from operator import itemgetter
from typing import Final, Literal, Protocol

from rapidfuzz.distance import Levenshtein

from verification.core.text.alphabet import FAR, MOST, NEAR, NEAR_TOO, Alphabet
from verification.core.text.myers import last_row

try:
    import edlib
except ImportError:  # pragma: no cover - no wheel for this platform: the pure path answers the same
    edlib = None

Nearest = tuple[int, list[int]]

# Of one of edlib's locations.
_LAST: Final = itemgetter(1)

# A stretch longer than this many parts is read off the row of the whole text, but for its beginning.
_FAR: Final = 4
# So many of the ends seen at a glimpse, and of their starts, are tried.
_FEW: Final = 4
# A look that tells so much more than the first one is the first from then on.
_BETTER: Final = 2
# With more characters than this many have to share a byte.
_CROWDED: Final = 3 * MOST // 2
# From this length on it pays to look at the quote's rarer characters first: so many at least, so many an edit.
_LONG: Final = 4_096
_FEWEST_RARE: Final = 32
_FEWEST_DIFFERENT: Final = 8
_RARE_PER_EDIT: Final = 2.25


class Scanner(Protocol):
    """One quote in one text."""

    @property
    def looks(self) -> int:
        """How often a stretch can be looked at, each time more closely; the last look tells the truth."""

    @property
    def worth_cutting(self) -> bool:
        """Whether it is quicker to cut a long stretch up than to look at all of it more closely."""

    @property
    def worth_pieces(self) -> int:
        """Up to how many of the quote's pieces it is quicker to look for first."""

    @property
    def worth_guessing(self) -> bool:
        """Whether it is quicker to scan round a good guess first, and then the rest."""

    def nearest(self, start: int, end: int, limit: int, look: int = -1) -> Nearest | None:
        """The smallest distance of the quote to a part of text[start:end], and the ends of all such parts,
        in order; None when it is over `limit`. A part isn't empty unless `limit` reaches len(quote).

        `look`: from 0 on; all but the last may take a part for nearer than it is, but none for farther.
        """

    def distance(self, limit: int) -> int | None:
        """The smallest distance of the quote to a part of the text; None when it is over `limit`."""

    def bound(self, start: int, end: int) -> int | None:
        """A distance that no part of text[start:end] betters, if one is known without a scan."""

    def starts(self, start: int, end: int, distance: int) -> list[int]:
        """In order, where the parts of text[start:] begin that end at `end` and are at `distance`, the
        smallest of those that end there; if it takes more than one look, others as well."""

    def all_starts(self, start: int, end: int, distance: int) -> list[int]:
        """In order, where the parts of text[start:end] begin that are at `distance`, the smallest there; if it
        takes more than one look, others as well."""


def scanner(text: str, quote: str, *, accelerate: bool = True) -> Scanner:
    """The fastest scanner that applies; the pure one if not to `accelerate`."""
    if not accelerate or edlib is None:
        return _Pure(text, quote)
    if len(set(quote)) > MOST:
        quote = _without_strangers(text, quote)
    return _Banded(text, quote) if len(set(quote)) <= MOST else _Merged(text, quote)


def _without_strangers(text: str, quote: str) -> str:
    """The quote with one and the same character for all those that the text hasn't; left as it is if it matches
    more characters of the text than a byte tells apart."""
    characters = set(quote)
    strangers = set(characters)
    for at in range(0, len(text), _LONG):
        strangers.difference_update(text[at : at + _LONG])
        if len(characters) - len(strangers) >= MOST:
            return quote
    stands_for_all = min(strangers)
    return "".join(stands_for_all if character in strangers else character for character in quote)


class _Banded:
    """edlib on bytes; stretches are encoded as they are asked for, the whole text once."""

    looks = 1
    worth_cutting = True
    worth_guessing = True

    def __init__(self, text: str, quote: str, deal: int = NEAR) -> None:
        self._text = text
        self._raw = quote
        self._deal = deal
        self._whole: bytes | None = None
        self.worth_pieces = 12 if text.isascii() else 64

    @cached_property
    def _alphabet(self) -> Alphabet:
        return Alphabet(self._raw, self._deal, plain=self._text.isascii() and self._raw.isascii())

    @cached_property
    def _quote(self) -> bytes:
        return self._alphabet.encode(self._raw)

    def nearest(self, start: int, end: int, limit: int, look: int = -1) -> Nearest | None:
        part = self._bytes(start, end)
        if len(part) >= _LONG and self._rules_out(part, limit):
            return None
        found = edlib.align(self._quote, part, mode="HW", k=limit)
        if found["editDistance"] < 0:
            return None
        return found["editDistance"], list(map((start + 1).__add__, map(_LAST, found["locations"])))

    def distance(self, limit: int) -> int | None:
        found = self.nearest(0, len(self._text), limit)
        return found[0] if found else None

    def bound(self, start: int, end: int) -> int | None:
        return None

    def _rules_out(self, part: bytes, limit: int) -> bool:
        """Whether the rarer characters alone tell that nothing in `part` is near enough.

        Leaving the same characters out of both never takes two strings farther apart, and what is left is
        scanned so much sooner.
        """
        common = self._common(max(_FEWEST_RARE, int(_RARE_PER_EDIT * limit)))
        rare = self._quote.translate(None, common)
        if 2 * len(rare) > len(self._quote) or len(self._counted) < _FEWEST_DIFFERENT:
            return False
        return bool(edlib.align(rare, part.translate(None, common), mode="HW", k=limit)["editDistance"] < 0)

    @cached_property
    def _counted(self) -> list[tuple[int, int]]:
        return Counter(self._quote).most_common()

    def _common(self, keep: int) -> bytes:
        """The commonest characters of the quote, as many as leave `keep` of its length."""
        spare, common = len(self._quote) - keep, []
        for character, times in self._counted:
            spare -= times
            if spare < 0:
                break
            common.append(character)
        return bytes(common)

    def starts(self, start: int, end: int, distance: int) -> list[int]:
        return self.backwards(start, end, distance, "SHW")[1]

    def all_starts(self, start: int, end: int, distance: int) -> list[int]:
        return self.backwards(start, end, distance, "HW")[1]

    def backwards(self, start: int, end: int, limit: int, mode: Literal["SHW", "HW"]) -> Nearest:
        """The smallest distance of parts, with SHW of those that end at `end`, and their starts; negative if
        over `limit`."""
        part = self._bytes(start, end)[::-1]
        found = edlib.align(self._quote[::-1], part, mode=mode, k=limit)
        return found["editDistance"], [end - last - 1 for _, last in reversed(found["locations"])]

    def _bytes(self, start: int, end: int) -> bytes:
        if self._whole is None and 4 * (end - start) > len(self._text):
            self._whole = self._alphabet.encode(self._text)
        return self._whole[start:end] if self._whole is not None else self._alphabet.encode(self._text[start:end])


class _Merged:
    """edlib for a quote of more than 255 characters, some of which then share a byte.

    What is far by its count is far; what is near by it may not be, to the letter. Then others share a byte, and
    in the end the pure rows decide.
    """

    worth_guessing = True
    worth_pieces = 128

    def __init__(self, text: str, quote: str) -> None:
        self._text = text
        self._quote = quote
        near, near_too, far = (_Banded(text, quote, deal) for deal in (NEAR, NEAR_TOO, FAR))
        crowded = len(set(quote)) > _CROWDED
        self._looks = [[far, near], [near_too]] if crowded else [[near], [far], [near_too]]
        self._pure = _Pure(text, quote)
        self.looks = len(self._looks) + 1
        self.worth_cutting = not crowded
        # What the first look at a stretch gave.
        self._seen: dict[tuple[int, int], int] = {}

    def nearest(self, start: int, end: int, limit: int, look: int = -1) -> Nearest | None:
        if look in (-1, len(self._looks)) or self._gives_up:
            return self._pure.nearest(start, end, limit)
        # Only for the first way is the whole text worth encoding; a long stretch is cut up if it doesn't tell.
        ways = self._looks[look][: 1 if 4 * (end - start) > len(self._text) else None]
        best = self._farthest(ways, start, end, limit)
        if not look:
            self._seen[start, end] = best[0] if best else limit
        elif best is None or best[0] > self._seen.get((start, end), limit) + _BETTER:
            self._looks.insert(0, self._looks.pop(look))
        return best

    def _farthest(self, scans: list[_Banded], start: int, end: int, limit: int) -> Nearest | None:
        """What the most exacting of several take for nearest: none takes a part for farther than it is."""
        best: Nearest | None = None
        for banded in scans:
            found = banded.nearest(start, end, limit)
            if found is None:
                return None
            best = max(best or found, found, key=itemgetter(0))
        return best

    def distance(self, limit: int) -> int | None:
        for banded in islice(chain.from_iterable(self._looks), 2):
            found = banded.nearest(0, len(self._text), limit)
            if found is None or any(self._ends_at(banded, at, found[0]) for at in found[1][:_FEW]):
                return found[0] if found else None
        return self._pure.distance(limit)

    def _ends_at(self, banded: _Banded, at: int, distance: int) -> bool:
        """Whether a part at `distance` to the letter ends there; not every one is noticed."""
        _, starts = banded.backwards(max(0, at - len(self._quote) - distance), at, distance, "SHW")
        parts = (self._text[start:at] for start in starts[:_FEW])
        return any(Levenshtein.distance(self._quote, part, score_cutoff=distance) <= distance for part in parts)

    def bound(self, start: int, end: int) -> int | None:
        return self._pure.bound(start, end) if self._gives_up else None

    @property
    def _gives_up(self) -> bool:
        """Whether the row of the whole text was needed; where many share a byte, most that looks near is not."""
        return self._pure.knows_all and not self.worth_cutting

    def starts(self, start: int, end: int, distance: int) -> list[int]:
        found = self._backwards(start, end, distance, "SHW")
        return self._pure.starts(start, end, distance) if found is None else found

    def all_starts(self, start: int, end: int, distance: int) -> list[int]:
        found = self._backwards(start, end, distance, "HW")
        return self._pure.all_starts(start, end, distance) if found is None else found

    def _backwards(self, start: int, end: int, distance: int, mode: Literal["SHW", "HW"]) -> list[int] | None:
        """None if a part looks nearer than that each time."""
        for banded in chain.from_iterable(self._looks):
            nearest, starts = banded.backwards(start, end, distance, mode)
            if nearest in (distance, -1):
                return starts
        return None


class _Pure:
    """Myers' rows; that of the whole text is kept, and holds wherever a part lies inside the stretch."""

    looks = 1
    worth_cutting = True
    worth_guessing = False
    worth_pieces = 128

    def __init__(self, text: str, quote: str) -> None:
        self._text = text
        self._quote = quote
        self._row: array[int] | None = None
        self._looked_at = 0

    @property
    def knows_all(self) -> bool:
        """Whether the row of the whole text has been needed."""
        return self._row is not None

    def nearest(self, start: int, end: int, limit: int, look: int = -1) -> Nearest | None:
        reach = len(self._quote) + limit
        self._looked_at += end - start
        if not self.knows_all and end - start <= _FAR * reach and self._looked_at < len(self._text) // 2:
            row = last_row(self._text[start:end], self._quote)
        else:
            row = self._read_off(start, end, min(end, start + reach))
        distance = min(row)
        if distance > limit:
            return None
        return distance, list(compress(count(start), map(distance.__eq__, row)))

    def distance(self, limit: int) -> int | None:
        found = self.nearest(0, len(self._text), limit)
        return found[0] if found else None

    def bound(self, start: int, end: int) -> int | None:
        return min(self._row[start + 1 : end + 1]) if self._row is not None and start < end else None

    def _read_off(self, start: int, end: int, known: int) -> array[int]:
        """The row of a stretch, where it matters: up to `known` parts may begin before the stretch."""
        whole = self._whole()
        head, rest = whole[start + 1 : known + 1], whole[known + 1 : end + 1]
        if rest and min(rest) < min(head):
            return array("i", [len(self._quote)] * (known - start + 1)) + rest
        return last_row(self._text[start:known], self._quote) + rest

    def starts(self, start: int, end: int, distance: int) -> list[int]:
        return self._backwards(start, end, distance, anchored=True)

    def all_starts(self, start: int, end: int, distance: int) -> list[int]:
        return self._backwards(start, end, distance, anchored=False)

    def _backwards(self, start: int, end: int, distance: int, *, anchored: bool) -> list[int]:
        row = last_row(self._text[start:end][::-1], self._quote[::-1], anchored=anchored)
        return [end - at for at in range(len(row) - 1, -1, -1) if row[at] == distance]

    def _whole(self) -> array[int]:
        if self._row is None:
            self._row = last_row(self._text, self._quote)
        return self._row
