"""A plain client for the mirror's own tests: one request, on a connection of its own."""

from __future__ import annotations

import http.client
import socket
import ssl
from dataclasses import dataclass
from urllib.parse import urlsplit

from tests.mirror.server import Mirror


@dataclass(frozen=True, slots=True)
class Reply:
    """Status, headers (names in lower case, the last of a name), body bytes."""

    status: int
    headers: dict[str, str]
    body: bytes


def connect(mirror: Mirror, host: str) -> ssl.SSLSocket:
    """TLS to the mirror as `host`, its certificate checked against the mirror's authority alone."""
    context = ssl.create_default_context(cafile=str(mirror.ca_file))
    raw = socket.create_connection(("127.0.0.1", mirror.port), timeout=10)
    try:
        return context.wrap_socket(raw, server_hostname=host)
    except BaseException:
        raw.close()
        raise


def get(mirror: Mirror, url: str, method: str = "GET") -> Reply:
    """One request for `url`. Raises OSError, http.client.HTTPException."""
    parts = urlsplit(url)
    with connect(mirror, str(parts.hostname)) as connection:
        target = parts.path + (f"?{parts.query}" if parts.query else "")
        connection.sendall(f"{method} {target} HTTP/1.1\r\nHost: {parts.netloc}\r\n\r\n".encode())
        with http.client.HTTPResponse(connection, method=method) as response:
            response.begin()
            headers = {name.lower(): value for name, value in response.getheaders()}
            return Reply(response.status, headers, response.read())
