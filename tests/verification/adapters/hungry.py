"""Fetches pages in a process of its own and prints, for each, how it ended and how far memory rose (kilobytes)."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from tests.verification.server import HOST
from verification.adapters import http
from verification.adapters.faults import FetchError
from verification.adapters.pinned import Network
from verification.core.page.urls import Target


def peak() -> int:
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:"))


def ending(network: Network, path: str) -> str:
    try:
        with http.get(network, Target(HOST, path), accept="*/*", deadline=time.monotonic() + 2) as answer:
            return str(len(answer.read(100_000)))
    except FetchError as error:
        return type(error).__name__


def main(port: str, ca_file: str, *paths: str) -> None:
    network = Network("QuoteProof/0.1", {(HOST, 443): ("127.0.0.1", int(port))}, ca_file)
    ending(network, "/warm-up")
    rises = {}
    for path in paths:
        Path("/proc/self/clear_refs").write_text("5")  # the peak starts anew from what is resident now
        before = peak()
        rises[path] = (ending(network, path), peak() - before)
    print(json.dumps(rises))


if __name__ == "__main__":
    main(*sys.argv[1:])
