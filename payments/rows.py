"""Rows by plain statements, without the ORM's compiling; those of one transaction in one exchange.

A `Unit` collects writes and sends them together where the database takes several statements at once
(PostgreSQL; SQLite gets them one by one). Values are prepared by the models' own fields, as the ORM does;
constraints and triggers hold all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from datetime import datetime
from functools import cache, lru_cache
from operator import attrgetter
from types import TracebackType
from typing import Any, Self

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Field, Model

Row = tuple[Any, ...] | None
"""The first row of an answer."""
MOST_LENGTH, MOST_VALUES = 4_000, 50
"""Of a text with placeholders that psycopg remembers how to fill in."""
UNMET = "QP001"
"""The SQLSTATE of `payments_require` (migration 0004); its message is the number of the statement."""
Otherwise = Exception | Callable[[], Exception]
_Statement = tuple[str, list[Any]]
_A_ROW, _NOT_TRUE = "row", "not true"
VALUE, EMPTY, NEWEST = "v", "e", "n"
"""What stands in a statement for a column: a value, nothing, the key of a row of the same unit that only the
database knows so far."""


@dataclass(slots=True, frozen=True)
class _Sent:
    """One statement of a unit. It is made when it is sent: a key may be known by then.

    `then`: what its first row is for, if for anything. `demand`: what must come of it, else the whole unit comes
    to nothing and `otherwise` is raised.
    """

    statement: Callable[[BaseDatabaseWrapper], _Statement]
    then: Callable[[Row], None] | None = None
    demand: str = ""
    otherwise: Otherwise = RuntimeError

    def guarded(self, on: BaseDatabaseWrapper, number: int) -> _Statement:
        """For PostgreSQL: one that doesn't come to what it must ends all with an error that says which."""
        sql, values = self.statement(on)
        return _guarded(sql, self.demand, number), values

    def holds(self, row: Row) -> bool:
        if self.demand == _A_ROW:
            return row is not None
        return not (self.demand == _NOT_TRUE and row and row[0])


@lru_cache(maxsize=1_024)
def _guarded(sql: str, demand: str, number: int) -> str:
    if demand == _A_ROW:
        held = f"payments_require({number}, EXISTS (SELECT FROM done))"
        return f"WITH done AS ({sql}) SELECT (SELECT * FROM done), {held}"  # noqa: S608 - our own
    return f"SELECT payments_require({number}, ({sql}) IS NOT TRUE)" if demand == _NOT_TRUE else sql


class _Unmet(Exception):
    """A statement of a unit didn't come to what it must: which one."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class Unit:
    """Writes of one transaction, in order: `with Unit() as unit:`; at the block's end all is sent.

    All of it is written or nothing: what doesn't come to what it must raises its `otherwise`, once nothing of the
    unit is left in the database and the objects are again what they were. On PostgreSQL the exchange is the
    transaction; inside the caller's own transaction it is a savepoint. `durable`: never inside another one.
    """

    def __init__(self, *, durable: bool = False) -> None:
        self._durable = durable
        self._sent: list[_Sent] = []
        self._before: list[tuple[Model, str, Any]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        try:
            if kind is None and self._sent:
                self._send()
                self._before.clear()
        finally:
            for row, name, value in reversed(self._before):
                setattr(row, name, value)

    def insert(self, row: Model, otherwise: Otherwise) -> None:
        """A new row, which has its key after the block; other rows of the unit may refer to the newest one of
        its table. Otherwise: there is one that must be unique."""
        self._sent.append(
            _Sent(
                lambda on: _insert(on, row), lambda made: _has_key(row, made), demand=_A_ROW, otherwise=otherwise
            )
        )

    def update(
        self, row: Model, changes: Mapping[str, Any], otherwise: Otherwise | None = None, **known: Any
    ) -> None:
        """Writes `changes` if the row's columns are still as `known`; the object has them at once.

        Without `otherwise` a row that isn't so is simply left as it is.
        """
        fields = _by_column(type(row))
        self._before += [(row, fields[name].attname, getattr(row, fields[name].attname)) for name in changes]
        _assign(row, changes)

        rows = {name: value for name, value in changes.items() if isinstance(value, Model)}

        def assign(made: Row) -> None:
            _assign(row, rows)  # once more: their keys are known by now

        def statement(on: BaseDatabaseWrapper) -> _Statement:
            return _change(on, row, changes, known)

        demand = _A_ROW if otherwise else ""
        self._sent.append(_Sent(statement, assign if rows else None, demand, otherwise or RuntimeError))

    def execute(self, sql: str, *values: Any) -> None:
        """Any further statement, whose answer doesn't matter; times may be among its values."""
        self._sent.append(_Sent(lambda on: (sql, _adapted(on, values))))

    def ask(self, then: Callable[[Row], None], sql: str, *values: Any) -> None:
        """A statement whose answer's first row is handed to `then` once all is written."""
        self._sent.append(_Sent(lambda on: (sql, _adapted(on, values)), then))

    def forbid(self, otherwise: Otherwise, sql: str, *values: Any) -> None:
        """A question that must not be answered with true."""
        asked = _Sent(lambda on: (sql, _adapted(on, values)), demand=_NOT_TRUE, otherwise=otherwise)
        self._sent.append(asked)

    def _send(self) -> None:
        on = connections[DEFAULT_DB_ALIAS]
        try:
            with self._transaction(on), on.cursor() as cursor:
                (_send_together if on.vendor == "postgresql" else _send_in_turn)(on, cursor, self._sent)
        except _Unmet as unmet:
            otherwise = self._sent[unmet.number].otherwise
            raise (otherwise if isinstance(otherwise, Exception) else otherwise()) from None

    def _transaction(self, on: BaseDatabaseWrapper) -> AbstractContextManager[Any]:
        if on.vendor == "postgresql" and not on.in_atomic_block:
            return nullcontext()  # one exchange without BEGIN is one transaction
        return transaction.atomic(durable=self._durable)


def _send_in_turn(on: BaseDatabaseWrapper, cursor: Any, sent: list[_Sent]) -> None:
    for number, each in enumerate(sent):
        cursor.execute(*each.statement(on))
        row = cursor.fetchone() if each.then or each.demand else None
        if not each.holds(row):
            raise _Unmet(number)
        if each.then:
            each.then(row)


def _send_together(on: BaseDatabaseWrapper, cursor: Any, sent: list[_Sent]) -> None:
    parts = [
        ("; ".join(sql for sql, _ in part), [value for _, own in part for value in own])
        for part in _parts([each.guarded(on, number) for number, each in enumerate(sent)])
    ]
    try:
        if len(parts) == 1:
            cursor.execute(*parts[0])
        else:
            cursor.execute("; ".join(cursor.mogrify(*part) for part in parts))
    except DatabaseError as error:
        raise _told(error) or error from None
    answers = cursor.cursor  # all are here: nothing more of the driver has to be translated
    for number, each in enumerate(sent):
        if each.then:
            each.then(answers.set_result(number).fetchone())


def _told(error: DatabaseError) -> _Unmet | None:
    """Which statement it was, if the error is `payments_require`'s."""
    cause: Any = error.__cause__
    if getattr(cause, "sqlstate", "") != UNMET:
        return None
    return _Unmet(int(cause.diag.message_primary))


def _parts(statements: list[_Statement]) -> list[list[_Statement]]:
    """The statements in as few parts as the driver keeps the plan of: it takes a longer text apart each time."""
    parts: list[list[_Statement]] = [[]]
    length = values = 0
    for sql, own in statements:
        length, values = length + len(sql), values + len(own)
        if parts[-1] and (length > MOST_LENGTH or values > MOST_VALUES):
            parts.append([])
            length, values = len(sql), len(own)
        parts[-1].append((sql, own))
    return parts


def insert(row: Model) -> bool:
    """Writes a new row, which then has its key. False, nothing written: there is one that must be unique."""
    on = connections[DEFAULT_DB_ALIAS]
    with on.cursor() as cursor:
        cursor.execute(*_insert(on, row))
        made = cursor.fetchone()
    if made:
        _has_key(row, made)
    return made is not None


def execute(sql: str, *values: Any) -> Any:
    """Runs one statement; the first column of its first row, or None. Times may be among the values."""
    on = connections[DEFAULT_DB_ALIAS]
    with on.cursor() as cursor:
        cursor.execute(sql, _adapted(on, values))
        row = cursor.fetchone() if cursor.description else None
    return row[0] if row else None


def first(sql: str, *values: Any) -> Row:
    """The first row of the answer of a statement that has one."""
    on = connections[DEFAULT_DB_ALIAS]
    with on.cursor() as cursor:
        cursor.execute(sql, _adapted(on, values))
        row: Row = cursor.fetchone()
    return row


def _has_key(row: Model, made: Row) -> None:
    assert made is not None
    row.pk = made[0]
    row._state.adding = False


