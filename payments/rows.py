"""One row, one plain statement: what each paid call does a dozen times, without the ORM's compiling.

Values are prepared by the models' own fields, as the ORM does; constraints and triggers hold all the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import Field, Model


def insert(row: Model) -> bool:
    """Writes a new row, which then has its key. False, nothing written: there is one that must be unique."""
    with connection.cursor() as cursor:
        cursor.execute(_insertion(type(row)), _values(row, _written(type(row))))
        made = cursor.fetchone()
    if made:
        row.pk = made[0]
        row._state.adding = False
    return made is not None


def update(row: Model, changes: Mapping[str, Any], **known: Any) -> bool:
    """Writes `changes` if the row's columns are still as `known`; the object has them then. Names of columns."""
    fields = _by_column(type(row))
    with connection.cursor() as cursor:
        cursor.execute(
            _update(type(row), tuple(changes), ("pk", *known)),
            [_prepared(fields[name], value) for name, value in (*changes.items(), ("pk", row.pk), *known.items())],
        )
        written = cursor.rowcount == 1
    if written:
        for name, value in changes.items():
            setattr(row, name, value)
    return written


def execute(sql: str, *values: Any) -> Any:
    """Runs one statement; the first column of its first row, or None. Times may be among the values."""
    with connection.cursor() as cursor:
        cursor.execute(sql, [_adapted(value) for value in values])
        row = cursor.fetchone() if cursor.description else None
    return row[0] if row else None


def _adapted(value: Any) -> Any:
    return connection.ops.adapt_datetimefield_value(value) if isinstance(value, datetime) else value


def _prepared(field: Field[Any, Any], value: Any) -> Any:
    """As the field writes it; what every field writes as it is, or as any other time, needn't be asked for."""
    if value is None or type(value) in (str, int):
        return value
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    return field.get_db_prep_save(value.pk if isinstance(value, Model) else value, connection)


def _values(row: Model, fields: tuple[Field[Any, Any], ...]) -> list[Any]:
    return [_prepared(field, getattr(row, field.attname)) for field in fields]


@cache
def _written(model: type[Model]) -> tuple[Field[Any, Any], ...]:
    """All but a key that the database gives."""
    return tuple(each for each in model._meta.concrete_fields if each is not model._meta.auto_field)


@cache
def _by_column(model: type[Model]) -> dict[str, Field[Any, Any]]:
    fields = model._meta.concrete_fields
    return {"pk": _key(model)} | {name: each for each in fields for name in (each.name, each.attname)}


@cache
def _insertion(model: type[Model]) -> str:
    columns = [each.column for each in _written(model)]
    marks = ", ".join(["%s"] * len(columns))
    return (
        f"INSERT INTO {model._meta.db_table} ({_quoted(columns)}) VALUES ({marks})"  # noqa: S608 - names of columns
        f" ON CONFLICT DO NOTHING RETURNING {_quoted([_key(model).column])}"
    )


@cache
def _update(model: type[Model], changed: tuple[str, ...], known: tuple[str, ...]) -> str:
    columns = {name: field.column for name, field in _by_column(model).items()}
    changes = ", ".join(f'"{columns[name]}" = %s' for name in changed)
    where = " AND ".join(f'"{columns[name]}" = %s' for name in known)
    return f"UPDATE {model._meta.db_table} SET {changes} WHERE {where}"  # noqa: S608 - names of columns


def _quoted(columns: list[str | None]) -> str:
    return ", ".join(f'"{each}"' for each in columns)


def _key(model: type[Model]) -> Field[Any, Any]:
    assert model._meta.pk is not None
    return model._meta.pk
