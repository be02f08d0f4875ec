"""Decides what an answer leaves out so that its RFC 8785 form takes at most 14,000 bytes.

Contexts go first, in the reverse of the order in which they were allotted, then anchors in the same order;
verdicts, offsets and hashes never go.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from verification.core.contracts.canonical import canonical
from verification.core.contracts.limits import OUTPUT_BYTES

_NULL = len(canonical(None))


def fitted(output: dict[str, Any]) -> dict[str, Any]:
    """`output` itself, with as few contexts and anchors made null as will do."""
    excess = len(canonical(output)) - OUTPUT_BYTES
    for holder, name in _dispensable(output["results"]):
        if excess <= 0:
            break
        excess -= len(canonical(holder[name])) - _NULL
        holder[name] = None
    return output


def _dispensable(results: list[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], str]]:
    for name in ("context", "anchor_fragment"):
        for nth in (1, 0):
            for result in reversed(results):
                for evidence in result["evidence"][nth : nth + 1]:
                    yield evidence, name
