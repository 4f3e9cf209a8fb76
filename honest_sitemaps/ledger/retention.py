"""History does not grow for ever: old steps and old scans go, a thousand at a time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from django.db.models import Q, QuerySet

from honest_sitemaps.ledger.count_models import DayCount
from honest_sitemaps.ledger.models import ContentChange, Scan, ScanBatch
from honest_sitemaps.ledger.transition import Move

CHUNK_ROWS = 1_000

KEEP_BATCHES = timedelta(days=7)
"""The batches of a scan that is over are kept so long, to see how it went."""

KEEP_DAY_COUNTS = timedelta(days=400)
"""A year of figures, and its first weeks to compare the last ones with."""

OPEN = (Scan.Status.RUNNING, Scan.Status.SETTLING, Scan.Status.HELD)


def prune(*, now: datetime, keep_changes: timedelta) -> int:
    """
    Delete changes older than ``keep_changes``, the scans that no change names any more, the
    batches of scans that are over and the figures of days long past; answer how many rows. The
    ledger's rows all stay, and so does who decided an override that is in force.
    """
    over = Scan.objects.exclude(status__in=OPEN)
    batches = ScanBatch.objects.filter(
        scan__in=over.filter(started_at__lt=now - KEEP_BATCHES).values("pk")
    )
    scans = over.filter(started_at__lt=now - keep_changes, changes=None)
    days = DayCount.objects.filter(day__lt=(now - KEEP_DAY_COUNTS).astimezone(UTC).date())
    changes = ContentChange.objects.filter(seen_at__lt=now - keep_changes).exclude(
        ~Q(state__override=""), move=Move.OVERRIDDEN
    )
    return _delete(changes) + _delete(batches) + _delete(scans) + _delete(days)


def _delete(rows: QuerySet[Any]) -> int:
    deleted = 0
    while chunk := list(rows.order_by("pk").values_list("pk", flat=True)[:CHUNK_ROWS]):
        rows.model._default_manager.filter(pk__in=chunk).delete()
        deleted += len(chunk)
    return deleted
