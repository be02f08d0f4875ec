"""Name resolution that keeps to a deadline and yields public addresses or nothing."""

from __future__ import annotations

import queue
import socket
import threading
from collections.abc import Callable
from typing import Final

from verification.adapters import clock
from verification.adapters.faults import OutOfTime, Unreachable
from verification.core.page.addresses import is_public

Lookup = Callable[[str, int], list[str]]

# A lookup can't be cancelled: one that hangs keeps its thread, and this is how many may hang at once.
_threads: Final = threading.BoundedSemaphore(32)


def system_lookup(host: str, port: int) -> list[str]:
    """All addresses of the system's resolver, in its order. Raises OSError."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(sockaddr[0]) for *_, sockaddr in found))


def public_addresses(host: str, port: int, *, deadline: float, lookup: Lookup = system_lookup) -> list[str]:
    """The host's addresses, every one of them public. Raises Unreachable, OutOfTime."""
    addresses = _bounded(lookup, host, port, deadline)
    if not addresses or not all(map(is_public, addresses)):
        raise Unreachable("the host has no address, or one that is not public")
    return addresses


def _bounded(lookup: Lookup, host: str, port: int, deadline: float) -> list[str]:
    places = _threads
    answers: queue.SimpleQueue[list[str] | Exception] = queue.SimpleQueue()

    def work() -> None:
        try:
            answers.put(lookup(host, port))
        except Exception as error:  # handed to the waiting thread
            answers.put(error)
        finally:
            places.release()

    if not places.acquire(timeout=clock.left(deadline)):
        raise OutOfTime("all resolver threads are busy")
    threading.Thread(target=work, name="resolver", daemon=True).start()
    try:
        answer = answers.get(timeout=clock.left(deadline))
    except queue.Empty:
        raise OutOfTime("the resolver has not answered") from None
    if isinstance(answer, (OSError, UnicodeError)):
        raise Unreachable("the resolver has no answer") from answer
    if isinstance(answer, Exception):
        raise answer
    return answer
