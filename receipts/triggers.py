"""Keeps receipts, the log, the keys and disputes append-only in the database itself, on SQLite and PostgreSQL.

`install` runs after every migrate, because rebuilding a SQLite table drops its triggers without a word; a
system check (receipts.checks) reports what is missing. No row goes, and none changes but for the columns named
here, each of which is filled once. The log's order is held as well: a leaf comes without a position, a
checkpoint after every smaller one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper


@dataclass(frozen=True, slots=True)
class Guarded:
    """An append-only table.

    `once` are the columns that may be filled later; `same` is SQL for "this row has a key that NEW has", and
    `early`, over NEW, for a row that may not come (yet, or like that).
    """

    name: str
    same: str
    once: tuple[str, ...] = ()
    early: str = ""

    @property
    def table(self) -> str:
        return f"receipts_{self.name}"


TABLES: Final = (
    Guarded(
        "receipt",
        "jti = NEW.jti OR (check_id = NEW.check_id AND superseded_by_id IS NULL AND NEW.superseded_by_id IS NULL)",
        once=("superseded_by_id",),
    ),
    Guarded(
        "logleaf",
        "id = NEW.id OR position = NEW.position OR"
        " (subject = NEW.subject AND kind = 'receipt' AND NEW.kind = 'receipt')",
        once=("position",),
        early="NEW.position IS NOT NULL",
    ),
    Guarded("logtile", "id = NEW.id OR (level = NEW.level AND number = NEW.number)"),
    Guarded(
        "logcheckpoint",
        "size = NEW.size",
        early="EXISTS (SELECT 1 FROM receipts_logcheckpoint WHERE size >= NEW.size)",
    ),
    Guarded("receiptkey", "kid = NEW.kid", once=("not_before", "retired_at", "revoked_at")),
    Guarded("statement", "id = NEW.id OR (receipt_id = NEW.receipt_id AND seq = NEW.seq)"),
    Guarded(
        "dispute",
        "id = NEW.id OR (check_id = NEW.check_id AND closed_at IS NULL AND NEW.closed_at IS NULL)",
        once=("outcome", "outcome_reason", "decided_by", "closed_at"),
    ),
    Guarded("correction", "id = NEW.id OR dispute_id = NEW.dispute_id OR receipt_id = NEW.receipt_id"),
)

# The arguments of the function are the columns that may be filled. `early` is the table's own.
_CHANGE_FUNCTION: Final = """
CREATE OR REPLACE FUNCTION receipts_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    was jsonb; now_is jsonb; filled text;
BEGIN
    IF TG_OP = 'UPDATE' THEN
        was := to_jsonb(OLD); now_is := to_jsonb(NEW);
        FOREACH filled IN ARRAY COALESCE(TG_ARGV, '{}'::text[]) LOOP
            IF was ->> filled IS NULL THEN was := was - filled; now_is := now_is - filled; END IF;
        END LOOP;
        IF was = now_is THEN RETURN NEW; END IF;
    END IF;
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$
"""
_EARLY_FUNCTION: Final = """
CREATE OR REPLACE FUNCTION {table}_in_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF {early} THEN
        RAISE EXCEPTION '{table} is append-only, in order' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$
