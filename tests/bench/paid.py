"""Paid text checks on PostgreSQL at eight clients, beside a bare DRF echo in the same run.

Calls a second, CPU of the server's processes for each call, p99. The 402 of a call is asked for before. Bar: ten
times the echo's CPU. Ratios are what counts: both servers run alike, in turns, on the same machine.
"""

from __future__ import annotations

import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from quoteproof import wallet
from quoteproof.management.commands.up import web_command
from tests.live import ROOT, free_port, running

CLIENTS, CALLS, ROUNDS, BAR = 8, 200, 6, 10.0
ECHOES = 8 * CALLS
"""More of these in a round: the kernel counts a process's time in hundredths of a second."""
ROUTE = "/v1/verify/text-quote"
SENTENCE = "The quick brown fox jumps over the lazy dog while the band plays on. "
BODY = {"text": SENTENCE * 30, "quote": "the lazy dog while the band"}
POSTGRESQL = "postgres://postgres@127.0.0.1:5432/postgres"
REDIS = "redis://127.0.0.1:6379/9"
TICKS = os.sysconf("SC_CLK_TCK")

Call = tuple[str, dict[str, str]]


@dataclass
class Figures:
    """Of one server, all rounds."""

    cpu_ms: list[float] = field(default_factory=list)
    rates: list[float] = field(default_factory=list)
    latencies: list[float] = field(default_factory=list)

    def line(self, name: str) -> str:
        p50, p99 = (statistics.quantiles(self.latencies, n=100)[at] for at in (49, 98))
        rate, cpu = statistics.median(self.rates), statistics.median(self.cpu_ms)
        return f"{name:26}{rate:8.0f} calls/s{cpu:9.2f} ms CPU{p50:9.1f} ms p50{p99:9.1f} ms p99"


def cpu_seconds(pid: int) -> float:
    """User and system time of a process and all its descendants that still run."""
    return sum(_own_cpu(each) for each in family(pid))


def family(pid: int) -> Iterator[int]:
    """The process and its descendants."""
    yield pid
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in (task / "children").read_text().split():
            yield from family(int(child))


def _own_cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def web_server(pid: int) -> int:
    """The web server among the processes that `manage.py up` started."""
    return next(each for each in family(pid) if b"granian" in Path(f"/proc/{each}/cmdline").read_bytes())


def measure(base: str, pid: int, calls: list[Call], figures: Figures) -> None:
    def one(call: Call) -> float:
        start = time.perf_counter()
        response = http.post(call[0], json=BODY, headers=call[1])
        assert response.status_code == 200, response.text
        return (time.perf_counter() - start) * 1000

    with httpx.Client(base_url=base, timeout=60) as http, ThreadPoolExecutor(CLIENTS) as pool:
        cpu, start = cpu_seconds(pid), time.perf_counter()
        figures.latencies += pool.map(one, calls)
        elapsed, used = time.perf_counter() - start, cpu_seconds(pid) - cpu
    figures.rates.append(len(calls) / elapsed)
    figures.cpu_ms.append(used * 1000 / len(calls))


def payments(base: str) -> list[Call]:
    """Each by a payer of its own."""
    offer = wallet.read_offer(httpx.post(base + ROUTE, json=BODY).headers["PAYMENT-REQUIRED"])
    return [(ROUTE, {"PAYMENT-SIGNATURE": wallet.pay(offer, wallet.new_key())}) for _ in range(CALLS)]


@contextmanager
def echo(folder: Path) -> Iterator[tuple[str, int]]:
    port = free_port()
    command = [*web_command(port)[:-1], "tests.bench.echo:application"]
    with (
        (folder / "echo.log").open("wb") as log,
        subprocess.Popen(command, cwd=ROOT, stderr=log, stdout=log) as web,
    ):
        try:
            _await(f"http://127.0.0.1:{port}/echo")
            yield f"http://127.0.0.1:{port}", web.pid
        finally:
            web.terminate()


def _await(url: str) -> None:
    while True:
        try:
            httpx.post(url, json={}).raise_for_status()
            return
        except httpx.TransportError:
            time.sleep(0.1)


def redis_answers() -> bool:
    try:
        socket.create_connection(("127.0.0.1", 6379), timeout=1).close()
    except OSError:
        return False
    return True


def main() -> int:
    os.environ.setdefault("DATABASE_URL", POSTGRESQL)
    ours, bare = Figures(), Figures()
    # As more than one machine runs it: counts in Redis, where there is one; the limits on, but out of reach.
    more: dict[str, Any] = {"QUOTEPROOF_RATE_LIMIT": "1000000"}
    if redis_answers():
        more["QUOTEPROOF_CACHE_URL"] = REDIS
    with (
        tempfile.TemporaryDirectory() as folder,
        echo(Path(folder)) as (base, pid),
        running(Path(folder), **more) as service,
    ):
        web = web_server(service.process.pid)
        for warm in (Figures(), *[None] * ROUNDS):
            measure(base, pid, [("/echo", {})] * ECHOES, warm or bare)
            measure(service.url, web, payments(service.url), warm or ours)
    print(bare.line("bare DRF echo"))
    print(ours.line("paid text check"))
    ratio = statistics.median(ours.cpu_ms) / statistics.median(bare.cpu_ms)
    print(f"CPU of a paid call: {ratio:.1f} x the echo's   bar {BAR:.0f} x")
    return 0 if ratio <= BAR else 1


if __name__ == "__main__":
    sys.exit(main())
