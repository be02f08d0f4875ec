"""Decides what of an element's own content is shown where a declarative shadow root stands in for it.

HTML, `template` with `shadowrootmode`: of the host's children only those are shown for which the root has a slot.
The root's own text is left out, as every template's.
"""

from __future__ import annotations

from typing import Final

from lxml import etree
from lxml.etree import _Element

from verification.core.page.document import Document
from verification.core.page.words import words

_ROOTS: Final = etree.XPath("//template[@shadowrootmode][not(ancestor::template)]")
_HOSTS: Final = words("""
        article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span
    """)


def drop_unslotted(document: Document) -> None:
    """Takes the children without a slot out of the tree. Raises ExtractionUncertain where one has no sure end."""
    roots = _ROOTS(document.root)
    assert isinstance(roots, list)
    hosts: dict[_Element, _Element] = {}
    for root in roots:
        assert isinstance(root, _Element)
        host = root.getparent()
        if host is not None and _is_root(root, host):
            hosts.setdefault(host, root)
    for host, root in hosts.items():
        slots = {slot.get("name") or "" for slot in root.iter("slot")}
        for child in list(host):
            if child is not root and (child.get("slot") or "") not in slots:
                document.needs_sure_end(child)
                _take_out(child)
        if "" not in slots:
            _silence(host)


def _is_root(template: _Element, host: _Element) -> bool:
    mode = (template.get("shadowrootmode") or "").lower()
    return mode in ("open", "closed") and (host.tag in _HOSTS or "-" in host.tag)


def _take_out(child: _Element) -> None:
    """All but the text that stands after it."""
    tail = child.tail or ""
    before, host = child.getprevious(), child.getparent()
    if before is not None:
        before.tail = (before.tail or "") + tail
    elif host is not None:
        host.text = (host.text or "") + tail
    if host is not None:
        host.remove(child)


def _silence(host: _Element) -> None:
    """Take out the text that stands directly in it."""
    host.text = None
    for child in host:
        child.tail = None
