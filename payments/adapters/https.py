"""One HTTP/1.1 exchange with a service that the deployment names: a facilitator, a chain's RPC endpoint.

https always; plain http to loopback only. One deadline covers name, connection, TLS, head and body, and
what is read is bounded before anything is decoded. No redirects, proxies, cookies or content codings. On
httpcore's public interface. What a server sends gets into no error: those are our own words.
"""

from __future__ import annotations

import atexit
import functools
import ipaddress
import os
import queue
import re
import select
import socket
import ssl
import threading
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final

import httpcore

USER_AGENT: Final = "QuoteProof"
_HEAD_BYTES: Final = 65_536  # that may be read before the head of the answer is complete
_WIRE_BYTES: Final = 8  # on the wire for each byte of a body: room for chunks of a single byte
_FIRST_TRIES_S: Final = 2.0  # for each address of a name but the last
_MOST_CONNECTIONS: Final = 64
_MOST_IDLE: Final = 16
_IDLE_S: Final = 15.0
_NO_HEADERS: Final[Mapping[str, str]] = MappingProxyType({})
_URL: Final = re.compile(
    r"(https?)://(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?)(?::([0-9]{1,5}))?"
    r"((?:/[!-\"$-~]*)?)"
)

# A lookup can't be cancelled: one that hangs keeps its thread, and this is how many may hang at once.
_lookups: Final = threading.BoundedSemaphore(16)


class Trouble(StrEnum):
    """Why there is no answer."""

    TIMEOUT = "timeout"
    NAME = "name_not_resolved"
    CONNECTION = "connection"
    TLS = "tls"
    PROTOCOL = "protocol"
    ENCODING = "content_encoding"
    TOO_LARGE = "too_large"


class Unreachable(Exception):
    """No answer that can be used; whether the service has taken the request is not known."""

    def __init__(self, reason: Trouble) -> None:
        super().__init__(reason.value)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Reply:
    """Any answer that was read whole, redirects and errors among them: hostile data."""

    status: int
    body: bytes


@dataclass(frozen=True, slots=True)
class Place:
    """Where a URL leads. `host` without brackets, `authority` as the Host header has it."""

    scheme: str
    host: str
    port: int | None
    authority: str
    target: str


def place(url: str) -> Place:
    """ValueError: not an https URL of plain ASCII, without user and fragment, nor http to loopback."""
    matched = _URL.fullmatch(url)
    if not matched:
        raise ValueError("not an http or https URL of a host and a path")
    scheme, name, port, target = matched.groups()
    host = name.strip("[]").lower()
    if name.startswith("["):
        ipaddress.IPv6Address(host)
    if port and not 0 < int(port) < 65_536:
        raise ValueError("no such port")
    if scheme == "http" and host != "localhost" and not _is_loopback(host):
        raise ValueError("plain http is for loopback addresses only")
    authority = name.lower() + (f":{port}" if port else "")
    return Place(scheme, host, int(port) if port else None, authority, target or "/")


def post(
    url: str,
    body: bytes,
    *,
    headers: Mapping[str, str] = _NO_HEADERS,
    timeout_s: float,
    most_bytes: int,
    ca_file: str = "",
    repeat: bool = False,
) -> Reply:
    """Posts JSON and reads the answer, whatever its status, within `timeout_s` seconds in all.

    `repeat=False`: sent once at most, over a connection of its own. `repeat=True` is for what may arrive
    twice: over a kept connection, and anew where that one proves to have died while it was idle. `ca_file`:
    trusted in place of the system's authorities. ValueError for a URL that `place` refuses; Unreachable.
    """
    fields = {"Content-Type": "application/json", "Content-Length": str(len(body)), **headers}
    call = _Call("POST", place(url), body, fields, most_bytes, ca_file)
    return _made(call, time.monotonic() + timeout_s, repeat)


def get(
    url: str,
    *,
    headers: Mapping[str, str] = _NO_HEADERS,
    timeout_s: float,
    most_bytes: int,
    ca_file: str = "",
) -> Reply:
    """As `post` with `repeat=True`."""
    call = _Call("GET", place(url), b"", dict(headers), most_bytes, ca_file)
    return _made(call, time.monotonic() + timeout_s, repeat=True)


