"""The mirror's certificate."""

from __future__ import annotations

import ssl
import stat
from datetime import timedelta
from pathlib import Path

import pytest

from tests.mirror import tls
from tests.mirror.client import connect
from tests.mirror.robots import HOSTS
from tests.mirror.server import Mirror
from verification.core.contracts.limits import SUPPORTED_HOSTS


@pytest.mark.parametrize("host", SUPPORTED_HOSTS)
def test_the_certificate_is_good_for_every_supported_host(mirror: Mirror, host: str) -> None:
    with connect(mirror, host) as connection:
        names = {name for _, name in connection.getpeercert()["subjectAltName"]}
    assert names == set(SUPPORTED_HOSTS) == set(HOSTS)


def test_the_certificate_is_good_for_no_other_host(mirror: Mirror) -> None:
    with pytest.raises(ssl.SSLCertVerificationError):
        connect(mirror, "example.com")


def test_nobody_trusts_the_authority_by_default(mirror: Mirror) -> None:
    context = ssl.create_default_context()
    assert mirror.ca_file.read_bytes().startswith(b"-----BEGIN CERTIFICATE-----")
    authority = ssl.PEM_cert_to_DER_cert(mirror.ca_file.read_text())
    assert authority not in context.get_ca_certs(binary_form=True)


def test_key_and_authority_are_readable_by_their_owner_alone(tmp_path: Path) -> None:
    made = tls.files(tmp_path)
    assert [stat.S_IMODE(path.stat().st_mode) for path in made] == [0o600, 0o600]
    assert b"PRIVATE KEY" not in made.ca.read_bytes()


def test_the_certificate_is_kept_while_it_is_good(tmp_path: Path) -> None:
    first = tls.files(tmp_path).server.read_bytes()
    assert tls.files(tmp_path).server.read_bytes() == first


def test_an_expiring_certificate_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tls, "LIFETIME", timedelta(hours=1))
    first = tls.files(tmp_path).server.read_bytes()
    assert tls.files(tmp_path).server.read_bytes() != first


def test_a_key_without_its_authority_is_made_anew(tmp_path: Path) -> None:
    first = tls.files(tmp_path)
    before = first.server.read_bytes()
    first.ca.write_bytes(tls.files(tmp_path / "other").ca.read_bytes())
    tls.server_context(tls.files(tmp_path))
    assert tls.files(tmp_path).server.read_bytes() != before
