"""Decides how text reads under `text-transform` (CSS Text Level 3, §2.1): what is on the screen is what is quoted.

Unicode's own case mappings, for no language in particular. Full-width forms and kana sizes are left as they are.
"""

from __future__ import annotations

from typing import Final

import regex

UPPER: Final = "uppercase"
LOWER: Final = "lowercase"
CAPITALS: Final = "capitalize"

_LETTER: Final = r"[[\w\p{Cf}]--[\u200b]]"
# Between letters these join (UAX #29, MidLetter); the full stop and the colon do not for Chromium.
_WORD: Final = regex.compile(
    rf"(?<!{_LETTER}){_LETTER}++(?:(?<!\d)['’‘·․‧﹒＇](?=\p{{L}}){_LETTER}++)*+", regex.V1
)
_INSIDE: Final = regex.compile(_LETTER, regex.V1)


def cased(text: str, case: str, before: str = "") -> str:
    """`text` as it is shown; `before`: the character that it follows without a break, if any."""
    if case == UPPER:
        return text.upper()
    if case == LOWER:
        return text.lower()
    start = 0
    if before and _INSIDE.match(before):
        word = _WORD.match(text)
        start = word.end() if word else 0
    return text[:start] + str(_WORD.sub(_capital, text[start:]))


def _capital(word: regex.Match[str]) -> str:
    """The word with its first character as at the start of a title, where that is one character too."""
    written = str(word[0])
    first = written[0].title()
    return (first if len(first) == 1 else written[0]) + written[1:]
