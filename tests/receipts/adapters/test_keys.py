from __future__ import annotations

import json
import stat
import threading

import pytest
from django.core.exceptions import ImproperlyConfigured

from receipts.adapters import keyfile, keys
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


def look_again(monkeypatch) -> None:
    """The next look at the file is due now."""
    monkeypatch.setattr(keys, "LOOK_S", -1)


def test_a_running_process_takes_up_a_rotated_file_by_itself(keys_dir, monkeypatch):
    old = keys.current()
    keyfile.replace(keys_dir / "receipts.jwks", jwk.rotated((keys_dir / "receipts.jwks").read_text()))
    assert keys.current() is old
    look_again(monkeypatch)
    new = keys.current()
    assert new.signing.public == old.next and old.signing.public in new.published


def test_a_file_that_stayed_as_it_was_is_not_read_again(keys_dir, monkeypatch):
    made = keys.current()
    look_again(monkeypatch)
    monkeypatch.setattr(jwk, "parse_private_set", lambda text: pytest.fail("read again"))
    assert keys.current() is made


@pytest.mark.parametrize("spoil", ["unlink", "truncate", "open to all"])
def test_a_running_process_keeps_its_keys_when_the_file_is_spoilt(settings, keys_dir, monkeypatch, spoil, caplog):
    made, path = keys.current(), keys_dir / "receipts.jwks"
    settings.PRODUCTION = True
    assert keys.current().published == made.published
    {"unlink": path.unlink, "truncate": lambda: path.write_text(""), "open to all": lambda: path.chmod(0o644)}[
        spoil
    ]()
    look_again(monkeypatch)
    assert keys.current().published == made.published
    keys.forget()
    with pytest.raises(ImproperlyConfigured):
        keys.current()


def test_keys_of_a_setting_are_not_changed_in_a_file(settings):
    settings.SIGNING_KEY = jwk.new_private_set()
    for change in (keys.make, lambda: keys.change(jwk.rotated)):
        with pytest.raises(ImproperlyConfigured, match="QUOTEPROOF_SIGNING_KEY"):
            change()


def test_a_key_file_is_made_in_production_when_asked_for_and_only_once(settings, keys_dir):
    settings.PRODUCTION = True
    assert keys.make() is True
    made = keys.current()
    assert keys.make() is False and keys.current() is made
    assert stat.S_IMODE((keys_dir / "receipts.jwks").stat().st_mode) == 0o600


def test_a_changed_file_is_whole_private_and_in_force_at_once(keys_dir):
    old = keys.current()
    keys.change(jwk.rotated)
    assert keys.current().signing.public == old.next
    assert stat.S_IMODE((keys_dir / "receipts.jwks").stat().st_mode) == 0o600
    assert [path.name for path in keys_dir.iterdir()] == ["receipts.jwks"]


def test_a_change_that_fails_leaves_the_file_alone(keys_dir):
    keys.current()
    before = (keys_dir / "receipts.jwks").read_bytes()
    for how in (lambda text: "{}", lambda text: jwk.withdrawn(text, keys.current().signing.public.kid)):
        with pytest.raises(jwk.InvalidKeySet):
            keys.change(how)
    assert (keys_dir / "receipts.jwks").read_bytes() == before


def test_changes_at_the_same_time_come_one_after_the_other(keys_dir):
    first = keys.current().signing.public
    threads = [threading.Thread(target=keys.change, args=(jwk.rotated,)) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    after = keys.current()
    assert len(after.retired) == 6 and after.retired[0] == first and len(after.published) == 8


def test_without_a_file_there_is_nothing_to_change(settings, keys_dir):
    settings.PRODUCTION = True
    with pytest.raises(ImproperlyConfigured, match=r"receipts\.jwks"):
        keys.change(jwk.rotated)


@pytest.fixture
def named(settings, tmp_path):
    """A file that QUOTEPROOF_SIGNING_KEY_FILE names, with a mode as secrets are often mounted."""
    path = tmp_path / "mounted" / "signing.jwks"
    keyfile.write_new(path, jwk.new_private_set)
    path.chmod(0o440)
    settings.SIGNING_KEY_FILE = str(path)
    return path


def test_a_named_file_comes_before_the_own_one(named, keys_dir):
    assert keys.current().published == jwk.parse_private_set(named.read_text()).published
    assert not keys_dir.exists()


def test_a_running_process_takes_up_what_replaced_a_named_file(named, monkeypatch):
    old = keys.current()
    look_again(monkeypatch)
    assert keys.current() is old
    keyfile.replace(named, jwk.rotated(named.read_text()))
    assert keys.current().signing.public == old.next


def test_a_named_file_is_rotated_in_place_with_its_mode_and_through_a_link(named, settings):
    link = named.with_name("link.jwks")
    link.symlink_to(named)
    settings.SIGNING_KEY_FILE, old = str(link), keys.current()
    keys.change(jwk.rotated)
    assert keys.current().signing.public == old.next and link.is_symlink()
    assert stat.S_IMODE(named.stat().st_mode) == 0o440


@pytest.mark.parametrize(("text", "message"), [(None, "can't be read"), ("{}", "not a JWK Set")])
def test_a_named_file_that_is_unusable_is_named_by_its_setting_and_none_is_made(settings, tmp_path, text, message):
    settings.SIGNING_KEY_FILE = str(tmp_path / "none.jwks")
    if text is not None:
        (tmp_path / "none.jwks").write_text(text)
    with pytest.raises(ImproperlyConfigured, match=f"^QUOTEPROOF_SIGNING_KEY_FILE: .*{message}"):
        keys.current()
