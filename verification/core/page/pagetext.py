"""Decides what is kept of one page once its text is read: the text, and what stands where in it.

Offsets are code points of `text`, end exclusive. A PageText travels between processes as plain JSON.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final, NamedTuple, TypeAlias

RULES: Final = "static_html/1"  # stored with every source: other rules give other hashes

Span: TypeAlias = tuple[int, int]
Region: TypeAlias = tuple[int, int, str]


class Mark(NamedTuple):
    """An element that has an id of its own, or holds one that has; such elements stand in document order.

    `last` is the index of the last mark inside it (its own index where there is none). `landmark`: a heading,
    section or dt. `leaf`: a block that holds running text, not other blocks. `id`: None where it has none that
    is unique on the page.
    """

    start: int
    end: int
    last: int
    landmark: bool
    leaf: bool
    id: str | None


@dataclass(frozen=True, slots=True)
class PageText:
    """What a reader sees, and what the gates, controls and anchors need to know. Plain text has `text` only."""

    text: str
    title: str = ""
    robots_meta: tuple[str, ...] = ()
    elements: tuple[Mark, ...] = ()
    nosnippet: tuple[Span, ...] = ()
    regions: tuple[Region, ...] = ()  # main, header, footer, aside, table, code; outer ones first
    challenge: bool = False
    password_only: bool = False
    has_script: bool = False
    inline_script_chars: int = 0

    def to_json(self) -> dict[str, Any]:
        """Plain JSON values."""
        names = [field.name for field in fields(self)]
        return {name: getattr(self, name) for name in names}

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> PageText:
        """The inverse of `to_json`, JSON's arrays being lists."""
        return cls(
            **{
                **value,
                "robots_meta": tuple(value["robots_meta"]),
                "elements": tuple(Mark(*mark) for mark in value["elements"]),
                "nosnippet": tuple((start, end) for start, end in value["nosnippet"]),
                "regions": tuple((start, end, kind) for start, end, kind in value["regions"]),
            }
        )
