from __future__ import annotations

import json
import stat
import threading

import pytest
from django.core.exceptions import ImproperlyConfigured

from receipts.adapters import keys
from receipts.core import jwk


def test_development_makes_a_key_on_first_use_and_keeps_it(keys_dir):
    made = keys.current()
    path = keys_dir / "receipts.jwks"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert jwk.parse_private_set(path.read_text()).published == made.published
    assert list(keys_dir.iterdir()) == [path]


def test_the_set_is_read_once(keys_dir):
    made = keys.current()
    (keys_dir / "receipts.jwks").unlink()
    assert keys.current() is made


def test_threads_that_start_together_get_one_key(keys_dir):
    seen, start = [], threading.Barrier(8)

    def ask() -> None:
        start.wait()
        seen.append(keys.current())

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(seen) == 8 and len({id(key_set) for key_set in seen}) == 1


def test_where_another_process_was_first_its_key_stays(keys_dir, monkeypatch):
    path, first = keys_dir / "receipts.jwks", jwk.new_private_set()

    def overtaken() -> str:
        path.write_text(first)
        path.chmod(0o600)
        return made()

    made = jwk.new_private_set
    monkeypatch.setattr(jwk, "new_private_set", overtaken)
    assert keys.current().published == jwk.parse_private_set(first).published
    assert list(keys_dir.iterdir()) == [path]


def test_the_setting_comes_before_the_file(settings, keys_dir):
    settings.SIGNING_KEY = jwk.new_private_set()
    assert keys.current().published == jwk.parse_private_set(settings.SIGNING_KEY).published
    assert not keys_dir.exists()


def test_production_makes_no_key_by_itself(settings, keys_dir):
    settings.PRODUCTION = True
    with pytest.raises(ImproperlyConfigured, match="QUOTEPROOF_SIGNING_KEY"):
        keys.current()
    assert not keys_dir.exists()


def test_production_takes_a_file_that_is_there(settings, keys_dir):
    made = keys.current()
    settings.PRODUCTION = True
    assert keys.current().published == made.published


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644, 0o660])
def test_a_file_that_others_can_read_is_refused(keys_dir, mode):
    keys_dir.mkdir()
    path = keys_dir / "receipts.jwks"
    path.write_text(jwk.new_private_set())
    path.chmod(mode)
    with pytest.raises(ImproperlyConfigured, match="0600"):
        keys.current()


def test_an_unusable_setting_is_refused_without_repeating_it(settings):
    member = json.loads(jwk.new_private_set())["keys"][0]
    settings.SIGNING_KEY = json.dumps({"keys": [member | {"kid": "main"}]})
    with pytest.raises(ImproperlyConfigured, match=r"^QUOTEPROOF_SIGNING_KEY: key 0: kid") as refusal:
        keys.current()
    assert member["d"] not in str(refusal.value)


def test_an_unusable_file_is_refused_by_its_name(keys_dir):
    keys_dir.mkdir()
    path = keys_dir / "receipts.jwks"
    path.touch(mode=0o600)
    path.write_bytes(b"\xff")
    with pytest.raises(ImproperlyConfigured, match=r"provide receipts\.jwks"):
        keys.current()
    path.write_text("{}")
    with pytest.raises(ImproperlyConfigured, match=r"^receipts\.jwks: not a JWK Set\.$"):
        keys.current()
