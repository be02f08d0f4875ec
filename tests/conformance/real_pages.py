"""`python -m tests.conformance.real_pages`: sentences that Chromium shows on real pages, looked for in our text.

The pages of at most 100,000 bytes in Debian's python3.11-doc and nodejs-doc. A sentence: at least 5 words, at most
512 UTF-16 units, within one line, ending in . ! or ?. Ends with 1 where a bar is missed.
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.conformance.alterations import altered
from tests.conformance.chromium import Chromium, NoChromium, chromium
from tests.mirror.packages import MirrorUnavailable, unpack
from verification.core.page.extract import ExtractionUncertain, extract
from verification.core.text import literal
from verification.core.text.units import utf16_length
from verification.core.text.whitespace import collapse, normalise

PAGE_BYTES = 100_000
LEAST_SENTENCES = 20_000
LEAST_FOUND = 0.995
FOLDERS = ("python3.11/html", "nodejs/api")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")


@dataclass
class Tally:
    pages: int = 0
    uncertain: list[str] = field(default_factory=list)
    sentences: int = 0
    missed: list[tuple[str, str]] = field(default_factory=list)
    altered: int = 0
    altered_found: list[tuple[str, str]] = field(default_factory=list)

    @property
    def share(self) -> float:
        return 1 - len(self.missed) / self.sentences if self.sentences else 0.0

    @property
    def passes(self) -> bool:
        return self.sentences >= LEAST_SENTENCES and self.share >= LEAST_FOUND and not self.altered_found


def pages(documentation: Path) -> Iterator[Path]:
    """The HTML pages of both packages that are small enough; `documentation` holds usr/share/doc."""
    for folder in FOLDERS:
        for page in sorted((documentation / "usr/share/doc" / folder).rglob("*.html")):
            if page.stat().st_size <= PAGE_BYTES:
                yield page


def sentences(text: str) -> Iterator[str]:
    for line in text.split("\n"):
        for sentence in _SENTENCE_END.split(line.strip()):
            if len(sentence.split()) >= 5 and utf16_length(sentence) <= 512 and sentence[-1] in ".!?":
                yield sentence


def measure(documentation: Path, browser: Chromium) -> Tally:
    tally = Tally()
    for page in pages(documentation):
        tally.pages += 1
        html = page.read_text(encoding="utf-8")
        shown = browser.quotable(html)
        try:
            text = extract(html).text
        except ExtractionUncertain:
            tally.uncertain.append(page.name)
            text = ""
        compare(tally, page.name, shown, text)
    return tally


def compare(tally: Tally, name: str, shown: str, text: str) -> None:
    ours, reference = collapse(text), normalise(shown)
    words = sorted({word for word in reference.split(" ") if len(word) > 3}) or ["other"]
    choice = random.Random(name)
    for sentence in sentences(shown):
        tally.sentences += 1
        if not literal.find(ours, sentence).count:
            tally.missed.append((name, sentence))
        for changed in altered(sentence, words, choice):
            if normalise(changed) not in reference:
                tally.altered += 1
                if literal.find(ours, changed).count:
                    tally.altered_found.append((name, changed))


def report(tally: Tally) -> str:
    lines = [
        f"pages                     {tally.pages:>8,}  ({len(tally.uncertain)} uncertain)",
        f"sentences                 {tally.sentences:>8,}  (at least {LEAST_SENTENCES:,})",
        f"found                     {tally.share:>8.2%}  (at least {LEAST_FOUND:.1%})",
        f"altered sentences         {tally.altered:>8,}",
        f"altered sentences found   {len(tally.altered_found):>8,}  (0)",
    ]
    wrong = [f"missed in {name}: {sentence}" for name, sentence in tally.missed[:10]]
    wrong += [f"found though altered in {name}: {sentence}" for name, sentence in tally.altered_found[:10]]
    return "\n".join(lines + wrong)


def main() -> int:
    try:
        documentation = unpack()
        with chromium() as browser:
            tally = measure(documentation, browser)
    except (MirrorUnavailable, NoChromium) as error:
        print(error, file=sys.stderr)
        return 2
    print(report(tally))
    return 0 if tally.passes else 1


if __name__ == "__main__":
    sys.exit(main())
