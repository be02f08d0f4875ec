"""The buyer that others write: npm's @x402/fetch in a process of Node, against a service's address."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


def buy(url: str, body: Any, key: str) -> dict[str, Any]:
    """Posts and pays; `status`, `body` and `payment` (the decoded PAYMENT-RESPONSE) of the answer."""
    done = subprocess.run(
        ["node", "pay.mjs", url, key],
        cwd=FOLDER,
        input=json.dumps(body),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)
