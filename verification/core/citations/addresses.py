"""Decides what a link leads to as an address that the page routes take, and where bare addresses stand in a text.

The syntax is verification.core.page.urls'; hosts are the caller's matter. Trackers' query parameters fall away,
letters outside ASCII are percent-encoded (RFC 3987, section 3.1); an address is changed in no other way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final
from urllib.parse import quote

from verification.core.contracts.published import schema as published_schema
from verification.core.page.urls import InvalidUrl, parse

LONGEST: Final[int] = published_schema("quote-input")["properties"]["url"]["maxLength"]
_STOPS: Final = '\\s<>"“”„‟«»‹›`|\\\\^{}\\[\\]「」『』【】〈〉《》（）、。，！？；：\x00-\x1f\x7f\u200b'
URL: Final = re.compile(f"https?://[^{_STOPS}]+", re.I)
_SITES: Final = (
    "com|org|net|io|dev|gov|edu|int|eu|de|at|ch|fr|es|it|ru|uk|us|jp|cn|tw|br|mx|ca|au|nl|pl|info|network"
)
_BARE: Final = re.compile(
    rf"(?<![\w@/.:\-])(?:https?://|www\.|(?:[a-z0-9][a-z0-9\-]{{0,62}}\.){{1,5}}(?:{_SITES})(?=/))[^{_STOPS}]+",
    re.I,
)
_TAIL: Final = frozenset(".,;:!?'’*_~…")
_SCHEME: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.\-]*):")
_TRACKER: Final = re.compile(r"(?i)(?:utm_\w+|fbclid|gclid|msclkid|mc_cid|mc_eid|igshid|ref_src)(?:=|\Z)")
_URI_CHARACTERS: Final = "!#$%&'()*+,-./:;=?@[]_~\\"


def end_of(text: str, start: int, end: int) -> int:
    """Where the address ends that was taken from `start` up to `end`: the sentence's own signs are not of it."""
    opened = text.count("(", start, end) - text.count(")", start, end)
    while end > start and (text[end - 1] in _TAIL or (text[end - 1] == ")" and opened < 0)):
        opened += text[end - 1] == ")"
        end -= 1
    return end


def bare(text: str, start: int, end: int) -> Iterator[tuple[int, int, str]]:
    """The addresses that stand in `text[start:end]` as such; one without a scheme is read as https."""
    for found in _BARE.finditer(text, start, end):
        stop = end_of(text, found.start(), found.end())
        url = text[found.start() : stop]
        yield found.start(), stop, url if "://" in url[:8] else f"https://{url}"


def taken(url: str) -> tuple[str, str]:
    """The address as a page route takes it, and why it is none ("" if it is): a reason's id."""
    scheme = _SCHEME.match(url)
    if scheme is None:
        return url, "relative_link"
    if scheme[1].lower() != "https":
        return url, "not_https" if scheme[1].lower() == "http" else "unsupported_scheme"
    url = _encoded(_without_trackers(url))
    if "?" in url:
        return url, "link_with_query"
    try:
        parse(url, _AnyHost())
    except InvalidUrl:
        return url, "invalid_link"
    return url, "invalid_link" if len(url) > LONGEST else ""


class _AnyHost(frozenset[str]):
    """Hosts are decided elsewhere: here every host with a name and a dot is in the list."""

    def __contains__(self, host: object) -> bool:
        return isinstance(host, str) and re.fullmatch(r"(?:[a-z0-9_-]+\.)+[a-z0-9-]+\.?", host) is not None


def _without_trackers(url: str) -> str:
    address, mark, fragment = url.partition("#")
    path, query, parameters = address.partition("?")
    if not query:
        return url
    kept = [parameter for parameter in parameters.split("&") if not _TRACKER.match(parameter)]
    return path + (query + "&".join(kept) if kept and parameters else "") + mark + fragment


def _encoded(url: str) -> str:
    if url.isascii():
        return url
    head, mark, rest = url.partition("://")
    host, slash, path = rest.partition("/")
    return f"{head}{mark}{host}{slash}{quote(path, safe=_URI_CHARACTERS)}"
