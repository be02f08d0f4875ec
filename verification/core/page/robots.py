"""Decides what robots.txt lets QuoteProof read.

RFC 9309, on bytes: whole product token, all matching groups combined and `*` only where none matches, the longest
pattern wins and a tie allows, `*` and a final `$`, percent-encoding by section 2.2.2. Lines that aren't understood
never close a group. Beyond the RFC: `Crawl-delay`, `Content-Signal: ai-input=no` (contentsignals.org), and the
misspelt names that Google's parser takes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

PRODUCT: Final = "QuoteProof"
MAX_CRAWL_DELAY: Final = 31_536_000.0  # seconds; a longer pause is no different
_RULE_TEXT: Final = 200  # characters of a rule that the evidence shows

_BOM: Final = b"\xef\xbb\xbf"
_START: Final = re.compile(rb"\A\xef(?:\xbb\xbf?)?")  # a byte order mark, or what is left of one
_MISSPELT: Final = {
    **dict.fromkeys((b"user agent", b"useragent"), b"user-agent"),
    **dict.fromkeys((b"dissallow", b"dissalow", b"disalow", b"diasllow", b"disallaw"), b"disallow"),
}
_LINE_END: Final = re.compile(rb"\r\n|\n|\r")
_TOKEN: Final = re.compile(rb"[A-Za-z_-]+|\*(?=\s|\Z)")
_NUMBER: Final = re.compile(rb"\d+(?:\.\d*)?|\.\d+")
_NO_INPUT: Final = re.compile(rb"(?i)(?:^|[\s,;])ai-input\s*=\s*no(?=[\s,;]|\Z)")
# An escape, or an octet that RFC 3986 lets stand nowhere in a URI.
_OCTET: Final = re.compile(rb"%[0-9A-Fa-f]{2}|[^A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=%]")
# `/` and `?` part a path; `%2F` and `%3F` do not, so these stay as they are.
_DECODED: Final = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:[]@!$&'()*+,;=")
_HTML: Final = re.compile(rb"\s*<")
_BINARY: Final = re.compile(rb"[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]")  # the binary octets of MIME Sniffing, section 3


@dataclass(frozen=True, slots=True)
class Decision:
    """What the chosen group says of one path; `rule` is the line that decided it, None where none did."""

    allowed: bool
    rule: str | None
    crawl_delay: float | None  # seconds between two page requests
    content_signal_denies: bool


@dataclass(frozen=True, slots=True)
class _Rule:
    allow: bool
    pieces: tuple[bytes, ...]  # the pattern between its wildcards, canonical
    anchored: bool
    line: bytes

    @property
    def length(self) -> int:
        """Octets of the pattern: the longest match wins."""
        return sum(map(len, self.pieces)) + len(self.pieces) - 1 + self.anchored

    def matches(self, target: bytes) -> bool:
        first, *rest = self.pieces
        if not target.startswith(first):
            return False
        if not rest:
            return not self.anchored or target == first
        at = len(first)
        for piece in rest[:-1]:
            found = target.find(piece, at)
            if found < 0:
                return False
            at = found + len(piece)
        last = rest[-1]
        if self.anchored:
            return target.endswith(last) and at <= len(target) - len(last)
        return target.find(last, at) >= 0


@dataclass(slots=True)
class _Group:
    agents: set[bytes] = field(default_factory=set)
    rules: list[_Rule] = field(default_factory=list)
    crawl_delays: list[float] = field(default_factory=list)
    denials: list[bytes] = field(default_factory=list)
    closed: bool = False  # a rule was read: the next user-agent line opens another group


@dataclass(frozen=True, slots=True)
class Robots:
    """One robots.txt; without groups, everything is allowed."""

    groups: tuple[_Group, ...] = ()

    def decide(self, path: str, agent: str = PRODUCT) -> Decision:
        """`path` is the request target as it is sent, its query included."""
        groups = self._chosen(agent.lower().encode())
        rule = None if path == "/robots.txt" else _strongest(groups, _canonical(path.encode()))
        denials = [line for group in groups for line in group.denials]
        delays = [delay for group in groups for delay in group.crawl_delays]
        line = denials[0] if denials else rule.line if rule else None
        return Decision(
            allowed=rule is None or rule.allow,
            rule=None if line is None else line.decode("utf-8", "replace")[:_RULE_TEXT],
            crawl_delay=max(delays, default=0.0) or None,
            content_signal_denies=bool(denials),
        )

    def _chosen(self, agent: bytes) -> list[_Group]:
        own = [group for group in self.groups if agent and agent in group.agents]
        return own or [group for group in self.groups if b"*" in group.agents]


def _strongest(groups: list[_Group], target: bytes) -> _Rule | None:
    matching = [rule for group in groups for rule in group.rules if rule.matches(target)]
    return max(matching, key=lambda rule: (rule.length, rule.allow), default=None)


def is_rules(body: bytes, content_type: str | None) -> bool:
    """False for an HTML or binary body: read as rules it would hold none, and so allow everything."""
    bare = (content_type or "").partition(";")[0].strip().lower()
    if bare in ("text/html", "application/xhtml+xml"):
        return False
    return not _HTML.match(body.removeprefix(_BOM)) and not _BINARY.search(body)


def parse(body: bytes) -> Robots:
    """Never fails: what isn't a rule is passed over."""
    groups: list[_Group] = []
    for name, value, line in _lines(_START.sub(b"", body)):
        if name == b"user-agent":
            if not groups or groups[-1].closed:
                groups.append(_Group())
            token = _TOKEN.match(value)
            groups[-1].agents.add(token[0].lower() if token else b"")
        elif groups:
            _add(groups[-1], name, value, line)
    return Robots(tuple(groups))


def _add(group: _Group, name: bytes, value: bytes, line: bytes) -> None:
    if name in (b"allow", b"disallow"):
        group.closed = True
        if value:
            group.rules.append(_rule(name == b"allow", value, line))
    elif name == b"crawl-delay" and _NUMBER.fullmatch(value):
        group.crawl_delays.append(min(float(value), MAX_CRAWL_DELAY))
    elif name == b"content-signal" and _NO_INPUT.search(value):
        group.denials.append(line)


def _lines(body: bytes) -> Iterator[tuple[bytes, bytes, bytes]]:
    """Name, value and the line itself, comments dropped."""
    for raw in _LINE_END.split(body):
        line = raw.partition(b"#")[0].strip()
        name, colon, value = line.partition(b":")
        if not colon:  # Google's parser also takes `disallow /x`: two words and nothing else
            words = line.split()
            if len(words) != 2:
                continue
            name, value = words
        name = name.strip().lower()
        yield _MISSPELT.get(name, name), value.strip(), line


def _rule(allow: bool, pattern: bytes, line: bytes) -> _Rule:
    anchored = pattern.endswith(b"$")
    literal = pattern[:-1] if anchored else pattern
    return _Rule(allow, tuple(_canonical(piece) for piece in literal.split(b"*")), anchored, line)


def _canonical(octets: bytes) -> bytes:
    """Section 2.2.2: two spellings of one path become the same octets."""
    return _OCTET.sub(_canonical_octet, octets)


def _canonical_octet(match: re.Match[bytes]) -> bytes:
    found = match[0]
    octet = int(found[1:], 16) if len(found) == 3 else found[0]
    return bytes([octet]) if octet in _DECODED else b"%%%02X" % octet