@dataclass(frozen=True, slots=True, repr=False)  # the body may be a bearer instrument, the URL hold a key
class _Call:
    method: str
    place: Place
    body: bytes
    headers: dict[str, str]
    most_bytes: int
    ca_file: str

    def request(self, patience: float, *, keep: bool) -> httpcore.Request:
        """`patience`: seconds to wait for a place in the pool; all else is timed by the stream."""
        fields = {
            "Host": self.place.authority,
            "User-Agent": USER_AGENT,
            "Accept": "application/json",
            "Accept-Encoding": "identity",
            "Connection": "keep-alive" if keep else "close",
            **self.headers,
        }
        url = httpcore.URL(
            scheme=self.place.scheme.encode(),
            host=self.place.host.encode(),
            port=self.place.port,
            target=self.place.target.encode(),
        )
        return httpcore.Request(
            self.method,
            url,
            headers=[(name.encode("ascii"), value.encode("ascii")) for name, value in fields.items()],
            content=self.body,
            extensions={"timeout": {"pool": patience}},
        )


@dataclass(slots=True, eq=False)
class _Exchange:
    """What one request may still use up, and what its connection has shown so far."""

    deadline: float  # of time.monotonic
    plain: bool
    allowance: int = _HEAD_BYTES  # bytes that may still be read, under TLS and before any decoding
    reused: bool = False
    answered: bool = False

    def left(self) -> float:
        seconds = self.deadline - time.monotonic()
        if seconds <= 0:
            raise Unreachable(Trouble.TIMEOUT)
        return seconds


# A connection outlives its requests; the one that runs in this thread says how long to wait.
_exchange: ContextVar[_Exchange] = ContextVar("exchange")


def _made(call: _Call, deadline: float, repeat: bool) -> Reply:
    if repeat:
        exchange = _Exchange(deadline, call.place.scheme == "http")
        try:
            return _once(_pool(call.ca_file), call, exchange, keep=True)
        except Unreachable as error:
            if not exchange.reused or exchange.answered or error.reason is not Trouble.CONNECTION:
                raise
    with _new_pool(call.ca_file, 1) as pool:
        return _once(pool, call, _Exchange(deadline, call.place.scheme == "http"), keep=False)


def _once(pool: httpcore.ConnectionPool, call: _Call, exchange: _Exchange, *, keep: bool) -> Reply:
    token = _exchange.set(exchange)
    try:
        response = pool.handle_request(call.request(exchange.left(), keep=keep))
        try:
            if not exchange.answered:  # left over from an earlier request: not this one's answer
                raise Unreachable(Trouble.CONNECTION)
            return Reply(response.status, _body(response, call.most_bytes, exchange))
        finally:
            response.close()
    # "from None": httpcore's own errors may quote the server.
    except httpcore.TimeoutException:
        raise Unreachable(Trouble.TIMEOUT) from None
    except httpcore.NetworkError:
        raise Unreachable(Trouble.CONNECTION) from None
    except httpcore.ProtocolError:
        raise Unreachable(Trouble.PROTOCOL if exchange.answered else Trouble.CONNECTION) from None
    finally:
        _exchange.reset(token)


def _body(response: httpcore.Response, most: int, exchange: _Exchange) -> bytes:
    if any(value.strip().lower() != b"identity" for value in _lines(response, b"content-encoding")):
        raise Unreachable(Trouble.ENCODING)
    if any(int(value.partition(b",")[0]) > most for value in _lines(response, b"content-length")):
        raise Unreachable(Trouble.TOO_LARGE)  # h11 has checked that it is a number
    exchange.allowance = _HEAD_BYTES + _WIRE_BYTES * most
    body = bytearray()
    for part in response.iter_stream():
        body += part
        if len(body) > most:
            raise Unreachable(Trouble.TOO_LARGE)
    return bytes(body)


def _lines(response: httpcore.Response, name: bytes) -> list[bytes]:
    return [value for each, value in response.headers if each.lower() == name]


_pools: Final[dict[tuple[int, str], httpcore.ConnectionPool]] = {}


def _pool(ca_file: str) -> httpcore.ConnectionPool:
    """The threads' common pool. A forked child gets one of its own: a TLS connection can't be shared."""
    key = (os.getpid(), ca_file)
    return _pools.get(key) or _pools.setdefault(key, _new_pool(ca_file, _MOST_CONNECTIONS))


@atexit.register
def _close_pools() -> None:
    for (process, _), pool in _pools.items():
        if process == os.getpid():
            pool.close()


