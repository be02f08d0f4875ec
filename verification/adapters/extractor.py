"""Reads HTML in a helper process, a fresh child of it for each page: a hostile page costs one source only.

The helper (`extract_worker`) is started at first use, once a web process, and anew after it has died. Over its
time or memory, crashed, killed, not to be started: all of it is ExtractorUnavailable.
"""

from __future__ import annotations

import atexit
import json
import os
import socket
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from django.conf import settings

from verification.adapters import frames
from verification.core.page.extract import ExtractionUncertain, PageText

__all__ = ["ExtractionUncertain", "Extractor", "ExtractorUnavailable", "read"]

_GRACE_S: Final = 0.5  # for the way there and back
_CONTROL_S: Final = 2.0  # a helper that takes no order for so long is none
_START_S: Final = 10.0  # and one so old that greets nobody isn't starting any more
_ANSWER_BYTES: Final = 64_000_000
_ROOT: Final = Path(__file__).resolve().parents[2]
_WORKER: Final = "verification.adapters.extract_worker"


class ExtractorUnavailable(Exception):
    """This page couldn't be read here and now, by its own doing or not."""


class _Helper:
    """A running helper. It inherits one end of a socket pair, no other descriptor and no secret."""

    def __init__(self) -> None:
        self._turn = threading.Lock()
        self._started = time.monotonic()
        self._control, theirs = socket.socketpair()
        self._control.settimeout(_CONTROL_S)
        with theirs:
            try:
                self.process = _start(theirs.fileno())
            except OSError:
                self._control.close()
                raise

    @property
    def age(self) -> float:
        """Seconds since it was started."""
        return time.monotonic() - self._started

    def order(self, page: socket.socket, seconds: float, memory: int) -> None:
        """Have a child read `page`. Raises OSError."""
        with self._turn:
            socket.send_fds(self._control, [frames.ORDER.pack(seconds, memory)], [page.fileno()])

    def stop(self) -> None:
        with self._turn:
            self._control.close()
        self.process.kill()
        self.process.wait()

    def abandon(self) -> None:
        """In a forked copy of the web process, which has a helper of its own."""
        self._control.close()
        self.process.returncode = 0


def _start(control: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen(  # noqa: S603
        [sys.executable, "-m", _WORKER, str(control)],
        pass_fds=[control],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=_ROOT,
        env={name: os.environ[name] for name in ("LD_LIBRARY_PATH",) if name in os.environ},
        start_new_session=True,  # a Ctrl-C is for the web process: the helper follows it
    )


class Extractor:
    """Safe to use from any thread, and after a fork."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._helper: _Helper | None = None
        os.register_at_fork(after_in_child=self._forked)
        atexit.register(self.close)

    def read(self, html: str, *, seconds: float, memory: int, until: float) -> PageText:
        """`seconds` and `memory` (bytes) bound the child, `until` (of `time.monotonic`) the whole call.

        Raises ExtractionUncertain, ExtractorUnavailable.
        """
        try:
            with closing(self._child(seconds, memory, until)) as child:
                frames.send(child, html.encode("utf-8", "surrogatepass"), until)
                answer = frames.receive(child, _ANSWER_BYTES, until)
            page: dict[str, Any] | None = json.loads(answer)
            if page is not None:
                return PageText.from_json(page)
        except (OSError, EOFError) as error:
            raise ExtractorUnavailable from error
        except (ValueError, TypeError, KeyError, RecursionError) as error:  # no answer that the worker gives
            raise ExtractorUnavailable from error
        raise ExtractionUncertain

    def close(self) -> None:
        """Stop the helper; the next page starts another one."""
        with self._lock:
            helper, self._helper = self._helper, None
        if helper:
            helper.stop()

    @property
    def helper_pid(self) -> int | None:
        helper = self._helper
        return helper.process.pid if helper else None

    def _child(self, seconds: float, memory: int, until: float) -> socket.socket:
        """A child that has taken the page on; a helper found dead is replaced once. Raises OSError, EOFError."""
        try:
            return self._try_child(seconds, memory, until)
        except TimeoutError:
            raise
        except (OSError, EOFError):
            return self._try_child(seconds, memory, until)

    def _try_child(self, seconds: float, memory: int, until: float) -> socket.socket:
        ours, theirs = socket.socketpair()
        try:
            with theirs:
                helper = self._order(theirs, min(seconds, max(until - time.monotonic(), 0.001)), memory)
            self._greeted(ours, helper, until)
        except (OSError, EOFError):
            ours.close()
            raise
        return ours

    def _order(self, page: socket.socket, seconds: float, memory: int) -> _Helper:
        with self._lock:
            helper = self._helper = self._helper or _Helper()
        try:
            helper.order(page, seconds, memory)
        except OSError:
            self._discard(helper)
            raise
        return helper

    def _greeted(self, child: socket.socket, helper: _Helper, until: float) -> None:
        try:
            frames.receive(child, 0, until)
        except TimeoutError:
            if helper.age > _START_S:
                self._discard(helper)
            raise
        except (OSError, EOFError):
            self._discard(helper)
            raise

    def _discard(self, helper: _Helper) -> None:
        with self._lock:
            if self._helper is helper:
                self._helper = None
        helper.stop()

    def _forked(self) -> None:
        self._lock = threading.Lock()
        helper, self._helper = self._helper, None
        if helper:
            helper.abandon()


_extractor = Extractor()


def read(html: str, *, deadline: float | None = None) -> PageText:
    """The text of a decoded page; `deadline` in seconds of `time.monotonic`.

    Raises ExtractionUncertain, ExtractorUnavailable. Safe to call from any thread.
    """
    seconds = float(settings.EXTRACT_SECONDS)
    until = time.monotonic() + seconds + _GRACE_S
    return _extractor.read(
        html,
        seconds=seconds,
        memory=settings.EXTRACT_MEMORY_MB * 2**20,
        until=until if deadline is None else min(until, deadline),
    )
