"""`python -m tests.parts`: which parts of the suite can run here, and the one command that brings a missing one.

Under CI=true a missing part is a failure.
"""

from __future__ import annotations

import os
import shutil
import socket
import sys

from tests.browser import axe
from tests.chain import anvil


def postgres_answers() -> bool:
    try:
        socket.create_connection(("127.0.0.1", 5432), timeout=2).close()
    except OSError:
        return False
    return True


PARTS = {
    "browser tests": (lambda: shutil.which("chromium") is not None, "apt-get install chromium"),
    "accessibility tests": (axe.SCRIPT.exists, axe.REMEDY),
    "PostgreSQL tests": (postgres_answers, "apt-get install postgresql, and let 127.0.0.1:5432 trust postgres"),
    "chain tests": (anvil.available, anvil.REMEDY),
    "documentation mirror": (
        lambda: bool(shutil.which("apt-get") and shutil.which("dpkg-deb")),
        "run on Debian or Ubuntu: the pages come from its packages python3.11-doc and nodejs-doc",
    ),
}


def missing() -> dict[str, str]:
    return {name: remedy for name, (there, remedy) in PARTS.items() if not there()}


def main() -> int:
    gaps = missing()
    for name, remedy in gaps.items():
        print(f"SKIPPED: {name}: not available here. To bring it: {remedy}", flush=True)
    return 1 if gaps and os.environ.get("CI") == "true" else 0


if __name__ == "__main__":
    sys.exit(main())
