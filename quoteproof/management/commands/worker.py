"""`manage.py worker`: the queue's cluster, the settler, and the bell that rings for checks whose wait is over.

Watches both from outside: one that died is started anew, and so is a cluster whose scheduled minute has not come
for three (django-q2 cannot notice its own hang). Stops on SIGTERM or SIGINT.
"""

from __future__ import annotations

import subprocess
import sys
import time
from typing import Any

import structlog
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand
from django.db import Error, close_old_connections

from payments import networks
from quoteproof import health, processes, tasks

BELL_SECONDS = 1.0
STOP_GRACE_SECONDS = 22.0
RESTART_SECONDS = 5.0
log = structlog.get_logger()


class Child:
    """A `manage.py` command that is started anew when it ends, though not at once again and again."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.process = self._start()

    def _start(self) -> subprocess.Popen[bytes]:
        self.started = time.monotonic()
        return processes.start([sys.executable, sys.argv[0], self.name])

    def age(self) -> float:
        """Seconds."""
        return time.monotonic() - self.started

    def ended(self) -> bool:
        return self.process.poll() is not None and self.age() >= RESTART_SECONDS

    def restart(self) -> None:
        log.warning("child_restarted", name=self.name, exit_code=self.process.poll())
        processes.stop([self.process], grace=2)
        self.process = self._start()


def settles() -> bool:
    """Whether this machine has what the local facilitator needs; a worker without the key runs the queue alone."""
    return bool(settings.FACILITATOR == networks.LOCAL and settings.SETTLER_KEY)


class Command(BaseCommand):
    requires_system_checks = ()
    help = "Runs the queue: background checks, settlements under way, the reconciler; and the settler."

    def handle(self, *args: Any, **options: Any) -> None:
        stopping = processes.stop_requested()
        tasks.ring_beat()
        cluster = Child("qcluster")
        children = [cluster, Child("settler")] if settles() else [cluster]
        while not stopping.wait(BELL_SECONDS):
            self.ring()
            for child in children:
                if child.ended() or (child is cluster and self.hung(cluster.age())):
                    child.restart()
        processes.stop([child.process for child in children], grace=STOP_GRACE_SECONDS)

    def ring(self) -> None:
        close_old_connections()
        for each in (tasks.ring_due, tasks.keep_log):
            try:
                each()
            except (Error, ImproperlyConfigured):
                log.exception("bell_failed", work=each.__name__)

    def hung(self, age: float) -> bool:
        """Whether the cluster has had three minutes and its scheduled minute was last seen before that."""
        if age < health.HEARTBEAT_SECONDS:
            return False
        seen = health.heartbeat_age()
        return seen is None or seen > health.HEARTBEAT_SECONDS
