"""robots.txt of each origin, fetched once a check; answers of 200, 404 and 410 may come from the shared cache.

RFC 9309, stricter where it is not sure of the rules: whatever is neither a plain list of rules nor plainly missing
makes an origin's pages unreadable.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Collection
from concurrent.futures import Future
from typing import Any, Final

from django.core.cache import cache

from verification.adapters import clock, http
from verification.adapters.faults import FetchError, OutOfTime
from verification.adapters.pinned import Network
from verification.core.contracts.limits import REDIRECTS, ROBOTS_BYTES
from verification.core.page import robots, urls
from verification.core.page.robots import Decision, Robots
from verification.core.page.urls import InvalidUrl, Target
from verification.desk import Desk
from verification.lanes import Lanes

log = logging.getLogger(__name__)

ACCEPT: Final = "text/plain, */*;q=0.1"
_KEY: Final = "robots:1:{}"


class RobotsUnavailable(Exception):
    """The origin's rules aren't known, so nothing of it is read."""


class Rulebook:
    """The rules of the origins that one check meets."""

    def __init__(
        self, network: Network, desk: Desk, lanes: Lanes, *, hosts: Collection[str], deadline: float, keep: int
    ) -> None:
        """`keep`: seconds in the shared cache, 0 for none."""
        self._network = network
        self._desk = desk
        self._lanes = lanes
        self._hosts = hosts
        self._deadline = deadline
        self._keep = keep
        self._lock = threading.Lock()
        self._origins: dict[str, Future[Robots]] = {}

    def decide(self, target: Target) -> Decision:
        """What the target's origin says of it. Raises RobotsUnavailable, OutOfTime."""
        with self._lock:
            is_first = target.host not in self._origins
            future = self._origins.setdefault(target.host, Future())
        if is_first:
            self._fill(future, target.host)
        try:
            rules = future.result(timeout=clock.left(self._deadline))
        except TimeoutError:
            raise OutOfTime("robots.txt is still being fetched") from None
        return rules.decide(target.path)

    def _fill(self, future: Future[Robots], host: str) -> None:
        try:
            future.set_result(robots.parse(self._body(host)))
        except BaseException as error:  # for everyone who waits
            future.set_exception(error)

    def _body(self, host: str) -> bytes:
        """The rules; an origin without any has an empty list."""
        if not self._keep:
            return self._fetched(host)
        key = _KEY.format(host)
        cached = self._desk.ask(lambda: _quietly(lambda: cache.get(key)))
        if isinstance(cached, bytes):
            return cached
        body = self._fetched(host)
        self._desk.tell(lambda: _quietly(lambda: cache.set(key, body, self._keep)))
        return body

    def _fetched(self, host: str) -> bytes:
        target = Target(host, "/robots.txt")
        try:
            for _ in range(REDIRECTS + 1):
                found = self._get(target)
                if isinstance(found, bytes):
                    return found
                target = found
        except OutOfTime:
            raise
        except (FetchError, InvalidUrl) as error:
            raise RobotsUnavailable from error
        raise RobotsUnavailable

    def _get(self, target: Target) -> bytes | Target:
        """The rules, or where they are."""
        with (
            self._lanes.enter(target.host),
            http.get(self._network, target, accept=ACCEPT, deadline=self._deadline) as answer,
        ):
            if answer.status in urls.REDIRECT_STATUSES:
                return _followed(target, answer, self._hosts)
            if answer.status in (404, 410):
                return b""
            if answer.status != 200:
                raise RobotsUnavailable
            body = answer.read(ROBOTS_BYTES)
            if not robots.is_rules(body, answer.header("content-type")):
                raise RobotsUnavailable
            return body


def _followed(target: Target, answer: http.Answer, hosts: Collection[str]) -> Target:
    found = urls.follow(target, answer.lines("location"), hosts)
    if found is None:
        raise RobotsUnavailable
    return found


def _quietly(work: Callable[[], Any]) -> Any:
    """A cache that fails is no cache."""
    try:
        return work()
    except Exception:
        log.warning("the shared cache has failed", exc_info=True)
        return None
