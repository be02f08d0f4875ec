"""Kills this process with SIGKILL at one chosen point: before or after any SQL statement, commit or settle call.

Points are counted, not named, so that no step can be forgotten; where a kill struck is told by the nearest
function of the code under test.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

from django.db import connection

OURS = ("payments", "quoteproof", "receipts", "verification", "tests/payments/driver", "tests/crash/s")

FOR_ALL = ("payments/rows", "payments/transitions")
"""What every step writes by: the place is who called it."""
WRITES = ("INSERT", "UPDATE")


class Killer:
    """Counts points; at the one numbered `at` it writes where it stands to `note` (a file descriptor) and dies."""

    def __init__(self, at: int, note: int) -> None:
        self.at, self.note, self.passed = at, note, 0
        self.committed: Callable[[], None] = lambda: None

    def install(self) -> None:
        connection.execute_wrappers.append(self._around_statement)
        commit = connection._commit

        def around_commit() -> None:
            self.point("before COMMIT")
            commit()
            self.committed()
            self.point("after COMMIT")

        connection._commit = around_commit  # type: ignore[method-assign]

    def point(self, what: str) -> None:
        self.passed += 1
        if self.passed == self.at:
            os.write(self.note, f"{_where(sys._getframe(1))} {what}\n".encode())
            os.kill(os.getpid(), signal.SIGKILL)

    def _around_statement(
        self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any
    ) -> Any:
        what = " ".join(sql.split()[:1])
        self.point(f"before {what}")
        done = execute(sql, params, many, context)
        if what in WRITES and not connection.in_atomic_block:
            self.committed()  # its own transaction, alone or with others in one exchange
        self.point(f"after {what}")
        return done


def _where(frame: FrameType | None) -> str:
    while frame is not None:
        path = frame.f_code.co_filename.removeprefix(os.getcwd() + "/")
        if path.startswith(OURS) and not path.startswith(FOR_ALL):
            return f"{path.removesuffix('.py')}:{frame.f_code.co_name}"
        frame = frame.f_back
    return "elsewhere"
