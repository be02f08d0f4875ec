"""SQL that both databases read alike, and that an index can hold: constants are written out, not bound."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Func
from django.db.models.sql.compiler import SQLCompiler


class HostOf(Func):
    """The host of a stored URL, `https://host/path`; empty for an empty one. Stored URLs have no port."""

    template = "SUBSTR(%(expressions)s, 9, {find}(SUBSTR(%(expressions)s, 9) || '/', '/') - 1)"
    arity = 1
    output_field = models.CharField()

    def as_sqlite(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **more: Any) -> Any:
        return self._as(compiler, connection, "INSTR")

    def as_postgresql(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **more: Any) -> Any:
        return self._as(compiler, connection, "STRPOS")

    def _as(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, find: str) -> Any:
        column, values = compiler.compile(self.source_expressions[0])
        return self.template.replace("%(expressions)s", column).format(find=find), (*values, *values)
