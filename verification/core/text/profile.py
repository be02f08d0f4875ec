"""Decides what counts as the same text: the normalisation `text-v1`, one function for quotes and sources.

Invisible characters dropped, NFC, quote marks, dashes, the ellipsis and Latin ligatures folded, the joins if
asked for, white space collapsed and trimmed, case folded unless it counts. Never NFKC, no accent folding: 10²
is not 102. The folds are in folds.py, the joins in joins.py; the table is published (`profile_document`) under
its SHA-256.
"""

from __future__ import annotations

import hashlib
import json
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from verification.core.text import folds
from verification.core.text.joins import LINE_BREAKS, PLAIN, Joins, Spots, join, spots_of
from verification.core.text.layers import Layer
from verification.core.text.whitespace import WHITE_SPACE_RANGES
from verification.core.text.words import CJK_RANGES

PROFILE: Final = "text-v1"
FOLDS: Final = (
    "nfc",
    "invisible",
    "quotes",
    "dashes",
    "ellipsis",
    "ligatures",
    "whitespace",
    "case",
    "line_end_hyphen",
    "cjk_line_wrap",
)

_Steps = tuple[tuple[str, folds.Fold], ...]
_BEFORE_JOINS: Final[_Steps] = (
    ("invisible", folds.drop_invisible),
    ("nfc", folds.compose),
    ("quotes", folds.fold_quotes),
    ("dashes", folds.fold_dashes),
    ("ellipsis", folds.fold_ellipsis),
    ("ligatures", folds.fold_ligatures),
)
_AFTER_JOINS: Final[_Steps] = (
    ("invisible", folds.drop_soft_hyphens),
    ("whitespace", folds.collapse),
    ("case", folds.fold_case),
)


@dataclass(frozen=True, slots=True)
class Prepared:
    """A raw text up to the step where the joins come in; its plain and joined forms are made from it."""

    raw: str
    text: str
    layers: tuple[Layer, ...]
    acted: frozenset[str]

    def raw_at(self, position: int) -> int:
        """Where the character at `position` begins in the raw text."""
        return _back(self.layers, position, position + 1)[0]


@dataclass(frozen=True, slots=True)
class Normalised:
    """A text in its normal form, and the way back. All offsets are code points, ends exclusive.

    `acted` holds the folds that changed anything anywhere in the text.
    """

    raw: str
    text: str
    layers: tuple[Layer, ...]
    acted: frozenset[str]
    joins: Joins = PLAIN

    def raw_span(self, start: int, end: int) -> tuple[int, int]:
        """The raw span of `text[start:end]`: the shortest that its characters came from.

        An empty span is the raw point behind the character before it (at the start, before the first).
        """
        if start < end:
            return _back(self.layers, start, end)
        if not self.text:
            return 0, 0
        point = _back(self.layers, start - 1, start)[1] if start else _back(self.layers, 0, 1)[0]
        return point, point

    def span_of(self, raw_start: int, raw_end: int) -> tuple[int, int]:
        """What became of `raw[raw_start:raw_end]`; an empty span where all of it fell away."""
        span = raw_start, raw_end
        for layer in self.layers:
            span = layer.forth(*span)
        return span


def normalise(
    raw: str,
    *,
    case_sensitive: bool = False,
    joins: Joins = PLAIN,
    without: frozenset[str] = frozenset(),
) -> Normalised:
    """`raw` in its normal form; `without` names folds to leave out (to see which of them are needed)."""
    return finish(prepare(raw, without), case_sensitive=case_sensitive, joins=joins, without=without)


def prepare(raw: str, without: frozenset[str] = frozenset()) -> Prepared:
    """The folds that come before the joins, but for those named in `without`."""
    text, layers, acted = _run(raw, _BEFORE_JOINS, without)
    return Prepared(raw, text, layers, acted)


def finish(
    prepared: Prepared,
    *,
    case_sensitive: bool = False,
    joins: Joins = PLAIN,
    spots: Spots | None = None,
    without: frozenset[str] = frozenset(),
) -> Normalised:
    """The normal form of a prepared text with the joins asked for; `spots` are its own, if already known."""
    joined, join_layers, joined_by = prepared.text, tuple[Layer, ...](), frozenset[str]()
    if joins:
        spots = spots or spots_of(prepared.text)
        joined, join_layers, joined_by = join(prepared.text, joins, spots, prepared.raw_at)
    left_out = without | {"case"} if case_sensitive else without
    text, layers, acted = _run(joined, _AFTER_JOINS, left_out)
    all_layers = (*prepared.layers, *join_layers, *layers)
    return Normalised(prepared.raw, text, all_layers, prepared.acted | joined_by | acted, joins)


def profile_document() -> dict[str, Any]:
    """The published table: every fold in the order it is made, in code points."""
    return {
        "profile": PROFILE,
        "unicode": unicodedata.unidata_version,
        "steps": [
            {"fold": "invisible", "drop": list(folds.INVISIBLE_RANGES)},
            {"fold": "nfc", "standard": "UAX #15"},
            {"fold": "quotes", "replace": _published(folds.QUOTES)},
            {"fold": "dashes", "replace": _published(folds.DASHES)},
            {"fold": "ellipsis", "replace": _published(folds.ELLIPSIS)},
            {"fold": "ligatures", "replace": _published(folds.LIGATURES)},
            {"fold": "line_end_hyphen", "only_if": "the plain form is not there", **_HYPHEN_RULE},
            {"fold": "cjk_line_wrap", "only_if": "the plain form is not there", **_WRAP_RULE},
            {"fold": "whitespace", "collapse_and_trim": list(WHITE_SPACE_RANGES)},
            {"fold": "case", "standard": "Unicode full case folding", "only_if": "case_sensitive is false"},
        ],
    }


_BREAKS: Final = ["U+000D U+000A", *(f"U+{ord(character):04X}" for character in LINE_BREAKS)]
_HYPHEN_RULE: Final = {
    "between": "letters",
    "line_breaks": _BREAKS,
    "remove": ["hyphen and line break with the white space round it", "line break with the white space round it"],
    "soft_hyphen": "always removed",
}
_WRAP_RULE: Final = {
    "between": list(CJK_RANGES),
    "line_breaks": _BREAKS,
    "remove": "line break with the white space round it",
}


def _published(table: dict[str, str]) -> dict[str, str]:
    return {f"U+{ord(character):04X}": plain for character, plain in table.items()}


def _run(text: str, steps: _Steps, without: frozenset[str]) -> tuple[str, tuple[Layer, ...], frozenset[str]]:
    layers, acted = [], set()
    for fold, step in steps:
        if fold in without:
            continue
        folded, layer = step(text)
        if folded != text:
            acted.add(fold)
        if layer:
            layers.append(layer)
        text = folded
    return text, tuple(layers), frozenset(acted)


def _back(layers: Sequence[Layer], start: int, end: int) -> tuple[int, int]:
    for layer in reversed(layers):
        start, end = layer.back(start, end)
    return start, end


PROFILE_BYTES: Final = json.dumps(profile_document(), sort_keys=True, separators=(",", ":")).encode()
PROFILE_SHA256: Final = hashlib.sha256(PROFILE_BYTES).hexdigest()
