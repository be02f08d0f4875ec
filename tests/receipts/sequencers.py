"""`python -m tests.receipts.sequencers`: many put leaves down while several sequence; prints what came of it.

A process of its own, with threads, on the database that the environment names.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable

import django
from django.db import connection, transaction

WRITERS, LEAVES, SEQUENCERS = 4, 60, 3


class Given(Exception):
    """Rolls back."""


def write(writer: int) -> None:
    """A leaf a transaction, every fifth of which comes to nothing."""
    from receipts import log
    from tests.receipts.examples import NOW
    from tests.receipts.logs import entry, jti

    for number in range(writer * LEAVES, (writer + 1) * LEAVES):
        try:
            with transaction.atomic():
                log.append("receipt", jti(number), entry(number), NOW)
                if number % 5 == 4:
                    raise Given
        except Given:
            pass


def sequence(done: threading.Event) -> None:
    from receipts import log
    from tests.receipts.examples import NOW

    last = False
    while not last:
        last = done.is_set()
        log.integrate(NOW)


def started(target: Callable[..., None], *arguments: object) -> threading.Thread:
    def run() -> None:
        try:
            target(*arguments)
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    return thread


def outcome() -> dict[str, object]:
    from receipts import log
    from receipts.adapters import keys
    from receipts.core import merkle
    from receipts.models import LogCheckpoint, LogLeaf
    from tests.receipts.logs import Log

    leaves = list(LogLeaf.objects.values_list("position", "entry"))
    tree = Log([bytes(entry) for _, entry in leaves], keys.current().signing)
    notes = list(LogCheckpoint.objects.values_list("size", "root"))
    return {
        "gapless": [position for position, _ in leaves] == list(range(len(leaves))),
        "leaves": len(leaves),
        "size": log.head().size,
        "roots": all(bytes(root) == merkle.root(size, tree.hash_of) for size, root in notes),
    }


def main() -> None:
    done = threading.Event()
    sequencers = [started(sequence, done) for _ in range(SEQUENCERS)]
    for writer in [started(write, number) for number in range(WRITERS)]:
        writer.join()
    done.set()
    for sequencer in sequencers:
        sequencer.join()
    sequence(done)  # one that found the lock taken may have seen the last leaves
    print(json.dumps(outcome()))


if __name__ == "__main__":
    django.setup()
    main()
