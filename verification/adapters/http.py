"""One GET over https, on httpcore's public interface: pinned addresses, one deadline, a bounded body.

Nothing is followed, kept or sent beyond the request: no redirects, no cookies, no referrer, no proxy, no
second try.
"""

from __future__ import annotations

import functools
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

import httpcore

from verification.adapters.faults import TooLarge, Unreachable
from verification.adapters.inflate import decoder
from verification.adapters.pinned import HEAD_BYTES, Network, PinnedBackend
from verification.core.page.urls import Target

# For a body: eight bytes on the wire for each one wanted leave room for chunks of a single byte.
_WIRE_BYTES: Final = 8


@dataclass(frozen=True, slots=True)
class Answer:
    """The head of a response; the body is read on demand, once."""

    status: int
    headers: tuple[tuple[str, str], ...]  # names in lower case, values as Latin-1
    _response: httpcore.Response
    _backend: PinnedBackend

    def lines(self, name: str) -> list[str]:
        """The values of all lines of this name."""
        return [value for each, value in self.headers if each == name]

    def header(self, name: str) -> str | None:
        """The one value of a header, or what differing lines come to when joined."""
        return ", ".join(dict.fromkeys(self.lines(name))) or None

    def read(self, limit: int) -> bytes:
        """The body, its content coding undone. Raises TooLarge, UnsupportedCoding, Unreachable, OutOfTime."""
        coding = decoder(self.lines("content-encoding"))
        if self._announced() > limit:
            raise TooLarge("Content-Length is over the limit")
        self._backend.allowance.left = HEAD_BYTES + _WIRE_BYTES * limit
        body = bytearray()
        with _translated():
            for chunk in self._response.iter_stream():
                body += coding.feed(chunk, limit + 1 - len(body))
                if len(body) > limit:
                    raise TooLarge("the body is over the limit")
        coding.finish()
        return bytes(body)

    def _announced(self) -> int:
        """Content-Length in bytes, where it tells the size of the decoded body; h11 has checked its form."""
        lengths = self.lines("content-length")
        if not lengths or self.lines("transfer-encoding") or self.lines("content-encoding"):
            return 0
        return int(lengths[0].partition(",")[0])


@contextmanager
def get(network: Network, target: Target, *, accept: str, deadline: float) -> Iterator[Answer]:
    """Sends the request and yields the head of the response; the connection ends with the block.

    Raises Unreachable, OutOfTime.
    """
    is_override = (target.host, 443) in network.overrides
    backend = PinnedBackend(network, deadline)
    pool = httpcore.ConnectionPool(
        ssl_context=_trust(network.ca_file if is_override else ""),
        network_backend=backend,
        http1=True,
        http2=False,
        retries=0,
        max_connections=1,
    )
    try:
        with _translated():
            response = pool.handle_request(_request(network, target, accept))
        headers = tuple(
            (name.decode("latin-1").lower(), value.decode("latin-1")) for name, value in response.headers
        )
        yield Answer(response.status, headers, response, backend)
    finally:
        pool.close()


def _request(network: Network, target: Target, accept: str) -> httpcore.Request:
    headers = {
        "Host": target.host,
        "User-Agent": network.user_agent,
        "Accept": accept,
        "Accept-Encoding": "identity",
        "Connection": "close",
    }
    url = httpcore.URL(scheme=b"https", host=target.host.encode(), port=None, target=target.path.encode())
    return httpcore.Request(
        "GET", url, headers=[(name.encode(), value.encode()) for name, value in headers.items()]
    )


@contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except (httpcore.NetworkError, httpcore.ProtocolError, httpcore.TimeoutException) as error:
        raise Unreachable(type(error).__name__) from error


@functools.lru_cache(maxsize=4)
def _trust(ca_file: str) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=ca_file) if ca_file else httpcore.default_ssl_context()
