"""Content codings, bounded: a bomb costs what the limit allows, not what it holds.

gzip may have several members (RFC 1952, section 2.2); deflate is zlib's format (RFC 9110, section 8.4.1.2) or
bare, as browsers take it. A stream that is damaged, cut short or followed by anything else is a fault of the
transfer.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Final, Protocol

from verification.adapters.faults import Unreachable, UnsupportedCoding

_GZIP: Final = 16 + zlib.MAX_WBITS
_ZLIB: Final = zlib.MAX_WBITS
_BARE: Final = -zlib.MAX_WBITS


class Decoder(Protocol):
    """Fed with the body as it comes."""

    def feed(self, data: bytes, most: int) -> bytes:
        """What `data` decodes to, up to `most` (at least 1) bytes; what is beyond `most` may be lost."""

    def finish(self) -> None:
        """The body has ended. Raises Unreachable where it ended early."""


def decoder(codings: list[str]) -> Decoder:
    """For the values of Content-Encoding. Raises UnsupportedCoding."""
    named = [name.strip().lower() for value in codings for name in value.split(",") if name.strip()]
    if len(named) > 1 or not set(named) <= _DECODERS.keys():
        raise UnsupportedCoding("a content coding that is not decoded")
    return _DECODERS[named[0]]() if named else Plain()


class Plain:
    """No coding."""

    def feed(self, data: bytes, most: int) -> bytes:
        return data[:most]

    def finish(self) -> None:
        return None


class Gzip:
    """One member after the other."""

    def __init__(self) -> None:
        self._member: zlib._Decompress | None = None

    def feed(self, data: bytes, most: int) -> bytes:
        out = bytearray()
        while data and len(out) < most:
            if self._member is None or self._member.eof:
                self._member = zlib.decompressobj(_GZIP)
            out += _inflate(self._member, data, most - len(out))
            data = self._member.unused_data if self._member.eof else b""
        return bytes(out)

    def finish(self) -> None:
        _check_end(self._member)


class Deflate:
    """zlib's format by its two header bytes, else bare."""

    def __init__(self) -> None:
        self._stream: zlib._Decompress | None = None
        self._held = b""

    def feed(self, data: bytes, most: int) -> bytes:
        if self._stream is None:
            data = self._held + data
            if len(data) < 2:
                self._held = data
                return b""
            is_zlib = data[0] & 15 == 8 and int.from_bytes(data[:2], "big") % 31 == 0
            self._held, self._stream = b"", zlib.decompressobj(_ZLIB if is_zlib else _BARE)
        out = _inflate(self._stream, data, most)
        if self._stream.unused_data:
            raise Unreachable("bytes after the compressed body")
        return out

    def finish(self) -> None:
        if self._held:
            raise Unreachable("the compressed body is cut short")
        _check_end(self._stream)


_DECODERS: Final[dict[str, Callable[[], Decoder]]] = {"identity": Plain, "gzip": Gzip, "deflate": Deflate}


def _inflate(stream: zlib._Decompress, data: bytes, most: int) -> bytes:
    if stream.eof and data:
        raise Unreachable("bytes after the compressed body")
    try:
        return stream.decompress(data, most)
    except zlib.error as error:
        raise Unreachable("the compressed body is damaged") from error


def _check_end(stream: zlib._Decompress | None) -> None:
    """An empty body is empty in every coding."""
    if stream is not None and not stream.eof:
        raise Unreachable("the compressed body is cut short")
