"""The mirror's certificate: one for all eight names, from an authority that nobody else trusts.

The authority's private key is never written down, so nothing but this one certificate can come from it.
"""

from __future__ import annotations

import os
import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import trustme
from cryptography import x509

from tests.mirror.packages import exclusive
from tests.mirror.robots import HOSTS

LIFETIME = timedelta(days=90)
_MARGIN = timedelta(days=1)


class Files(NamedTuple):
    """The authority's certificate, and the server's key with its certificate (both PEM, 0600)."""

    ca: Path
    server: Path


def files(var: Path) -> Files:
    """The certificate under `var/tls`, made anew where there is none that is good for another day."""
    folder = var / "tls"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    made = Files(folder / "ca.pem", folder / "server.pem")
    with exclusive(folder / "lock"):
        if not _good(made):
            _make(made)
    return made


def server_context(made: Files) -> ssl.SSLContext:
    """TLS as a server, with the one certificate whatever name the client asks for; HTTP/1.1 only."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(made.server)
    context.set_alpn_protocols(["http/1.1"])
    return context


def _good(made: Files) -> bool:
    if not (made.ca.is_file() and made.server.is_file()):
        return False
    authority = x509.load_pem_x509_certificate(made.ca.read_bytes())
    leaf = x509.load_pem_x509_certificates(made.server.read_bytes())[0]
    names = leaf.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return (
        leaf.issuer == authority.subject
        and set(names.get_values_for_type(x509.DNSName)) == set(HOSTS)
        and leaf.not_valid_after_utc > datetime.now(UTC) + _MARGIN
    )


def _make(made: Files) -> None:
    authority = trustme.CA(organization_name="Offline documentation mirror")
    leaf = authority.issue_cert(*HOSTS, not_after=datetime.now(UTC) + LIFETIME)
    _write(made.ca, authority.cert_pem.bytes())
    _write(made.server, leaf.private_key_and_cert_chain_pem.bytes())


def _write(path: Path, data: bytes) -> None:
    scratch = path.with_suffix(".new")
    scratch.unlink(missing_ok=True)
    handle = os.open(scratch, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
    scratch.replace(path)
