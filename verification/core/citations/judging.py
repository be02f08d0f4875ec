"""Decides what is no quotation to be checked: single words, titles, code, and what no page route would take."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import regex

from verification.core.citations import vocabulary
from verification.core.citations.cites import Cite
from verification.core.citations.quotations import Quotation
from verification.core.contracts.text_quote import limits
from verification.core.text.profile import normalise

_WORD: Final = regex.compile(r"[\p{L}\p{M}\p{N}]+(?:['’.,\-][\p{L}\p{M}\p{N}]+)*")
_UNSPACED: Final = regex.compile(r"[\p{Han}\p{Hiragana}\p{Thai}]|[\p{Katakana}ー]+")  # katakana: a word a run
_STOPPED: Final = re.compile(r"[.!?…。！？;；,，]['\"’”»]?\Z")
_SMALL: Final = frozenset(
    [
        "a",
        "an",
        "the",
        "and",
        "or",
        "but",
        "nor",
        "for",
        "of",
        "in",
        "on",
        "at",
        "to",
        "by",
        "from",
        "with",
        "as",
        "is",
        "vs",
        "via",
        "into",
        "over",
        "per",
        "your",
        "it",
        "its",
        "not",
        "der",
        "die",
        "das",
        "und",
        "de",
        "la",
        "le",
        "les",
        "du",
        "des",
        "el",
        "los",
        "las",
        "y",
        "en",
        "il",
        "lo",
        "gli",
        "e",
        "di",
        "da",
        "con",
    ]
)
FEWEST_WORDS: Final = 3
PHRASE_WORDS: Final = 5
_TITLE_WORDS: Final = 12
_TITLE_LETTERS: Final = 20  # of a Japanese title in 『』
_LONGEST_RAW: Final = 8 * limits.QUOTE


def too_short(text: str) -> bool:
    """Whether a quotation has too few words to be looked for."""
    return _length(text) < FEWEST_WORDS


def is_term(text: str) -> bool:
    """Whether it is so few words that only a link right behind it makes a pair."""
    return _length(text) <= FEWEST_WORDS and not _STOPPED.search(text)


def is_phrase(text: str) -> bool:
    """Whether it is a few words without a stop, maybe the writer's own: only a link beside it makes a pair."""
    return _length(text) < PHRASE_WORDS and not _STOPPED.search(text)


def _length(text: str) -> int:
    """Words, up to some number; two letters of a script without spaces count as one."""
    head = text[:400]
    unspaced = len(_UNSPACED.findall(head))
    spaced = len(_WORD.findall(_UNSPACED.sub(" ", head)))
    return spaced + (unspaced + 1) // 2


def too_long(text: str) -> bool:
    """Whether a quotation is over the routes' limit."""
    return len(text) > _LONGEST_RAW or len(normalise(text, case_sensitive=False).text) > limits.QUOTE


def is_title(text: str, quotation: Quotation, cites: Sequence[Cite]) -> bool:
    """Whether a quotation names a work: 《…》, words of a work before it, title case, or a link's whole text."""
    if quotation.opener in "《〈" and quotation.opener:
        return True
    words = text[quotation.start : quotation.end]
    if quotation.opener == "『" and len(words) <= _TITLE_LETTERS and not _STOPPED.search(words):
        return True
    before = text[max(0, quotation.outer_start - 40) : quotation.outer_start]
    if vocabulary.leads_elsewhere(before):
        return True
    if len(words) > 160 or _STOPPED.search(words) or not _begins_large(words):
        return False
    if len(_WORD.findall(words)) > _TITLE_WORDS:
        return False
    if vocabulary.names_a_work(before) or _title_case(words):
        return True
    return before.rstrip()[-1:] not in tuple(":：,，") and _is_whole_link(quotation, cites)


def _begins_large(words: str) -> bool:
    first = next((character for character in words if character.isalnum()), "a")
    return not first.islower()


def _title_case(words: str) -> bool:
    """All words but the small ones begin with a capital."""
    found = _WORD.findall(words)
    large = [word for word in found if word.lower() not in _SMALL]
    return len(large) >= 2 and all(not word[0].islower() for word in large) and not _UNSPACED.search(words)


def _is_whole_link(quotation: Quotation, cites: Sequence[Cite]) -> bool:
    return any(
        cite.kind == "word"
        and cite.start <= quotation.outer_start
        and quotation.outer_end <= cite.end
        and cite.end - cite.start <= quotation.outer_end - quotation.outer_start + 2
        for cite in cites
    )
