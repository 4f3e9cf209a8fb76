"""
Marks: wishes to look at a key soon, because somebody saved what its page shows.

A mark is written after the commit of what was saved, so whoever reads a mark sees the page
that it speaks of. A look therefore drops the marks that it read, by their time: one that was
raised meanwhile stays. No two clocks are compared for it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from functools import reduce
from operator import or_

from django.db import OperationalError, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Greatest

from honest_sitemaps.candidates import EVERYTHING, storable
from honest_sitemaps.fields import MomentField
from honest_sitemaps.ledger.lines import chunked
from honest_sitemaps.ledger.models import ContentState, LookMark, Scan, Section
from honest_sitemaps.ledger.scans import UNDER_WAY

MARKS_LIMIT = 1_000
"""More keys than this are not named one by one: the whole section is marked."""

_UPSERT_KEYS = 1_000
_DROP_MARKS = 100
"""Marks dropped by one statement. SQLite takes a chain of at most 1,000 conditions."""

_TRIES = 3


def mark(section: Section, keys: Iterable[str], *, saved_at: datetime) -> None:
    """`mark_all` for one section."""
    mark_all({section.pk: keys}, saved_at=saved_at)


def mark_all(wishes: Mapping[int, Iterable[str]], *, saved_at: datetime) -> None:
    """
    Wish for a look at these keys, by the primary key of their section.

    More than `MARKS_LIMIT` keys of a section become one mark of `EVERYTHING`. A mark that is
    there already takes the later time. Two statements for 1,000 keys.
    """
    marks = [
        (section, key)
        for section, keys in sorted(wishes.items())
        for key in sorted(named(keys))
    ]
    for part in chunked(marks, _UPSERT_KEYS):
        _upsert(part, saved_at)


def named(keys: Iterable[str]) -> set[str]:
    """The keys as marks hold them; `EVERYTHING` alone where they are too many. Pure."""
    wanted = {storable(key) for key in keys}
    return {EVERYTHING} if len(wanted) > MARKS_LIMIT else wanted


def _upsert(marks: Collection[tuple[int, str]], saved_at: datetime) -> None:
    """
    Insert what is missing, then raise the time of all. A worker may drop one in between: it is
    inserted again. In one statement a later time could be lowered (two web servers whose
    commits cross), and Django writes no ``GREATEST`` there.
    """
    rows = [LookMark(section_id=pk, key=key, saved_at=saved_at) for pk, key in marks]
    by_section: dict[int, list[str]] = {}
    for pk, key in marks:
        by_section.setdefault(pk, []).append(key)
    conditions = (Q(section=pk, key__in=keys) for pk, keys in by_section.items())
    meant = LookMark.objects.filter(reduce(or_, conditions))
    later = Greatest("saved_at", Value(saved_at, output_field=MomentField()))
    for tries_left in reversed(range(_TRIES)):
        try:
            with transaction.atomic():  # one flush to the disk, for which an editor waits
                LookMark.objects.bulk_create(rows, ignore_conflicts=True)
                if meant.update(saved_at=later) == len(rows):
                    return
        except OperationalError as error:
            # Two bursts of the same keys may lock them in two orders.
            if not tries_left or "deadlock" not in str(error).lower():
                raise


def marked_sections() -> list[Section]:
    """Sections with a mark of any kind, by name. One query."""
    marks = LookMark.objects.filter(section=OuterRef("pk"))
    return list(Section.objects.filter(Exists(marks)).order_by("name", "language", "pk"))


def oldest_marks(section: Section, limit: int) -> list[LookMark]:
    """The marks of single keys that have waited longest."""
    marks = LookMark.objects.filter(section=section).exclude(key=EVERYTHING)
    return list(marks.order_by("saved_at", "pk")[:limit])


def sections_to_sweep() -> list[Section]:
    """
    Sections marked as a whole that no sweep has begun on since, nor is at work on now.

    One sweep answers such a mark, whatever becomes of it: the mark goes once one settles.
    """
    sweeps = Scan.objects.filter(section=OuterRef("section"), kind=Scan.Kind.SWEEP)
    marks = LookMark.objects.filter(key=EVERYTHING).exclude(
        Exists(
            sweeps.filter(Q(started_at__gte=OuterRef("saved_at")) | Q(status__in=UNDER_WAY))
        )
    )
    return [one.section for one in marks.select_related("section").order_by("pk")]


def drop_marks(marks: Iterable[LookMark]) -> None:
    """Drop these marks, but for those that were raised since they were read."""
    for part in chunked(marks, _DROP_MARKS):
        as_read = (Q(pk=one.pk, saved_at=one.saved_at) for one in part)
        LookMark.objects.filter(reduce(or_, as_read)).delete()


def drop_marks_of(section: Section) -> None:
    """Drop all marks of a section that nothing will look at any more."""
    LookMark.objects.filter(section=section).delete()


def drop_settled(scan: Scan) -> None:
    """
    Drop the marks that this scan, now settled, has answered: saved before a sweep began, or
    before each row of their key was last seen. One query where the section has none.
    """
    marks = LookMark.objects.filter(section=scan.section)
    if not marks.exists():
        return
    if scan.kind == Scan.Kind.SWEEP:
        marks.filter(saved_at__lte=scan.started_at).delete()
    rows = ContentState.objects.filter(section=scan.section, key=OuterRef("key"))
    not_since = Q(seen_at__isnull=True) | Q(seen_at__lt=OuterRef("saved_at"))
    marks.filter(
        Exists(rows.filter(seen_scan=scan.pk)), ~Exists(rows.filter(not_since))
    ).delete()


def explaining(scan: Scan) -> QuerySet[LookMark]:
    """Marks that explain a staged sighting of the outer query: same key, saved before it."""
    return LookMark.objects.filter(
        section=scan.section_id, key=OuterRef("key"), saved_at__lte=OuterRef("seen_at")
    ).exclude(key=EVERYTHING)


def saves_of(section: Section, keys: Collection[str]) -> dict[str, datetime]:
    """When these keys were last saved, of those that are marked. One query."""
    marks = LookMark.objects.filter(section=section, key__in=keys)
    return dict(marks.values_list("key", "saved_at"))
