"""Decides how plain text falls into blocks: paragraphs, list items, e-mail's `>` quotations."""

from __future__ import annotations

from verification.core.citations.lines import laid_out
from verification.core.citations.reading import Reading


def read(document: str) -> Reading:
    """The reading of a plain text: nothing but the signs at the beginning of lines is markup."""
    text, layers, blocks, _ = laid_out(document, markdown=False)
    return Reading(text, layers, blocks)
