from __future__ import annotations

import pytest

from quoteproof import ratelimit


@pytest.mark.django_db
def test_the_limit_holds_for_a_minute_and_names_the_wait(settings):
    settings.RATE_LIMIT = 3
    waits = [ratelimit.retry_after("192.0.2.1", now=1_000_030.0) for _ in range(4)]
    assert waits[:3] == [None] * 3
    assert 1 <= waits[3] <= 61
    assert ratelimit.retry_after("192.0.2.1", now=1_000_030.0 + waits[3]) is None


@pytest.mark.django_db
def test_another_address_has_its_own_count(settings):
    settings.RATE_LIMIT = 1
    assert ratelimit.retry_after("192.0.2.1", now=1.0) is None
    assert ratelimit.retry_after("192.0.2.2", now=1.0) is None


@pytest.mark.django_db
def test_zero_turns_the_limit_off(settings):
    settings.RATE_LIMIT = 0
    assert all(ratelimit.retry_after("192.0.2.1", now=1.0) is None for _ in range(5))


@pytest.mark.parametrize(
    ("proxies", "forwarded", "expected"),
    [
        (0, "198.51.100.7", "127.0.0.1"),
        (1, "203.0.113.9, 198.51.100.7", "198.51.100.7"),
        (2, "203.0.113.9, 198.51.100.7", "203.0.113.9"),
        (2, "198.51.100.7", "127.0.0.1"),
        (1, "nonsense", "unknown"),
        (1, "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        (1, "::ffff:192.0.2.5", "192.0.2.5"),
    ],
)
def test_only_what_trusted_proxies_saw_counts_as_the_address(rf, settings, proxies, forwarded, expected):
    settings.TRUSTED_PROXIES = proxies
    assert ratelimit.client_address(rf.get("/", headers={"X-Forwarded-For": forwarded})) == expected
