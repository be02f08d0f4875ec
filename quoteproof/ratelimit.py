"""How often one client address may ask. The counts are a brake, never what money rests on.

They live in the shared cache; with SQLite, where one web process does all, in its memory.
"""

from __future__ import annotations

import hashlib
import ipaddress
import time

import structlog
from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest

WINDOW_SECONDS = 60
log = structlog.get_logger()


def client_address(request: HttpRequest) -> str:
    """The peer, or what the outermost trusted proxy saw: an IPv4 address, or the /64 of an IPv6 one.

    With N trusted proxies the address is the Nth from the right of X-Forwarded-For: further left, a client
    writes what it likes.
    """
    address = request.META.get("REMOTE_ADDR", "")
    if settings.TRUSTED_PROXIES:
        hops = [hop.strip() for hop in request.headers.get("X-Forwarded-For", "").split(",") if hop.strip()]
        if len(hops) >= settings.TRUSTED_PROXIES:
            address = hops[-settings.TRUSTED_PROXIES]
    return _network(address)


def _network(address: str) -> str:
    try:
        parsed = ipaddress.ip_address(address.strip("[]"))
    except ValueError:
        return "unknown"
    if isinstance(parsed, ipaddress.IPv6Address):
        parsed = parsed.ipv4_mapped or parsed
    if isinstance(parsed, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((parsed, 64), strict=False).network_address)
    return str(parsed)


def retry_after(address: str, *, now: float | None = None) -> int | None:
    """Counts one POST of `address`; seconds to wait when this minute's limit is used up, else None."""
    if not settings.RATE_LIMIT:
        return None
    now = time.time() if now is None else now
    window = int(now // WINDOW_SECONDS)
    key = "posts:" + hashlib.sha256(f"{address}:{window}".encode()).hexdigest()[:32]
    try:
        count = _counted(key)
    except Exception:  # each kind of cache has its own errors; without one, answers go on
        log.exception("rate_limit_uncounted")
        return None
    return None if count <= settings.RATE_LIMIT else int((window + 1) * WINDOW_SECONDS - now) + 1


def _counted(key: str) -> int:
    cache = caches["counts"]
    try:
        return int(cache.incr(key))
    except ValueError:  # the window's first, or evicted
        return 1 if cache.add(key, 1, timeout=2 * WINDOW_SECONDS) else int(cache.incr(key))
