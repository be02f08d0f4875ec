"""Decides how a request that breaks a contract's rules is described: every fault, in document order.

A fault names its place with an RFC 6901 JSON Pointer and carries one of the published reasons. Neither the
pointer nor the sentence repeats a value from the request.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

Reason: TypeAlias = Literal[
    "invalid_json",
    "duplicate_key",
    "non_finite_number",
    "lone_surrogate",
    "too_deep",
    "unknown_field",
    "missing_field",
    "wrong_type",
    "too_short",
    "too_long",
    "too_few",
    "too_many",
    "out_of_range",
    "source_index_unknown",
    "unused_url",
    "duplicate_url",
    "blank_quote",
    "invalid_url",
    "unsupported_host",
    "offset_pair",
    "offset_out_of_range",
    "slice_too_long",
    "not_with_passages",
]
Path: TypeAlias = tuple[str | int, ...]

MOST_FAULTS: Final = 20
# A longer member name, or one that isn't Unicode text, is reported at the object that holds it.
_LONGEST_NAME = 128
LONE_SURROGATE: Final = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Fault:
    """One broken rule: where (`""` is the whole body), which, and a sentence for people."""

    pointer: str
    reason: Reason
    detail: str


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault before it is put in order: the steps to its place, from the body down."""

    path: Path
    reason: Reason
    detail: str

    def fault(self) -> Fault:
        return Fault(pointer(self.path), self.reason, self.detail)


class InvalidRequest(Exception):
    """The request breaks the contract: `faults` holds one to 20 of them, in document order."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)[:MOST_FAULTS]
        super().__init__(", ".join(fault.reason for fault in self.faults))


def pointer(path: Path) -> str:
    """The JSON Pointer of a path, down to the last step that can be named."""
    written = ""
    for step in path:
        name = str(step)
        if len(name) > _LONGEST_NAME or LONE_SURROGATE.search(name):
            break
        written += "/" + name.replace("~", "~0").replace("/", "~1")
    return written
