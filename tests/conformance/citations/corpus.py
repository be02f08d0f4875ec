"""Pasted answers with the pairs that a careful reader finds in them, written for this project.

An answer is `=== id format manner`, the document, `--- pairs`, and a line per pair: the link, a space, the
quotation as a reader sees it. The id begins with the language. `manner` is in whose style it is written; a `trap`
has no pairs where a careless rule finds some.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
_ANSWER = re.compile(r"^=== (\S+) (markdown|html|text) (\S+)\n(.*?)^--- pairs\n(.*?)(?=^=== |\Z)", re.M | re.S)


@dataclass(frozen=True)
class Answer:
    name: str
    format: str
    manner: str
    document: str
    pairs: frozenset[tuple[str, str]]

    @property
    def language(self) -> str:
        return self.name.partition("-")[0]

    @property
    def tuned_on(self) -> bool:
        """Whether rules were tuned on the answer: on one half, and on those once fresh (`-f-`, `-g-`, `-h-`)."""
        once_fresh = any(part in self.name for part in ("-f-", "-g-", "-h-"))
        return once_fresh or hashlib.sha256(self.name.encode()).digest()[0] % 2 == 0


def answers(folder: str) -> list[Answer]:
    """All answers of one folder, by file name."""
    found = []
    for path in sorted((HERE / folder).glob("*.txt")):
        for name, form, manner, document, lines in _ANSWER.findall(path.read_text(encoding="utf-8")):
            pairs = frozenset(
                (url, quote) for url, _, quote in (line.partition(" ") for line in lines.splitlines())
            )
            found.append(Answer(name, form, manner, document.rstrip("\n"), pairs))
    return found
