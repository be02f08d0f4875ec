"""The whole service as `make run` starts it, for tests that speak HTTP from outside: web server, worker, database.

The database is a fresh one beside the configured one: a SQLite file, or a PostgreSQL database of its own.
"""

from __future__ import annotations

import os
import secrets
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import dj_database_url
import psycopg

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 90


@dataclass(frozen=True)
class Service:
    """A running service. `log` is what its processes wrote, `database_url` where its rows are."""

    url: str
    process: subprocess.Popen[bytes]
    log: Path
    database_url: str


@contextmanager
def running(folder: Path, **environment: str) -> Iterator[Service]:
    """Starts `manage.py up` on a free port and stops it as Ctrl-C would; fails if it does not stop cleanly."""
    port, log = free_port(), folder / "service.log"
    with database(folder) as database_url, log.open("wb") as output:
        variables = {**os.environ, **environment, "PORT": str(port), "DATABASE_URL": database_url}
        command = [sys.executable, str(ROOT / "manage.py"), "up"]
        process = subprocess.Popen(command, cwd=ROOT, env=variables, stdout=output, stderr=output)
        try:
            url = f"http://127.0.0.1:{port}"
            wait_until_ready(url, process, log)
            yield Service(url, process, log, database_url)
        finally:
            process.send_signal(signal.SIGINT)
            assert process.wait(60) == 0, log.read_text()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until_ready(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        assert process.poll() is None, log.read_text()
        try:
            with urllib.request.urlopen(url + "/readyz", timeout=5):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
    raise AssertionError("not ready: " + log.read_text())


@contextmanager
def database(folder: Path) -> Iterator[str]:
    configured = dj_database_url.parse(os.environ.get("DATABASE_URL", "sqlite:///none"))
    if not configured["ENGINE"].endswith("postgresql"):
        yield f"sqlite:///{folder / 'live.sqlite3'}"
        return
    name = f"quoteproof_live_{secrets.token_hex(4)}"
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as admin:
        admin.execute(f'CREATE DATABASE "{name}"')
        try:
            yield os.environ["DATABASE_URL"].rsplit("/", 1)[0] + f"/{name}"
        finally:
            admin.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
