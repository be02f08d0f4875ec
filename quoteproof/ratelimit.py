"""How often one client address may ask. The counts are a brake, never what money rests on.

They live in the shared cache; with SQLite, where one web process does all, in its memory.
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import re
import time
from datetime import timedelta
from functools import cache

import redis
import structlog
from django.conf import settings
from django.core.cache import caches
from django.core.cache.backends.db import DatabaseCache
from django.core.cache.backends.redis import RedisCache
from django.http import HttpRequest
from django.utils import timezone

from payments import rows

WINDOW_SECONDS = 60
KEPT_SECONDS = 2 * WINDOW_SECONDS
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


def client_hash(address: str) -> str:
    """What a record keeps of a client's address: a keyed hash."""
    return hmac.new(settings.SECRET_KEY.encode(), b"client:" + address.encode(), hashlib.sha256).hexdigest()


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
    """The count with this call, in one round trip where the cache is shared."""
    counts = caches["counts"]
    if isinstance(counts, DatabaseCache):
        return _counted_in_table(
            str(counts._table),  # type: ignore[attr-defined]
            counts.make_and_validate_key(key),
        )
    if isinstance(counts, RedisCache):
        return _counted_in_redis(settings.CACHES["counts"]["LOCATION"], counts.make_and_validate_key(key))
    try:
        return int(counts.incr(key))
    except ValueError:  # the window's first, or evicted
        return 1 if counts.add(key, 1, timeout=KEPT_SECONDS) else int(counts.incr(key))


def _counted_in_table(table: str, key: str) -> int:
    """A row of the cache's table that this module alone reads: digits, where the cache itself keeps pickles."""
    now = timezone.now()
    answer = rows.first(_COUNT.format(table=table), key, now + timedelta(seconds=KEPT_SECONDS))
    assert answer is not None
    count = int(answer[0])
    if count == 1:
        rows.execute(_DROP.format(table=table), now)
    return count


_COUNT = (
    "INSERT INTO {table} (cache_key, value, expires) VALUES (%s, '1', %s) ON CONFLICT (cache_key)"
    " DO UPDATE SET value = CAST(CAST({table}.value AS INTEGER) + 1 AS TEXT) RETURNING value"
)
_DROP = "DELETE FROM {table} WHERE expires < %s"


def _counted_in_redis(url: str, key: str) -> int:
    client = _redis(url)
    count = int(client.incr(key))
    if count == 1:
        client.expire(key, KEPT_SECONDS)
    return count


@cache
def _redis(url: str) -> redis.Redis:
    """One for all threads, where Django makes one for every command; of several servers the one written to."""
    return redis.Redis.from_url(re.split("[;,]", url)[0])
