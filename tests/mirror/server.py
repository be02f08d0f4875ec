"""The mirror: one HTTPS server on loopback that is all eight documentation hosts at once."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Self

from tests.mirror import behaviours, documentation, own_pages, tls
from tests.mirror.answers import Answer, not_found
from tests.mirror.packages import VAR
from tests.mirror.robots import HOSTS, ROBOTS
from tests.mirror.transport import Request, Server

Override = tuple[int, Mapping[str, str], bytes]
SLOW = {(behaviours.HOST, "/qp-mirror/slow.html"): 20.0}


class Mirror:
    """The mirror, running between `start` and `stop` (or inside `with`).

    `documentation` is what `packages.unpack` returns; without it docs.python.org and nodejs.org are empty.
    `robots_overrides` {host: (status, headers, body)} and `delays` {(host, path): seconds before the answer}
    may be changed while it runs; `log` holds every request since `reset`, which also drops what was changed.
    """

    def __init__(
        self,
        *,
        port: int = 0,
        documentation: Path | None = None,
        robots_overrides: Mapping[str, Override] | None = None,
        delays: Mapping[tuple[str, str], float] | None = None,
        var: Path = VAR,
    ) -> None:
        self.documentation = documentation
        self._as_made = (dict(robots_overrides or {}), SLOW | dict(delays or {}))
        self._wanted_port = port
        self._var = var
        self.reset()

    def reset(self) -> None:
        """An empty log, and the overrides and delays it was made with."""
        self.robots_overrides = dict(self._as_made[0])
        self.delays = dict(self._as_made[1])
        self.log: list[Request] = []

    def start(self) -> Self:
        """Answers from now on. Raises OSError where the port is taken."""
        self._certificate = tls.files(self._var)
        self._server = Server(self._wanted_port, tls.server_context(self._certificate), self._respond)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), name="mirror")
        self._thread.start()
        return self

    def stop(self) -> None:
        """Ends every connection and waits for every thread."""
        self._server.stop()
        self._thread.join()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def port(self) -> int:
        """The port on 127.0.0.1."""
        return self._server.server_address[1]

    @property
    def ca_file(self) -> Path:
        """What QUOTEPROOF_FETCH_CA_FILE names."""
        return self._certificate.ca

    @property
    def overrides(self) -> dict[tuple[str, int], tuple[str, int]]:
        """`resolve` as settings.FETCH_RESOLVE holds it."""
        return {(host, 443): ("127.0.0.1", self.port) for host in HOSTS}

    @property
    def resolve(self) -> str:
        """The value of QUOTEPROOF_FETCH_RESOLVE."""
        return ",".join(f"{host}:443=127.0.0.1:{self.port}" for host in HOSTS)

    def paths(self, host: str) -> list[str]:
        """The paths that were asked of `host`, in order."""
        return [request.path for request in self.log if request.host == host]

    def answer(self, host: str, target: str) -> Answer:
        """What `host` answers for a request target."""
        path = target.partition("?")[0]
        if host not in HOSTS:
            return Answer(421, (("Content-Type", "text/plain"),), b"Not one of the mirror's hosts.\n")
        if path == "/robots.txt":
            return self._robots(host)
        return (
            behaviours.serve(host, path)
            or documentation.serve(host, path, self.documentation)
            or own_pages.serve(host, path)
            or not_found()
        )

    def _robots(self, host: str) -> Answer:
        if host not in self.robots_overrides:
            return ROBOTS[host]
        status, headers, body = self.robots_overrides[host]
        return Answer(status, tuple(headers.items()), body)

    def _respond(self, request: Request) -> tuple[Answer, float]:
        self.log.append(request)
        return self.answer(request.host, request.path), self.delays.get((request.host, request.path), 0.0)
