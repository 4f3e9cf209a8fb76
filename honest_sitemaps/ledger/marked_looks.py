"""
Whose turn it is to look at a section's marks: one process at a time, none for a while after a
failure, and what a dead one left behind is taken over.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.db import transaction

from honest_sitemaps.ledger.models import Scan, Section
from honest_sitemaps.ledger.scans import UNDER_WAY, fail, is_gone, lock, open_look, owner

MARKS = "marks"
"""Trigger of a look at what was saved."""

REST = timedelta(minutes=10)
"""After a look at marks has failed, its section's marks wait for so long: a source that raises
fails each time. A process that died may have been a deploy: only the second one counts."""

LEFT = "left"
"""Kind of failure of a look whose process is gone."""

_at_work: set[int] = set()
"""Looks of this process. Its threads share a process id, by which a dead one is told."""


@contextmanager
def look_of_marks(section: Section, *, run: str, now: datetime) -> Iterator[Scan | None]:
    """
    A look to answer the section's marks by, one at a time: ``None`` while another process is
    at it, and for `REST` after one failed.
    """
    with transaction.atomic():
        lock(section)
        if are_at_rest(section, now=now):
            scan = None
        else:
            scan = open_look(section, run=run, now=now, trigger=MARKS)
            _at_work.add(scan.pk)
    try:
        yield scan
    finally:
        if scan is not None:
            _at_work.discard(scan.pk)


def are_at_rest(section: Section, *, now: datetime) -> bool:
    """Whether the section's marks are being looked at, or wait because that failed."""
    kinds = _lately_failed(section, now)
    if len(kinds) > 1 or any(kind != LEFT for kind in kinds):
        return True
    looks = section.scans.filter(kind=Scan.Kind.LOOK, trigger=MARKS, status__in=UNDER_WAY)
    return any(not _is_left(scan, now) for scan in looks)


def end_their_process(section: Section, *, now: datetime) -> bool:
    """Whether looks at the section's marks ended their process again and again."""
    return _lately_failed(section, now).count(LEFT) > 1


def _lately_failed(section: Section, now: datetime) -> list[object]:
    """The kinds of failure of the looks at its marks, within `REST`."""
    failed = section.scans.filter(
        kind=Scan.Kind.LOOK,
        trigger=MARKS,
        status=Scan.Status.FAILED,
        settled_at__gt=now - REST,
        settled_at__lte=now,
    )
    return [(cause or {}).get("kind") for cause in failed.values_list("cause", flat=True)]


def left_looks(section: Section, *, now: datetime) -> list[Scan]:
    """
    Looks that a dead process left behind while they settled, taken over; of several callers
    one gets each. Those that had not come so far are failed here.
    """
    looks = section.scans.filter(kind=Scan.Kind.LOOK, status__in=UNDER_WAY)
    left = [scan for scan in looks.select_related("section") if _is_left(scan, now)]
    mine = [scan for scan in left if _taken_over(scan, now)]
    for scan in mine:
        if scan.status == Scan.Status.RUNNING:
            fail(scan, why="The process that looked is gone.", now=now, kind=LEFT)
    return [scan for scan in mine if scan.status == Scan.Status.SETTLING]


def _is_left(scan: Scan, now: datetime) -> bool:
    return scan.pk not in _at_work and is_gone(scan, now=now)


def _taken_over(scan: Scan, now: datetime) -> bool:
    as_read = Scan.objects.filter(pk=scan.pk, owner=scan.owner, beat_at=scan.beat_at)
    return bool(as_read.update(owner=owner(), beat_at=now))
