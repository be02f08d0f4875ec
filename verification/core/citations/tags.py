"""Decides where the tags of a hostile document are: complete ones alone, each character looked at a bounded number
of times. What begins like a tag and isn't one is text.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from typing import Final

LONGEST: Final = 4_096  # code points of a tag; a longer one is no link anybody pasted
# Possessive throughout: what fails, fails at once.
_TAG: Final = re.compile(
    r"<(?P<close>/?)(?P<name>[A-Za-z][A-Za-z0-9:\-]{0,39})(?=[\s/>])(?P<rest>(?:[^<>\"']++|\"[^\"]*+\"|'[^']*+'){0,128}+)>"
)
_ATTRIBUTE: Final = re.compile(r"([^\s\"'<>/=]+)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'=<>`]+)))?")
ENTITY: Final = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")


@dataclass(frozen=True, slots=True)
class Tag:
    """A start or end tag, its name in lower case."""

    start: int
    end: int
    name: str
    closes: bool
    attributes: dict[str, str]


def tag_at(text: str, at: int, limit: int) -> Tag | None:
    """The tag that begins at `at`, if a whole one does, before `limit`."""
    found = _TAG.match(text, at, min(limit, at + LONGEST))
    if found is None:
        return None
    attributes: dict[str, str] = {}
    for name, *values in _ATTRIBUTE.findall(found["rest"]):
        attributes.setdefault(name.lower(), html.unescape("".join(values)))
    return Tag(at, found.end(), found["name"].lower(), bool(found["close"]), attributes)


def meant(reference: str) -> str:
    """What a character reference stands for; one that HTML doesn't know stands for itself."""
    return html.unescape(reference)
