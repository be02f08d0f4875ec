"""Requests made to be as costly as a valid one can be: text and quote, in their raw form."""

from __future__ import annotations

import random
from collections.abc import Iterator

SIZE = 50_000
IDEOGRAPHS = [chr(0x4E00 + code) for code in range(20_000)]
ASTRAL = [chr(0x20000 + code) for code in range(20_000)]

Request = tuple[str, str]


def requests() -> Iterator[tuple[str, Request]]:
    """Name, text and quote; texts of exactly SIZE characters at most."""
    for family in (_periodic, _random, _copies, _wide, _rearranged, _plateaus, _clusters, _folded, _joined):
        for name, text, quote in family(random.Random(7)):
            yield name, (text[:SIZE], quote)


def edited(draw: random.Random, part: str, share: float, letters: list[str] | str) -> str:
    pieces = list(part)
    for _ in range(round(len(pieces) * share)):
        at, new = draw.randrange(len(pieces)), draw.choice(letters)
        pieces[at] = draw.choice(["", new, pieces[at] + new])
    return "".join(pieces)


def _periodic(draw: random.Random) -> Iterator[tuple[str, str, str]]:
    yield "a*999 b in a*", "a" * SIZE, "a" * 999 + "b"
    yield "(ab)* c in (ab)*", "ab" * SIZE, "ab" * 499 + "c"
    yield "(ab)* x (ab)* in (ab)*", "ab" * SIZE, "ab" * 250 + "x" + "ab" * 249
    yield "(ababababx)* in (ab)*", "ab" * SIZE, "ababababx" * 111
    yield "a b a b", "a b " * SIZE, "a b " * 249 + "b"
    for period in (3, 7, 50, 333):
        unit = "".join(draw.choices("abcdefgh", k=period))
        yield f"period {period}", unit * SIZE, edited(draw, (unit * 400)[:960], 0.02, "abcdefgh")


def _random(draw: random.Random) -> Iterator[tuple[str, str, str]]:
    for size in (12, 20, 30, 60, 100, 200, 300, 1_000):
        yield f"random ab, {size}", "".join(draw.choices("ab", k=SIZE)), "".join(draw.choices("ab", k=size))
        yield f"random ab_, {size}", "".join(draw.choices("ab ", k=SIZE)), "".join(draw.choices("abc", k=size))
    distinct = "".join(draw.sample(IDEOGRAPHS, 1_000))
    yield "1,000 ideographs, absent", "".join(draw.choices(IDEOGRAPHS, k=SIZE)), distinct


