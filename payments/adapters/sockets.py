"""Sockets under httpcore: every wait ends at the deadline of the exchange that runs, every read is bounded.

httpcore asks for a host and a port, and then for TLS under the host's name; that is the whole seam. A
connection outlives its exchanges, so deadline and bounds are those of the thread's running one.
"""

from __future__ import annotations

import ipaddress
import queue
import select
import socket
import ssl
import threading
import time
from collections.abc import Iterable
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

import httpcore

HEAD_BYTES: Final = 65_536  # that may be read before the head of the answer is complete
_FIRST_TRIES_S: Final = 2.0  # for each address of a name but the last

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


@dataclass(slots=True, eq=False)
class Exchange:
    """What one request may still use up, and what its connection has shown so far."""

    deadline: float  # of time.monotonic
    plain: bool
    allowance: int = HEAD_BYTES  # bytes that may still be read, under TLS and before any decoding
    reused: bool = False
    answered: bool = False

    def left(self) -> float:
        seconds = self.deadline - time.monotonic()
        if seconds <= 0:
            raise Unreachable(Trouble.TIMEOUT)
        return seconds


running: ContextVar[Exchange] = ContextVar("running")
"""Set by who makes the exchange, in the thread that makes it."""


class Backend(httpcore.NetworkBackend):
    """Connects for the running exchange: the addresses of a name in turn."""

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        exchange = running.get()
        addresses = _addresses(host, port, exchange)
        if exchange.plain and not all(map(is_loopback, addresses)):
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
    return _Stream(raw, running.get())


class _Stream(httpcore.NetworkStream):
    """Every wait ends at the deadline of the exchange that runs."""

    def __init__(self, raw: socket.socket, opened_for: Exchange) -> None:
        self._raw = raw
        self._opened_for = opened_for

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        exchange = running.get()
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
        exchange = running.get()
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
        self._raw.settimeout(running.get().left())
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


def is_loopback(host: str) -> bool:
    with suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return False


def _addresses(host: str, port: int, exchange: Exchange) -> list[str]:
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
