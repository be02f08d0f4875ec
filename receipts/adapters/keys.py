"""Where the signing keys come from: QUOTEPROOF_SIGNING_KEY, or the file that QUOTEPROOF_SIGNING_KEY_FILE names,
else the file `receipts.jwks` among the keys.

In development the last is made on first use; production never makes a key by itself. A running process looks
every two seconds whether the file is another one, so that a rotation needs no restart; one that can't be used
changes nothing for it. Private parts are kept out of the database, and nothing of them is ever logged or shown.
"""

from __future__ import annotations

import stat
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import structlog
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from receipts.adapters import keyfile
from receipts.core import jwk
from receipts.core.jwk import KeySet

FILE_NAME = "receipts.jwks"
LOOK_S = 2.0
"""Seconds between two looks at the file."""
log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class _Origin:
    """What the settings say of where keys come from."""

    setting: str
    named: str
    folder: str
    may_make: bool

    @property
    def path(self) -> Path:
        return Path(self.named or Path(self.folder) / FILE_NAME)

    @property
    def name(self) -> str:
        """For messages."""
        if self.setting:
            return "QUOTEPROOF_SIGNING_KEY"
        return "QUOTEPROOF_SIGNING_KEY_FILE" if self.named else FILE_NAME


@dataclass(frozen=True, slots=True)
class _Held:
    """The keys that this process works with. `mark` tells the file from another; `looked` is monotonic."""

    origin: _Origin
    keys: KeySet
    mark: tuple[int, ...]
    looked: float


_held: _Held | None = None
_loading = threading.Lock()


def current() -> KeySet:
    """The keys in force; ImproperlyConfigured, without any of their text, where there are none to be had."""
    origin = _origin()
    held = _held
    if held is not None and _is_fresh(held, origin):
        return held.keys
    with _loading:
        return _renewed(origin).keys


def make() -> bool:
    """Writes the key file; False if there is one. ImproperlyConfigured where the keys come from the setting."""
    try:
        return keyfile.write_new(_file(), jwk.new_private_set)
    except OSError as error:
        raise ImproperlyConfigured(f"{_origin().name} can't be written: {error.strerror}.") from None


def change(how: Callable[[str], str]) -> None:
    """Replaces the key file's text by what `how` makes of it, one process after the other; with the same text
    nothing is written. ImproperlyConfigured; InvalidKeySet for a text that is no key set; what `how` raises.
    """
    file = _file().resolve()  # a link stays one
    try:
        with keyfile.locked(file):
            text = _read(_origin()).strip()
            changed = how(text)
            jwk.parse_private_set(changed)
            if changed != text:
                keyfile.replace(file, changed)
    except OSError as error:
        raise ImproperlyConfigured(f"{_origin().name} can't be replaced: {error.strerror}.") from None
    finally:
        forget()


def forget() -> None:
    """Reads the keys anew the next time."""
    global _held
    with _loading:
        _held = None


def _file() -> Path:
    origin = _origin()
    if origin.setting:
        raise ImproperlyConfigured("The keys come from QUOTEPROOF_SIGNING_KEY: they are changed there.")
    return origin.path


def _origin() -> _Origin:
    named: str = settings.SIGNING_KEY_FILE
    return _Origin(settings.SIGNING_KEY, named, str(settings.KEYS_DIR), not settings.PRODUCTION and not named)


def _is_fresh(held: _Held, origin: _Origin) -> bool:
    return held.origin == origin and (bool(origin.setting) or time.monotonic() - held.looked < LOOK_S)


def _renewed(origin: _Origin) -> _Held:
    """What is held, after a look at the file unless another thread has just had one."""
    global _held
    held = _held
    if held is None or held.origin != origin:
        _held = _load(origin)
    elif not _is_fresh(held, origin):
        _held = _looked_again(held)
    assert _held is not None
    return _held


def _looked_again(held: _Held) -> _Held:
    """The file's keys if it is another one by now. Work that is under way outlasts a file that can't be used."""
    same = _Held(held.origin, held.keys, held.mark, time.monotonic())
    try:
        return same if _mark(held.origin) == held.mark else _load(held.origin)
    except ImproperlyConfigured as error:
        log.error("signing_keys_unusable", detail=str(error))
        return same


def _load(origin: _Origin) -> _Held:
    try:
        if origin.may_make and not origin.setting:
            _make(origin.path)
        mark = _mark(origin)  # before the text: a file replaced in between is then looked at again
        keys = jwk.parse_private_set(origin.setting or _read(origin))
    except jwk.InvalidKeySet as error:
        raise ImproperlyConfigured(f"{origin.name}: {error}.") from None
    return _Held(origin, keys, mark, time.monotonic())


def _make(file: Path) -> None:
    try:
        keyfile.made_once(file, jwk.new_private_set)
    except (OSError, UnicodeDecodeError):
        raise _none(FILE_NAME) from None


def _mark(origin: _Origin) -> tuple[int, ...]:
    if origin.setting:
        return ()
    try:
        found = origin.path.stat()
    except OSError:
        raise _none(origin.name) from None
    return found.st_ino, found.st_mtime_ns, found.st_size, found.st_mode


def _read(origin: _Origin) -> str:
    """The mode of a file that the operator named is the operator's: what mounts secrets often sets another."""
    try:
        if not origin.named and stat.S_IMODE(origin.path.stat().st_mode) & 0o077:
            raise ImproperlyConfigured(f"{origin.name} must be readable by its owner alone (mode 0600).")
        return origin.path.read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError):
        raise _none(origin.name) from None


def _none(name: str) -> ImproperlyConfigured:
    if name != FILE_NAME:
        return ImproperlyConfigured(f"{name}: the file can't be read.")
    return ImproperlyConfigured(
        f"No signing key: set QUOTEPROOF_SIGNING_KEY or QUOTEPROOF_SIGNING_KEY_FILE, or provide {name}."
    )
