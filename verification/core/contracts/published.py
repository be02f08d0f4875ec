"""Decides the published form of a contract: canonical bytes (RFC 8785) and the hash that names them."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from verification.core.contracts.canonical import canonical

_DATA = Path(__file__).parent / "data"


@dataclass(frozen=True, slots=True)
class Contract:
    """A contract as anyone may fetch it: the document's canonical bytes and their hash in lower-case hex."""

    name: str
    version: str
    body: bytes
    sha256: str

    @classmethod
    def of(cls, document: dict[str, Any]) -> Self:
        body = canonical(document)
        return cls(document["name"], document["version"], body, hashlib.sha256(body).hexdigest())

    def reference(self) -> dict[str, str]:
        """How checks, receipts and examples name it."""
        return {"name": self.name, "version": self.version, "sha256": self.sha256}


def schema(name: str) -> dict[str, Any]:
    """One of the published JSON schemas, by its file's name without the ending."""
    text = (_DATA / f"{name}.schema.json").read_text(encoding="utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded
