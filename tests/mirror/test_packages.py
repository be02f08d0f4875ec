"""Bringing Debian's documentation packages."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mirror import packages
from tests.mirror.packages import AGAIN, CONTAINER, MirrorUnavailable, unpack, versions

ROOT = Path(__file__).resolve().parents[2]


def without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, **scripts: str) -> None:
    """A PATH on which there are only `scripts` (name: shell text) and the basics."""
    tools = tmp_path / "bin"
    tools.mkdir()
    for name, text in scripts.items():
        script = tools / name.replace("_", "-")
        script.write_text(f"#!/bin/sh\n{text}\n")
        script.chmod(0o755)
    monkeypatch.setenv("PATH", str(tools))


def test_without_apt_the_error_names_the_one_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    without(tmp_path, monkeypatch)
    with pytest.raises(MirrorUnavailable, match="apt-get and dpkg-deb") as caught:
        unpack(tmp_path / "var")
    assert caught.value.command == CONTAINER
    assert CONTAINER in str(caught.value)


def test_a_failed_download_says_why_and_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    without(tmp_path, monkeypatch, apt_get="echo no network >&2; exit 100", dpkg_deb="exit 0")
    with pytest.raises(MirrorUnavailable, match="no network") as caught:
        unpack(tmp_path / "var")
    assert caught.value.command == AGAIN
    assert [path.name for path in (tmp_path / "var").iterdir()] == ["packages.lock"]


def test_on_another_release_the_container_brings_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    apt = "echo E: Unable to locate package python3.11-doc >&2; exit 100"
    without(tmp_path, monkeypatch, apt_get=apt, dpkg_deb="exit 0")
    with pytest.raises(MirrorUnavailable) as caught:
        unpack(tmp_path / "var")
    assert caught.value.command == CONTAINER


def test_what_a_killed_process_left_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "var/unpacking-x/tree").mkdir(parents=True)
    without(tmp_path, monkeypatch, apt_get="echo > a_1_all.deb", dpkg_deb="exit 0")
    unpack(tmp_path / "var")
    assert sorted(path.name for path in (tmp_path / "var").iterdir()) == ["packages", "packages.lock"]


def test_a_package_that_is_not_found_is_looked_for_once_more_after_an_update(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = tmp_path / "calls"
    apt = f'echo "$*" >> {calls}\ncase "$*" in *Lists=*download*) echo > a_1_all.deb;; *) exit 100;; esac'
    without(tmp_path, monkeypatch, apt_get=apt, dpkg_deb="exit 0")
    assert versions(unpack(tmp_path / "var")) == ["a_1"]
    assert [line.split()[-1] for line in calls.read_text().splitlines()] == ["nodejs-doc", "update", "nodejs-doc"]


def test_a_second_call_downloads_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "packages").mkdir()
    without(tmp_path, monkeypatch, apt_get="exit 100", dpkg_deb="exit 100")
    assert unpack(tmp_path) == tmp_path / "packages"


def test_processes_that_start_together_download_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = tmp_path / "calls"
    without(
        tmp_path, monkeypatch, apt_get=f"echo x >> {calls}; /bin/sleep 0.3; echo > a_1_all.deb", dpkg_deb="exit 0"
    )
    program = "import sys, pathlib; from tests.mirror.packages import unpack; unpack(pathlib.Path(sys.argv[1]))"
    command = [sys.executable, "-c", program, str(tmp_path / "var")]
    running = [subprocess.Popen(command, cwd=ROOT, env=os.environ) for _ in range(3)]
    assert [process.wait(30) for process in running] == [0, 0, 0]
    assert calls.read_text() == "x\n"


def test_a_tool_that_hangs_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    without(tmp_path, monkeypatch, apt_get="exec /bin/sleep 60", dpkg_deb="exit 0")
    monkeypatch.setattr(packages, "_SECONDS", 0.2)
    with pytest.raises(MirrorUnavailable, match="longer than"):
        unpack(tmp_path / "var")


@pytest.mark.long
@pytest.mark.mirror
def test_the_packages_come_where_apt_has_no_lists(
    mirror_documentation: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    configuration = tmp_path / "apt.conf"
    configuration.write_text(f'Dir::State::Lists "{tmp_path / "none"}";\n')
    monkeypatch.setenv("APT_CONFIG", str(configuration))
    assert len(versions(unpack(tmp_path / "var"))) == len(versions(mirror_documentation)) == 2
