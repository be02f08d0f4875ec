"""Texts and quotes for the matcher: random and hostile, each drawn from a seed."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

ASTRAL = [chr(0x20000 + code) for code in range(400)]
HAN = [chr(0x4E00 + code) for code in range(3_000)]
ALPHABETS = [
    [*"ab"],
    [*"ab "],
    [*"abcdefgh  "],
    [*"退款十a ，"],
    ["a", "e", "\u0301", "\u0308", " "],
    ["👨", "\u200d", "👩", "🇩", "🇪", "a", " "],
    [*"it's 3.5, "],
    [*"?xy? \x80é\xff"],
    ["퇼", "\u1100", "\u1161", "\u11a8", " ", "한"],
    ASTRAL,
    HAN,
]

Case = tuple[str, str, int]


def small_cases(seed: int, count: int) -> Iterator[Case]:
    """Short texts, so that every span can be tried: (text, quote, edits allowed)."""
    draw = random.Random(seed)
    while count:
        alphabet = draw.choice(ALPHABETS)
        text = _spaced(draw.choices(alphabet, k=draw.randrange(60)))
        quote = _quote(draw, alphabet, text, draw.randrange(1, 16))
        if quote and quote not in text:
            count -= 1
            yield text, quote, draw.randrange(len(quote) // 2 + 1)


def copied_cases(seed: int, count: int) -> Iterator[Case]:
    """Longer texts with edited copies of the quote between other things."""
    draw = random.Random(seed)
    while count:
        alphabet = draw.choice(ALPHABETS)
        quote = _spaced(draw.choices(alphabet, k=draw.choice([18, 31, 40, 64, 65])))
        copies = [_edited(draw, alphabet, quote, draw.random() / 2) for _ in range(draw.randrange(1, 4))]
        between = [_spaced(draw.choices(alphabet, k=draw.randrange(60))) for _ in range(4)]
        text = _spaced(part for pair in zip(between, [*copies, "", "", ""], strict=False) for part in pair)
        if quote and quote not in text:
            count -= 1
            yield text, quote, int(len(quote) * draw.choice([0.03, 0.1, 0.25, 0.5]))


def wide_cases(seed: int, count: int, size: int = 270) -> Iterator[Case]:
    """Quotes of more than 255 different characters, too many for a byte each."""
    draw = random.Random(seed)
    for _ in range(count):
        quote = "".join(draw.sample(HAN + ASTRAL, size))
        copies = [_edited(draw, HAN, quote, draw.choice([0.02, 0.1, 0.4])) for _ in range(2)]
        yield "".join(draw.choices(HAN, k=60)).join(["", *copies, ""]), quote, draw.choice([8, 27, 67])


def repeating_cases() -> Iterator[Case]:
    """Texts that say the same over and over."""
    for unit in ("a", "ab", "ab ", "abc abd ", "退", "退款。", "e\u0316\u0301", "🇩🇪", "👩\u200d"):
        text = (unit * 90)[:90].strip()
        for quote in (text[:12] + "x", "x" + text[:9], text[:5] + "xx" + text[5:12], text[:7][::-1] + "y"):
            yield text, quote.strip(), len(quote.strip()) // 2


def _quote(draw: random.Random, alphabet: list[str], text: str, size: int) -> str:
    if text and draw.random() < 0.6:
        start = draw.randrange(len(text))
        return _edited(draw, alphabet, text[start : start + size], 0.2)
    return _spaced(draw.choices(alphabet, k=size))


def _edited(draw: random.Random, alphabet: list[str], text: str, share: float) -> str:
    pieces = list(text)
    for _ in range(max(1, round(len(pieces) * share)) if pieces else 0):
        at, new = draw.randrange(len(pieces)), draw.choice(alphabet)
        pieces[at] = draw.choice(["", new, pieces[at] + new])
    return _spaced(pieces)


def _spaced(pieces: Iterable[str]) -> str:
    """As in a normal form: one space at a time, and none at an end."""
    return " ".join(filter(None, "".join(pieces).split(" ")))
