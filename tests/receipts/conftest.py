from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection

from receipts import triggers


@pytest.fixture(autouse=True)
def keys_dir(settings, tmp_path: Path) -> Path:
    """Each test makes its own signing key."""
    settings.SIGNING_KEY, settings.KEYS_DIR = "", tmp_path / "keys"
    return tmp_path / "keys"


@pytest.fixture
def committed(transactional_db) -> Iterator[None]:
    """Real commits; afterwards the tables are emptied, which the triggers would refuse."""
    yield
    triggers.drop(connection)
