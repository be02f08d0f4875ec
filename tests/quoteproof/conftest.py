"""A buyer who speaks HTTP to the whole service, in process: Django's client, real signatures, the real mirror."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client

from quoteproof import wallet

QUOTES = "/v1/verify/quotes"
PAGE = "https://docs.x402.org/core-concepts/client-server"


@pytest.fixture(autouse=True)
def keys_dir(settings, tmp_path: Path) -> None:
    settings.SIGNING_KEY, settings.KEYS_DIR = "", tmp_path / "keys"


@pytest.fixture
def staff() -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("root"))
    return client


def clerk(*permissions: str) -> Client:
    """Staff with these permissions alone."""
    user, client = User.objects.create_user("clerk", is_staff=True), Client()
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    client.force_login(user)
    return client


def decoded(header: str) -> dict[str, Any]:
    return json.loads(base64.b64decode(header))


@dataclass
class Buyer:
    """Pays like a stock x402 client: on a 402 it signs the first offer and sends the same request again."""

    client: Client = field(default_factory=Client)
    key: str = field(default_factory=wallet.new_key)
    route: str = QUOTES

    @property
    def address(self) -> str:
        return wallet.address(self.key).lower()

    def post(self, body: Any, *, query: str = "", **headers: str) -> Any:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        content_type = names.pop("Content-Type", "application/json")
        path = self.route + query
        return self.client.generic("POST", path, data, content_type, headers=names, CONTENT_TYPE=content_type)

    def offer(self, body: Any, query: str = "") -> dict[str, Any]:
        response = self.post(body, query=query)
        assert response.status_code == 402, response.content
        return decoded(response["PAYMENT-REQUIRED"])

    def payment(self, body: Any, *, tier: int = 0, query: str = "") -> str:
        return wallet.pay(self.offer(body, query), self.key, tier=tier)

    def pay(self, body: Any, **headers: str) -> Any:
        return self.post(body, PAYMENT_SIGNATURE=self.payment(body), **headers)


@pytest.fixture
def buyer() -> Buyer:
    return Buyer()


def one(url: str, *quotes: str) -> dict[str, Any]:
    return {"urls": [url], "quotes": [{"source_index": 0, "quote": quote} for quote in quotes]}