def _new_pool(ca_file: str, most: int) -> httpcore.ConnectionPool:
    return httpcore.ConnectionPool(
        ssl_context=_trust(ca_file),
        network_backend=_Backend(),
        http1=True,
        http2=False,
        retries=0,
        max_connections=most,
        max_keepalive_connections=min(most, _MOST_IDLE),
        keepalive_expiry=_IDLE_S,
    )


@functools.lru_cache(maxsize=4)
def _trust(ca_file: str) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=ca_file or None)


class _Backend(httpcore.NetworkBackend):
    """Sockets under httpcore: it asks for a host and a port, and then for TLS under the host's name."""

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        exchange = _exchange.get()
        addresses = _addresses(host, port, exchange)
        if exchange.plain and not all(map(_is_loopback, addresses)):
            raise Unreachable(Trouble.CONNECTION)
        *others, last = addresses
        for address in others:
            with suppress(OSError):
                return _connected(address, port, min(exchange.left(), _FIRST_TRIES_S))
        try:
            return _connected(last, port, exchange.left())
        except TimeoutError:
            raise Unreachable(Trouble.TIMEOUT) from None
        except OSError:
            raise Unreachable(Trouble.CONNECTION) from None


def _connected(address: str, port: int, timeout: float) -> _Stream:
    raw = socket.create_connection((address, port), timeout=timeout)
    raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return _Stream(raw, _exchange.get())


class _Stream(httpcore.NetworkStream):
    """Every wait ends at the deadline of the exchange that runs."""

    def __init__(self, raw: socket.socket, opened_for: _Exchange) -> None:
        self._raw = raw
        self._opened_for = opened_for

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        exchange = _exchange.get()
        if exchange.allowance <= 0:
            raise Unreachable(Trouble.TOO_LARGE)  # headers without end, chunks of next to nothing, ...
        self._raw.settimeout(exchange.left())
        try:
            data = self._raw.recv(min(max_bytes, exchange.allowance))
        except TimeoutError:
            raise Unreachable(Trouble.TIMEOUT) from None
        except OSError:
            raise Unreachable(Trouble.CONNECTION) from None
        exchange.allowance -= len(data)
        exchange.answered = exchange.answered or bool(data)
        return data

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        exchange = _exchange.get()
        exchange.reused = exchange is not self._opened_for
        self._raw.settimeout(exchange.left())
        try:
            self._raw.sendall(buffer)
        except TimeoutError:
            raise Unreachable(Trouble.TIMEOUT) from None
        except OSError as error:
            raise httpcore.WriteError from error  # httpcore reads on: the answer may have come already

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        self._raw.settimeout(_exchange.get().left())
        try:
            # An end without TLS's own goodbye is an error here: a body that ends with it may be cut.
            secure = ssl_context.wrap_socket(
                self._raw, server_hostname=server_hostname, suppress_ragged_eofs=False
            )
        except TimeoutError:
            self._raw.close()
            raise Unreachable(Trouble.TIMEOUT) from None
        except (OSError, ValueError):
            self._raw.close()
            raise Unreachable(Trouble.TLS) from None
        return _Stream(secure, self._opened_for)

    def close(self) -> None:
        self._raw.close()

    def get_extra_info(self, info: str) -> Any:
        """httpcore asks an idle connection whether it is readable: then it has ended or is out of step."""
        if info != "is_readable":
            return None
        if self._raw.fileno() < 0:
            return True
        poll = select.poll()
        poll.register(self._raw, select.POLLIN)
        return bool(poll.poll(0))


def _is_loopback(host: str) -> bool:
    with suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return False


def _addresses(host: str, port: int, exchange: _Exchange) -> list[str]:
    """All addresses of the system's resolver, in its order, by the deadline."""
    found: queue.SimpleQueue[list[str]] = queue.SimpleQueue()

    def work() -> None:
        try:
            found.put(_looked_up(host, port))
        finally:
            _lookups.release()

    if not _lookups.acquire(timeout=exchange.left()):
        raise Unreachable(Trouble.TIMEOUT)
    threading.Thread(target=work, name="resolver", daemon=True).start()
    try:
        addresses = found.get(timeout=exchange.left())
    except queue.Empty:
        raise Unreachable(Trouble.TIMEOUT) from None
    if not addresses:
        raise Unreachable(Trouble.NAME)
    return addresses


def _looked_up(host: str, port: int) -> list[str]:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return []
    return list(dict.fromkeys(str(address[0]) for *_, address in found))
