"""A helper that answers every page with the page itself, as a child might that something has taken over."""

from __future__ import annotations

import socket
import sys

from verification.adapters import frames

control = socket.socket(fileno=int(sys.argv[1]))
while (order := socket.recv_fds(control, frames.ORDER.size, 1))[0]:
    with socket.socket(fileno=order[1][0]) as page:
        frames.send(page, b"")
        frames.send(page, frames.receive(page, 1_000_000))
