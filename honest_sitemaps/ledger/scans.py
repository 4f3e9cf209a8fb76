"""The life of a scan: opened, resumed, failed. One sweep a section at a time."""

from __future__ import annotations

import contextlib
import os
import socket
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, OuterRef, Subquery

from honest_sitemaps.errors import SectionBusy
from honest_sitemaps.ledger import lines
from honest_sitemaps.ledger.models import Scan, Section

SILENCE = timedelta(minutes=5)
"""A process on another machine counts as gone after so long without a sign of life. A walk
shows one a minute, a settle one a chunk. One that was only slow is harmless: both write the
same."""

ABANDONED = timedelta(hours=6)
"""A process of this machine that is alive but silent for so long is another one, to which the
number was given anew, after a restart say."""

UNDER_WAY = (Scan.Status.RUNNING, Scan.Status.SETTLING)

TASKS = "tasks"
"""Owner of a scan whose batches are tasks: no one process walks it."""


def lock(section: Section) -> None:
    """
    Hold the section's row until the transaction ends.

    An UPDATE and not ``SELECT … FOR UPDATE``: it is a lock on every database, and on SQLite it
    takes the write lock before the first read, so nothing read can be stale.
    """
    Section.objects.filter(pk=section.pk).update(next_slot=F("next_slot"))


def section_row(*, origin: str, name: str, language: str, capacity: int) -> Section:
    """
    The section's row, made if it is new. Its capacity may change until it is released.

    Where a sweep was settled, it has ``first_sweep_at``: when the first one began.
    """
    sweeps = Scan.objects.filter(
        section=OuterRef("pk"), kind=Scan.Kind.SWEEP, status=Scan.Status.SETTLED
    )
    first = sweeps.order_by("pk").values("started_at")[:1]
    section, _ = Section.objects.annotate(first_sweep_at=Subquery(first)).get_or_create(
        origin=origin, name=name, language=language, defaults={"capacity": capacity}
    )
    if section.capacity != capacity and not section.released:
        section.capacity = capacity
        section.save(update_fields=["capacity"])
    return section


def open_sweep(
    section: Section, *, run: str, now: datetime, trigger: str = "", revision: str = ""
) -> Scan:
    """
    The sweep to walk: a new one, or the one that a dead process left behind.

    Raises `SectionBusy` while another process is alive with one.
    """
    with transaction.atomic():
        lock(section)
        left = section.scans.filter(kind=Scan.Kind.SWEEP, status__in=UNDER_WAY).first()
        if left is None:
            return _open(section, Scan.Kind.SWEEP, run, now, trigger, revision)
        if not is_gone(left, now=now):
            raise SectionBusy(
                section=section.label,
                owner=left.owner,
                since=left.started_at.isoformat(timespec="seconds"),
            )
        left.owner, left.beat_at, left.run = owner(), now, run
        left.save(update_fields=["owner", "beat_at", "run"])
        return left


def open_look(section: Section, *, run: str, now: datetime, trigger: str = "") -> Scan:
    """A scan of given keys. Any number may run beside each other and beside a sweep."""
    return _open(section, Scan.Kind.LOOK, run, now, trigger, "")


def fail(scan: Scan, *, why: str, now: datetime, kind: str = "walk") -> None:
    """
    End a scan without effect: its sightings are dropped, no row changes.

    ``kind`` is ``walk`` if it could not see the section, ``unreadable`` if its pages fail.
    """
    with transaction.atomic():
        lines.drop_staged(scan)
        scan.status, scan.settled_at = Scan.Status.FAILED, now
        scan.cause = {"why": why, "kind": kind}
        scan.save(update_fields=["status", "cause", "settled_at", "counts"])


def beat(scan: Scan, *, now: datetime) -> None:
    """Show that the scan is alive."""
    Scan.objects.filter(pk=scan.pk).update(beat_at=now)


def hand_to_tasks(scan: Scan) -> None:
    """Leave the scan's batches to whichever worker takes them."""
    Scan.objects.filter(pk=scan.pk).update(owner=TASKS)
    scan.owner = TASKS


def claim(scan: Scan, *, now: datetime) -> bool:
    """
    Take a scan back from the tasks, to judge it. One of any number of callers gets it, and
    only when its walk has ended and every batch is done.
    """
    if scan.walked_at is None or scan.batch_set.filter(done_at__isnull=True).exists():
        return False
    mine = Scan.objects.filter(pk=scan.pk, owner=TASKS, status__in=UNDER_WAY)
    return bool(mine.update(owner=owner(), beat_at=now))


def stuck(*, now: datetime) -> list[Scan]:
    """Sweeps under way whose process, or whose tasks, show no life any more."""
    sweeps = Scan.objects.filter(kind=Scan.Kind.SWEEP, status__in=UNDER_WAY)
    return [scan for scan in sweeps.select_related("section") if is_gone(scan, now=now)]


def owner() -> str:
    """``host:pid`` of this process."""
    return f"{socket.gethostname()}:{os.getpid()}"


def is_gone(scan: Scan, *, now: datetime) -> bool:
    """
    Whether the process that walks or settles this scan is no longer there.

    A sign of life that lies as far ahead was given by a clock that has gone back since.
    """
    host, _, pid = scan.owner.rpartition(":")
    if host != socket.gethostname() or not pid.isdigit():
        return scan.beat_at is None or abs(now - scan.beat_at) > SILENCE
    is_another = scan.beat_at is not None and now - scan.beat_at > ABANDONED
    return int(pid) == os.getpid() or not _is_alive(int(pid)) or is_another


def _is_alive(pid: int) -> bool:
    with contextlib.suppress(ProcessLookupError):
        try:
            os.kill(pid, 0)
        except PermissionError:
            return True
        return True
    return False


def _open(
    section: Section, kind: str, run: str, now: datetime, trigger: str, revision: str
) -> Scan:
    return Scan.objects.create(
        section=section,
        run=run,
        kind=kind,
        trigger=trigger,
        revision=revision,
        started_at=now,
        owner=owner(),
        beat_at=now,
    )
