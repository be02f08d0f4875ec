"""Keeps issued receipts append-only in the database itself, on SQLite and PostgreSQL.

`install` runs after every migrate, because rebuilding a SQLite table drops its triggers without a word; a
system check (receipts.checks) reports what is missing. A receipt's successor is named once; nothing else of
it ever changes, and no receipt goes.
"""

from __future__ import annotations

from typing import Any

from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

TABLE = "receipts_receipt"
SUCCESSOR = "superseded_by_id"

_POSTGRESQL_FUNCTION = """
CREATE OR REPLACE FUNCTION receipts_receipt_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        IF OLD.superseded_by_id IS NULL AND NEW.superseded_by_id IS NOT NULL
            AND to_jsonb(OLD) - 'superseded_by_id' = to_jsonb(NEW) - 'superseded_by_id'
        THEN RETURN NEW; END IF;
    END IF;
    RAISE EXCEPTION 'receipts are append-only' USING ERRCODE = 'integrity_constraint_violation';
END $$
"""
_POSTGRESQL = {
    "receipts_receipt_no_change": """
        BEFORE UPDATE ON receipts_receipt FOR EACH ROW EXECUTE FUNCTION receipts_receipt_append_only()""",
    "receipts_receipt_no_delete": """
        BEFORE DELETE ON receipts_receipt FOR EACH ROW EXECUTE FUNCTION receipts_receipt_append_only()""",
    "receipts_receipt_no_truncate": """
        BEFORE TRUNCATE ON receipts_receipt
        FOR EACH STATEMENT EXECUTE FUNCTION receipts_receipt_append_only()""",
}
# What INSERT OR REPLACE displaces, SQLite deletes without firing the DELETE trigger: the third one stops it.
_SQLITE = {
    "receipts_receipt_no_change": """
        BEFORE UPDATE ON receipts_receipt
        WHEN NOT (OLD.superseded_by_id IS NULL AND NEW.superseded_by_id IS NOT NULL AND {unchanged})
        BEGIN SELECT RAISE(ABORT, 'receipts are append-only'); END""",
    "receipts_receipt_no_delete": """
        BEFORE DELETE ON receipts_receipt
        BEGIN SELECT RAISE(ABORT, 'receipts are append-only'); END""",
    "receipts_receipt_no_replace": """
        BEFORE INSERT ON receipts_receipt
        WHEN EXISTS (SELECT 1 FROM receipts_receipt WHERE jti = NEW.jti OR (check_id = NEW.check_id
            AND superseded_by_id IS NULL AND NEW.superseded_by_id IS NULL))
        BEGIN SELECT RAISE(ABORT, 'receipts are append-only'); END""",
}


def install(connection: BaseDatabaseWrapper) -> None:
    """Makes every trigger anew. Safe to run any number of times; nothing to do before the table exists."""
    if not _table_exists(connection):
        return
    with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
        drop(connection)
        if connection.vendor == "postgresql":
            cursor.execute(_POSTGRESQL_FUNCTION)
        for name, body in _wanted(connection).items():
            cursor.execute(f"CREATE TRIGGER {name} {body.format(unchanged=_unchanged(connection))}")


def drop(connection: BaseDatabaseWrapper) -> None:
    """Removes the triggers, as emptying a test database needs; the next migrate or flush brings them back."""
    suffix = f" ON {TABLE}" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        for name in _wanted(connection):
            cursor.execute(f"DROP TRIGGER IF EXISTS {name}{suffix}")


def missing(connection: BaseDatabaseWrapper) -> list[str]:
    """Names of triggers that ought to be there and are not, or are switched off."""
    if not _table_exists(connection):
        return []
    query = (
        "SELECT tgname FROM pg_trigger WHERE tgrelid = %s::regclass AND tgenabled <> 'D'"
        if connection.vendor == "postgresql"
        else "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s"
    )
    with connection.cursor() as cursor:
        cursor.execute(query, [TABLE])
        found = {name for (name,) in cursor.fetchall()}
    return sorted(_wanted(connection).keys() - found)


def after_migrate(*, using: str, **_: Any) -> None:
    """Receiver of Django's post_migrate."""
    install(connections[using])


def _wanted(connection: BaseDatabaseWrapper) -> dict[str, str]:
    return _POSTGRESQL if connection.vendor == "postgresql" else _SQLITE


def _table_exists(connection: BaseDatabaseWrapper) -> bool:
    return TABLE in connection.introspection.table_names()


def _unchanged(connection: BaseDatabaseWrapper) -> str:
    """SQL that holds when no column but the successor changes, whatever columns there are by now."""
    with connection.cursor() as cursor:
        columns = [column.name for column in connection.introspection.get_table_description(cursor, TABLE)]
    return " AND ".join(f'NEW."{name}" IS OLD."{name}"' for name in columns if name != SUCCESSOR)
