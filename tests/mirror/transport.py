"""HTTP/1.1 over TLS for the mirror: how answers are sent, in every manner, and how it all ends.

A thread for each connection, so that a slow or dripping page holds up nobody else.
"""

from __future__ import annotations

import socket
import ssl
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.mirror.answers import Answer

DRIP_BYTES, DRIP_S = 16, 0.25
_IDLE_S = 30.0
_BODILESS = (204, 304)


@dataclass(frozen=True, slots=True)
class Request:
    """One request as it came in.

    `host` without port in lower case, `path` the whole target, `at` in seconds of `time.monotonic()`.
    """

    host: str
    path: str
    headers: tuple[tuple[str, str], ...]
    at: float


# A request's answer, and the seconds to wait before it is sent.
Respond = Callable[[Request], tuple[Answer, float]]


class Server(ThreadingHTTPServer):
    """Listens on loopback once made; `serve_forever` answers, `stop` ends everything and waits for it."""

    daemon_threads = False  # so that closing the server waits for them
    request_queue_size = 256

    def __init__(self, port: int, context: ssl.SSLContext, respond: Respond) -> None:
        self.respond = respond
        self.stopping = threading.Event()
        self._context = context
        self._lock = threading.Lock()
        self._open: set[ssl.SSLSocket] = set()
        super().__init__(("127.0.0.1", port), _Handler)

    def finish_request(self, request: Any, client_address: Any) -> None:
        """The handshake is done in the connection's own thread: a client that stalls stalls itself."""
        request.settimeout(_IDLE_S)
        with self._context.wrap_socket(request, server_side=True, do_handshake_on_connect=False) as connection:
            with self._lock:
                self._open.add(connection)
            try:
                if not self.stopping.is_set():
                    connection.do_handshake()
                    _Handler(connection, client_address, self)
            finally:
                with self._lock:
                    self._open.discard(connection)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients that go away are everyday here; anything else is a fault of the mirror and shows."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)

    def stop(self) -> None:
        """No new connections, an end to the open ones, and their threads are waited for."""
        self.stopping.set()
        self.shutdown()
        with self._lock:
            for connection in self._open:
                hang_up(connection)
        self.server_close()


def hang_up(connection: ssl.SSLSocket) -> None:
    """Ends the TCP connection under TLS, so that a thread which reads or writes it wakes up."""
    with suppress(OSError):  # the other side was first
        socket.socket.shutdown(connection, socket.SHUT_RDWR)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version, sys_version = "mirror", ""
    timeout = _IDLE_S
    disable_nagle_algorithm = True
    wbufsize = -1
    server: Server

    def do_GET(self) -> None:
        host = self.headers.get("Host", "").lower().partition(":")[0]
        request = Request(host, self.path, tuple(self.headers.items()), time.monotonic())
        answer, delay = self.server.respond(request)
        if delay:
            self.server.stopping.wait(delay)
        if not self.server.stopping.is_set():
            self._send(answer)

    do_HEAD = do_GET

    def log_message(self, *_: object) -> None:
        """The log is `Mirror.log`."""

    def _send(self, answer: Answer) -> None:
        if answer.manner != "whole":
            self.close_connection = True
        if answer.manner == "reset":
            return
        self.send_response(answer.status)
        for name, value in (*answer.headers, *self._framing(answer)):
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self._send_body(answer)

    def _framing(self, answer: Answer) -> list[tuple[str, str]]:
        if answer.status in _BODILESS:
            return []
        if answer.manner == "endless":
            return [("Transfer-Encoding", "chunked")]
        return [("Content-Length", str(len(answer.body)))]

    def _send_body(self, answer: Answer) -> None:
        match answer.manner:
            case "drip":
                self._drip(answer.body)
            case "cut":
                self.wfile.write(answer.body[: len(answer.body) // 2])
            case "endless":
                self._pour(answer.body)
            case _:
                self.wfile.write(answer.body)

    def _drip(self, body: bytes) -> None:
        for start in range(0, len(body), DRIP_BYTES):
            self.wfile.write(body[start : start + DRIP_BYTES])
            self.wfile.flush()
            if self.server.stopping.wait(DRIP_S):
                return

    def _pour(self, body: bytes) -> None:
        chunk = b"%x\r\n%b\r\n" % (len(body), body)
        while not self.server.stopping.is_set():
            self.wfile.write(chunk)
