"""A TLS server on loopback that is all documentation hosts at once and answers byte for byte what a test says."""

from __future__ import annotations

import contextlib
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import trustme

from verification.adapters.pinned import Network
from verification.core.contracts.limits import SUPPORTED_HOSTS

HOST = "docs.python.org"
Reply = bytes | Callable[[socket.socket], None]
ROBOTS = (HOST, "/robots.txt")


def reply(body: bytes = b"", *, status: int = 200, type: str | None = "text/plain", **headers: str) -> bytes:
    """A whole response; `headers` with underscores for hyphens."""
    fields = {"Content-Type": type, "Content-Length": str(len(body))} | {
        name.replace("_", "-"): value for name, value in headers.items()
    }
    lines = "".join(f"{name}: {value}\r\n" for name, value in fields.items() if value is not None)
    return f"HTTP/1.1 {status} Whatever\r\n{lines}\r\n".encode("latin-1") + body


def redirect(location: str, status: int = 302) -> bytes:
    return reply(status=status, Location=location)


def streamed(
    *parts: bytes, then: Iterator[bytes] | None = None, every: float = 0.0
) -> Callable[[socket.socket], None]:
    """Sends `parts`, then whatever `then` yields, pausing; it ends when the client goes."""

    def send(connection: socket.socket) -> None:
        for part in parts:
            connection.sendall(part)
        for part in then or ():
            time.sleep(every)
            connection.sendall(part)

    return send


def hanging(*parts: bytes, seconds: float = 3.0) -> Callable[[socket.socket], None]:
    """Sends `parts` and then nothing, until the client goes or the time is over."""

    def send(connection: socket.socket) -> None:
        for part in parts:
            connection.sendall(part)
        connection.settimeout(seconds)
        with contextlib.suppress(OSError):
            while connection.recv(4096):
                pass

    return send


def cut(data: bytes) -> Callable[[socket.socket], None]:
    """Sends `data` and ends the connection without TLS's goodbye."""

    def send(connection: socket.socket) -> None:
        connection.sendall(data)
        socket.socket(fileno=connection.detach()).close()

    return send


@dataclass(frozen=True, slots=True)
class Request:
    at: float
    host: str
    path: str
    head: bytes


class Authority:
    """A certificate authority and a server's context for all listed hosts, written once a test session."""

    def __init__(self, folder: Path, hosts: tuple[str, ...] = SUPPORTED_HOSTS) -> None:
        authority = trustme.CA()
        self.file = folder / "ca.pem"
        authority.cert_pem.write_to_path(str(self.file))
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        authority.issue_cert(*hosts).configure_cert(self.context)


class Server:
    """`routes` {(host, path): reply} may be changed at any time; robots.txt is 404 unless routed.

    `requests` in order of arrival; `connections` counts TCP connections; `before_tls` takes a raw connection over.
    """

    def __init__(self, authority: Authority) -> None:
        self.authority = authority
        self.routes: dict[tuple[str, str], Reply] = {}
        self.requests: list[Request] = []
        self.connections = 0
        self.before_tls: Callable[[socket.socket], None] | None = None
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port: int = self._listener.getsockname()[1]

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    @property
    def overrides(self) -> dict[tuple[str, int], tuple[str, int]]:
        return {(host, 443): ("127.0.0.1", self.port) for host in SUPPORTED_HOSTS}

    @property
    def network(self) -> Network:
        return Network("QuoteProof/0.1 (+https://bot.example/)", self.overrides, str(self.authority.file))

    def page(self, path: str, answer: Reply, host: str = HOST) -> str:
        """Routes one page and gives its URL."""
        self.routes[(host, path)] = answer
        return f"https://{host}{path}"

    def pages(self, answers: Mapping[str, Reply]) -> None:
        self.routes.update({(HOST, path): answer for path, answer in answers.items()})

    def paths(self, host: str = HOST) -> list[str]:
        return [request.path for request in self.requests if request.host == host]

    def _accept(self) -> None:
        while True:
            try:
                raw, _ = self._listener.accept()
            except OSError:
                return
            self.connections += 1
            threading.Thread(target=self._serve, args=(raw,), daemon=True).start()

    def _serve(self, raw: socket.socket) -> None:
        with contextlib.suppress(OSError), raw:
            raw.settimeout(10)
            if self.before_tls:
                self.before_tls(raw)
                return
            with self.authority.context.wrap_socket(raw, server_side=True) as connection:
                self._answer(connection)

    def _answer(self, connection: ssl.SSLSocket) -> None:
        head = b""
        while b"\r\n\r\n" not in head:
            head += connection.recv(65536)
        host = next(line[6:].decode() for line in head.split(b"\r\n") if line.startswith(b"Host: "))
        request = Request(time.monotonic(), host, head.split(b" ")[1].decode(), head)
        self.requests.append(request)
        answer = self.routes.get((request.host, request.path), reply(b"Not here.", status=404))
        if isinstance(answer, bytes):
            connection.sendall(answer)
        else:
            answer(connection)
        connection.settimeout(1)
        connection.unwrap()
