"""The small language the injection rules are written in, compiled to bounded regular expressions.

A pattern is a row of items parted by spaces: `{name}` one of a word class, `word|two_words` one of these,
`<name>` a fragment, `{name}?` an item that may be missing, `~4` up to four words of anything, `/regex/` as it
stands (`\\/` for a slash).
Words match whole words of the matching view (`injection_view`), with one to six characters that end no
sentence between them. Chinese and Japanese have no spaces: in their rules items join directly and `~4` is
up to four characters. No item repeats without a bound and no gap gives back what it took, so that the cost of
one attempt is bounded too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias

from verification.core.text.injection_view import fold
from verification.core.text.injection_words import FRAGMENTS, LANGUAGES

LEAD: Final = 48
JOIN: Final = r"[^\w.!?;]{1,6}+"
WORD: Final = r"\w{1,64}+"
TOO_COMMON: Final = "a an and as at be by for if in is it not of on or that the this to with"
COMMON: Final = frozenset(TOO_COMMON.split())
UNSPACED: Final = frozenset({"zh", "ja"})
_ITEM: Final = re.compile(r"/(?:\\.|[^/\\])*/|\S+")
Node: TypeAlias = "dict[str, Node]"


@dataclass(frozen=True, slots=True)
class Pattern:
    """A compiled pattern, and the words that must stand in a text before it is worth trying.

    `starts`: where to try it. `meets`: for each further item of not too common words, those of which one must
    stand near. Group 1 is what was found: `lead` non-words before a start may belong to it, or not.
    """

    regex: re.Pattern[str]
    starts: frozenset[str]
    meets: tuple[frozenset[str], ...] = ()
    lead: int = 0


def compile_pattern(pattern: str, language: str) -> Pattern:
    """One rule's pattern in one language (ISO 639-1), whose words alone it takes. Errors: KeyError, re.error."""
    first, *rest = items = _ITEM.findall(pattern)
    if first.startswith("when:"):
        regex = re.compile(rf"\W{{0,{LEAD}}}?({''.join(map(_expression, rest))})")
        return Pattern(regex, frozenset(first[5:].split(",")), lead=LEAD)
    heads = [
        _heads(item, language) for item in items if item[0] not in "~/" and "<" not in item and item[-1] != "?"
    ]
    rare = tuple(words for words in heads[1:] if COMMON.isdisjoint(words))
    return Pattern(re.compile(f"({_sequence(items, language)})"), heads[0], rare)


def _heads(item: str, language: str) -> frozenset[str]:
    words = _words(item, language)
    return frozenset(words if language in UNSPACED else (re.split(r"\W", word)[0] for word in words))


def _sequence(items: list[str], language: str) -> str:
    spaced = language not in UNSPACED
    stuff = f"(?:{JOIN}{WORD})" if spaced else r"[^\n]"
    parts = [r"(?<!\w)" if spaced else "", _item(items[0], language)]
    for item in items[1:]:
        if item.startswith("~"):
            parts.append(f"{stuff}{{0,{item[1:]}}}?")
        else:
            part = (JOIN if spaced and not item.startswith("/") else "") + _item(item.rstrip("?"), language)
            parts.append(f"(?:{part})?" if item.endswith("?") else part)
    return "".join(parts)


def _item(item: str, language: str) -> str:
    if item.startswith("/"):
        return f"(?:{_expression(item)})"
    fragments = [FRAGMENTS[arm[1:-1]] for arm in item.split("|") if arm.startswith("<")]
    words = _words(item, language)
    arms = [trie(words) + ("" if language in UNSPACED else r"\b")] if words else []
    return f"(?:{'|'.join(arms + fragments)})"


def _expression(item: str) -> str:
    return FRAGMENTS[item[1:-1]] if item.startswith("<") else item[1:-1]


def _words(item: str, language: str) -> list[str]:
    found: list[str] = []
    for arm in item.split("|"):
        if arm.startswith("{"):
            found += LANGUAGES[language][arm[1:-1]].split()
        elif not arm.startswith("<"):
            found.append(arm)
    return ["".join(map(fold, word.replace("_", " "))) for word in found]


def trie(words: Iterable[str]) -> str:
    """One alternation of literals, branching letter by letter, so that a miss costs few comparisons."""
    root: Node = {}
    for word in words:
        node = root
        for letter in word:
            node = node.setdefault(letter, {})
        node[""] = {}
    return _branch(root)


def _branch(node: Node) -> str:
    arms = [_letter(letter) + _branch(node[letter]) for letter in sorted(node) if letter]
    if not arms:
        return ""
    body = arms[0] if len(arms) == 1 else f"(?:{'|'.join(arms)})"
    return f"(?:{body})?" if "" in node else body


def _letter(letter: str) -> str:
    return JOIN if letter == " " else re.escape(letter)
