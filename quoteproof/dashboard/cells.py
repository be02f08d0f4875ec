"""Decides how a text stands in a CSV file so that no spreadsheet takes it for a formula.

RFC 4180, every cell quoted; OWASP's "CSV Injection": a cell that begins with = + - @, a tab or a line break gets
an apostrophe in front. Programs look past blanks and invisible characters and fold full-width forms, so what
counts is the first character that is seen, in its compatibility form (NFKC). A record stays on one line.
"""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Iterable
from typing import Final

BOM: Final = "\ufeff"
"""First in the file: without it Excel reads UTF-8 as the machine's own code page. Programs name `utf-8-sig`."""
_STARTS: Final = frozenset("=+-@|%\t\r\n−")
_UNSEEN: Final = frozenset({"Zs", "Zl", "Zp", "Cc", "Cf"})


def safe(value: object) -> str:
    """The cell's text; None is empty. Whole numbers are no formula and stay as they are."""
    if value is None:
        return ""
    text = str(value)
    if isinstance(value, int):
        return text
    return ("'" if _looks_like_a_formula(text) else "") + "".join(map(_on_one_line, text))


def line(cells: Iterable[object]) -> str:
    """One record, with its end."""
    out = io.StringIO()
    csv.writer(out, quoting=csv.QUOTE_ALL, lineterminator="\r\n").writerow([safe(each) for each in cells])
    return out.getvalue()


def _looks_like_a_formula(text: str) -> bool:
    if text[:1] in _STARTS:
        return True
    seen = next((each for each in text if unicodedata.category(each) not in _UNSEEN), "")
    return unicodedata.normalize("NFKC", seen)[:1] in _STARTS


def _on_one_line(character: str) -> str:
    return " " if unicodedata.category(character) in ("Cc", "Zl", "Zp") else character
