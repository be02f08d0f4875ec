"""The network under httpcore: sockets to vetted addresses, one deadline, and a limit to what is read.

httpcore asks for a host and a port, and then for TLS under the host's name; that is the whole seam.
"""

from __future__ import annotations

import ipaddress
import socket
import ssl
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

import httpcore

from verification.adapters import clock
from verification.adapters.faults import OutOfTime, Unreachable
from verification.adapters.resolver import Lookup, public_addresses, system_lookup

_FIRST_TRIES: Final = 2.0  # seconds for each address but the last
HEAD_BYTES: Final = 65_536  # that may be read before the head of the response is complete


@dataclass(frozen=True, slots=True)
class Network:
    """Where names lead.

    `overrides`: (host, port) to the address and port really connected to, for mirrors; only for these is
    `ca_file` trusted, and an address taken that isn't public.
    """

    user_agent: str
    overrides: Mapping[tuple[str, int], tuple[str, int]] = field(default_factory=dict)
    ca_file: str = ""
    lookup: Lookup = system_lookup


@dataclass(slots=True)
class Allowance:
    """Bytes that may still be read from a connection, under TLS and before any decoding."""

    left: int = HEAD_BYTES

    def spend(self, count: int) -> None:
        self.left -= count

    def check(self) -> None:
        """Raises Unreachable: headers without end, chunks of next to nothing, empty gzip members, ..."""
        if self.left <= 0:
            raise Unreachable("the server sends more than a response needs")


class PinnedBackend(httpcore.NetworkBackend):
    """For one request: a name is resolved once, and its addresses tried in turn."""

    def __init__(self, network: Network, deadline: float) -> None:
        self.allowance = Allowance()
        self._network = network
        self._deadline = deadline

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        *others, last = self._endpoints(host, port)
        for endpoint in others:
            with suppress(OSError):
                return self._connect(endpoint, min(clock.left(self._deadline), _FIRST_TRIES))
        try:
            return self._connect(last, clock.left(self._deadline))
        except TimeoutError as error:
            raise OutOfTime("no connection before the deadline") from error
        except OSError as error:
            raise httpcore.ConnectError from error

    def _endpoints(self, host: str, port: int) -> list[tuple[str, int]]:
        override = self._network.overrides.get((host, port))
        if override:
            return [override]
        addresses = public_addresses(host, port, deadline=self._deadline, lookup=self._network.lookup)
        return [(address, port) for address in addresses]

    def _connect(self, endpoint: tuple[str, int], timeout: float) -> httpcore.NetworkStream:
        address = ipaddress.ip_address(endpoint[0])  # a literal: nothing is looked up again
        family = socket.AF_INET if address.version == 4 else socket.AF_INET6
        raw = socket.socket(family, socket.SOCK_STREAM)
        try:
            raw.settimeout(timeout)
            raw.connect((str(address), endpoint[1]))
            raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        except BaseException:
            raw.close()
            raise
        return _Stream(raw, self._deadline, self.allowance)


class _Stream(httpcore.NetworkStream):
    """Every wait ends at the deadline, whatever time-out httpcore asks for."""

    def __init__(self, raw: socket.socket, deadline: float, allowance: Allowance) -> None:
        self._raw = raw
        self._deadline = deadline
        self._allowance = allowance

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        self._allowance.check()
        self._raw.settimeout(clock.left(self._deadline))
        try:
            data = self._raw.recv(max_bytes)
        except TimeoutError as error:
            raise OutOfTime("no answer before the deadline") from error
        except OSError as error:
            raise httpcore.ReadError from error
        self._allowance.spend(len(data))
        return data

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._raw.settimeout(clock.left(self._deadline))
        try:
            self._raw.sendall(buffer)
        except TimeoutError as error:
            raise OutOfTime("the request was not taken before the deadline") from error
        except OSError as error:
            raise httpcore.WriteError from error

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        # An end without TLS's own goodbye is an error here: a body that ends with the connection may be cut.
        self._raw.settimeout(clock.left(self._deadline))
        try:
            secure = ssl_context.wrap_socket(
                self._raw, server_hostname=server_hostname, suppress_ragged_eofs=False
            )
        except TimeoutError as error:
            raise OutOfTime("no TLS handshake before the deadline") from error
        except OSError as error:
            raise httpcore.ConnectError from error
        return _Stream(secure, self._deadline, self._allowance)

    def close(self) -> None:
        self._raw.close()

    def get_extra_info(self, info: str) -> Any:
        return None
