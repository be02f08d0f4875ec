"""`python -m tests.mirror`: the mirror in the foreground, to try the product without the internet."""

from __future__ import annotations

import argparse
import shlex
import signal
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

from tests.mirror.cases import examples
from tests.mirror.packages import MirrorUnavailable, unpack, versions
from tests.mirror.robots import HOSTS
from tests.mirror.server import Mirror, Override


def main(arguments: Sequence[str] | None = None) -> int:
    """Serves until SIGTERM or Ctrl-C; 0 after a clean end, 1 where the port is taken."""
    options = _options(arguments)
    documentation = _documentation()
    done = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: done.set())
    mirror = Mirror(port=options.port, documentation=documentation, robots_overrides=dict(options.robots))
    try:
        mirror.start()
    except OSError as error:
        print(f"Port {options.port}: {error.strerror}. Choose another with --port.", file=sys.stderr)
        return 1
    print(_introduction(mirror), flush=True)
    done.wait()
    mirror.stop()
    print("The mirror has stopped.")
    return 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mirror", description=__doc__)
    parser.add_argument("--port", type=int, default=8443, help="on 127.0.0.1 (default 8443; 0 for any)")
    parser.add_argument(
        "--robots",
        type=_host_and_status,
        action="append",
        default=[],
        metavar="HOST=STATUS",
        help="answer this host's robots.txt with this status, for instance docs.github.com=503",
    )
    return parser.parse_args(arguments)


def _host_and_status(rule: str) -> tuple[str, Override]:
    host, _, status = rule.partition("=")
    if host not in HOSTS or not 200 <= int(status) <= 599:
        raise ValueError(rule)
    return host, (int(status), {"Content-Type": "text/plain"}, b"")


def _documentation() -> Path | None:
    """The packages, or None after saying what would bring them: the other six hosts need none."""
    try:
        return unpack()
    except MirrorUnavailable as error:
        print(f"Without docs.python.org and nodejs.org: {error}", file=sys.stderr)
        return None


def _introduction(mirror: Mirror) -> str:
    served = ", ".join(versions(mirror.documentation)) if mirror.documentation else "own pages only"
    lines = [
        f"The offline mirror answers on 127.0.0.1:{mirror.port} ({served}).",
        "In another terminal, before `make run`:",
        "",
        f"export QUOTEPROOF_FETCH_RESOLVE={mirror.resolve}",
        f"export QUOTEPROOF_FETCH_CA_FILE={shlex.quote(str(mirror.ca_file))}",
        "",
        "Quotes that verify:",
    ]
    for case in examples():
        if mirror.documentation or case.need != "documentation":
            lines += [f"  {case.url}", f"      {case.quote}"]
    return "\n".join([*lines, "", "Ctrl-C ends it."])


if __name__ == "__main__":
    sys.exit(main())
