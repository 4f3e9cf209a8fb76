"""
How fast the pages of an origin are asked for, by all processes together.

Each takes its turns from the origin's row. Turns are given in blocks, so that a site swept at
ten pages a second is asked every two seconds and not for every page.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import models, transaction
from django.db.models import F

from honest_sitemaps.fields import MomentField
from honest_sitemaps.ledger.models import ScanBatch

WORKING = timedelta(minutes=5)
"""A batch counts as at work for so long after its last sign of life."""


class Pace(models.Model):
    """When the next page of an origin may be asked for."""

    origin = models.CharField(max_length=255, unique=True)
    next_at = MomentField(null=True)
    """``None``: at once."""

    def __str__(self) -> str:
        return self.origin


def take_turns(origin: str, *, pages: int, per_second: float, now: datetime) -> datetime:
    """
    When the first of these pages may be asked for; the others follow ``per_second``.

    One short transaction. Turns that nobody used are lost: a burst does not follow a pause.
    """
    with transaction.atomic():
        pace = _locked(origin)
        begin = now if pace.next_at is None else max(now, pace.next_at)
        pace.next_at = begin + timedelta(seconds=pages / per_second)
        pace.save(update_fields=["next_at"])
    return begin


def begin_batch(batch: ScanBatch, *, limit: int, now: datetime) -> bool:
    """
    Count a try of the batch, unless ``limit`` others of its origin are at work (0: no limit).

    A batch whose process died counts for `WORKING` more.
    """
    origin = batch.scan.section.origin
    with transaction.atomic():
        if limit:
            _locked(origin)
            others = ScanBatch.objects.exclude(pk=batch.pk).filter(
                scan__section__origin=origin, done_at__isnull=True, working_until__gt=now
            )
            if others.count() >= limit:
                return False
        batch.attempts += 1
        batch.working_until = now + WORKING
        batch.save(update_fields=["attempts", "working_until"])
    return True


def go_on(batch: ScanBatch, *, now: datetime) -> None:
    """Show that a batch is still at work."""
    ScanBatch.objects.filter(pk=batch.pk).update(working_until=now + WORKING)


def _locked(origin: str) -> Pace:
    """The origin's row, held until the transaction ends: an UPDATE locks on every database."""
    if not Pace.objects.filter(origin=origin).update(origin=F("origin")):
        Pace.objects.bulk_create([Pace(origin=origin)], ignore_conflicts=True)
        Pace.objects.filter(origin=origin).update(origin=F("origin"))
    return Pace.objects.get(origin=origin)
