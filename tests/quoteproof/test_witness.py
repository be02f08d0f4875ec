"""The witness against logs served on loopback: honest, forked, rolled back, lying, slow to say anything."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from quoteproof import witness
from receipts import log, triggers
from receipts.core import tiles
from receipts.models import LogLeaf
from tests.payments.scratch import ROOT
from tests.receipts.examples import NOW, signing_key
from tests.receipts.logs import Log, entry, put_down

KEY, OTHER = signing_key(), signing_key()
ENTRIES = [entry(number) for number in range(700)]
FORKED = [*ENTRIES[:10], entry(9_999), *ENTRIES[11:]]


class Service:
    """Answers as the log that it shows at the moment; `wrong` answers take the place of right ones."""

    def __init__(self) -> None:
        self.log, self.wrong = Log(ENTRIES[:300], KEY), {}
        self.keys = [KEY.public]
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, self))
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def answer(self, path: str) -> tuple[int, bytes]:
        if path in self.wrong:
            return self.wrong[path]
        if path == "/log/checkpoint":
            return 200, self.log.note()
        if path == "/.well-known/jwks.json":
            return 200, json.dumps({"keys": [key.jwk() for key in self.keys]}).encode()
        tile = tiles.parse(path.removeprefix("/log/tile/"))
        return 200, self.log.read(tile) if tiles.exists(tile, len(self.log.entries)) else b""


class Handler(BaseHTTPRequestHandler):
    def __init__(self, service: Service, *args) -> None:
        self.service = service
        super().__init__(*args)

    def do_GET(self) -> None:
        status, body = self.service.answer(self.path)
        self.send_response(status)
        if status == 302:
            self.send_header("Location", body.decode())
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def service() -> Iterator[Service]:
    served = Service()
    thread = threading.Thread(target=served.server.serve_forever, args=(0.05,))
    thread.start()
    yield served
    served.server.shutdown()
    served.server.server_close()
    thread.join()


@pytest.fixture
def look(service: Service, tmp_path: Path):
    return lambda jwks=None: witness.run(service.url, tmp_path / "state", jwks)


def remembered(tmp_path: Path) -> bytes:
    return (tmp_path / "state").read_bytes()


def test_a_log_that_grows_is_followed(service, look, tmp_path):
    status, said = look()
    assert status == 0 and said.startswith("quotes.example/log: 300 entries") and "first time" in said
    for size in (300, 301, 511, 512, 513, 700):
        service.log = Log(ENTRIES[:size], KEY)
        assert look() == (0, f"quotes.example/log: {size} entries, consistent.")
        assert remembered(tmp_path) == service.log.note()


def test_a_log_is_followed_from_its_first_entry(service, look):
    for size in (0, 0, 1, 2, 3, 257):
        service.log = Log(ENTRIES[:size], KEY)
        assert look()[0] == 0


@pytest.mark.parametrize("size", [11, 300, 301, 512, 700])
def test_a_fork_is_refused_and_both_notes_are_kept(service, look, tmp_path, size):
    look()
    service.log = Log(FORKED[:size], KEY)
    seen, (status, said) = remembered(tmp_path), look()
    assert status == 1 and ("Fork" in said or "Rollback" in said)
    assert remembered(tmp_path) == seen and (tmp_path / "state.refused").read_bytes() == service.log.note()
    service.log = Log(ENTRIES, KEY)
    assert look()[0] == 0


def test_a_proof_of_a_fork_is_not_written_over(service, look, tmp_path):
    look()
    service.log = Log(FORKED, KEY)
    look()
    forked = service.log.note()
    service.wrong = {"/log/checkpoint": (200, b"rubbish")}
    assert ".refused-" in look()[1] and look()[0] == 1
    assert (tmp_path / "state.refused").read_bytes() == forked
    [other] = tmp_path.glob("state.refused-*")
    assert other.read_bytes() == b"rubbish"


def test_a_slower_look_does_not_bring_an_older_checkpoint_back(service, look, tmp_path, monkeypatch):
    look()
    older, newer = Log(ENTRIES[:400], KEY), Log(ENTRIES, KEY)
    service.log, keys = older, witness._keys

    def meanwhile(*arguments):
        (tmp_path / "state").write_bytes(newer.note())
        return keys(*arguments)

    monkeypatch.setattr(witness, "_keys", meanwhile)
    status, said = look()
    assert status == 2 and "another run" in said and remembered(tmp_path) == newer.note()


def test_a_key_in_other_hands_signs_no_checkpoint_that_counts(service, look):
    look()
    service.log, service.keys = Log(ENTRIES, KEY), [OTHER.public, replace(KEY.public, revoked_at=5)]
    assert look()[0] == 1


def test_a_rollback_is_refused(service, look):
    look()
    service.log = Log(ENTRIES[:299], KEY)
    assert look()[1].startswith("REFUSED. Rollback: the log had 300 entries and now shows 299.")


def test_a_fork_that_serves_the_true_log_s_tiles_is_refused(service, look):
    look()
    true, forked = Log(ENTRIES, KEY), Log(FORKED, KEY)
    service.log, service.wrong = true, {"/log/checkpoint": (200, forked.note())}
    assert look()[1].startswith("REFUSED. Fork: the tree of 700 entries does not begin with the 300")


def test_tiles_of_another_tree_are_refused_at_first_sight(service, look, tmp_path):
    service.log = Log(ENTRIES[:255], KEY)
    service.wrong = {"/log/tile/0/000.p/255": (200, bytes(8160))}
    assert look()[1].startswith("REFUSED. The log's tiles are not those of its checkpoint of 255 entries.")
    assert not (tmp_path / "state").exists()


def test_another_log_and_another_key_are_refused(service, look):
    look()
    service.log = Log(ENTRIES, KEY, "quotes.example/other")
    assert "the checkpoint is another log's" in look()[1]
    service.log = Log(ENTRIES, OTHER)
    assert look()[0] == 1 and "no known key signed the checkpoint" in look()[1]


def test_keys_from_a_file_are_the_only_ones_trusted(service, look, tmp_path):
    (tmp_path / "keys").write_text(json.dumps({"keys": [KEY.public.jwk()]}))
    assert look(tmp_path / "keys")[0] == 0
    service.log, service.keys = Log(ENTRIES, OTHER), [OTHER.public]
    assert look(tmp_path / "keys")[0] == 1


def test_a_rotated_key_goes_on(service, look):
    look()
    service.log, service.keys = Log(ENTRIES, OTHER), [OTHER.public, KEY.public]
    assert look()[0] == 0


WRONG = [
    ("/log/checkpoint", (404, b"")), ("/log/checkpoint", (500, b"")), ("/log/checkpoint", (200, b"x" * 70_000)),
    ("/log/checkpoint", (302, b"/log/elsewhere")), ("/log/checkpoint", (204, b"")),
    ("/.well-known/jwks.json", (200, b"{}")), ("/.well-known/jwks.json", (200, b"\xff")),
    ("/log/tile/0/001", (200, bytes(8191))), ("/log/tile/0/001", (200, bytes(8193))),
    ("/log/tile/0/001", (404, b"")),
]  # fmt: skip


@pytest.mark.parametrize(("path", "answer"), WRONG)
def test_what_is_no_answer_proves_nothing(service, look, tmp_path, path, answer):
    look()
    service.log, service.wrong, seen = Log(ENTRIES, KEY), {path: answer}, remembered(tmp_path)
    status, said = look()
    assert status == 2 and said.startswith("Can't tell:") and remembered(tmp_path) == seen
    assert not (tmp_path / "state.refused").exists()


def test_what_is_no_checkpoint_is_refused_without_a_word_of_it(service, look):
    service.wrong = {"/log/checkpoint": (200, b"<script>\n1\n\n\xe2\x80\x94 a b\n")}
    status, said = look()
    assert status == 1 and "script" not in said


@pytest.mark.parametrize(
    "url", ["ftp://quotes.example", "quotes.example", "http://", "http://[", "http://a?b", "file:///etc/passwd"]
)
def test_what_is_no_address_is_told_so(url, tmp_path):
    assert witness.run(url, tmp_path / "state")[0] == 2


def test_nobody_there_and_no_memory_are_told_apart_from_a_refusal(service, look, tmp_path):
    (tmp_path / "state").write_text("rubbish")
    assert look() == (2, f"Can't tell: {tmp_path / 'state'} holds no checkpoint.")
    assert witness.run("http://127.0.0.1:1", tmp_path / "other")[0] == 2
    assert witness.run(service.url, tmp_path / "no" / "folder")[0] == 2
    assert witness.run(service.url, tmp_path / "new", tmp_path / "no keys")[0] == 2
    assert witness.run(service.url, tmp_path / ("x" * 300))[0] == 2
    assert witness.run(service.url, tmp_path)[0] == 2
    (tmp_path / "state").write_bytes(b"")
    assert look()[0] == 2


def test_an_answer_that_takes_too_long_is_given_up(service, look, monkeypatch):
    """However steadily it drips: the time is that of the whole answer."""
    now = iter(range(0, 10_000, 6))
    monkeypatch.setattr(witness.time, "monotonic", lambda: float(next(now)))
    monkeypatch.setattr(witness, "_PIECE", 32)
    assert look() == (2, f"Can't tell: {service.url}/log/checkpoint takes too long.")


def test_the_command_says_the_same(service, tmp_path, capsys):
    call_command("witness", service.url, state=tmp_path / "state")
    assert "300 entries" in capsys.readouterr().out
    service.log = Log(FORKED, KEY)
    with pytest.raises(CommandError, match="Fork") as caught:
        call_command("witness", service.url, state=tmp_path / "state")
    assert caught.value.returncode == 1


PLAIN = """
import sys
for name in ("django", "rest_framework", "rfc8785", "structlog", "payments.models"):
    sys.modules[name] = None
