"""Turns a body into text, or refuses.

Byte order mark, then the header's charset, then (HTML) the page's own declaration, then UTF-8; labels by the
Encoding Standard's table. Decoding is strict. Python's codecs leave out some bytes of the standard's tables, which
makes a page unread; where they give other characters than the standard does, those make it unread too.
"""

from __future__ import annotations

import re
from typing import Final

import webencodings

from verification.core.page import prescan

_BOMS: Final = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16le"), (b"\xfe\xff", "utf-16be"))
_XML_UTF16: Final = ((b"<\0?\0x\0", "utf-16le"), (b"\0<\0?\0x", "utf-16be"))
_IN_MARKUP: Final = {"utf-16le": "utf-8", "utf-16be": "utf-8", "x-user-defined": "windows-1252"}
_PARAMETER: Final = re.compile(r";\s*([!#$%&'*+.^_`|~\w-]+)\s*=\s*(?:\"((?:[^\"\\]|\\.)*)\"|([^;\"]*))", re.ASCII)

# What Python 3.11 decodes to these, the standard's index (May 2026) decodes to something else.
_UNFAITHFUL: Final = {
    "koi8-u": "\u255d\u256c",
    "big5": "\u2022\uff64\u203e\u223c\u2641\u2609\uff0f\uff3c\u00a5\u00a2\u00a3",
    "euc-jp": "\u301c\u2016\u2212\u00a2\u00a3\u00ac",
    "iso-2022-jp": "\u301c\u2016\u2212\u00a2\u00a3\u00ac",
    "shift_jis": "\uf8f0\uf8f1\uf8f2\uf8f3",
    "gb18030": (
        "\u1e3f\ue5e5\ue78d\ue78e\ue78f\ue790\ue791\ue792\ue793\ue794\ue795\ue796\ue7c7"
        "\ue81e\ue826\ue82b\ue82c\ue832\ue843\ue854\ue864"
    ),
}


class UnsupportedEncoding(ValueError):
    """An unknown label, or a body that its encoding can't have produced."""


def decode(body: bytes, content_type: str | None, html: bool) -> str:
    """The text without its byte order mark, all else kept. Raises UnsupportedEncoding."""
    bom, encoding = _encoding(body, content_type, html)
    try:
        text, _ = encoding.codec_info.decode(body[len(bom) :], "strict")
    except ValueError as error:
        raise UnsupportedEncoding from error
    if not set(_UNFAITHFUL.get(encoding.name, "")).isdisjoint(text):
        raise UnsupportedEncoding
    return str(text)


def _encoding(body: bytes, content_type: str | None, html: bool) -> tuple[bytes, webencodings.Encoding]:
    for bom, name in _BOMS:
        if body.startswith(bom):
            return bom, _known(name)
    label = _charset(content_type or "")
    if label is not None:
        return b"", _known(label)
    return b"", _in_markup(body) if html else _known("utf-8")


def _in_markup(body: bytes) -> webencodings.Encoding:
    """The first declaration with a known label; one with an unknown label refuses only where no other is known."""
    for start, name in _XML_UTF16:
        if body.startswith(start):
            return _known(name)
    labels = list(prescan.labels(body))
    label = next(filter(webencodings.lookup, labels), next(iter(labels), "utf-8"))
    encoding = _known(label)
    return _known(_IN_MARKUP.get(encoding.name, encoding.name))


def _known(label: str) -> webencodings.Encoding:
    encoding = webencodings.lookup(label)
    if encoding is None or encoding.name == "replacement":
        raise UnsupportedEncoding
    return encoding


def _charset(content_type: str) -> str | None:
    """The first charset parameter of a Content-Type; an empty unquoted one counts as none."""
    for name, quoted, bare in _PARAMETER.findall(content_type):
        if name.lower() == "charset" and (quoted or bare.strip()):
            return re.sub(r"\\(.)", r"\1", quoted) if quoted else bare.strip()
    return None
