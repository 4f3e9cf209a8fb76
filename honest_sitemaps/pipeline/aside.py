"""Asking a project's code in the middle of an editor's transaction, without a trace in it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper


@contextmanager
def aside() -> Iterator[None]:
    """
    Queries inside leave the transactions that are open as they were, failed ones too: a query
    that fails would else take down with it, at its commit, what the editor did.

    A savepoint, made before the first query. Without a query, or a transaction, it costs none.
    """
    with ExitStack() as stack:
        for connection in connections.all(initialized_only=True):
            if connection.in_atomic_block and not connection.needs_rollback:
                stack.enter_context(_aside(connection))
        yield


@contextmanager
def _aside(connection: BaseDatabaseWrapper) -> Iterator[None]:
    point = _Point(connection)
    try:
        with connection.execute_wrapper(point):
            yield
    finally:
        point.close()


class _Point:
    """A savepoint that is made when it is needed."""

    def __init__(self, connection: BaseDatabaseWrapper) -> None:
        self._connection = connection
        self._id: str | None = None
        self._is_made = self._has_failed = False

    def __call__(self, execute: Any, *query: Any) -> Any:
        if not self._is_made:
            self._is_made = True  # the savepoint's own statement passes here as well
            self._id = self._connection.savepoint()
        try:
            return execute(*query)
        except BaseException:
            self._has_failed = True
            raise

    def close(self) -> None:
        if self._connection.needs_rollback or self._has_failed:
            if self._id is not None:
                self._connection.needs_rollback = False
                self._connection.savepoint_rollback(self._id)
        elif self._id is not None:
            self._connection.savepoint_commit(self._id)