from quoteproof import witness
sys.exit(witness.main(sys.argv[1:]))
"""


def plain(url: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", PLAIN, url, "--state", str(folder / "state")]
    return subprocess.run(command, cwd=ROOT, env={}, capture_output=True, text=True, timeout=60)


def test_it_runs_from_a_plain_tree(service, tmp_path):
    assert plain(service.url, tmp_path).returncode == 0
    service.log = Log(FORKED, KEY)
    refused = plain(service.url, tmp_path)
    assert refused.returncode == 1 and refused.stderr.startswith("REFUSED. Fork") and not refused.stdout


def test_without_a_file_named_the_host_names_it(service, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert witness.run(service.url)[0] == 0
    name = service.url.removeprefix("http://").replace(":", "_")
    assert [each.name for each in tmp_path.iterdir()] == [f"witness-{name}.checkpoint"]


def test_the_service_s_own_log_is_followed(live_server, settings, tmp_path):
    settings.SIGNING_KEY, settings.KEYS_DIR = "", tmp_path / "keys"
    try:
        for count in (0, 1, 255, 256, 600):
            put_down(range(LogLeaf.objects.count(), count))
            log.integrate(NOW)
            status, said = witness.run(live_server.url, tmp_path / "state")
            assert status == 0, said
            assert said.startswith(f"localhost:8000/log: {count} entries, consistent.")
    finally:
        triggers.drop(connection)  # they would refuse to let the tables be emptied
