"""`make bench`: every benchmark of the tree, each in a process of its own, one after the other."""

from __future__ import annotations

import pkgutil
import subprocess
import sys

import tests.bench

NOT_TIMED = ("__main__", "echo", "hostile")


def main() -> int:
    modules = pkgutil.iter_modules(tests.bench.__path__)
    names = [module.name for module in modules if module.name not in NOT_TIMED]
    codes = []
    for name in sorted(names):
        print(f"\n== {name}", flush=True)
        codes.append(subprocess.run([sys.executable, "-m", f"tests.bench.{name}"]).returncode)
    return max(codes, default=0)


if __name__ == "__main__":
    sys.exit(main())
