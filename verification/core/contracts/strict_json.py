"""Decides whether a body is JSON in the strict sense, and where in it each value stands.

RFC 8259 in UTF-8 without a byte order mark, and beyond it: at most eight arrays and objects inside one
another, no name twice in an object, no NaN, infinity or number past the range of a double, no escape that
leaves half a surrogate pair. The faults are gathered, not stopped at, so that a contract can list them
together with its own, in document order. The body's size is the caller's to check.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain, islice
from operator import itemgetter
from typing import Any, Final

from verification.core.contracts.faults import (
    LONE_SURROGATE,
    MOST_FAULTS,
    Fault,
    Finding,
    InvalidRequest,
    Path,
    Reason,
)

MAX_DEPTH: Final = 8
BROKEN: Final = object()
"""Stands in a document for a value that has a fault of its own, so that no rule judges it again."""

_BLANKS = re.compile(r"[ \t\n\r]*")


class Written(float):
    """A number written with a point or an exponent, and how it was written."""

    __slots__ = ("written",)
    written: str

    def __new__(cls, written: str) -> Written:
        number = super().__new__(cls, written)
        number.written = written
        return number


@dataclass(frozen=True, slots=True)
class Document:
    """What could be read of a body.

    `complete`: the body was JSON to its end, so that rules about its value make sense. `findings` are the
    faults of the JSON itself, with their code-point offsets in the body; `places` are the offsets of values.
    """

    value: Any
    complete: bool
    findings: tuple[tuple[int, Finding], ...]
    places: dict[Path, int]

    def faults(self, *rules: Iterable[Finding]) -> list[Fault]:
        """These and the faults of `rules` (each of them in document order): all in document order, 20 at most."""
        more = chain.from_iterable(islice(findings, MOST_FAULTS) for findings in rules)
        found = [*self.findings, *((self._place(finding.path), finding) for finding in more)]
        return [finding.fault() for _, finding in sorted(found, key=itemgetter(0))[:MOST_FAULTS]]

    def _place(self, path: Path) -> int:
        while path not in self.places:
            path = path[:-1]
        return self.places[path]


def loads(body: bytes) -> Any:
    """The value of a body; InvalidRequest lists what is wrong with it."""
    document = read(body)
    if document.findings:
        raise InvalidRequest(document.faults())
    return document.value


def read(body: bytes) -> Document:
    """Read a body as far as it goes; never raises."""
    try:
        text = body.decode()
    except UnicodeDecodeError:
        return _refused("The body isn't UTF-8.")
    if text.startswith("\ufeff"):
        return _refused("The body starts with a byte order mark.")
    return _Reader(text).document()


def _refused(detail: str) -> Document:
    return Document(BROKEN, False, ((0, Finding((), "invalid_json", detail)),), {(): 0})


def _whole_number(written: str) -> int | float:
    # Read as a double first: int() takes quadratic time, and refuses, for thousands of digits.
    number = float(written)
    return int(written) if math.isfinite(number) else number


_SCALARS = json.JSONDecoder(parse_float=Written, parse_int=_whole_number, parse_constant=float)


class _TooDeep(Exception):
    """So deep that the rest can't be read."""


@dataclass(slots=True)
class _Reader:
    """One pass over a text: objects and arrays here, scalars by the standard library's decoder."""

    text: str
    at: int = 0
    findings: list[tuple[int, Finding]] = field(default_factory=list)
    places: dict[Path, int] = field(default_factory=dict)

    def document(self) -> Document:
        try:
            self._skip(0)
            value = self._value(())
            if self.at < len(self.text):
                raise self._error("Extra data")
            return Document(value, True, tuple(self.findings), self.places)
        except json.JSONDecodeError as error:
            detail = f"The body isn't JSON: line {error.lineno}, column {error.colno}."
            self._find(error.pos, (), "invalid_json", detail)
        except _TooDeep:
            pass
        return Document(BROKEN, False, tuple(self.findings), self.places)

    def _value(self, path: Path) -> Any:
        self.places.setdefault(path, self.at)
        opening = self._here()
        if opening in "{[" and len(path) >= MAX_DEPTH:
            return self._too_deep(path)
        if opening == "{":
            return self._object(path)
        if opening == "[":
            return [self._value((*path, index)) for index in self._items("]")]
        return self._scalar(path)

    def _object(self, path: Path) -> dict[str, Any]:
        members: dict[str, Any] = {}
        for _ in self._items("}"):
            start, name = self.at, self._name()
            inner = (*path, name)
            if LONE_SURROGATE.search(name):
                self._find(start, path, "lone_surrogate", "A name holds half of a surrogate pair.")
            elif name in members:
                self._find(start, inner, "duplicate_key", "This name stands twice in its object.")
            value = self._value(inner)
            if not LONE_SURROGATE.search(name):
                members.setdefault(name, value)
        return members

    def _items(self, closing: str) -> Iterator[int]:
        """Step to each item of the object or array that opens here, then past its end."""
        index = 0
        self._skip(1)
        while self._here() != closing or index:
            yield index
            index += 1
            if self._here() != ",":
                break
            self._skip(1)
        if self._here() != closing:
            raise self._error("Expecting a comma or the end")
        self._skip(1)

    def _name(self) -> str:
        if self._here() != '"':
            raise self._error("Expecting a name")
        name: str = self._decoded()
        if self._here() != ":":
            raise self._error("Expecting a colon")
        self._skip(1)
        return name

    def _scalar(self, path: Path) -> Any:
        start, value = self.at, self._decoded()
        if isinstance(value, float) and not math.isfinite(value):
            return self._find(start, path, "non_finite_number", "Not a finite number.")
        if isinstance(value, str) and LONE_SURROGATE.search(value):
            return self._find(start, path, "lone_surrogate", "The text holds half of a surrogate pair.")
        return value

    def _too_deep(self, path: Path) -> Any:
        broken = self._find(self.at, path, "too_deep", f"More than {MAX_DEPTH} levels.")
        try:
            self._decoded()
        except RecursionError:
            raise _TooDeep from None
        return broken

    def _decoded(self) -> Any:
        value, end = _SCALARS.raw_decode(self.text, self.at)
        self._skip(end - self.at)
        return value

    def _here(self) -> str:
        """The character at hand; a NUL, which no rule expects, at the end."""
        return self.text[self.at] if self.at < len(self.text) else "\0"

    def _skip(self, characters: int) -> None:
        """Past these characters and the blanks that follow them."""
        at = self.at + characters
        if self.text[at : at + 1] in " \t\n\r":
            at = _BLANKS.match(self.text, at).end()  # type: ignore[union-attr]
        self.at = at

    def _error(self, expected: str) -> json.JSONDecodeError:
        return json.JSONDecodeError(expected, self.text, self.at)

    def _find(self, at: int, path: Path, reason: Reason, detail: str) -> Any:
        if len(self.findings) < MOST_FAULTS:
            self.findings.append((at, Finding(path, reason, detail)))
        return BROKEN