"""


def install(connection: BaseDatabaseWrapper) -> None:
    """Makes every trigger anew. Safe to run any number of times; nothing to do before a table exists."""
    with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
        drop(connection)
        if connection.vendor == "postgresql":
            cursor.execute(_CHANGE_FUNCTION)
        for guarded in _there(connection):
            if guarded.early and connection.vendor == "postgresql":
                cursor.execute(_EARLY_FUNCTION.format(table=guarded.table, early=guarded.early))
            for name, body in _triggers(connection, guarded).items():
                cursor.execute(f"CREATE TRIGGER {name} {body}")


def drop(connection: BaseDatabaseWrapper) -> None:
    """Removes the triggers, as emptying a test database needs; the next migrate or flush brings them back."""
    with connection.cursor() as cursor:
        for guarded in _there(connection):
            suffix = f" ON {guarded.table}" if connection.vendor == "postgresql" else ""
            for name in _triggers(connection, guarded):
                cursor.execute(f"DROP TRIGGER IF EXISTS {name}{suffix}")


def missing(connection: BaseDatabaseWrapper) -> list[str]:
    """Names of triggers that ought to be there and are not, or are switched off."""
    wanted = {name for guarded in _there(connection) for name in _triggers(connection, guarded)}
    query = (
        "SELECT tgname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid"
        " WHERE tgenabled <> 'D' AND pg_table_is_visible(tgrelid)"
        if connection.vendor == "postgresql"
        else "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    )
    with connection.cursor() as cursor:
        cursor.execute(query)
        return sorted(wanted - {name for (name,) in cursor.fetchall()})


def after_migrate(*, using: str, **_: Any) -> None:
    """Receiver of Django's post_migrate."""
    install(connections[using])


def _there(connection: BaseDatabaseWrapper) -> list[Guarded]:
    tables = set(connection.introspection.table_names())
    return [guarded for guarded in TABLES if guarded.table in tables]


def _triggers(connection: BaseDatabaseWrapper, guarded: Guarded) -> dict[str, str]:
    """Name and body of each of the table's triggers."""
    bodies = _postgresql(guarded) if connection.vendor == "postgresql" else _sqlite(connection, guarded)
    return {f"{guarded.table}_{name}": body for name, body in bodies.items()}


def _postgresql(guarded: Guarded) -> dict[str, str]:
    refuse = "EXECUTE FUNCTION receipts_append_only({})"
    columns = ", ".join(f"'{column}'" for column in guarded.once)
    bodies = {
        "no_change": f"BEFORE UPDATE ON {guarded.table} FOR EACH ROW {refuse.format(columns)}",
        "no_delete": f"BEFORE DELETE ON {guarded.table} FOR EACH ROW {refuse.format('')}",
        "no_truncate": f"BEFORE TRUNCATE ON {guarded.table} FOR EACH STATEMENT {refuse.format('')}",
    }
    if guarded.early:
        bodies["in_order"] = (
            f"BEFORE INSERT ON {guarded.table} FOR EACH ROW EXECUTE FUNCTION {guarded.table}_in_order()"
        )
    return bodies


def _sqlite(connection: BaseDatabaseWrapper, guarded: Guarded) -> dict[str, str]:
    """`no_replace`: what INSERT OR REPLACE displaces, SQLite deletes without firing the trigger of a DELETE."""
    table, refuse = guarded.table, f"BEGIN SELECT RAISE(ABORT, '{guarded.table} is append-only'); END"
    exists = f"EXISTS (SELECT 1 FROM {table} WHERE {guarded.same})"  # noqa: S608 - our own words
    bodies = {
        "no_change": f"BEFORE UPDATE ON {table} WHEN NOT ({_only_filled(connection, guarded)}) {refuse}",
        "no_delete": f"BEFORE DELETE ON {table} {refuse}",
        "no_replace": f"BEFORE INSERT ON {table} WHEN {exists} {refuse}",
    }
    if guarded.early:
        bodies["in_order"] = f"BEFORE INSERT ON {table} WHEN {guarded.early} {refuse}"
    return bodies


def _only_filled(connection: BaseDatabaseWrapper, guarded: Guarded) -> str:
    """SQL that holds when no column changes but those to be filled, whatever columns there are by now."""
    with connection.cursor() as cursor:
        columns = [each.name for each in connection.introspection.get_table_description(cursor, guarded.table)]
    kept = {name: f'NEW."{name}" IS OLD."{name}"' for name in columns}
    return " AND ".join(
        f'(OLD."{name}" IS NULL OR {same})' if name in guarded.once else same for name, same in kept.items()
    )
