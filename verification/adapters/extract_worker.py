"""The extraction helper: `python -m verification.adapters.extract_worker FD`, started by `extractor`.

It waits on the control socket FD for one socket a page and forks a child for each; the child reads the page,
answers, and is gone. Limits of memory and time end a child even inside C code, and nothing but that child. It
imports the core only and holds no secrets; it ends when its control socket is closed.
"""

from __future__ import annotations

import gc
import json
import math
import os
import resource
import signal
import socket
import sys
from typing import Final, NamedTuple

from verification.adapters import frames
from verification.core.page.extract import ExtractionUncertain, extract

PAGE_BYTES: Final = 64_000_000


class Order(NamedTuple):
    """One page's socket (a file descriptor), and what its child may use."""

    page: int
    seconds: float
    memory: int


def serve(control: socket.socket) -> None:
    while (order := _next_order(control)) is not None:
        try:
            child = os.fork()
        except OSError:  # no room for one more process: this page finds its socket closed
            child = -1
        if child == 0:
            control.close()
            _read_one_page(order)
        os.close(order.page)


def _next_order(control: socket.socket) -> Order | None:
    message, descriptors, _, _ = socket.recv_fds(control, frames.ORDER.size, 1)
    if len(message) < frames.ORDER.size or len(descriptors) != 1:
        return None
    return Order(descriptors[0], *frames.ORDER.unpack(message))


def _read_one_page(order: Order) -> None:
    """In the child: never returns, and leaves nothing behind. What goes wrong shows as a closed socket."""
    try:
        connection = socket.socket(fileno=order.page)
        frames.send(connection, b"")  # a greeting: what goes wrong from here on is the page's doing
        _limit(order)
        html = frames.receive(connection, PAGE_BYTES).decode("utf-8", "surrogatepass")
        frames.send(connection, _answer(html))
    finally:
        os._exit(0)


def _limit(order: Order) -> None:
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (order.memory, order.memory))
    seconds = math.ceil(order.seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    signal.setitimer(signal.ITIMER_REAL, order.seconds)


def _answer(html: str) -> bytes:
    try:
        page = extract(html).to_json()
    except ExtractionUncertain:
        page = None
    return json.dumps(page, ensure_ascii=False, separators=(",", ":")).encode()


def _prepare() -> None:
    """Whatever the starting process ignored or blocked, a child's time must end it, and ended ones are reaped."""
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.signal(signal.SIGXCPU, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    extract("<title>warm</title><style>p { color: red }</style><p id=p style='top: 0'>up</p>")
    gc.collect()
    gc.freeze()  # so that a child's collections don't copy what all share


if __name__ == "__main__":
    _prepare()
    serve(socket.socket(fileno=int(sys.argv[1])))
