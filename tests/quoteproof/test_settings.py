from __future__ import annotations

import json
import sys
import threading

import payments.adapters.signature  # noqa: F401 - what raises the recursion limit is loaded


def test_deep_json_ends_the_parse_and_not_the_process():
    """A thread's small stack overflows long before the limit that a dependency sets."""
    raised: list[Exception] = []

    def parse() -> None:
        try:
            json.loads("[" * 100_000)
        except (RecursionError, ValueError) as error:
            raised.append(error)

    thread = threading.Thread(target=parse)
    thread.start()
    thread.join()
    assert [type(error) for error in raised] == [RecursionError]
    assert sys.getrecursionlimit() == 1_000
