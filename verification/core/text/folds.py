"""Decides the folds of text-v1, one function each: what it changes and nothing else.

Standards: UAX #15 for NFC, UAX #44 for White_Space, Unicode default case folding (`str.casefold`); the other
tables are this file's own, published with the profile. Each fold returns the new text and, where lengths
changed, the way back (layers.py).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from itertools import chain, groupby, pairwise, starmap
from typing import Final

import regex

from verification.core.text.joins import LINE_END, SOFT_HYPHEN
from verification.core.text.layers import Layer, layer_of, rewrite
from verification.core.text.whitespace import WHITE_SPACE
from verification.core.text.words import character_class

Fold = Callable[[str], tuple[str, Layer | None]]
_Compositions = tuple[tuple[int, int, str], ...]

INVISIBLE_RANGES: Final = (
    "U+00AD",
    "U+061C",
    "U+200B",
    "U+200E",
    "U+200F",
    "U+202A-U+202C",
    "U+2060",
    "U+2066-U+2069",
    "U+FEFF",
)
QUOTES: Final = {**dict.fromkeys("‘’‚‛′", "'"), **dict.fromkeys("“”„‟″«»", '"')}
DASHES: Final = dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-")
ELLIPSIS: Final = {"…": "..."}
LIGATURES: Final = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"}
# Combining class 0, and yet NFC may join them to what stands before: with hangul vowels and finals, all there are.
JOINS_BACK: Final = frozenset(
    "\u09be\u09d7\u0b3e\u0b56\u0b57\u0bbe\u0bd7\u0cc2\u0cd5\u0cd6\u0d3e\u0d57\u0dcf\u0ddf\u0f73\u0f75\u0f81\u102e"
    "\u1b35\U00011127\U0001133e\U00011357\U000114b0\U000114ba\U000114bd\U000115af\U00011930"
) | {chr(code) for code in (*range(0x1161, 0x1176), *range(0x11A8, 0x11C3))}

# A soft hyphen at a line end waits until the joins have seen it.
_INVISIBLE = re.compile(f"(?:[{character_class(INVISIBLE_RANGES[1:])}]|{SOFT_HYPHEN}(?!{LINE_END}))+")
# What NFC may change: a character with what can join it, or one that never stays as it is.
_COMPOSES = regex.compile("(?s:.)[\\p{M}\u1161-\u1175\u11a8-\u11c2]++|\\p{NFC_QC=No}")
_SHORT_CLUSTER: Final = 32
_OTHER_SPACES: Final = "".join(sorted(WHITE_SPACE - {" "}))
_SHRINKS = re.compile("  +")


def drop_invisible(text: str) -> tuple[str, Layer | None]:
    """Characters that show nothing and shape nothing fall away."""
    if text.isascii():
        return text, None
    return rewrite(text, [run.span() for run in _INVISIBLE.finditer(text)], "")


def drop_soft_hyphens(text: str) -> tuple[str, Layer | None]:
    """Those that waited at a line end."""
    if SOFT_HYPHEN not in text:
        return text, None
    return rewrite(text, [mark.span() for mark in re.finditer(SOFT_HYPHEN, text)], "")


def compose(text: str) -> tuple[str, Layer | None]:
    """NFC, cluster by cluster, so that the way back stays as short as it can be."""
    if text.isascii() or unicodedata.is_normalized("NFC", text):
        return text, None
    known: dict[str, _Compositions] = {}
    spans: list[tuple[int, int]] = []
    new: list[str] = []
    for found in _COMPOSES.finditer(text):
        cluster, offset = found[0], found.start()
        if cluster not in known:
            known[cluster] = tuple(_compositions(cluster))
        for start, end, composed in known[cluster]:
            spans.append((offset + start, offset + end))
            new.append(composed)
    return rewrite(text, spans, new)


def _compositions(cluster: str) -> Iterator[tuple[int, int, str]]:
    """The clusters found are too long: those that change are cut before, and behind, all that stays by itself."""
    whole = _nfc(cluster)
    if whole == cluster:
        return
    cuts = [at for at, character in enumerate(cluster) if at and _stays(character)]
    for start, end in pairwise((0, *cuts, len(cluster))):
        piece, composed = cluster[start:end], _nfc(cluster[start:end]) if cuts else whole
        if piece[0] == composed[0] and (len(piece) > _SHORT_CLUSTER or _nfc(piece[1:]) == composed[1:]):
            start, piece, composed = start + 1, piece[1:], composed[1:]
        if composed != piece:
            yield start, end, composed


def _stays(character: str) -> bool:
    return not unicodedata.combining(character) and character not in JOINS_BACK


def _nfc(cluster: str) -> str:
    """NFC in good time: `unicodedata` sorts a long run of marks in quadratic time, so it gets them in order."""
    if len(cluster) > _SHORT_CLUSTER:
        apart = [part for character in cluster for part in unicodedata.normalize("NFD", character)]
        runs = groupby(apart, lambda part: unicodedata.combining(part) > 0)
        cluster = "".join(part for _, run in runs for part in sorted(run, key=unicodedata.combining))
    return unicodedata.normalize("NFC", cluster)


def fold_quotes(text: str) -> tuple[str, Layer | None]:
    """Curly quote marks, primes and guillemets become the straight ones."""
    return _one_for_one(text, QUOTES), None


def fold_dashes(text: str) -> tuple[str, Layer | None]:
    """Hyphens, dashes and the minus sign become `-`."""
    return _one_for_one(text, DASHES), None


def fold_ellipsis(text: str) -> tuple[str, Layer | None]:
    """… becomes three points."""
    return _expand(text, ELLIPSIS)


def fold_ligatures(text: str) -> tuple[str, Layer | None]:
    """Latin ligatures (U+FB00 to U+FB06) become their letters."""
    return _expand(text, LIGATURES)


def collapse(text: str) -> tuple[str, Layer | None]:
    """White-space runs become one space; those at the ends fall away."""
    for space in _OTHER_SPACES:
        text = text.replace(space, " ")
    head = len(text) - len(text.lstrip(" "))
    tail = max(head, len(text.rstrip(" ")))
    spans, new = [], []
    if head:
        spans, new = [(0, head)], [""]
    if "  " in text:
        runs = [run.span() for run in _SHRINKS.finditer(text, head, tail)]
        spans, new = spans + runs, new + [" "] * len(runs)
    if tail < len(text):
        spans, new = [*spans, (tail, len(text))], [*new, ""]
    return rewrite(text, spans, new)


def fold_case(text: str) -> tuple[str, Layer | None]:
    """Full case folding: ß becomes ss."""
    folded = text.casefold()
    if len(folded) == len(text):
        return folded, None
    longer = {character: character.casefold() for character in set(text) if len(character.casefold()) > 1}
    return folded, _expansions(text, longer)


def _one_for_one(text: str, table: Mapping[str, str]) -> str:
    if text.isascii():
        return text
    for character, plain in table.items():
        text = text.replace(character, plain)
    return text


def _expand(text: str, table: Mapping[str, str]) -> tuple[str, Layer | None]:
    if text.isascii() or not any(character in text for character in table):
        return text, None
    return _one_for_one(text, table), _expansions(text, table)


def _expansions(text: str, table: Mapping[str, str]) -> Layer:
    runs = [found.span() for found in re.finditer("[" + "".join(table) + "]+", text)]
    starts = list(chain.from_iterable(starmap(range, runs)))
    lengths = {character: len(letters) for character, letters in table.items()}
    grown = list(map(lengths.__getitem__, chain.from_iterable(text[start:end] for start, end in runs)))
    return layer_of(starts, list(map((1).__add__, starts)), grown)
