from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DEEP = """
import os, sys, threading
os.environ["DJANGO_SETTINGS_MODULE"] = "quoteproof.settings"
import django
django.setup()
import json, quoteproof.urls
def parse():
    try:
        json.loads("[" * 100_000)
    except RecursionError:
        print("refused")
thread = threading.Thread(target=parse)
thread.start()
thread.join()
print(sys.getrecursionlimit(), "eth_account" in sys.modules, "rfc3987_syntax" in sys.modules)
"""


def test_deep_json_ends_the_parse_and_not_the_web_process():
    """A library that raised the recursion limit would let it overflow a thread's stack; slow ones stay out too."""
    run = subprocess.run([sys.executable, "-c", DEEP], cwd=ROOT, capture_output=True, text=True)
    assert run.stdout.split() == ["refused", "1000", "False", "False"], run.stderr
