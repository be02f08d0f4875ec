"""What the injection rules find in a text, in the open and in code, and which find stands for which others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from verification.core.text.injection_disguises import TELLTALES, undone
from verification.core.text.injection_match import scan
from verification.core.text.injection_payloads import payloads
from verification.core.text.injection_quoted import talks_about
from verification.core.text.injection_rules import BY_ID, RANK, Rule
from verification.core.text.injection_view import View, view_of

MAX_FLAGS: Final = 50
GRAVE: Final = 3
TALKED_OF: Final = 1
FORBIDDING: Final = frozenset({"secrecy_request", "verdict_steering", "encoded_payload"})
_TELLTALES: Final = frozenset(word.encode() for word in TELLTALES)


@dataclass(frozen=True, slots=True)
class Find:
    """One rule's find at code points `start` to `end` of a text."""

    rule: Rule
    start: int
    end: int
    quoted: bool = False

    @property
    def severity(self) -> int:
        """The rule's own, or 1 where the text only talks about such an instruction."""
        return TALKED_OF if self.quoted else self.rule.severity


@dataclass(frozen=True, slots=True)
class Reading:
    """A text, its view, every match in the open, gravest first, as if nothing were quoted, and telltales."""

    text: str
    view: View
    finds: list[Find]
    telltales: frozenset[str]


def order(find: Find) -> tuple[int, int, int, int]:
    """The gravest first, then the first in the text, the longest, the first in the table."""
    return -find.severity, find.start, -find.end, RANK[find.rule.id]


def read(text: str) -> Reading:
    """A text as the rules see it."""
    view = view_of(text)
    hits, telltales = scan(view, _TELLTALES)
    every = {Find(hit.rule, *view.raw_span(hit.start, hit.end)) for hit in hits}
    return Reading(text, view, sorted(every, key=order), frozenset(word.decode() for word in telltales))


def judged(reading: Reading) -> Iterator[Find]:
    """What a text says in the open, the gravest first, what is only talked of at the end."""
    quoted = []
    for find in reading.finds:
        may_forbid = find.rule.kind not in FORBIDDING
        if talks_about(reading.text, find.start, find.end, may_forbid=may_forbid):
            quoted.append(replace(find, quoted=True))
        else:
            yield find
    yield from quoted


def gravest(finds: Iterable[Find]) -> list[Find]:
    """Of finds in order, the first 50 that overlap none of their kind before them."""
    kept: list[Find] = []
    for find in finds:
        if not any(f.rule.kind == find.rule.kind and f.start < find.end and find.start < f.end for f in kept):
            kept.append(find)
        if len(kept) == MAX_FLAGS:
            break
    return kept


def _commands(reading: Reading, depth: int) -> bool:
    """Whether a decoded text gives an instruction, in the open or, while `depth` lasts, in code again."""
    return any(find.severity >= GRAVE for find in judged(reading)) or any(coded(reading, depth))


def coded(reading: Reading, depth: int) -> Iterator[Find]:
    """What a text says encoded or disguised; `depth` encodings may lie one in another."""
    for payload in payloads(reading.text) if depth else ():
        if _commands(read(payload.text), depth - 1):
            yield found(f"encoded.{payload.encoding}", payload.start, payload.end)
    for line in undone(reading.view.text, reading.telltales) if depth else ():
        for find in gravest(judged(read(line.text))):
            first, last = line.span(find.start, find.end)
            disguised = reading.view.text[first:last] != line.text[find.start : find.end]
            if disguised and find.severity >= GRAVE:
                yield found(f"encoded.{line.disguise}", *reading.view.raw_span(first, last))


def found(rule: str, start: int, end: int) -> Find:
    """A find of a rule that is not a pattern."""
    return Find(BY_ID[rule], start, end)
