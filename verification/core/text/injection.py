"""Instruction-like text in a source: where it stands, what kind it is, how grave. Advisory only.

Ruleset `injection/2` (`injection_rules`). The same text has the same flags for ever under one ruleset. No flag
ever changes a verdict, and no flags prove nothing: the rules know common words, not intentions.
"""

from __future__ import annotations

import hashlib
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any, Final

import rfc8785

from verification.core.text.injection_finds import (
    GRAVE,
    MAX_FLAGS,
    Find,
    coded,
    found,
    gravest,
    judged,
    order,
    read,
)
from verification.core.text.injection_marks import hidden, marks
from verification.core.text.injection_rules import RULES, RULESET
from verification.core.text.injection_words import FRAGMENTS, LANGUAGES
from verification.core.text.profile import Normalised

__all__ = ["MAX_FLAGS", "RULESET", "Flag", "flags", "published", "ruleset_document", "ruleset_sha256"]
EXCERPT: Final = 120
DEPTH: Final = 2


@dataclass(frozen=True, slots=True)
class Flag:
    """One find. Offsets are code points of the text as given; `excerpt` has its controls escaped."""

    kind: str
    rule: str
    severity: int
    raw_start: int
    raw_end: int
    excerpt: str
    quoted: bool


def flags(text: str) -> list[Flag]:
    """The flags of a text in the order they stand in it, at most 50: of more, the gravest, then the first.

    Where finds of one kind overlap, one stands for all: the gravest, then the first, then the longest.
    """
    reading = read(text)
    spoken = gravest(judged(reading))
    marked = [found(mark.rule, mark.start, mark.end) for mark in marks(text, reading.view)]
    finds = [*spoken, *coded(reading, DEPTH), *marked, *_hidden(text, spoken)]
    kept = sorted(gravest(sorted(finds, key=order)), key=lambda find: (find.start, find.end, find.rule.id))
    return [_flag(text, find) for find in kept]


def published(flag: Flag, text: Normalised) -> dict[str, Any]:
    """A flag as the contract names it; `start` = `end` where the normal form dropped what is flagged."""
    start, end = text.span_of(flag.raw_start, flag.raw_end)
    return {
        "kind": flag.kind,
        "rule": flag.rule,
        "severity": flag.severity,
        "start": start,
        "end": end,
        "raw_start": flag.raw_start,
        "raw_end": flag.raw_end,
        "excerpt": flag.excerpt,
        "quoted": flag.quoted,
    }


def _hidden(text: str, spoken: list[Find]) -> Iterator[Find]:
    grave = sorted(find.start for find in spoken if find.severity >= GRAVE)
    for rule, start, end in hidden(text) if grave else ():
        at = bisect_left(grave, start)
        if at < len(grave) and grave[at] < end:
            yield found(rule, start, min(end, len(text)))


def _flag(text: str, find: Find) -> Flag:
    excerpt = _excerpt(text[find.start : find.end])
    return Flag(find.rule.kind, find.rule.id, find.severity, find.start, find.end, excerpt, find.quoted)


def _excerpt(raw: str) -> str:
    shown = ""
    for character in raw:
        piece = character if character.isprintable() else f"\\u{{{ord(character):04X}}}"
        if len(shown) + len(piece) >= EXCERPT:
            return shown + "…"
        shown += piece
    return shown


def ruleset_document() -> dict[str, Any]:
    """The whole ruleset, to be published under its id: rules, word classes and fragments."""
    rules = [asdict(rule) | {"languages": list(rule.languages)} for rule in RULES]
    return {
        "ruleset": RULESET,
        "unicode": unicodedata.unidata_version,
        "rules": rules,
        "words": LANGUAGES,
        "fragments": FRAGMENTS,
    }


def ruleset_sha256() -> str:
    """SHA-256, in hex, of the canonical form (RFC 8785) of the ruleset document."""
    return hashlib.sha256(rfc8785.dumps(ruleset_document())).hexdigest()
