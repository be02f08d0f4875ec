"""`manage.py worker`: the queue's cluster, and the bell that rings for checks whose wait is over.

Watches the cluster from outside: a cluster that died, or whose scheduled minute has not come for three, is
started anew (django-q2 cannot notice its own hang). Stops on SIGTERM or SIGINT.
"""

from __future__ import annotations

import sys
import time
from typing import Any

import structlog
from django.core.management.base import BaseCommand
from django.db import Error, close_old_connections

from quoteproof import health, processes, tasks

BELL_SECONDS = 1.0
STOP_GRACE_SECONDS = 20.0
log = structlog.get_logger()


def cluster_command() -> list[str]:
    return [sys.executable, sys.argv[0], "qcluster"]


class Command(BaseCommand):
    requires_system_checks = ()
    help = "Runs the queue: background checks, settlements under way, the reconciler."

    def handle(self, *args: Any, **options: Any) -> None:
        stopping = processes.stop_requested()
        tasks.ring_beat()
        cluster = processes.start(cluster_command())
        started = time.monotonic()
        while not stopping.wait(BELL_SECONDS):
            self.ring()
            if cluster.poll() is None and not self.hung(started):
                continue
            log.warning("queue_restarted", exit_code=cluster.poll())
            processes.stop([cluster], grace=2)
            cluster, started = processes.start(cluster_command()), time.monotonic()
        processes.stop([cluster], grace=STOP_GRACE_SECONDS)

    def ring(self) -> None:
        try:
            close_old_connections()
            tasks.ring_due()
        except Error:
            log.exception("bell_failed")

    def hung(self, started: float) -> bool:
        """Whether the cluster has had three minutes and its scheduled minute was last seen before that."""
        if time.monotonic() - started < health.HEARTBEAT_SECONDS:
            return False
        age = health.heartbeat_age()
        return age is None or age > health.HEARTBEAT_SECONDS
