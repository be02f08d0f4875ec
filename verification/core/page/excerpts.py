"""Decides what a page's own controls let an answer show of it.

`X-Robots-Tag` lines and robots meta elements, as Google documents them (plus `noai`): the most restrictive control
wins, another bot's are passed over, and so is whatever doesn't parse. Indexing controls block nothing here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Final

BOT: Final = "quoteproof"
_EVERY_BOT: Final = frozenset({"", "*", BOT})
_VALUED: Final = frozenset({"max-snippet", "max-image-preview", "max-video-preview", "unavailable_after"})
_REFUSALS: Final = frozenset({"nosnippet", "noai"})

_NAMED_UTC: Final = re.compile(r"(?i)\s*(?:UTC|GMT)\Z")
_CAP: Final = re.compile(r"-1|\d{1,18}")
# Names with a colon (a bot's, then a directive's), then the value up to a comma; but dates hold commas themselves.
_PIECE: Final = re.compile(
    r"""\s* (?P<names>(?:(?:[A-Za-z][\w.-]*|\*)\s*:\s*)*)
    (?P<value>
        (?:[A-Za-z]{3,9},?\s+)? \d{1,2}[\s-][A-Za-z]{3,9}[\s-]\d{2,4}
            (?:\s+[\d:]+)? \s* [A-Z0-9+-]* (?=\s*(?:,|\Z))
        | [^,]*
    )\s*(?:,|\Z)""",
    re.VERBOSE | re.IGNORECASE | re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Controls:
    """`max_snippet`: UTF-16 units of page text that an answer may show in all, None for no cap."""

    refuses: bool
    max_snippet: int | None
    noarchive: bool


@dataclass(frozen=True, slots=True)
class _Directive:
    bot: str  # "" where none is named
    name: str
    value: str


def controls(header_lines: Iterable[str], metas: Iterable[str], now: datetime) -> Controls:
    """Of one page: all X-Robots-Tag lines, and all contents of its robots and quoteproof meta elements."""
    found = [directive for line in header_lines for directive in _for_us(line)]
    found += [directive for content in metas for directive in _directives(content) if not directive.bot]
    caps = [int(each.value) for each in found if each.name == "max-snippet" and _CAP.fullmatch(each.value)]
    cap = min((cap for cap in caps if cap >= 0), default=None)
    names = {directive.name for directive in found}
    over = any(each.name == "unavailable_after" and _is_past(each.value, now) for each in found)
    return Controls(bool(names & _REFUSALS) or cap == 0 or over, cap, "noarchive" in names)


def _for_us(line: str) -> Iterator[_Directive]:
    """A bot's name holds for the rest of its line, or until the next name: proxies join lines by commas."""
    bot = ""
    for directive in _directives(line):
        bot = directive.bot or bot
        if bot in _EVERY_BOT:
            yield directive


def _directives(text: str) -> Iterator[_Directive]:
    for piece in _PIECE.finditer(text):
        names = [name.strip().lower() for name in piece["names"].split(":")[:-1]]
        value = piece["value"].strip()
        if names and names[-1] in _VALUED:
            yield _Directive("".join(names[:-1][-1:]), names[-1], value)
        elif value:
            yield _Directive("".join(names[-1:]), value.lower(), "")


def _is_past(date: str, now: datetime) -> bool:
    moment = _moment(date)
    return moment is not None and moment < now


def _moment(date: str) -> datetime | None:
    """An ISO 8601, RFC 822 or RFC 850 date, with or without its time; UTC where it names no zone."""
    attempts: tuple[tuple[Callable[[str], datetime], str], ...] = (
        (datetime.fromisoformat, _NAMED_UTC.sub("Z", date)),
        (parsedate_to_datetime, date),
        (parsedate_to_datetime, f"{date} GMT"),
        (parsedate_to_datetime, f"{date} 00:00:00 GMT"),
    )
    for read, text in attempts:
        try:
            moment = read(text)
        except (ValueError, OverflowError):
            continue
        return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return None
