from __future__ import annotations

import socket
import threading
import time

import pytest

from verification.adapters import resolver
from verification.adapters.faults import OutOfTime, Unreachable


def answering(*addresses: str):
    return lambda host, port: list(addresses)


def resolve(lookup, seconds: float = 1.0) -> list[str]:
    return resolver.public_addresses("docs.python.org", 443, deadline=time.monotonic() + seconds, lookup=lookup)


def failing(error: Exception):
    def lookup(host: str, port: int) -> list[str]:
        raise error

    return lookup


def test_all_addresses_are_given_in_the_resolvers_order():
    assert resolve(answering("151.101.0.223", "2a04:4e42::223")) == ["151.101.0.223", "2a04:4e42::223"]


@pytest.mark.parametrize("bad", ["127.0.0.1", "::ffff:1.1.1.1", "64:ff9b::101:101", "100.64.0.1", "fe80::1%lo"])
@pytest.mark.parametrize("at", [0, 1])
def test_one_address_that_is_not_public_refuses_the_host(bad, at):
    addresses = ["151.101.0.223"]
    addresses.insert(at, bad)
    with pytest.raises(Unreachable):
        resolve(answering(*addresses))


def test_no_address_at_all_refuses_the_host():
    with pytest.raises(Unreachable):
        resolve(answering())


@pytest.mark.parametrize("error", [socket.gaierror(-2, "unknown"), OSError(), UnicodeError("label too long")])
def test_a_failing_lookup_makes_the_host_unreachable(error):
    with pytest.raises(Unreachable):
        resolve(failing(error))


def test_a_bug_in_a_lookup_is_not_taken_for_a_fault_of_the_network():
    with pytest.raises(ZeroDivisionError):
        resolve(failing(ZeroDivisionError()))


def test_a_lookup_that_hangs_costs_the_deadline_and_no_more():
    done = threading.Event()
    started = time.monotonic()
    with pytest.raises(OutOfTime):
        resolve(lambda host, port: [str(done.wait(5))], seconds=0.3)
    done.set()
    assert 0.25 < time.monotonic() - started < 0.6


def test_hanging_lookups_are_bounded_and_free_their_places(monkeypatch):
    monkeypatch.setattr(resolver, "_threads", threading.BoundedSemaphore(2))
    done, started = threading.Event(), []

    def hang(host: str, port: int) -> list[str]:
        started.append(host)
        return [str(done.wait(5))]

    for _ in range(4):
        with pytest.raises(OutOfTime):
            resolve(hang, seconds=0.05)
    assert len(started) == 2
    done.set()
    assert resolve(answering("1.1.1.1")) == ["1.1.1.1"]


def test_a_deadline_in_the_past_asks_nobody():
    with pytest.raises(OutOfTime):
        resolve(failing(ZeroDivisionError()), seconds=-1)


def test_the_systems_resolver_is_asked_for_every_address():
    assert "127.0.0.1" in resolver.system_lookup("127.0.0.1", 443)
    with pytest.raises(OSError):
        resolver.system_lookup("nowhere.invalid", 443)
