"""What every page knows of the site."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, object]:
    return {"sandbox": settings.SANDBOX, "network": settings.NETWORK, "public_url": settings.PUBLIC_URL}
