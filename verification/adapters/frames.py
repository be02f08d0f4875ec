"""What web process and extraction helper say to each other: length-prefixed frames on a stream socket.

`until`: when to give up, in seconds of `time.monotonic`; None waits for as long as it takes.
"""

from __future__ import annotations

import socket
import struct
import time
from typing import Final

ORDER: Final = struct.Struct("!dQ")  # seconds and bytes of memory for one page, whose socket comes with it
_LENGTH: Final = struct.Struct("!I")


def send(connection: socket.socket, body: bytes, until: float | None = None) -> None:
    """Raises OSError, of which TimeoutError is one."""
    connection.settimeout(_left(until))
    connection.sendall(_LENGTH.pack(len(body)) + body)


def receive(connection: socket.socket, most: int, until: float | None = None) -> bytes:
    """The next frame. Raises EOFError where there is none, or one of more than `most` bytes; OSError."""
    (length,) = _LENGTH.unpack(_exactly(connection, _LENGTH.size, until))
    if length > most:
        raise EOFError
    return _exactly(connection, length, until)


def _exactly(connection: socket.socket, size: int, until: float | None) -> bytes:
    body = bytearray(size)
    view = memoryview(body)
    while view:
        connection.settimeout(_left(until))
        count = connection.recv_into(view)
        if not count:
            raise EOFError
        view = view[count:]
    return bytes(body)


def _left(until: float | None) -> float | None:
    if until is None:
        return None
    seconds = until - time.monotonic()
    if seconds <= 0:
        raise TimeoutError
    return seconds
