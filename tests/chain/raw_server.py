"""An HTTP server on loopback that answers byte for byte what a test says, plain or over TLS."""

from __future__ import annotations

import contextlib
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

import trustme

CLOSE = b""
"""An answer: the connection ends without a word."""


@dataclass(frozen=True)
class Request:
    method: str
    path: str
    headers: dict[str, str]  # names in lower case
    body: bytes
    connection: int  # the server's how-many-eth
    head: bytes = field(repr=False)


Answer = bytes | Callable[[socket.socket], None]


def reply(body: bytes = b"", *, status: int = 200, **headers: str) -> bytes:
    """A whole response; `headers` with underscores for hyphens."""
    fields = {"Content-Type": "application/json", "Content-Length": str(len(body))} | {
        name.replace("_", "-"): value for name, value in headers.items()
    }
    lines = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    return f"HTTP/1.1 {status} Whatever\r\n{lines}\r\n".encode("latin-1") + body


def streamed(*parts: bytes, then: Iterable[bytes] = (), every: float = 0.0) -> Callable[[socket.socket], None]:
    """Sends `parts`, then whatever `then` yields, pausing; it ends when the client goes."""

    def send(connection: socket.socket) -> None:
        for part in parts:
            connection.sendall(part)
        for part in then:
            time.sleep(every)
            connection.sendall(part)

    return send


def hanging(*parts: bytes) -> Callable[[socket.socket], None]:
    """Sends `parts` and then nothing, until the client goes."""

    def send(connection: socket.socket) -> None:
        for part in parts:
            connection.sendall(part)
        while connection.recv(4096):
            pass

    return send


def reset(*parts: bytes) -> Callable[[socket.socket], None]:
    """Sends `parts`, lets them arrive, and resets the connection."""

    def send(connection: socket.socket) -> None:
        for part in parts:
            connection.sendall(part)
        time.sleep(0.05)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        socket.socket(fileno=connection.detach()).close()

    return send


class Authority:
    """A certificate for `names` from an authority that only `file` vouches for."""

    def __init__(self, folder: Path, *names: str) -> None:
        authority = trustme.CA()
        self.file = str(folder / "ca.pem")
        authority.cert_pem.write_to_path(self.file)
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        authority.issue_cert(*names).configure_cert(self.context)


class RawServer:
    """`answer` is asked once a request: bytes keep the connection, a callable's end is the connection's end.

    `requests` in order of arrival; `connections` counts TCP connections; `before` takes a raw connection over.
    """

    def __init__(self, answer: Callable[[Request], Answer], *, tls: ssl.SSLContext | None = None) -> None:
        self.answer = answer
        self.requests: list[Request] = []
        self.connections = 0
        self.before: Callable[[socket.socket], None] | None = None
        self._tls = tls
        self._open: set[socket.socket] = set()
        self._threads: list[threading.Thread] = []
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.port: int = self._listener.getsockname()[1]

    @property
    def url(self) -> str:
        return f"https://localhost:{self.port}" if self._tls else f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        self._start(self._accept)
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.hang_up()
        for thread in self._threads:
            thread.join(10)

    def hang_up(self) -> None:
        """Ends every connection there is."""
        for connection in list(self._open):
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def _start(self, target: Callable[..., None], *args: object) -> None:
        thread = threading.Thread(target=target, args=args, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while True:
            try:
                raw, _ = self._listener.accept()
            except OSError:
                return
            self.connections += 1
            self._start(self._serve, raw, self.connections)

    def _serve(self, raw: socket.socket, number: int) -> None:
        with contextlib.suppress(OSError), contextlib.ExitStack() as stack:
            raw.settimeout(20)
            if self.before:
                self._keep(stack, raw)
                self.before(raw)
                return
            connection = self._tls.wrap_socket(raw, server_side=True) if self._tls else raw
            self._keep(stack, connection)
            while self._answered(connection, number):
                pass

    def _keep(self, stack: contextlib.ExitStack, connection: socket.socket) -> None:
        stack.callback(connection.close)
        self._open.add(connection)
        stack.callback(self._open.discard, connection)

    def _answered(self, connection: socket.socket, number: int) -> bool:
        request = _read(connection, number)
        if request is None:
            return False
        self.requests.append(request)
        answer = self.answer(request)
        if callable(answer):
            answer(connection)
        elif answer:
            connection.sendall(answer)
        goes_on = not callable(answer) and answer != CLOSE and request.headers.get("connection") != "close"
        if not goes_on and isinstance(connection, ssl.SSLSocket) and connection.fileno() >= 0:
            connection.unwrap()
        return goes_on


def _read(connection: socket.socket, number: int) -> Request | None:
    data = b""
    while b"\r\n\r\n" not in data:
        part = connection.recv(65_536)
        if not part:
            return None
        data += part
    head, _, body = data.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
    while len(body) < int(headers.get("content-length", "0")):
        body += connection.recv(65_536)
    method, path, _ = first.split(" ")
    return Request(method, path, headers, body, number, head)
