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
import re
import ssl
import time
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

import httpcore

from payments.adapters.sockets import HEAD_BYTES, Backend, Exchange, Trouble, Unreachable, is_loopback, running

USER_AGENT: Final = "QuoteProof"
_WIRE_BYTES: Final = 8  # on the wire for each byte of a body: room for chunks of a single byte
_MOST_CONNECTIONS: Final = 64
_MOST_IDLE: Final = 16
_IDLE_S: Final = 15.0
_NO_HEADERS: Final[Mapping[str, str]] = MappingProxyType({})
_URL: Final = re.compile(
    r"(https?)://(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?)(?::([0-9]{1,5}))?"
    r"((?:/[!-\"$-~]*)?)"
)


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
    if scheme == "http" and host != "localhost" and not is_loopback(host):
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


def _made(call: _Call, deadline: float, repeat: bool) -> Reply:
    if repeat:
        exchange = Exchange(deadline, call.place.scheme == "http")
        try:
            return _once(_pool(call.ca_file), call, exchange, keep=True)
        except Unreachable as error:
            if not exchange.reused or exchange.answered or error.reason is not Trouble.CONNECTION:
                raise
    with _new_pool(call.ca_file, 1) as pool:
        return _once(pool, call, Exchange(deadline, call.place.scheme == "http"), keep=False)


def _once(pool: httpcore.ConnectionPool, call: _Call, exchange: Exchange, *, keep: bool) -> Reply:
    token = running.set(exchange)
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
        running.reset(token)


def _body(response: httpcore.Response, most: int, exchange: Exchange) -> bytes:
    if any(value.strip().lower() != b"identity" for value in _lines(response, b"content-encoding")):
        raise Unreachable(Trouble.ENCODING)
    if any(int(value.partition(b",")[0]) > most for value in _lines(response, b"content-length")):
        raise Unreachable(Trouble.TOO_LARGE)  # h11 has checked that it is a number
    exchange.allowance = HEAD_BYTES + _WIRE_BYTES * most
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
        network_backend=Backend(),
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
