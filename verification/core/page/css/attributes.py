"""Decides what an attribute selector asks of an element (Selectors Level 4, HTML's case-insensitive values)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from lxml.etree import _Element

from verification.core.page.css.values import Token, significant
from verification.core.page.words import names_in, words

_COMPARE: Final[dict[str, Callable[[str, str], bool]]] = {
    "=": lambda value, wanted: value == wanted,
    "~=": lambda value, wanted: wanted in names_in(value),
    "|=": lambda value, wanted: value == wanted or value.startswith(wanted + "-"),
    "^=": lambda value, wanted: wanted != "" and value.startswith(wanted),
    "$=": lambda value, wanted: wanted != "" and value.endswith(wanted),
    "*=": lambda value, wanted: wanted != "" and wanted in value,
}
# HTML, "Case-sensitivity of selectors": those of its list that still occur.
_ANY_CASE: Final = words("""
        align checked dir direction disabled hreflang http-equiv lang language media method multiple
        nowrap readonly rel rev scope selected shape target type
    """)


def attribute_test(content: Sequence[Token]) -> tuple[str, Callable[[_Element], bool]] | None:
    """The attribute's name and the test, from what stands between the brackets; None where it isn't understood."""
    tokens = significant(content)
    if len(tokens) > 2 and tokens[0] in ("*", "|") and tokens[1] != "=":  # any namespace, or none
        tokens = tokens[2:] if tokens[1] == "|" else tokens[1:]
    if not tokens or tokens[0].type != "ident":
        return None
    name: str = tokens[0].lower_value
    if len(tokens) == 1:
        return name, lambda element: element.get(name) is not None
    compare = _COMPARE.get(tokens[1].value) if tokens[1].type == "literal" else None
    if compare is None or len(tokens) not in (3, 4) or tokens[2].type not in ("ident", "string"):
        return None
    flag = tokens[3].lower_value if len(tokens) == 4 and tokens[3].type == "ident" else ""
    any_case = flag == "i" or (name in _ANY_CASE and flag != "s")
    return name, _comparison(name, compare, tokens[2].value, any_case)


def _comparison(
    name: str, compare: Callable[[str, str], bool], wanted: str, any_case: bool
) -> Callable[[_Element], bool]:
    if any_case:
        wanted = wanted.lower()

    def matches(element: _Element) -> bool:
        value = element.get(name)
        return value is not None and compare(value.lower() if any_case else value, wanted)

    return matches
