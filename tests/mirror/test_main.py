"""`python -m tests.mirror` as a command."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.mirror.server import Mirror

ROOT = Path(__file__).resolve().parents[2]
COMMAND = [sys.executable, "-m", "tests.mirror"]


@contextmanager
def started(*arguments: str, **environment: str) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """The command with its output up to the last line of the introduction; ended in any case."""
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [*COMMAND, *arguments], cwd=ROOT, env=os.environ | environment, stdout=pipe, stderr=pipe, text=True
    ) as process:
        lines = []
        while line := process.stdout.readline():
            lines.append(line.rstrip())
            if line.startswith("Ctrl-C"):
                break
        try:
            yield process, lines
        finally:
            process.kill()


@pytest.mark.mirror
@pytest.mark.usefixtures("mirror_documentation")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_prints_both_exports_and_stops_cleanly(number: signal.Signals) -> None:
    with started("--port", "0") as (process, lines):
        exports = [line for line in lines if line.startswith("export ")]
        process.send_signal(number)
        output, errors = process.communicate(timeout=10)
    assert [line.split("=")[0] for line in exports] == [
        "export QUOTEPROOF_FETCH_RESOLVE",
        "export QUOTEPROOF_FETCH_CA_FILE",
    ]
    assert sum(line.startswith("  https://") for line in lines) == 8
    assert (process.returncode, output, errors) == (0, "The mirror has stopped.\n", "")


def test_without_the_packages_it_serves_its_own_pages_and_says_so(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from tests.mirror import __main__ as command, packages;"
        f"command.unpack = lambda: packages.unpack(Path({str(tmp_path)!r}));"
        "sys.exit(command.main(['--port', '0']))"
    )
    environment = os.environ | {"PATH": str(tmp_path)}
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, "-c", program], cwd=ROOT, env=environment, stdout=pipe, stderr=pipe, text=True
    ) as process:
        first = process.stdout.readline()
        process.terminate()
        _, errors = process.communicate(timeout=10)
    assert "own pages only" in first
    assert "docker run" in errors


def test_a_taken_port_is_said_in_one_line(mirror: Mirror) -> None:
    done = subprocess.run(
        [*COMMAND, "--port", str(mirror.port)], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].endswith("Choose another with --port.")


def test_an_unknown_host_for_robots_is_refused() -> None:
    done = subprocess.run(
        [*COMMAND, "--robots", "example.com=500"], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 2
    assert "example.com=500" in done.stderr
