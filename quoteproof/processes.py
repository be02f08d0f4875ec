"""Child processes that stop cleanly: each in a session of its own, ended by a signal to its main process alone.

django-q2's cluster hangs when a signal reaches its whole process group (as Ctrl-C in a terminal does), so a
parent passes the wish to stop on to one process id, and falls back to the whole group after the grace time.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import subprocess
import threading
import time
from collections.abc import Sequence

PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None, use_errno=True)


def _die_with_parent() -> None:
    """Linux: the child is told to stop when its parent is killed outright."""
    if hasattr(_libc, "prctl"):
        _libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def start(command: Sequence[str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(command, start_new_session=True, preexec_fn=_die_with_parent)  # noqa: S603


def stop(processes: Sequence[subprocess.Popen[bytes]], grace: float) -> None:
    """SIGTERM to each main process; what is left of its group then, or after `grace` seconds, is killed."""
    for process in processes:
        if process.poll() is None:
            process.terminate()
    end = time.monotonic() + grace
    for process in processes:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(max(0.0, end - time.monotonic()))
        # What its main process left behind, because it was too slow or was killed itself, would hold the port.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def stop_requested() -> threading.Event:
    """An event that SIGTERM and SIGINT set; a second signal while stopping changes nothing."""
    event = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: event.set())
    return event
