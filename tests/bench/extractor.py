"""HTML extraction: real pages near 100 kB, inside and through the helper. `python -m tests.bench.extractor`.

Bar: 30 ms (median) inside the extractor for a page of 100 kB.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections.abc import Callable

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "quoteproof.settings")
django.setup()

from tests.conformance.real_pages import pages  # noqa: E402
from tests.mirror.packages import MirrorUnavailable, unpack  # noqa: E402
from verification.adapters import extractor  # noqa: E402
from verification.core.page.extract import extract  # noqa: E402

PAGES = 8
ROUNDS = 25
BAR_MS = 30.0


def largest() -> list[str]:
    """The largest real pages that a check still reads, then none."""
    found = sorted(pages(unpack()), key=lambda page: page.stat().st_size)[-PAGES:]
    return [page.read_text(encoding="utf-8") for page in found]


def median_ms(work: Callable[[], object]) -> float:
    taken = []
    for _ in range(ROUNDS):
        started = time.perf_counter()
        work()
        taken.append((time.perf_counter() - started) * 1000)
    return statistics.median(taken)


def rows() -> list[tuple[str, str]]:
    """What was measured, and the medians in milliseconds. Raises MirrorUnavailable."""
    html = largest()
    inside = statistics.median(median_ms(lambda page=page: extract(page)) for page in html)
    helper = statistics.median(median_ms(lambda page=page: extractor.read(page)) for page in html)
    empty = median_ms(lambda: extractor.read("<p>text</p>"))
    return [
        (f"extract, {len(html)} pages of about 100 kB", f"{inside:.1f} ms  (bar {BAR_MS:.0f} ms)"),
        ("the same through the helper process", f"{helper:.1f} ms"),
        ("the helper's own share, an empty page", f"{empty:.1f} ms"),
    ]


def main() -> int:
    try:
        measured = rows()
    except MirrorUnavailable as error:
        print(error, file=sys.stderr)
        return 2
    for name, value in measured:
        print(f"{name:42} {value}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
