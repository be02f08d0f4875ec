"""Asks for one page: robots.txt of every hop, the pause an origin wants, redirects, and what the head refuses."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime
from functools import partial
from typing import Final

from verification import politeness
from verification.adapters import clock, http
from verification.adapters.faults import OutOfTime
from verification.adapters.pinned import Network
from verification.core.contracts.limits import REDIRECTS
from verification.core.page import excerpts, urls
from verification.core.page.urls import InvalidUrl, Target
from verification.desk import Desk
from verification.fetched import HTML_TYPES, PLAIN_TYPES, Fetched
from verification.lanes import Lanes
from verification.rulebook import RobotsUnavailable, Rulebook
from verification.trail import Trail, Unread, bare_type

# HTML first: a host that also has Markdown would otherwise answer with a text that no reader of the page sees.
ACCEPT: Final = "text/html, application/xhtml+xml, text/plain;q=0.9, */*;q=0.1"


class Fetcher:
    """The requests of one check. `source_bytes`: the limit of a body after content decoding."""

    def __init__(
        self,
        network: Network,
        desk: Desk,
        *,
        hosts: Collection[str],
        deadline: float,
        source_bytes: int,
        keep_robots: int,
    ) -> None:
        self._network = network
        self._desk = desk
        self._hosts = hosts
        self._deadline = deadline
        self._source_bytes = source_bytes
        self._lanes = Lanes(2, deadline)
        self._rules = Rulebook(network, desk, self._lanes, hosts=hosts, deadline=deadline, keep=keep_robots)

    def fetch(self, target: Target, trail: Trail) -> Fetched:
        """The page at the end of its redirects. Raises Unread and the FetchErrors."""
        for hop in range(REDIRECTS + 1):
            pause = self._permission(target, trail)
            with self._lanes.enter(target.host), self._turn(target.host, pause), self._get(target) as answer:
                trail.answered(target, answer)
                if answer.status not in urls.REDIRECT_STATUSES:
                    return self._fetched(answer, trail)
                if hop == REDIRECTS:
                    break
                target = self._followed(target, answer)
        raise Unread("redirect_limit")

    def _permission(self, target: Target, trail: Trail) -> float | None:
        """The pause before the request, where the origin wants one."""
        try:
            decision = self._rules.decide(target)
        except RobotsUnavailable:
            raise Unread("robots_unavailable") from None
        trail.ruled(decision.rule)
        if not decision.allowed or decision.content_signal_denies:
            raise Unread("source_disallows_access")
        return decision.crawl_delay

    @contextmanager
    def _turn(self, host: str, pause: float | None) -> Iterator[None]:
        if pause is None:
            yield
            return
        turn = self._claimed(host, pause)
        try:
            yield
        finally:
            self._desk.tell(lambda: politeness.release(host, turn))

    def _claimed(self, host: str, pause: float) -> politeness.Turn:
        while True:
            claim = partial(politeness.claim, host, pause=pause, hold=clock.left(self._deadline))
            turn = self._desk.ask(claim)
            if turn.granted:
                return turn
            if turn.wait >= clock.left(self._deadline):
                raise OutOfTime("the pause does not fit before the deadline")
            time.sleep(turn.wait)

    def _get(self, target: Target) -> AbstractContextManager[http.Answer]:
        return http.get(self._network, target, accept=ACCEPT, deadline=self._deadline)

    def _followed(self, target: Target, answer: http.Answer) -> Target:
        try:
            found = urls.follow(target, answer.lines("location"), self._hosts)
        except InvalidUrl as error:
            raise Unread(error.reason) from error
        if found is None:
            raise Unread("redirect_limit")
        return found

    def _fetched(self, answer: http.Answer, trail: Trail) -> Fetched:
        """The order of the refusals is the contract's."""
        content_type = answer.header("content-type") or ""
        tags = tuple(answer.lines("x-robots-tag"))
        if answer.status != 200:
            raise Unread("source_unavailable")
        if bare_type(content_type) not in PLAIN_TYPES | HTML_TYPES:
            raise Unread("unsupported_content_type")
        if excerpts.controls(tags, (), datetime.now(UTC)).refuses:
            raise Unread("source_disallows_excerpts")
        body = answer.read(self._source_bytes)
        trail.received(body)
        return Fetched(body, content_type, tags)