def _assign(row: Model, changes: Mapping[str, Any]) -> None:
    for name, value in changes.items():
        setattr(row, name, value)


def _insert(on: BaseDatabaseWrapper, row: Model) -> _Statement:
    kinds: list[str] = []
    values: list[Any] = []
    for field, value in zip(_written(type(row)), _values(type(row))(row), strict=True):
        if value is None and field.is_relation:
            value = row._state.fields_cache.get(field.name)
        kinds.append(_mark(on, field, value, values))
    return _insertion(type(row), "".join(kinds)), values


def _change(
    on: BaseDatabaseWrapper, row: Model, changes: Mapping[str, Any], known: Mapping[str, Any]
) -> _Statement:
    fields = _by_column(type(row))
    values: list[Any] = []
    changed = "".join([_mark(on, fields[name], value, values) for name, value in changes.items()])
    values.append(row.pk)
    asked = "".join([_mark(on, fields[name], value, values) for name, value in known.items()])
    return _update(type(row), tuple(changes), changed, ("pk", *known), VALUE + asked), values


def _mark(on: BaseDatabaseWrapper, field: Field[Any, Any], value: Any, values: list[Any]) -> str:
    """What stands for a value in its statement. One that must be given is put to the `values`, prepared as the
    field writes it; what every field writes as it is needn't be asked for."""
    if value is None:
        return EMPTY
    if type(value) in (str, int):
        values.append(value)
    elif isinstance(value, datetime):
        values.append(on.ops.adapt_datetimefield_value(value))
    elif isinstance(value, Model):
        if value.pk is None:
            return NEWEST
        values.append(value.pk)
    else:
        values.append(field.get_db_prep_save(value, on))
    return VALUE


def _adapted(on: BaseDatabaseWrapper, values: tuple[Any, ...]) -> list[Any]:
    return [on.ops.adapt_datetimefield_value(each) if isinstance(each, datetime) else each for each in values]


@cache
def _written(model: type[Model]) -> tuple[Field[Any, Any], ...]:
    """All but a key that the database gives."""
    return tuple(each for each in model._meta.concrete_fields if each is not model._meta.auto_field)


@cache
def _values(model: type[Model]) -> Callable[[Model], tuple[Any, ...]]:
    """Reads the columns of `_written` off a row."""
    return attrgetter(*(each.attname for each in _written(model)))


@cache
def _by_column(model: type[Model]) -> dict[str, Field[Any, Any]]:
    fields = model._meta.concrete_fields
    return {"pk": _key(model)} | {name: each for each in fields for name in (each.name, each.attname)}


@cache
def _insertion(model: type[Model], kinds: str) -> str:
    columns = [each.column for each in _written(model)]
    marks = ", ".join(_sql(each, kind) for each, kind in zip(_written(model), kinds, strict=True))
    return (
        f"INSERT INTO {model._meta.db_table} ({_quoted(columns)}) VALUES ({marks})"  # noqa: S608 - names of columns
        f" ON CONFLICT DO NOTHING RETURNING {_quoted([_key(model).column])}"
    )


@cache
def _update(model: type[Model], changed: tuple[str, ...], kinds: str, known: tuple[str, ...], asked: str) -> str:
    fields = _by_column(model)
    changes = ", ".join(
        f'"{fields[name].column}" = {_sql(fields[name], kind)}' for name, kind in zip(changed, kinds, strict=True)
    )
    where = " AND ".join(
        f'"{fields[name].column}" ' + ("IS NULL" if kind == EMPTY else "= %s")
        for name, kind in zip(known, asked, strict=True)
    )
    sets = f"UPDATE {model._meta.db_table} SET {changes} WHERE {where}"  # noqa: S608 - names of columns
    return f"{sets} RETURNING {_quoted([_key(model).column])}"


def _sql(field: Field[Any, Any], kind: str) -> str:
    return {VALUE: "%s", EMPTY: "NULL"}.get(kind) or _newest(field)


def _newest(field: Field[Any, Any]) -> str:
    """The key of the row that this session put last into the table that `field` points to (PostgreSQL)."""
    assert field.related_model is not None
    return f"currval(pg_get_serial_sequence('{field.related_model._meta.db_table}', 'id'))"


def _quoted(columns: list[str | None]) -> str:
    return ", ".join(f'"{each}"' for each in columns)


def _key(model: type[Model]) -> Field[Any, Any]:
    assert model._meta.pk is not None
    return model._meta.pk
