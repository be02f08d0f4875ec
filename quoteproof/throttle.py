"""The limit per client address for free routes that REST framework serves: the count that the paid ones share."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from quoteproof import ratelimit


class PerAddress(BaseThrottle):
    """POSTs to `/v1` per client address and minute (QUOTEPROOF_RATE_LIMIT)."""

    seconds: int | None = None

    def allow_request(self, request: Request, view: APIView) -> bool:
        self.seconds = ratelimit.retry_after(ratelimit.client_address(request._request))
        return self.seconds is None

    def wait(self) -> float | None:
        return self.seconds
