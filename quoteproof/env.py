"""Reads settings from the environment; every secret may also come from the file that NAME_FILE names.

A value that cannot be used stops the start with a message that names the variable.
"""

from __future__ import annotations

import os
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, "").strip() or default


def secret(name: str, default: str = "") -> str:
    """The variable itself, or the content of the file named by NAME_FILE (not both)."""
    value, path = secret_or_path(name)
    if not path:
        return value or default
    try:
        return Path(path).read_text(encoding="utf-8").strip()
    except OSError as error:
        raise ImproperlyConfigured(f"{name}_FILE: cannot read {path}: {error.strerror}.") from error


def secret_or_path(name: str) -> tuple[str, str]:
    """The variable itself and the path in NAME_FILE, one of them empty: for a file that is looked at anew."""
    value, path = text(name), text(f"{name}_FILE")
    if value and path:
        raise ImproperlyConfigured(f"Set {name} or {name}_FILE, not both.")
    return value, path


def integer(name: str, default: int, *, least: int = 0, most: int = 2**31) -> int:
    raw = text(name, str(default))
    if not (raw.isascii() and raw.isdigit() and least <= int(raw) <= most):
        raise ImproperlyConfigured(f"{name} must be a whole number from {least} to {most}, not {raw!r}.")
    return int(raw)


def choice(name: str, default: str, allowed: tuple[str, ...]) -> str:
    value = text(name, default)
    if value not in allowed:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(allowed)}, not {value!r}.")
    return value


def words(name: str, default: tuple[str, ...] = ()) -> tuple[str, ...]:
    """A comma-separated list, blanks dropped."""
    raw = text(name)
    return split(raw) if raw else default


def split(raw: str) -> tuple[str, ...]:
    """The parts between commas, blanks dropped."""
    return tuple(part.strip() for part in raw.split(",") if part.strip())
