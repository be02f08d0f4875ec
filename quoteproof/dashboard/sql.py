"""SQL functions that SQLite and PostgreSQL spell differently. Times are UTC, as both databases hold them."""

from __future__ import annotations

from typing import Any

from django.db import connection as database
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Func
from django.db.models.sql.compiler import SQLCompiler


class Day(Func):
    """The UTC day of a time: `2026-12-01`. On SQLite without a call into Python for each row."""

    arity = 1
    output_field = models.CharField()

    def as_sqlite(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **more: Any) -> Any:
        return self.as_sql(compiler, connection, template="SUBSTR(%(expressions)s, 1, 10)")

    def as_postgresql(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **more: Any) -> Any:
        return self.as_sql(
            compiler, connection, template="TO_CHAR(%(expressions)s AT TIME ZONE 'UTC', 'YYYY-MM-DD')"
        )


class Holds(Func):
    """Where the bytes of the second stand in the first, from 1; 0 for nowhere."""

    arity = 2
    output_field = models.IntegerField()

    def as_sqlite(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **more: Any) -> Any:
        return self.as_sql(compiler, connection, function="INSTR")

    def as_postgresql(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **more: Any) -> Any:
        within, wanted = (compiler.compile(each) for each in self.source_expressions)
        return f"POSITION({wanted[0]} IN {within[0]})", (*wanted[1], *within[1])


def milliseconds(start: str, end: str) -> str:
    """An expression for the whole milliseconds from one column's time to another's."""
    if database.vendor == "postgresql":
        return f"CAST(ROUND(EXTRACT(EPOCH FROM {end} - {start}) * 1000) AS BIGINT)"
    return f"CAST(ROUND((JULIANDAY({end}) - JULIANDAY({start})) * 86400000) AS INTEGER)"
