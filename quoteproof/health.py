"""Whether the process answers (`/healthz`) and whether the whole can do its work (`/readyz`)."""

from __future__ import annotations

import time
from collections.abc import Callable

import structlog
from django.core.cache import cache
from django.db import connection
from django.http import JsonResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.views import APIView

from payments import networks, settler
from payments.adapters.facilitator import Remote
from payments.ports import LedgerUnavailable
from receipts.adapters import keys

HEARTBEAT_KEY = "worker-heartbeat"
HEARTBEAT_SECONDS = 180.0
FACILITATOR_SECONDS, LEDGER_SECONDS = 30, 5
log = structlog.get_logger()


def beat() -> None:
    """Called by the queue's scheduled minute: a queue that hangs stops beating."""
    cache.set(HEARTBEAT_KEY, time.time(), timeout=3600)


def heartbeat_age() -> float | None:
    """Seconds since the queue last beat; None when it never did."""
    at = cache.get(HEARTBEAT_KEY)
    return None if at is None else time.time() - at


def _database() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return bool(cursor.fetchone())


def _worker() -> bool:
    age = heartbeat_age()
    return age is not None and age <= HEARTBEAT_SECONDS


def _facilitator() -> bool:
    """Of a remote one its own word, asked once in half a minute however often this address is called."""
    facilitator = networks.current().facilitator
    if facilitator is None:
        return settler.alive()
    if not isinstance(facilitator, Remote):
        return True
    return bool(cache.get_or_set("facilitator-supports", facilitator.supports, timeout=FACILITATOR_SECONDS))


def _ledger() -> bool:
    """Asked once in a few seconds: nobody's questions here become the endpoints' load."""
    return bool(cache.get_or_set("ledger-answers", _height, timeout=LEDGER_SECONDS))


def _height() -> bool:
    try:
        return networks.current().ledger.height() >= 0
    except LedgerUnavailable:
        return False  # remembered as well


def _signing_key() -> bool:
    return bool(keys.current())


def _deployment() -> bool:
    """Whether the database is this network's and this pay-to address's: else every claim is turned away."""
    return not networks.is_elsewhere()


CHECKS: dict[str, Callable[[], bool]] = {
    "database": _database,
    "deployment": _deployment,
    "worker": _worker,
    "facilitator": _facilitator,
    "rpc": _ledger,
    "signing_key": _signing_key,
}


def _holds(name: str, check: Callable[[], bool]) -> bool:
    try:
        return check()
    except Exception:
        log.exception("readiness_check_failed", part=name)
        return False


class Healthz(APIView):
    @extend_schema(exclude=True)
    def get(self, request: Request) -> JsonResponse:
        return JsonResponse({"status": "ok"}, headers={"Cache-Control": "no-store"})


class Readyz(APIView):
    """200 when every part is ready, else 503; names the parts, never a reason from inside."""

    @extend_schema(exclude=True)
    def get(self, request: Request) -> JsonResponse:
        parts = {name: _holds(name, check) for name, check in CHECKS.items()}
        ready = all(parts.values())
        body = {"status": "ready" if ready else "not ready", "parts": parts}
        return JsonResponse(body, status=200 if ready else 503, headers={"Cache-Control": "no-store"})
