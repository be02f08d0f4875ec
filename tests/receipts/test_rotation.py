"""Keys change under running processes: no receipt is signed that any published set fails to verify."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from receipts import keyring
from receipts.adapters import keyfile, keys
from receipts.core import jwk, signing
from receipts.core.jwk import PublicKey
from tests.receipts.examples import NOW

ROOT = Path(__file__).resolve().parents[2]
DAY = timedelta(hours=24)


@pytest.fixture(autouse=True)
def forgetful(monkeypatch) -> None:
    monkeypatch.setattr(keyring, "_registered", None)


def kid(token: str, published: tuple[PublicKey, ...]) -> str:
    """The key that signed; InvalidToken if the set doesn't verify it."""
    return signing.verify(token, {key.kid: key.verifier() for key in published}).header["kid"]


@pytest.fixture(params=["", "named.jwks"], ids=["own file", "file of QUOTEPROOF_SIGNING_KEY_FILE"])
def signer(request, settings, tmp_path, keys_dir) -> Iterator[Callable[[], str]]:
    """Another process, which has signed once with the keys as they are."""
    if request.param:
        settings.SIGNING_KEY_FILE = str(tmp_path / request.param)
        keyfile.write_new(tmp_path / request.param, jwk.new_private_set)
    keys.current()
    command = [sys.executable, "-m", "tests.receipts.signer", str(keys_dir), settings.SIGNING_KEY_FILE]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:

        def sign() -> str:
            print(file=process.stdin, flush=True)
            return process.stdout.readline().strip()

        sign()
        yield sign
        process.stdin.close()


def test_another_process_signs_with_the_next_key_within_seconds_of_a_rotation(db, signer):
    keyring.register(NOW)
    before, old, tokens = keyring.published(), keys.current(), [signer()]
    keyring.rotate(NOW + DAY)
    after = keyring.published()
    while kid(tokens[-1], after) != old.next.kid and len(tokens) < 600:
        time.sleep(0.05)
        tokens.append(signer())
    assert {kid(token, before) for token in tokens} == {old.signing.public.kid, old.next.kid}
    assert {kid(token, after) for token in tokens} == {old.signing.public.kid, old.next.kid}


def test_what_is_signed_while_keys_change_is_verified_by_the_sets_of_before_and_after(db, monkeypatch):
    monkeypatch.setattr(keys, "LOOK_S", 0.001)
    keyring.register(NOW)
    sets, tokens, done = [keyring.published()], [], threading.Event()

    def sign() -> None:
        while not done.is_set():
            at = len(sets)
            tokens.append((at, signing.sign(b"{}", keys.current().signing, typ=signing.RECEIPT_TYPE)))

    threads = [threading.Thread(target=sign) for _ in range(3)]
    for thread in threads:
        thread.start()
    for day in range(1, 6):
        keyring.rotate(NOW + day * DAY)
        sets.append(keyring.published())
    done.set()
    for thread in threads:
        thread.join()
    assert len({kid(token, sets[-1]) for _, token in tokens}) >= 2
    assert all(kid(token, sets[at - 1]) for at, token in tokens)
