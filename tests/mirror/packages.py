"""The documentation the mirror serves: Debian's python3.11-doc and nodejs-doc, unpacked, never installed.

They are the real pages of docs.python.org's and nodejs.org's generators (PSF and MIT licences). Standard
library only, so that `python -m tests.mirror.packages` can run in a bare Debian container and leave the files
in `var/`.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

VAR = Path(__file__).resolve().parents[2] / "var" / "mirror"
PACKAGES = ("python3.11-doc", "nodejs-doc")
CONTAINER = (
    'docker run --rm --user "$(id -u):$(id -g)" -v "$PWD:/src" -w /src python:3.11-bookworm '
    "python -m tests.mirror.packages"
)
AGAIN = "python -m tests.mirror.packages, with a connection to the Debian archive"
_SECONDS = 300
_PATIENCE = ("-o", "Acquire::Retries=2", "-o", "Acquire::http::Timeout=20", "-o", "APT::Sandbox::User=root")


class MirrorUnavailable(Exception):
    """The packages can't be had on this machine. `command` is the one command that would bring them."""

    def __init__(self, why: str, command: str = CONTAINER) -> None:
        super().__init__(f"{why} What brings them: {command}")
        self.command = command


def unpack(var: Path = VAR) -> Path:
    """The folder that holds `usr/share/doc` of both packages, downloaded the first time (about 16 MB).

    Safe to call from several processes at once; a broken-off attempt leaves nothing that counts.
    Raises MirrorUnavailable.
    """
    target = var / "packages"
    if not target.is_dir():
        var.mkdir(parents=True, exist_ok=True)
        with exclusive(var / "packages.lock"):
            if not target.is_dir():
                _unpack_into(target)
    return target


def versions(documentation: Path) -> list[str]:
    """The unpacked packages, as `python3.11-doc_3.11.2-6+deb12u9`."""
    return (documentation / "VERSIONS").read_text().split()


@contextmanager
def exclusive(lock: Path) -> Iterator[None]:
    """One process at a time, for as long as the block runs; a process that dies lets go."""
    with lock.open("a") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def _unpack_into(target: Path) -> None:
    _need_tools()
    for stale in target.parent.glob("unpacking-*"):  # of a process that was killed
        shutil.rmtree(stale)
    scratch = Path(tempfile.mkdtemp(prefix="unpacking-", dir=target.parent))
    try:
        tree = scratch / "tree"
        tree.mkdir()
        archives = _download(scratch)
        for archive in archives:
            _run(["dpkg-deb", "-x", str(archive), str(tree)], scratch)
        (tree / "VERSIONS").write_text("\n".join(archive.name.rpartition("_")[0] for archive in archives))
        tree.rename(target)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _need_tools() -> None:
    missing = [tool for tool in ("apt-get", "dpkg-deb") if shutil.which(tool) is None]
    if missing:
        raise MirrorUnavailable(f"The documentation packages need {' and '.join(missing)}.")


def _download(scratch: Path) -> list[Path]:
    try:
        _run(["apt-get", *_PATIENCE, "download", *PACKAGES], scratch)
    except MirrorUnavailable:
        for archive in scratch.glob("*.deb"):
            archive.unlink()
        own = _own_lists(scratch)
        with suppress(MirrorUnavailable):  # one dead third-party source fails it, yet Debian's lists are there
            _run(["apt-get", *_PATIENCE, *own, "update"], scratch)
        _run(["apt-get", *_PATIENCE, *own, "download", *PACKAGES], scratch)
    return sorted(scratch.glob("*.deb"))


def _own_lists(scratch: Path) -> list[str]:
    """A fresh container has no package lists and an ordinary user may not fetch any: these are ours."""
    for folder in ("lists/partial", "cache/archives/partial"):
        (scratch / folder).mkdir(parents=True, exist_ok=True)
    return ["-o", f"Dir::State::Lists={scratch / 'lists'}", "-o", f"Dir::Cache={scratch / 'cache'}"]


def _run(command: list[str], folder: Path) -> None:
    """`command` in `folder`, with its words in the error where it fails."""
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env=os.environ | {"LC_ALL": "C", "DEBIAN_FRONTEND": "noninteractive"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=_SECONDS,
        )
    except subprocess.TimeoutExpired as error:
        raise MirrorUnavailable(f"{command[0]} took longer than {_SECONDS} s.", AGAIN) from error
    if done.returncode != 0:
        words = " ".join(done.stderr.split())[-300:]
        elsewhere = "Unable to locate package" in words  # another release, or not Debian at all
        raise MirrorUnavailable(f"{command[0]} failed: {words}", CONTAINER if elsewhere else AGAIN)


if __name__ == "__main__":
    try:
        folder = unpack()
    except MirrorUnavailable as error:
        sys.exit(str(error))
    print(f"{folder} holds {', '.join(versions(folder))}")
