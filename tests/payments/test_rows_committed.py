"""The same where a unit is a transaction of its own: on PostgreSQL a single exchange, without BEGIN and COMMIT."""

from __future__ import annotations

import pytest
from django.db import connection

from tests.payments.test_rows import *  # noqa: F403

pytestmark = [
    pytest.mark.usefixtures("committed"),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="needs PostgreSQL: DATABASE_URL=postgres://…"),
]
