"""How a loc begins, as an index can hold it: locs may have 2,047 letters, an index less."""

from __future__ import annotations

from typing import Any

from django.db.models import CharField, Func, Q
from django.db.models.sql.compiler import SQLCompiler

LETTERS = 190
"""As many are in the index. Of a longer beginning the rest is compared row by row."""


class Beginning(Func):
    """
    The first `LETTERS` letters of a text, in the order of their bytes.

    In the order of a language, which PostgreSQL may take, what begins alike does not stand
    together. MariaDB has no index on an expression, and reads the table.
    """

    arity = 1
    output_field = CharField()
    template = f"SUBSTR(%(expressions)s, 1, {LETTERS})"

    def as_postgresql(self, compiler: SQLCompiler, connection: Any, **context: Any) -> Any:
        template = f'(SUBSTR(%(expressions)s, 1, {LETTERS}) COLLATE "C")'
        return super().as_sql(compiler, connection, template=template, **context)

    def as_mysql(self, compiler: SQLCompiler, connection: Any, **context: Any) -> Any:
        template = f"BINARY SUBSTR(%(expressions)s, 1, {LETTERS})"
        return super().as_sql(compiler, connection, template=template, **context)


def begins_with(text: str, *, alias: str) -> Q:
    """Condition on a queryset in which ``alias`` is the `Beginning` of ``loc``."""
    low = text[:LETTERS]
    if not low or ord(low[-1]) >= 0xD7FF:
        return Q(loc__startswith=text)
    high = low[:-1] + chr(ord(low[-1]) + 1)
    within = Q(**{f"{alias}__gte": low, f"{alias}__lt": high})
    return within if len(text) <= LETTERS else within & Q(loc__startswith=text)
