from __future__ import annotations

import pytest
from django.core.cache import caches
from django.core.management import call_command

from payments import rows
from quoteproof import ratelimit

TABLE = {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "counts_table"}


@pytest.fixture
def in_table(settings, db) -> None:
    """The counts in the database's cache table, as a deployment on PostgreSQL without Redis has them."""
    settings.CACHES = settings.CACHES | {"counts": TABLE}
    settings.RATE_LIMIT = 3
    call_command("createcachetable", verbosity=0)


def test_in_the_table_the_limit_holds_as_well(in_table):
    waits = [ratelimit.retry_after("192.0.2.1", now=1_000_030.0) for _ in range(4)]
    assert waits[:3] == [None] * 3 and 1 <= waits[3] <= 61
    assert ratelimit.retry_after("192.0.2.2", now=1_000_030.0) is None


def test_in_the_table_nothing_stays_for_long(in_table):
    rows.execute("INSERT INTO counts_table VALUES ('old', '9', '2020-01-01 00:00:00')")
    caches["counts"].set("another", {"kept": True})
    assert ratelimit.retry_after("192.0.2.3") is None
    assert rows.execute("SELECT COUNT(*) FROM counts_table WHERE cache_key = 'old'") == 0
    assert caches["counts"].get("another") == {"kept": True}


def test_in_the_table_one_post_is_one_statement(in_table, django_assert_num_queries):
    ratelimit.retry_after("192.0.2.4", now=1_000_030.0)
    with django_assert_num_queries(1):
        ratelimit.retry_after("192.0.2.4", now=1_000_031.0)


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
