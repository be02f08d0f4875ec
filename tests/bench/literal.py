"""Literal matching: ten quotes in 100 kB, collapsing included. `python -m tests.bench.literal`; bar: 5 ms."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable

from verification.core.text.literal import find, touches
from verification.core.text.whitespace import collapse

SIZE = 100_000
ROUNDS = 41
BAR_MS = 5.0


def prose(letters: str) -> str:
    """Wrapped lines of made-up words, the same on every run."""
    chance = random.Random(8785)
    words = ["".join(chance.choices(letters, k=chance.randint(2, 10))) for _ in range(3000)]
    lines = (" ".join(chance.choices(words, k=12)) for _ in range(SIZE // 40))
    return "\n".join(lines)[:SIZE]


def quotes_of(text: str) -> list[str]:
    """Nine quotes that stand in the text, with other white space, and one that doesn't."""
    return [" ".join(text[at : at + 300].split()) for at in range(5_000, 95_000, 10_000)] + ["not there at all"]


def cases() -> dict[str, tuple[str, list[str]]]:
    """Texts and the ten quotes looked for in each."""
    english, chinese = prose("etaoinshrdlu"), prose("的一是不了人我在有他这")
    return {
        "prose": (english, quotes_of(english)),
        "prose, CJK": (chinese, quotes_of(chinese)),
        "one letter, 512 of them": ("a" * SIZE, ["a" * 512] * 10),
        "one letter, the last one wrong": ("a" * SIZE, ["a" * 511 + "b"] * 10),
        "one letter, the middle one wrong": ("a" * SIZE, ["a" * 255 + "b" + "a" * 256] * 10),
        "nothing but short runs": ("a  " * (SIZE // 3), ["a " * 200 + "b"] * 10),
    }


def median_ms(work: Callable[[], object]) -> float:
    """The median of some rounds, in milliseconds."""
    taken = []
    for _ in range(ROUNDS):
        started = time.perf_counter()
        work()
        taken.append((time.perf_counter() - started) * 1000)
    return statistics.median(taken)


def matching(text: str, quotes: list[str]) -> None:
    """What one source of a check costs: the text once, then each quote, and the ranges not to be shown."""
    collapsed = collapse(text)
    for quote in quotes:
        find(collapsed, quote)
        touches(collapsed, quote, [(0, 1), (50_000, 50_100)])


def main() -> None:
    for name, (text, quotes) in cases().items():
        took = median_ms(lambda text=text, quotes=quotes: matching(text, quotes))
        bar = f"  (bar {BAR_MS} ms)" if name == "prose" else ""
        print(f"{name:34} {took:7.2f} ms{bar}")


if __name__ == "__main__":
    main()
