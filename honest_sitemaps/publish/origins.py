"""The row that says what is live, and the lock on it."""

from __future__ import annotations

from honest_sitemaps.publish.models import Origin


def origin_row(origin: str) -> Origin:
    """The row of an origin; a new one has no live release."""
    row, _ = Origin.objects.get_or_create(origin=origin)
    return row


def locked(row: Origin) -> Origin:
    """
    The row as it is now, locked until the caller's transaction ends.

    The lock is an UPDATE and not ``SELECT … FOR UPDATE``: SQLite has none, and there it makes
    the transaction a writer at once, before it has read anything that could grow stale.
    """
    Origin.objects.filter(pk=row.pk).update(origin=row.origin)
    return Origin.objects.get(pk=row.pk)
