"""What CHECK constraints can't hold: allowed transitions, write-once columns, append-only tables.

`install` runs after every migrate, because a rebuilt SQLite table loses its triggers without a word; the system
check `payments.E001` reports any that is missing. Conditions compare the old row with the new one and nothing
else, so they read the same on SQLite and PostgreSQL. A trigger's name ends in a hash of what it does: a changed
one is a new one, and installing what is there changes nothing.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final

from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from payments.core.handover import ANSWERED_FOR_GOOD
from payments.core.states import TRANSITIONS, State

PREFIX: Final = "payments_guard_"

_CLAIM: Final = ("reference", "route", "request_sha256", "idempotency_key", "client", "claim_height", "claimed_at")
_SIGNED: Final = ("payer", "pay_to", "amount", "valid_after", "valid_before", "nonce", "signature_sha256")
_TERMS: Final = ("network", "chain", "asset")


@dataclass(frozen=True, slots=True)
class Guard:
    """Refuses `event` on `table` where `condition` (SQL over OLD and NEW; empty: always) holds."""

    label: str
    table: str
    event: str
    message: str
    condition: str = ""

    @property
    def name(self) -> str:
        text = f"{self.table} {self.event} {self.condition} {self.message}"
        return f"{PREFIX}{self.label}_{hashlib.sha256(text.encode()).hexdigest()[:8]}"


def _changed(*columns: str) -> str:
    return " OR ".join(f"OLD.{column} <> NEW.{column}" for column in columns)


def _once(column: str) -> str:
    """A nullable column that was set and would be changed or cleared."""
    return f"OLD.{column} IS NOT NULL AND (NEW.{column} IS NULL OR {_changed(column)})"


def _quoted(words: Any) -> str:
    return "(" + ", ".join(f"'{word}'" for word in sorted(words)) + ")"


def _charge(label: str, message: str, condition: str, event: str = "UPDATE") -> Guard:
    return Guard(f"charge_{label}", "payments_charge", event, f"charge: {message}", condition)


def _append_only(model: str) -> tuple[Guard, Guard]:
    table, message = f"payments_{model}", f"{model} is append-only"
    return Guard(f"{model}_update", table, "UPDATE", message), Guard(f"{model}_delete", table, "DELETE", message)


_ALLOWED: Final = _quoted(f"{before}>{after}" for before, after in TRANSITIONS)
_SEALING: Final = f"OLD.state = '{State.CLAIMED}' AND NEW.state = '{State.SEALED}'"
_CALLING: Final = _quoted([State.SETTLING, State.UNCERTAIN])

GUARDS: Final = (
    _charge("begin", "begins in CLAIMED", f"NEW.state <> '{State.CLAIMED}'", "INSERT"),
    _charge(
        "transition",
        "transition not allowed",
        f"OLD.state <> NEW.state AND (OLD.state || '>' || NEW.state) NOT IN {_ALLOWED}",
    ),
    _charge("bound", "what was claimed never changes", _changed(*_CLAIM, *_SIGNED, *_TERMS)),
    _charge("seal", "sealed once, by sealing", f"({_changed('sealed_sha256')}) AND NOT ({_SEALING})"),
    _charge("released", "released once", _once("released_at")),
    _charge("handed_over", "handed over once", _once("handed_over_at")),
    _charge("signature", "a signature is only erased", f"({_changed('signature')}) AND NEW.signature <> ''"),
    _charge(
        "calls",
        "one settle call in flight, none after an answer for good",
        f"({_changed('calls')}) AND (NEW.calls <> OLD.calls + 1 OR NEW.state NOT IN {_CALLING}"
        f" OR NEW.called_at IS NULL OR NEW.call_until IS NULL OR OLD.call_until > NEW.called_at"
        f" OR OLD.call_answer IN {_quoted(ANSWERED_FOR_GOOD)})",
    ),
    _charge(
        "call_kept",
        "time and answer of a settle call stay",
        "OLD.calls = NEW.calls AND (({}) OR ({}) OR (OLD.call_answer <> '' AND ({})))".format(
            _once("called_at"), _once("call_until"), _changed("call_answer")
        ),
    ),
    _charge("delete", "never deleted", "", "DELETE"),
    *_append_only("chargeevent"),
    *_append_only("evidence"),
    *_append_only("refunddue"),
    *_append_only("received"),
    *_append_only("acknowledgement"),
    *_append_only("refund"),
    *_append_only("sandboxtransfer"),
    Guard(
        "deployment_update",
        "payments_deployment",
        "UPDATE",
        "a database keeps its network",
        _changed("network"),
    ),
    Guard("deployment_delete", "payments_deployment", "DELETE", "a database keeps its network"),
)


def install(connection: BaseDatabaseWrapper) -> None:
    """Drops guards that are no longer wanted and makes those that are missing; safe any number of times."""
    existing, wanted = _existing(connection), {guard.name: guard for guard in _wanted(connection)}
    unwanted = [_drop(connection, name, table) for name, table in existing.items() if name not in wanted]
    lacking = [wanted[name] for name in wanted.keys() - existing.keys()]
    made = [_drop(connection, guard.name, guard.table) + _create(connection, guard) for guard in lacking]
    with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
        for statement in chain(*unwanted, *made):
            cursor.execute(statement)


def missing(connection: BaseDatabaseWrapper) -> list[str]:
    """Names of the guards that ought to be there and are not, or are switched off."""
    existing = _existing(connection)
    return [guard.name for guard in _wanted(connection) if guard.name not in existing]


def after_migrate(using: str, **_: Any) -> None:
    """Receiver of post_migrate."""
    install(connections[using])


def _wanted(connection: BaseDatabaseWrapper) -> list[Guard]:
    tables = set(connection.introspection.table_names())
    return [guard for guard in GUARDS if guard.table in tables]


def _existing(connection: BaseDatabaseWrapper) -> dict[str, str]:
    """Name and table of each guard that is in force."""
    query = (
        "SELECT tgname, relname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid"
        " WHERE tgenabled <> 'D' AND starts_with(tgname, %s) AND pg_table_is_visible(tgrelid)"
        if connection.vendor == "postgresql"
        else "SELECT name, tbl_name FROM sqlite_master WHERE type = 'trigger' AND substr(name, 1, 15) = %s"
    )
    with connection.cursor() as cursor:
        cursor.execute(query, [PREFIX])
        return dict(cursor.fetchall())


def _create(connection: BaseDatabaseWrapper, guard: Guard) -> list[str]:
    head = f"CREATE TRIGGER {guard.name} BEFORE {guard.event} ON {guard.table} FOR EACH ROW"
    if connection.vendor == "postgresql":
        return [_function(guard), f"{head} EXECUTE FUNCTION {guard.name}()"]
    when = f"WHEN ({guard.condition})" if guard.condition else ""
    return [f"{head} {when} BEGIN SELECT RAISE(ABORT, '{guard.message}'); END"]


def _function(guard: Guard) -> str:
    """The condition stands in a function: a column named in a trigger's WHEN could never be altered again."""
    row = "OLD" if guard.event == "DELETE" else "NEW"
    refuse = f"RAISE EXCEPTION '{guard.message}' USING ERRCODE = 'integrity_constraint_violation';"
    body = f"IF {guard.condition or 'TRUE'} THEN {refuse} END IF; RETURN {row};"
    return f"CREATE OR REPLACE FUNCTION {guard.name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {body} END $$"


def _drop(connection: BaseDatabaseWrapper, name: str, table: str) -> list[str]:
    if connection.vendor == "postgresql":
        return [f"DROP TRIGGER IF EXISTS {name} ON {table}", f"DROP FUNCTION IF EXISTS {name}()"]
    return [f"DROP TRIGGER IF EXISTS {name}"]
