"""Runs of encoded text, and what they decode to: base64, base32, hex, binary, base85, Morse.

Only what reads like text is handed back, so that hashes, keys and images give nothing. RFC 4648 for base64
(both alphabets), base32 and base16. Work is bounded by the text's own length.
"""

from __future__ import annotations

import base64
import binascii
import re
import string
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from verification.core.text.injection_escapes import Payload, stretches

_Decoder: TypeAlias = Callable[[str], bytes]
SHORTEST: Final = 16
PROBE: Final = 16
_RUN: Final = re.compile(r"[A-Za-z0-9+/_-]{16,}={0,6}")
_BASE85: Final = re.compile(r"(?:<~)?([!-~]{20,}?)(?:~>)?")
_ODD: Final = re.compile(r"[!#$%&*;<>?@^`{|}~+][^!#$%&*;<>?@^`{|}~+]{0,64}[!#$%&*;<>?@^`{|}~+]")
_SPACED_HEX: Final = re.compile(r"\b[0-9A-Fa-f]{2}(?: [0-9A-Fa-f]{2}){9,}\b")
_BINARY: Final = re.compile(r"\b[01]{8}(?:[ ,]?[01]{8}){3,}\b")
_MORSE_RUN: Final = re.compile(r"[.-]{1,6}(?: (?:[/|] )?[.-]{1,6}){9,}")
MORSE: Final = (
    ".- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --.. "
    "----- .---- ..--- ...-- ....- ..... -.... --... ---.. ----. .-.-.- --..-- ..--.."
)
_MORSE: Final = dict(zip(MORSE.split(), "abcdefghijklmnopqrstuvwxyz0123456789.,?", strict=True))


@dataclass(frozen=True, slots=True)
class _Piece:
    encoding: str
    start: int
    end: int
    content: bytes


def payloads(text: str) -> Iterator[Payload]:
    """Every encoded run of a text that decodes to something readable, escapes included."""
    yield from _long_words(text)
    for encoding, sign, pattern, decode in _PATTERNS:
        for found in pattern.finditer(text) if sign.search(text) else ():
            if shown := _readable(decode(found[0])):
                yield Payload(encoding, *found.span(), shown)
    yield from stretches(text)


def _long_words(text: str) -> Iterator[Payload]:
    at = 0
    groups: list[list[_Piece]] = []
    for word in [word for word in text.split() if len(word) >= SHORTEST]:
        if not (_RUN.search(word) or _ODD.search(word)):
            continue
        at = text.index(word, at)
        for piece in _decoded_runs(word, at):
            # Runs with white space alone between them, as base64 in lines, are one payload.
            if groups and _goes_on(text, groups[-1][-1], piece):
                groups[-1].append(piece)
            else:
                groups.append([piece])
        at += len(word)
    for group in groups:
        if shown := _readable(b"".join(piece.content for piece in group)):
            yield Payload(group[0].encoding, group[0].start, group[-1].end, shown)


def _goes_on(text: str, before: _Piece, piece: _Piece) -> bool:
    return before.encoding == piece.encoding and text[before.end : piece.start].isspace()


def _decoded_runs(word: str, at: int) -> Iterator[_Piece]:
    for run in _RUN.finditer(word):
        for encoding, signs, decode in _ALPHABETS:
            if signs.issuperset(run[0][:PROBE]) and (content := _text_of(decode, run[0])):
                yield _Piece(encoding, at + run.start(), at + run.end(), content)
                break
    framed = _BASE85.fullmatch(word) if _ODD.search(word) else None
    for encoding, decode in _BASES_85 if framed else ():
        if framed and (content := _text_of(decode, framed[1])):
            yield _Piece(encoding, at, at + len(word), content)


def _text_of(decode: _Decoder, run: str) -> bytes:
    # Sixteen characters tell a hash or a name from a text; few runs are decoded to their end.
    head = _attempt(decode, run[:PROBE])
    return _attempt(decode, run) if head.isascii() and head.decode().isprintable() and head else b""


def _attempt(decode: _Decoder, run: str) -> bytes:
    try:
        return decode(run)
    except ValueError:
        return b""


def _base64(run: str) -> bytes:
    run = run.rstrip("=").translate(_URL_SAFE)
    whole = run[: len(run) - (len(run) % 4 == 1)]  # one character over can't be part of any byte
    return binascii.a2b_base64(whole + "=" * (-len(whole) % 4))


def _hex(run: str) -> bytes:
    return bytes.fromhex(run[: len(run) - len(run) % 2])


def _base32(run: str) -> bytes:
    run = run.rstrip("=")
    return base64.b32decode(run + "=" * (-len(run) % 8))


def _binary(run: str) -> bytes:
    bits = re.sub("[ ,]", "", run)
    return bytes(int(bits[at : at + 8], 2) for at in range(0, len(bits), 8))


def _morse(run: str) -> bytes:
    words = re.split(r" [/|] ", run)
    return " ".join("".join(_MORSE.get(c, "\0") for c in word.split()) for word in words).encode()


def _readable(content: bytes) -> str:
    """The decoded bytes as text, or nothing where they don't read like text."""
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        return ""
    strange = sum(not (c.isprintable() or c.isspace()) for c in text)
    return text if len(text) >= 8 and strange * 20 <= len(text) else ""


_URL_SAFE: Final = str.maketrans("-_", "+/")
_ALPHABETS: Final[tuple[tuple[str, frozenset[str], _Decoder], ...]] = (
    ("hex", frozenset(string.hexdigits), _hex),
    ("base32", frozenset(string.ascii_uppercase + "234567"), _base32),
    ("base64", frozenset(string.ascii_letters + string.digits + "+/-_"), _base64),
)
_BASES_85: Final[tuple[tuple[str, _Decoder], ...]] = (
    ("ascii85", base64.a85decode),
    ("base85", base64.b85decode),
)
_PATTERNS: Final = (
    ("binary", re.compile("0[01]{7}[ ,]?0[01]{7}[ ,]?"), _BINARY, _binary),
    ("hex", re.compile(" [0-9A-Fa-f]{2} [0-9A-Fa-f]{2} [0-9A-Fa-f]{2} "), _SPACED_HEX, bytes.fromhex),
    ("morse", re.compile(" [.-]{1,6} [.-]{1,6} [.-]{1,6} "), _MORSE_RUN, _morse),
)
