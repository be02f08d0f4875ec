"""Settlers as real processes, on a real database: one works, another stands by and takes over."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.payments import scratch

LEASE_S = "3"


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def environment(request: pytest.FixtureRequest) -> Iterator[dict[str, str]]:
    if request.param == "postgresql":
        scratch.need_postgres()
    with scratch.database(request.param) as made:
        yield made


@contextmanager
def settler(environment: dict[str, str]) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "tests.payments.settlers", "work", LEASE_S]
    process = subprocess.Popen(command, cwd=scratch.ROOT, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


def charges(environment: dict[str, str], count: int) -> None:
    scratch.run(environment, "-m", "tests.payments.settlers", "charges", str(count))


def line(process: subprocess.Popen[str]) -> str:
    """The next one that it prints; waited for."""
    assert process.stdout is not None
    return process.stdout.readline().rstrip()


def ended(process: subprocess.Popen[str]) -> list[str]:
    """What it printed until it came to its end, which it was asked for."""
    process.terminate()
    assert process.stdout is not None
    printed = process.stdout.read().splitlines()
    assert process.wait() == 0
    return printed


def test_one_of_two_works_and_settles_each_charge_once(environment: dict[str, str]):
    with settler(environment) as first:
        assert line(first) == "works"
        with settler(environment) as second:
            charges(environment, 30)
            moved = [line(first) for _ in range(30)]
            assert ended(second) == []
        assert len(set(moved)) == 30 and {each.split()[1] for each in moved} == {"1"}
        assert ended(first) == []


def test_another_takes_over_from_a_dead_one_and_then_at_once(environment: dict[str, str]):
    with settler(environment) as first:
        assert line(first) == "works"
        with settler(environment) as second:
            first.kill()
            charges(environment, 3)
            assert line(second) == "works"
            assert len({line(second) for _ in range(3)}) == 3
            with settler(environment) as third:
                assert ended(second) == [] and line(third) == "works"
