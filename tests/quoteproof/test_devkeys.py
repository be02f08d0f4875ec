from __future__ import annotations

import stat
from concurrent.futures import ThreadPoolExecutor

from quoteproof import devkeys


def test_a_key_is_made_once_and_kept_readable_by_its_owner_alone(tmp_path):
    first = devkeys.private_key(tmp_path / "keys", "a.key")
    assert devkeys.private_key(tmp_path / "keys", "a.key") == first
    assert stat.S_IMODE((tmp_path / "keys" / "a.key").stat().st_mode) == 0o600


def test_starts_at_the_same_time_agree_on_one_key(tmp_path):
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(lambda _: devkeys.secret_key(tmp_path / "keys"), range(32)))
    assert len(keys) == 1
    assert [path.name for path in (tmp_path / "keys").iterdir()] == ["secret_key"]


def test_the_pay_to_address_is_checksummed_and_stays(tmp_path):
    address = devkeys.pay_to(tmp_path)
    assert address.startswith("0x") and address != address.lower()
    assert devkeys.pay_to(tmp_path) == address
