"""Injection flags: how much they find, how seldom they are wrong, and what they cost.

`python -m tests.bench.injection`. Precision and recall are taken on the rows of the package `bastioncorpus`
whose text has an odd first byte of SHA-256; the other half served for writing the rules. The documentation is
that of the packages python3.11-doc and nodejs-doc, as extracted. Times are of one process, the best of some.
"""

from __future__ import annotations

import hashlib
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from bastioncorpus import load_corpus

from tests.mirror.packages import unpack
from tests.verification.core.text.injection_hostile import texts
from verification.core.page.extract import extract
from verification.core.text.injection import flags

PIECE, CLEAN_TEXT = 5_000, 50_000
PRECISION, RECALL, DOCS_SHARE = 0.97, 0.65, 0.004
MB_PER_S, WORST_MS = 5.0, 250.0
ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Score:
    """Rows of a corpus: found and malicious, found and benign, malicious at all."""

    right: int
    wrong: int
    malicious: int

    @property
    def precision(self) -> float:
        return self.right / (self.right + self.wrong)

    @property
    def recall(self) -> float:
        return self.right / self.malicious


def grave(text: str) -> bool:
    """Whether a text is flagged at severity 3 or more."""
    return any(flag.severity >= 3 for flag in flags(text))


def score(*, reporting: bool) -> Score:
    """The score on one half of the corpus."""
    half = [row for row in load_corpus() if hashlib.sha256(row.text.encode()).digest()[0] % 2 == reporting]
    found = [row.is_malicious for row in half if grave(row.text)]
    return Score(sum(found), len(found) - sum(found), sum(row.is_malicious for row in half))


def documentation() -> list[str]:
    """The text of every page of both packages."""
    doc = unpack() / "usr/share/doc"
    pages = [page for part in ("python3.11/html", "nodejs/api") for page in sorted((doc / part).rglob("*.html"))]
    return [extract(page.read_text("utf-8")).text for page in pages if is_page(page)]


def is_page(path: Path) -> bool:
    """Whether a file is a page of its own; `all.html` is every page of nodejs again."""
    return path.name != "all.html"


def pieces(pages: list[str], size: int) -> list[str]:
    """The pages cut into pieces of a size; the last of a page is shorter."""
    return [page[at : at + size] for page in pages for at in range(0, len(page), size)]


def seconds(text: str) -> float:
    """What one text costs, the best of some rounds."""
    best = float("inf")
    for _ in range(ROUNDS):
        started = time.process_time()
        flags(text)
        best = min(best, time.process_time() - started)
    return best


def speed(pages: list[str]) -> float:
    """Megabytes (10^6 bytes of UTF-8) of clean text a second, in pieces of 50,000 characters."""
    clean = [piece for piece in pieces(pages, CLEAN_TEXT) if len(piece) == CLEAN_TEXT]
    return sum(len(piece.encode()) for piece in clean) / 1e6 / sum(map(seconds, clean))


def main() -> int:
    report, tune = score(reporting=True), score(reporting=False)
    pages = documentation()
    cut = pieces(pages, PIECE)
    share = sum(map(grave, cut)) / len(cut)
    rate = speed(pages)
    worst, name = max((seconds(text) * 1000, name) for name, text in texts().items())
    print(f"precision {report.precision:.3f} (bar {PRECISION}), recall {report.recall:.3f} (bar {RECALL})", end="")
    print(f" on {report.malicious} malicious rows; tuning half {tune.precision:.3f}, {tune.recall:.3f}")
    print(f"documentation flagged {share:.2%} of {len(cut):,} pieces (bar {DOCS_SHARE:.1%})")
    print(f"clean text {rate:.1f} MB/s (bar {MB_PER_S}); worst of {len(texts())} hostile texts: ", end="")
    print(f"{worst:.0f} ms, {name} (bar {WORST_MS:.0f})")
    held = report.precision >= PRECISION and report.recall >= RECALL and share <= DOCS_SHARE
    return 0 if held and rate >= MB_PER_S and worst <= WORST_MS else 1


if __name__ == "__main__":
    sys.exit(main())
