"""The extraction helper: `python -m verification.adapters.extract_worker FD`, started by `extractor`.

It waits on the control socket FD for one socket a page and has a child of its own read each: the child reads the
page, answers, and is gone. Limits of memory and time end a child even inside C code, and nothing but that child.
One child waits in advance and has read a small page already, so that a page waits neither for the fork nor for
most of the memory that a fork copies at first use. The helper imports the core only and holds no secrets; it ends
when its control socket is closed, and so does the child that waits.
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
    waiting = _fork(control)
    while (order := _next_order(control)) is not None:
        if not _passed_on(order, waiting):  # it was killed while it waited
            _passed_on(order, _fork(control))
        os.close(order.page)
        waiting = _fork(control)


def _fork(control: socket.socket) -> socket.socket | None:
    """A child that waits for one order at the other end; None where there is no room for one more process."""
    ours, theirs = socket.socketpair()
    with theirs:
        try:
            child = os.fork()
        except OSError:
            ours.close()
            return None
        if child == 0:
            control.close()
            ours.close()
            _wait_and_read(theirs)
    return ours


def _passed_on(order: Order, child: socket.socket | None) -> bool:
    """Gives the child its order. Where that fails for good, the page finds its socket closed."""
    if child is None:
        return False
    with child:
        try:
            socket.send_fds(child, [frames.ORDER.pack(order.seconds, order.memory)], [order.page])
        except OSError:
            return False
    return True


def _wait_and_read(orders: socket.socket) -> None:
    """In the child: never returns."""
    try:
        _warm_up()
        if (order := _next_order(orders)) is not None:
            _read_one_page(order)
    finally:
        os._exit(0)


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
    _warm_up()
    gc.collect()
    gc.freeze()  # so that a child's collections don't copy what all share


def _warm_up() -> None:
    extract("<title>warm</title><style>p { color: red }</style>" + "<p style='top: 0'>up <b>and</b> down" * 250)


if __name__ == "__main__":
    _prepare()
    serve(socket.socket(fileno=int(sys.argv[1])))