def _copies(draw: random.Random) -> Iterator[tuple[str, str, str]]:
    for size in (12, 30, 300, 990):
        quote = "".join(draw.choices("abcdefghijklmnop ", k=size)).strip()
        copies = (edited(draw, quote, 0.15, "xyz") for _ in range(SIZE // size + 2))
        yield f"copies of {size}", " ".join(copies), quote
    for name, letters, size in (
        ("ideographs", IDEOGRAPHS, 990),
        ("ideographs", IDEOGRAPHS, 300),
        ("astral", ASTRAL, 990),
    ):
        quote = "".join(draw.sample(letters, size))
        copies = (edited(draw, quote, 0.17, letters) for _ in range(SIZE // size + 9))
        yield f"copies of {size} different {name}", "".join(copies), quote
    half = "".join(draw.choices("abcdefghijklmnop ", k=990))
    yield "copies of its half", " ".join([half[:495]] * 102), half


def _wide(draw: random.Random) -> Iterator[tuple[str, str, str]]:
    """More characters than a byte tells apart, and others that grow threefold between them."""
    for name, letters, size, grows, times in (
        ("astral, ΐ", ASTRAL, 300, "ΐ", 230),
        ("ideographs, …", IDEOGRAPHS, 260, "…", 246),
    ):
        pool = [*draw.sample(letters, size), *[grows] * times]
        whole = SIZE // len(pool) + 1
        quote = "".join(draw.sample(pool, len(pool)))
        permuted = ("".join(draw.sample(pool, len(pool))) for _ in range(whole))
        yield f"permutations of {size} {name}", "".join(permuted), quote
        copies = (edited(draw, "".join(pool), 0.17, letters) for _ in range(2 * whole))
        yield f"copies of {size} {name}", "".join(copies), "".join(pool)
    runs = "".join("a" * draw.randrange(900, 1_500) + "b" for _ in range(60))
    yield "a*744 and 256 different in runs of a", runs, "a" * 744 + "".join(draw.sample(IDEOGRAPHS, 256))


def _rearranged(draw: random.Random) -> Iterator[tuple[str, str, str]]:
    """A quote of more characters than a byte tells apart, in other orders: those that share one are mistaken."""
    whole = "".join(draw.sample(ASTRAL, 990))
    parts = (whole[at : at + draw.randrange(10, 990)] for at in draw.choices(range(990), k=250))
    yield "slices of 990 different", "".join(parts), whole
    for size in (2, 3):
        texts = ("".join(_shuffled(draw, whole[at : at + size]) for at in range(0, 300, size)) for _ in range(170))
        yield f"300 different, shuffled by {size}", "".join(texts), whole[:300]
    beside = ("".join(f"{character}a" for character in draw.sample(whole[:495], 495)) for _ in range(60))
    yield "permutations of 495 beside a", "".join(beside), "".join(f"{character}a" for character in whole[:495])
    absent = "".join(f"{character}ΐ" for character in draw.choices(whole, k=SIZE // 2))
    yield "990 different among ΐ, absent", absent, whole
    runs = "".join("ΐ" * draw.randrange(250, 500) + "b" for _ in range(140))[: SIZE - 256]
    yield "ΐ*248 and 256 different in runs of ΐ", runs + whole[:256], "ΐ" * 248 + whole[:256]


def _shuffled(draw: random.Random, part: str) -> str:
    return "".join(draw.sample(part, len(part)))


def _plateaus(draw: random.Random) -> Iterator[tuple[str, str, str]]:
    """Thousands of places equally near, all with other surroundings."""
    runs = "".join("a" * draw.randrange(900, 1_500) + "b" for _ in range(60))
    yield "x*500 a*500 in runs of a", runs, "x" * 500 + "a" * 500
    pairs = "".join("ab" * draw.randrange(400, 700) + "c" for _ in range(60))
    yield "(ababx)* in runs of ab", pairs, "ababx" * 199
    yield "permutations", "".join("".join(draw.sample("abcdefghijkl", 12)) for _ in range(4_200)), "abcdefghijkl"


def _clusters(draw: random.Random) -> Iterator[tuple[str, str, str]]:
    yield "emoji", "😀" * SIZE, "😀" * 999 + "b"
    yield "flags", "🇩🇪" * SIZE, "🇩🇪" * 499 + "b"
    yield "base and mark", "q\u0301" * SIZE, "q\u0301" * 499 + "b"
    yield "marks only", "\u0301\u0316" * SIZE, "\u0316\u0301" * 400 + "b"
    marks = (
        chr(97 + at % 26) + "".join(chr(0x300 + draw.randrange(64)) for _ in range(3)) for at in range(12_500)
    )
    yield "clusters all different", "".join(marks), "q\u0301" * 250


def _folded(draw: random.Random) -> Iterator[tuple[str, str, str]]:
    yield "characters that grow threefold", "ΐ" * SIZE, "ΐ" * 330 + "a"
    yield "ß", "ß" * SIZE, "s" * 999 + "b"
    yield "white space", "a  b\n" * SIZE, "a b " * 200 + "c"
    yield "quote marks and ellipses", "“a?”…" * SIZE, '"a?"....' * 100
    yield "every fold", "e\u0301\u200b ﬁ\n…ß-\na" * SIZE, "éfi...ss a" * 80


def _joined(draw: random.Random) -> Iterator[tuple[str, str, str]]:
    yield "line-end hyphens", "abc-\nde " * SIZE, edited(draw, "abcde " * 160, 0.1, "xyz")
    yield "CJK line wraps", "退款\n十四" * SIZE, edited(draw, "退款十四" * 240, 0.1, IDEOGRAPHS)
    yield "both", "退款\n十四 ab-\ncd " * SIZE, edited(draw, "退款十四 abcd " * 88, 0.1, "xyz退")
    distinct = "".join(draw.sample(IDEOGRAPHS, 900))
    broken = "".join(f"{character}\n" for character in draw.sample(IDEOGRAPHS, 400)) + "…ab-\ncd "
    yield "a line a character", broken * 70, "".join(draw.sample(IDEOGRAPHS, 400)) + "…abcd"
    lines = "".join(distinct[at : at + 10] + "\nab-\ncd" for at in range(0, 900, 10))
    yield "both, 900 different ideographs", lines * 40, edited(draw, distinct, 0.1, IDEOGRAPHS)[:900] + "ab-\ncd"
