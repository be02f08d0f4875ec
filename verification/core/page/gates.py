"""Decides when a page isn't the source but something in front of it, or holds too little to be read.

A gate is short and shows one of a few known signs; a shell is a page whose text its scripts have yet to write.
"""

from __future__ import annotations

from typing import Final

from verification.core.page.pagetext import PageText
from verification.core.text.whitespace import WHITE_SPACE

GATE_CHARACTERS: Final = 2_000
SHELL_CHARACTERS: Final = 200
SHELL_RATIO: Final = 10
_TITLES: Final = ("just a moment", "attention required", "access denied", "verify you are human")
_BEGINNINGS: Final = ("enable javascript", "please enable javascript", "too many requests", "access denied")
_BLANK: Final = "".join(sorted(WHITE_SPACE))


def gate(page: PageText) -> bool:
    """Under 2,000 characters of text and a sign of a gate; plain text is a PageText without anything else."""
    return len(page.text) < GATE_CHARACTERS and (
        page.challenge
        or page.password_only
        or _starts_with(page.title, _TITLES)
        or _starts_with(page.text, _BEGINNINGS)
    )


def _starts_with(text: str, beginnings: tuple[str, ...]) -> bool:
    words = text[: GATE_CHARACTERS * 2].casefold().split()
    return " ".join(words).startswith(beginnings)


def shell_or_empty(page: PageText) -> str | None:
    """`extraction_uncertain` or `empty_source` where there is too little text; None where there is enough."""
    if not page.text.strip(_BLANK):
        return "extraction_uncertain" if page.has_script else "empty_source"
    shell = len(page.text) < SHELL_CHARACTERS and page.inline_script_chars > SHELL_RATIO * len(page.text)
    return "extraction_uncertain" if shell else None
