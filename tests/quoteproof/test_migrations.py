from __future__ import annotations

import pytest
from django.core.management import call_command


@pytest.mark.django_db
def test_the_migrations_hold_every_model_as_it_is():
    call_command("makemigrations", "--check", "--dry-run", verbosity=0)
