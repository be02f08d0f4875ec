"""Decides what a pasted answer with its citations asks for: which of its quotes are chosen, which part is bought.

The text stays in the form and is read anew with each request, so that it is in no session and no log. A quote is
chosen by the hash of its pair: what was ticked is what is bought, whatever else was changed in the text.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from django.http import QueryDict

from quoteproof.contracts import DOCUMENT, Paid
from quoteproof.pages.form import Mistake
from quoteproof.preview import MOST_BYTES, REASONS, Preview, preview
from verification.core.citations.found import Format, Pair, Skipped
from verification.core.contracts.document.parts import Chosen

FORMATS: Final[dict[Format, str]] = {"markdown": "Markdown", "html": "HTML", "text": "plain text"}
_TAGS: Final = "html|body|p|div|span|li|ul|ol|q|blockquote|article|section|h[1-6]|br|em|strong"
_HTML: Final = re.compile(rf"<!doctype html|</?(?:{_TAGS})[\s/>]|<a\s[^>]*href=", re.I)
_MARKDOWN: Final = re.compile(r"\]\(\s*<?https?:|^\[[^\]\n]+\]:|^ {0,3}>|^#{1,6} |\*\*\S", re.M)
EMPTY: Final = "Paste the answer, with its links."
TOO_LARGE: Final = f"At most {MOST_BYTES:,} bytes can be looked through at once; paste less of it."
NOTHING_CHOSEN: Final = "Choose at least one quote."
CHANGED: Final = "The choice has changed, and with it the parts. Look at them again, then pay."


@dataclass(frozen=True, slots=True)
class Listed:
    """A quote that can be checked, as the list shows it. `part` counts from 1, 0 where it isn't chosen."""

    id: str
    quote: str
    url: str
    rule: str
    part: int


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A quotation that can't be checked, and why, in words."""

    quote: str
    why: str


@dataclass(frozen=True)
class DocumentForm:
    """The form as filled in. `shown` is what the list stood for when it was sent; `part` is bought, from 1."""

    document: str = ""
    format: str = ""
    chosen: frozenset[str] | None = None
    shown: str = ""
    part: int = 0

    @property
    def contract(self) -> Paid:
        return DOCUMENT

    @cached_property
    def read_as(self) -> Format:
        """The format chosen, or the one that the text looks like."""
        return next((each for each in FORMATS if each == self.format), recognised(self.document))

    @cached_property
    def found(self) -> Preview:
        return preview(self.document, self.read_as)

    @cached_property
    def bought(self) -> Preview:
        """What was chosen of it, in parts of its own; all of it before anything was chosen."""
        chosen = self.chosen
        return self.found if chosen is None else self.found.only(lambda pair: pair_id(pair) in chosen)

    @property
    def stands_for(self) -> str:
        """One part is what is ticked; of several, each is what the list said."""
        if self.bought.parts < 2:
            return "one"
        told = "\n".join(f"{each.part} {pair_id(each.pair)}" for each in self.bought.pairs)
        return hashlib.sha256(told.encode()).hexdigest()

    @property
    def request(self) -> dict[str, Any]:
        return dict(self.bought.body(self.part - 1))

    @property
    def body(self) -> bytes:
        return json.dumps(self.request, ensure_ascii=False).encode()

    @property
    def fields(self) -> tuple[tuple[str, str], ...]:
        """Names and values of the form's fields, as typed."""
        plain = (("document", self.document), ("format", self.format), ("shown", self.shown))
        return (*plain, *(("pair", each) for each in sorted(self.chosen or ())))

    @property
    def listed(self) -> list[Listed]:
        parts = {pair_id(each.pair): each.part + 1 for each in self.bought.pairs}
        return [_listed(each, parts) for each in self.found.pairs]

    @property
    def left_out(self) -> list[LeftOut]:
        return [self._left_out(each) for each in self.found.skipped]

    def _left_out(self, each: Skipped) -> LeftOut:
        return LeftOut(self.document[each.start : each.end], REASONS[each.reason])


def filled(sent: QueryDict) -> DocumentForm:
    """The submitted form. Browsers send every line break as CR LF: LF was typed."""
    shown, part = str(sent.get("shown", "")), str(sent.get("part", ""))
    return DocumentForm(
        document=str(sent.get("document", "")).replace("\r\n", "\n"),
        format=str(sent.get("format", "")),
        chosen=frozenset(map(str, sent.getlist("pair"))) if shown and sent.get("find") != "anew" else None,
        shown=shown,
        part=int(part) if re.fullmatch("[1-9][0-9]?", part) else 0,
    )


def mistakes(form: DocumentForm) -> tuple[Mistake, ...]:
    """What keeps the text from being looked through, or the part from being bought."""
    if fault := unreadable(form):
        return (fault,)
    if form.chosen is None or not form.found.pairs:
        return ()
    if not form.bought.pairs:
        return (Mistake("pairs", NOTHING_CHOSEN),)
    if form.part and (form.stands_for != form.shown or form.part > form.bought.parts):
        return (Mistake("pairs", CHANGED),)
    return ()


def unreadable(form: DocumentForm) -> Mistake | None:
    """Why the text can't be looked through."""
    if not form.document.strip():
        return Mistake("document", EMPTY)
    too_large = len(form.document.encode("utf-8", "replace")) > MOST_BYTES
    return Mistake("document", TOO_LARGE) if too_large else None


def recognised(document: str) -> Format:
    """What the text looks like: HTML where it has tags of text, Markdown where it has marks of Markdown."""
    if len(_HTML.findall(document)) > 1:
        return "html"
    return "markdown" if _MARKDOWN.search(document) else "text"


def pair_id(pair: Pair) -> str:
    """By what a pair is named in the form."""
    return hashlib.sha256(f"{pair.url}\n{pair.quote}".encode("utf-8", "replace")).hexdigest()[:20]


def _listed(each: Chosen, parts: Mapping[str, int]) -> Listed:
    name = pair_id(each.pair)
    return Listed(name, each.pair.quote, each.pair.url, each.pair.rule, parts.get(name, 0))
