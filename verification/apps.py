"""Verification as a Django app."""

from __future__ import annotations

from django.apps import AppConfig


class VerificationConfig(AppConfig):
    name = "verification"
    default_auto_field = "django.db.models.BigAutoField"
