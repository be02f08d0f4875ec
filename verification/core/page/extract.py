"""Decides what the text of an HTML page is: what a reader of it sees, so that a quote copied from there is found.

Reference: Chromium's innerText. The limits are published: style sheets that a page links to and what scripts
change aren't seen. The rules carry a version (RULES) because other rules give other hashes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from lxml import etree
from lxml.etree import _Element

from verification.core.page import shadow
from verification.core.page.css.budget import TooCostly
from verification.core.page.css.cascade import Cascade
from verification.core.page.css.colours import BLACK, WHITE
from verification.core.page.document import Document, ExtractionUncertain, parse
from verification.core.page.ink import Ink
from verification.core.page.outline import LOGIN
from verification.core.page.pagetext import RULES, PageText
from verification.core.page.scope import Scope
from verification.core.page.walker import Walker

__all__ = ["RULES", "ExtractionUncertain", "PageText", "extract"]

_IDS: Final = etree.XPath("//@id", smart_strings=False)
_COLOURS: Final = etree.XPath("boolean(//@bgcolor | //font/@color | //body/@text)")
_STYLES: Final = etree.XPath("//@style", smart_strings=False)
_CHALLENGES: Final = ("cf-chl-", "challenge-platform")
_STEPS: Final = 200_000  # for reading styles, a fraction of a second; large pages get more
_DARK: Final = re.compile(r"color-scheme\s*:\s*(?:only\s+)?dark\b", re.IGNORECASE)
_CDATA: Final = "<![CDATA["
_NOT_IN_FORCE: Final = ("template", "noscript")  # inside these, a meta or style element is not the page's


def extract(html: str) -> PageText:
    """The text of a decoded page, and what gates, controls and anchors need. Raises ExtractionUncertain."""
    document = parse(html)
    shadow.drop_unslotted(document)
    ids = Counter(_values(_IDS, document.root))
    unique = {name for name, count in ids.items() if name and count == 1}
    try:
        cascade = _cascade(document.root, _STEPS + len(html) // 2)
        walker = Walker(document, cascade, unique, Scope(ink=_ink(document.root) if cascade.coloured else None))
        walker.walk()
    except TooCostly as error:
        raise ExtractionUncertain from error
    return _page(document, walker, ids)


def _cascade(root: _Element, steps: int) -> Cascade:
    coloured = bool(_COLOURS(root))
    return Cascade(_sheets(root), set(_values(_STYLES, root)), steps, coloured=coloured)


def _ink(root: _Element) -> Ink:
    """Black on white, unless the page asks for a dark screen or a style sheet that isn't seen may say more."""
    if any(_DARK.search(css) for css, _ in _sheets(root)):
        return Ink(None, None)
    linked = any("stylesheet" in (link.get("rel") or "").lower() for link in root.iter("link"))
    return Ink(BLACK, None if linked else WHITE)


def _page(document: Document, walker: Walker, ids: Iterable[str]) -> PageText:
    root = document.root
    text, starts, ends = walker.writer.finish()
    found = walker.outline.finish(starts, ends)
    sources = [script.get("src") for script in root.iter("script")]
    return PageText(
        text=text,
        title=_title(root),
        robots_meta=tuple(_robots(root)),
        elements=found.elements,
        nosnippet=found.nosnippet,
        regions=found.regions,
        challenge=any(sign in name for name in (*ids, *filter(None, sources)) for sign in _CHALLENGES),
        password_only=(0, len(walker.writer.texts), LOGIN) in walker.outline.regions,
        has_script=bool(sources),
        inline_script_chars=sum(len(script.text or "") for script in root.iter("script") if not script.get("src")),
    )


def _values(path: etree.XPath, root: _Element) -> list[str]:
    found = path(root)
    assert isinstance(found, list)
    return [str(value) for value in found]


def _title(root: _Element) -> str:
    """The page's own title, with its white space collapsed; svg elements have titles too."""
    for title in root.iter("title"):
        if next(title.iterancestors("svg"), None) is None:
            return " ".join((title.text or "").split())
    return ""


def _robots(root: _Element) -> Iterator[str]:
    for meta in _in_force(root, "meta"):
        if (meta.get("name") or "").strip().lower() in ("robots", "quoteproof"):
            yield meta.get("content") or ""


def _sheets(root: _Element) -> Iterator[tuple[str, str]]:
    for style in _in_force(root, "style"):
        if (style.get("type") or "text/css").strip().lower() == "text/css":
            yield _css(style), style.get("media") or ""


def _css(style: _Element) -> str:
    """What a style element holds; svg's may be wrapped, as in XML."""
    text = (style.text or "").strip()
    if text.startswith(_CDATA) and next(style.iterancestors("svg"), None) is not None:
        return text.removeprefix(_CDATA).removesuffix("]]>")
    return text


def _in_force(root: _Element, tag: str) -> Iterator[_Element]:
    for element in root.iter(tag):
        if next(element.iterancestors(*_NOT_IN_FORCE), None) is None:
            yield element
