"""`manage.py up`: everything on one machine, as `make run` starts it: migrations, web server, worker."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from quoteproof import devkeys, processes

ADDRESS = "127.0.0.1"
START_SECONDS = 30.0
EXAMPLE = {
    "urls": ["https://docs.python.org/3/library/bisect.html"],
    "quotes": [
        {
            "source_index": 0,
            "quote": "This module provides support for maintaining a list in sorted order "
            "without having to sort the list after each insertion.",
        }
    ],
}


def web_command(port: int) -> list[str]:
    # Threads, not processes: a check waits for pages most of its time. Each may hold a database connection.
    program = str(Path(sys.executable).with_name("granian"))
    return [program, "--interface", "wsgi", "--host", ADDRESS, "--port", str(port), "--workers", "1",
            "--blocking-threads", "64", "--backpressure", "256", "--no-ws", "--log-level", "error",
            "--workers-kill-timeout", "10", "quoteproof.wsgi:application"]  # fmt: skip


class Command(BaseCommand):
    requires_system_checks = ()  # those that matter here are run by name, once migrated
    help = "Migrates the database, then runs web server and worker until SIGTERM or Ctrl-C."

    def handle(self, *args: Any, **options: Any) -> None:
        self.refuse_taken_port()
        stopping = processes.stop_requested()
        if settings.PRODUCTION:
            call_command("check", deploy=True, fail_level="ERROR")
        call_command("migrate", verbosity=0, interactive=False)
        call_command("check", tags=["records"], databases=["default"])
        if settings.PRODUCTION:
            call_command("collectstatic", verbosity=0, interactive=False)
        children = [processes.start(web_command(settings.PORT))]
        try:
            self.wait_until_served(children[0])
            children.append(processes.start(worker_command()))
            self.stdout.write(self.welcome())
            self.stdout.flush()
            while not stopping.wait(0.3):
                self.fail_if_ended(children)
        finally:
            processes.stop(children, grace=25)
        self.stdout.write("QuoteProof has stopped.")

    def refuse_taken_port(self) -> None:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((ADDRESS, settings.PORT))
            except OSError as error:
                raise CommandError(
                    f"Port {settings.PORT} is taken. Choose another: make run PORT={settings.PORT + 1}"
                ) from error

    def wait_until_served(self, web: subprocess.Popen[bytes]) -> None:
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end and web.poll() is None:
            try:
                socket.create_connection((ADDRESS, settings.PORT), timeout=1).close()
                return
            except OSError:
                time.sleep(0.05)
        raise CommandError("The web server did not start.")

    def fail_if_ended(self, children: list[subprocess.Popen[bytes]]) -> None:
        for name, child in zip(("web server", "worker"), children, strict=True):
            if child.poll() is not None:
                raise CommandError(f"The {name} ended with status {child.returncode}.")

    def welcome(self) -> str:
        base = f"http://{ADDRESS}:{settings.PORT}"
        lines = [
            f"QuoteProof is at {base}  ({'sandbox: no real money' if settings.SANDBOX else settings.NETWORK})",
            f"  the form for people  {base}/",
            f"  the API's reference  {base}/docs",
        ]
        if settings.SANDBOX and not settings.PRODUCTION:
            key = devkeys.sandbox_buyer(settings.KEYS_DIR)
            lines.append(f"  sandbox buyer's key  {key}  (`manage.py sandbox_buyer` pays with it)")
        if settings.FETCH_RESOLVE:
            hosts = ", ".join(sorted({host for host, _ in settings.FETCH_RESOLVE}))
            lines.append(f"Read from a mirror and not from the internet: {hosts}")
        lines += [
            "A first call (it answers 402 with the offer):",
            f"  curl -i {base}/v1/verify/quotes -H 'Content-Type: application/json' -d '{json.dumps(EXAMPLE)}'",
            f"Ctrl-C stops everything. Process {os.getpid()}.",
        ]
        return "\n".join(lines)


def worker_command() -> list[str]:
    return [sys.executable, sys.argv[0], "worker"]
