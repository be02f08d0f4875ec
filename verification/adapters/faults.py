"""What can go wrong between a URL and its bytes. Messages are for logs: they never hold what a server sent."""

from __future__ import annotations


class FetchError(Exception):
    """Any of the below."""


class Unreachable(FetchError):
    """A fault of name resolution, address, connection, TLS, protocol or content coding."""


class OutOfTime(FetchError):
    """The deadline has passed."""


class TooLarge(FetchError):
    """The body, decoded, is over its limit."""


class UnsupportedCoding(FetchError):
    """A content coding that isn't decoded, or more than one."""
