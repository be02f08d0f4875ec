"""A kept connection: asked nothing while it is quiet, made anew once the server has closed it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper

pytestmark = pytest.mark.skipif(
    connection.vendor != "postgresql", reason="needs PostgreSQL: DATABASE_URL=postgres://…"
)


@pytest.fixture
def kept(django_db_setup: None, django_db_blocker: Any) -> Iterator[BaseDatabaseWrapper]:
    with django_db_blocker.unblock():
        mine = connection.copy()
        mine.ensure_connection()
        yield mine
        mine.close()


def end_from_the_servers_side(kept: BaseDatabaseWrapper) -> None:
    other = connection.copy()
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [kept.connection.info.backend_pid])
    other.close()


def test_a_quiet_connection_is_usable_without_a_question(kept):
    kept.force_debug_cursor = True
    assert kept.is_usable() and not kept.queries_log


def test_a_closed_one_is_not_usable(kept):
    kept.connection.close()
    assert not kept.is_usable()
    kept.close()
    assert not kept.is_usable()


def test_one_that_the_server_has_ended_is_found_out(kept):
    end_from_the_servers_side(kept)
    assert not kept.is_usable()


def test_the_next_request_gets_a_new_one(kept):
    end_from_the_servers_side(kept)
    kept.health_check_enabled, kept.health_check_done = True, False  # as a request begins
    with kept.cursor() as cursor:
        cursor.execute("SELECT 1")
        assert cursor.fetchone() == (1,)
