"""The service's decentralised identifier: `did:web` of its public address, and the document behind it.

A verifier of an x402 offer turns the token's `kid` into `/.well-known/did.json` and looks the key up there
(W3C DID Core 1.0, did:web method).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote, urlsplit

from receipts.core.jwk import PublicKey

_DEFAULT_PORTS = {"http": 80, "https": 443}
_CONTEXT = ["https://www.w3.org/ns/did/v1", "https://w3id.org/security/suites/jws-2020/v1"]


def web_did(public_url: str) -> str:
    """`did:web:` and the host, a port other than the scheme's own as `%3A` and digits.

    ValueError for an address with a path: its document would have to be served elsewhere.
    """
    parts = urlsplit(public_url)
    if not parts.hostname or parts.path not in ("", "/"):
        raise ValueError("did:web needs an address without a path")
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    port = parts.port not in (None, _DEFAULT_PORTS.get(parts.scheme))
    return f"did:web:{quote(f'{host}:{parts.port}' if port else host, safe='')}"


def key_id(did: str, key: PublicKey) -> str:
    """The DID URL of a key: its thumbprint as the fragment."""
    return f"{did}#{key.kid}"


def document(did: str, keys: Sequence[PublicKey]) -> dict[str, Any]:
    """The DID document: each of these keys, allowed to make assertions."""
    ids = [key_id(did, key) for key in keys]
    methods = [
        {"id": id_, "type": "JsonWebKey2020", "controller": did, "publicKeyJwk": key.jwk()}
        for id_, key in zip(ids, keys, strict=True)
    ]
    return {"@context": _CONTEXT, "id": did, "verificationMethod": methods, "assertionMethod": ids}
