"""Whether two strings look alike: the skeleton of UTS #39 (Unicode Security Mechanisms, section 4).

The prototypes are Unicode's own, version 18.0.0, in `confusables.txt` beside this module. Two strings are
confusable when their skeletons are equal. A skeleton is for comparing only; it is not for showing.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Final

IGNORABLE: Final = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)


def _code_points(field: str) -> Iterator[int]:
    for part in field.split():
        first, _, last = part.partition("-")
        yield from range(int(first, 16), int(last or first, 16) + 1)


def _read(rows: str) -> dict[int, str]:
    prototypes: dict[int, str] = {}
    for row in rows.splitlines():
        target, colon, sources = row.partition(":")
        if colon and not row.startswith("#"):
            prototypes |= dict.fromkeys(_code_points(sources), "".join(map(chr, _code_points(target))))
    return prototypes


PROTOTYPES: Final = _read(Path(__file__).with_name("confusables.txt").read_text("utf-8"))
_ASCII: Final = {code: PROTOTYPES.get(code, chr(code)) for code in range(128)}


def skeleton(text: str) -> str:
    """The UTS #39 skeleton: decomposed, without ignorable characters, each look-alike its prototype."""
    if text.isascii():  # nothing to be ignored or to be taken apart, before or behind
        return text.translate(_ASCII)
    bare = IGNORABLE.sub("", unicodedata.normalize("NFD", text))
    return unicodedata.normalize("NFD", bare.translate(PROTOTYPES))


def is_latin(letter: str) -> bool:
    """Whether a character is a Latin letter, compatibility forms (full-width, mathematical) included."""
    return unicodedata.name(unicodedata.normalize("NFKD", letter)[:1], "").startswith("LATIN ")


def _ascii_letter(letter: str) -> str | None:
    # The folded letter's own prototype first: capital I of every script has the prototype l, small i has i.
    for form in (letter.casefold(), letter, letter.upper()):
        shown = PROTOTYPES.get(ord(form), "") if len(form) == 1 else ""
        if len(shown) == 1 and shown.isascii() and shown.isalpha():
            return shown.lower()
    return None


def _lookalikes() -> dict[str, str]:
    letters = [chr(code) for code in PROTOTYPES if code > 0x24F and chr(code).isalpha()]
    smalls = {letter.casefold() for letter in letters if len(letter.casefold()) == 1} | set(letters)
    found = {letter: _ascii_letter(letter) for letter in smalls if not letter.isascii() and not is_latin(letter)}
    return {letter: shown for letter, shown in found.items() if shown}


LOOKALIKES: Final = _lookalikes()
"""Letters of other scripts, small forms included, that pass for an ASCII letter: the small ASCII letter."""
