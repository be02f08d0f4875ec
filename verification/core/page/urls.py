"""Decides which URLs are fetched, and where a redirect leads.

RFC 3986 syntax, narrowed so that every parser reads a URL alike: ASCII, absolute https, a listed host, no port but
443, no user, no query, no backslash, no dot segments, no escaped separators. Nothing here resolves names.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

REDIRECT_STATUSES: Final = frozenset({301, 302, 303, 307, 308})  # those that are followed
MAX_RESOLVED: Final = 512  # characters of a redirect's resolved URL


class InvalidUrl(ValueError):
    """A URL that isn't fetched. `reason`: invalid_url, unsupported_host or unsupported_redirect."""

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Target:
    """What is asked for: the host in lower case, and the request target exactly as it goes on the wire."""

    host: str
    path: str

    @property
    def url(self) -> str:
        """The URL without its fragment, and the key by which two URLs are the same."""
        return f"https://{self.host}{self.path}"


# Each pattern finds a fault anywhere in the URL, its fragment included; the first one found is told.
_FAULTS: Final = (
    (re.compile(r"[^\x00-\x7f]"), "A URL is written in ASCII."),
    (re.compile(r"[\x00-\x20\x7f]"), "A URL holds no space or control character."),
    (re.compile(r"\\"), "A URL holds no backslash."),
    (re.compile(r"@"), "A URL holds no @."),
    (re.compile(r"\?"), "A URL holds no query, not even an empty one."),
    (re.compile(r"%(?![0-9A-Fa-f]{2})"), "A percent sign stands only before two hexadecimal digits."),
    (re.compile(r"(?i)%(?:2f|5c|00)"), "A URL holds no %2F, %5C or %00."),
    (re.compile(r"[^A-Za-z0-9\-._~:/#\[\]!$&'()*+,;=%]"), "A URL holds only the characters of RFC 3986."),
)
_PARTS: Final = re.compile(r"(?P<scheme>[^:/#]*)://(?P<authority>[^/#]*)(?P<path>[^#]*)(?P<fragment>#.*)?\Z", re.S)
_AUTHORITY: Final = re.compile(r"(?P<host>\[[0-9A-Fa-fv:.]+\]|[^:\[\]]+)(?P<port>:.*)?\Z")
_ABSOLUTE: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*:")
_ENCODED_DOTS: Final = re.compile(r"(?i)(?:^|/)(?:\.?%2e|%2e\.|%2e%2e)(?:/|\Z)")


def parse(url: str, hosts: Collection[str]) -> Target:
    """The target of a URL as sent by a buyer or a server. Raises InvalidUrl."""
    _check(url)
    parts = _PARTS.match(url)
    if parts is None or parts["scheme"].lower() != "https":
        raise InvalidUrl("invalid_url", "A URL is absolute and begins with https://.")
    host = _host(parts["authority"])
    path = parts["path"]
    if any(segment in (".", "..") for segment in path.split("/")):
        raise InvalidUrl("invalid_url", "A path holds no . or .. segment, percent-encoded or not.")
    if re.search(r"[\[\]]", path) or re.search(r"[\[\]#]", (parts["fragment"] or "")[1:]):
        raise InvalidUrl("invalid_url", "A URL holds only the characters of RFC 3986.")
    if host not in hosts:
        raise InvalidUrl("unsupported_host", "This host is not in the list of supported hosts.")
    return Target(host, path or "/")


def _check(text: str) -> None:
    """What holds for a URL and for a Location as they stand, before either is taken apart."""
    for fault, detail in _FAULTS:
        if fault.search(text):
            raise InvalidUrl("invalid_url", detail)
    if _ENCODED_DOTS.search(text.partition("#")[0]):
        raise InvalidUrl("invalid_url", "A path holds no . or .. segment, percent-encoded or not.")


def _host(authority: str) -> str:
    match = _AUTHORITY.match(authority)
    if match is None:
        raise InvalidUrl("invalid_url", "A URL names a host.")
    if match["port"] not in (None, ":443"):
        raise InvalidUrl("invalid_url", "The only port is 443.")
    return match["host"].lower()


def follow(base: Target, locations: Collection[str], hosts: Collection[str]) -> Target | None:
    """Where a redirect with these Location lines leads; None without one. Raises as resolve_redirect."""
    named = {location for location in locations if location}
    if len(named) > 1:
        raise InvalidUrl("unsupported_redirect", "A redirect leads to one place.")
    return resolve_redirect(base, named.pop(), hosts) if named else None


def resolve_redirect(base: Target, location: str, hosts: Collection[str]) -> Target:
    """Where a Location leads (RFC 3986, section 5.2). Raises InvalidUrl("unsupported_redirect", ...)."""
    if location.startswith(("//", "/\\")):
        raise InvalidUrl("unsupported_redirect", "A Location does not begin with // or /\\.")
    try:
        _check(location)  # resolving may drop what is refused: /a\\b/../c
        resolved = _resolve(base, location)
        if len(resolved) > MAX_RESOLVED:
            raise InvalidUrl("invalid_url", f"A redirect leads to at most {MAX_RESOLVED} characters.")
        return parse(resolved, hosts)
    except InvalidUrl as error:
        raise InvalidUrl("unsupported_redirect", error.detail) from error


def _resolve(base: Target, location: str) -> str:
    if _ABSOLUTE.match(location):
        parts = _PARTS.match(location)
        if parts is None:  # `https:page`, `javascript:...`: nothing that parse() takes
            return location
        prefix = f"{parts['scheme']}://{parts['authority']}"
        return prefix + _without_dots(parts["path"]) + (parts["fragment"] or "")
    path, mark, fragment = location.partition("#")
    if not path:
        path = base.path
    elif not path.startswith("/"):
        path = base.path.rpartition("/")[0] + "/" + path
    return f"https://{base.host}{_without_dots(path)}{mark}{fragment}"


def _without_dots(path: str) -> str:
    """RFC 3986, section 5.2.4, for a path that is empty or begins with a slash."""
    kept: list[str] = []
    segments = path.split("/")
    for segment in segments:
        if segment == ".." and len(kept) > 1:
            kept.pop()
        elif segment not in (".", ".."):
            kept.append(segment)
    if segments[-1] in (".", ".."):
        kept.append("")
    return "/".join(kept)
