"""A fresh, migrated database for processes of their own: SQLite in a file, or a new one on a PostgreSQL server."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

ROOT = Path(__file__).resolve().parents[2]
DEFAULT_SERVER = "postgres://postgres@127.0.0.1:5432/postgres"


def server() -> str:
    """The PostgreSQL server that tests may make databases on."""
    url = os.environ.get("DATABASE_URL", "")
    return url if url.startswith("postgres") else DEFAULT_SERVER


def need_postgres() -> None:
    try:
        psycopg.connect(server(), connect_timeout=3).close()
    except psycopg.OperationalError:
        remedy = "needs PostgreSQL: apt-get install postgresql, and let 127.0.0.1:5432 trust postgres"
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(remedy)


@contextmanager
def database(vendor: str) -> Iterator[dict[str, str]]:
    """The environment of a process that uses the fresh database; it is gone afterwards."""
    with _sqlite() if vendor == "sqlite" else _postgres() as url:
        environment = {
            **os.environ,
            "DATABASE_URL": url,
            "QUOTEPROOF_PAY_TO": "0x" + "9a" * 20,
        }
        run(environment, "manage.py", "migrate", "--skip-checks", "--verbosity", "0")
        yield environment


def run(environment: dict[str, str], *command: str, **options: Any) -> str:
    """What a Python process printed; fails with what it complained of."""
    done = subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        **options,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    return done.stdout


@contextmanager
def _sqlite() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        yield f"sqlite:///{folder}/scratch.sqlite3"


@contextmanager
def _postgres() -> Iterator[str]:
    name = f"scratch_{secrets.token_hex(6)}"
    with psycopg.connect(server(), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        try:
            yield server().rpartition("/")[0] + f"/{name}"
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
