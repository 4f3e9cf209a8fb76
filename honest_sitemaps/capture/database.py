"""The database around a render: never our transaction, no broken connection after it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

from django.db import DatabaseError, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from honest_sitemaps.errors import CaptureEnvironmentError


def refuse_open_transaction(loc: str) -> None:
    """
    Raise `CaptureEnvironmentError` if the caller holds a transaction: what a view commits
    would wait for it, and an error in a view would break it.

    The transaction that Django's ``TestCase`` (and pytest-django's ``db``) wraps around a test
    does not count, as it does not for ``atomic(durable=True)``.
    """
    for connection in connections.all(initialized_only=True):
        if any(not _is_of_a_test(block) for block in _blocks_of(connection)):
            raise CaptureEnvironmentError(
                f"A page is not captured inside a transaction, and one is open on database "
                f"{connection.alias!r}. Capture before it, or in on_commit().",
                loc=loc,
            )


@contextmanager
def rolled_back() -> Iterator[None]:
    """One transaction on each configured database, rolled back whatever the block does."""
    with ExitStack() as stack:
        for alias in connections:
            try:
                stack.enter_context(transaction.atomic(using=alias))
            except DatabaseError as error:
                raise CaptureEnvironmentError(
                    f"ROLLBACK needs a transaction on database {alias!r}: {error}"
                ) from error
        try:
            yield
        finally:
            for alias in connections:
                transaction.set_rollback(True, using=alias)


def drop_broken_connections(*, is_interrupted: bool) -> None:
    """
    Close what a failed render may have left unusable; the next query opens a new connection.

    An interruption may strike in the middle of a driver's call or of ``atomic``. Other
    failures cost a connection only if Django itself finds it broken. Connections inside a
    test's transaction stay.
    """
    for connection in connections.all(initialized_only=True):
        if any(_is_of_a_test(block) for block in _blocks_of(connection)):
            continue
        if is_interrupted:
            _reset(connection)
        elif connection.errors_occurred:
            connection.close_if_unusable_or_obsolete()


def _reset(connection: BaseDatabaseWrapper) -> None:
    """Roll back what is half open and close; all of it may be in a state Django never saw."""
    for block in reversed(_blocks_of(connection)):
        with suppress(DatabaseError):
            connection.set_rollback(True)
            block.__exit__(None, None, None)
    # Else close() waits for the end of a transaction that nobody will end.
    connection.in_atomic_block = False
    connection.close()


def _blocks_of(connection: BaseDatabaseWrapper) -> list[transaction.Atomic]:
    return list(getattr(connection, "atomic_blocks", ()))


def _is_of_a_test(block: transaction.Atomic) -> bool:
    return bool(getattr(block, "_from_testcase", False))
