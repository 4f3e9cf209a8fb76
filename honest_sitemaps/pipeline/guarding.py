"""The figures that the guard judges a scan by, counted."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from honest_sitemaps import ledger
from honest_sitemaps.candidates import EVERYTHING
from honest_sitemaps.conf import get_conf
from honest_sitemaps.eligibility import Reason
from honest_sitemaps.ledger import (
    Comparison,
    ContentChange,
    ContentState,
    Limits,
    Move,
    Scan,
    Section,
    StagedSighting,
    Tally,
    Threshold,
)

Hopeless = Callable[[int, int], bool]
"""Whether the guard is certain to stop the scan, given how many moved dates and how many
unreadable pages were confirmed since it was asked for."""

Explained = Callable[[Comparison], bool]
"""Whether somebody saved the object of a sighting before it was seen."""


def tally_of(scan: Scan, *, now: datetime) -> Tally:
    """What a walked scan would do to its section. A handful of queries."""
    section = scan.section
    listed = ContentState.objects.listed().filter(section=section)
    candidates = scan.counts["listed"] + sum(scan.counts["excluded"].values())
    staged = StagedSighting.objects.filter(scan=scan).aggregate(
        moves=Count("pk", filter=unexplained(scan, now)),
        leaves=Count("pk", filter=leaving(scan)),
        unreadable=Count("pk", filter=unreadable(section)),
    )
    return Tally(
        listed=listed.count(),
        candidates=candidates,
        readable=candidates - scan.counts["excluded"].get(Reason.UNREADABLE, 0),
        is_first=not settled_sweeps(section).exists(),
        failing_since=_failing_since(section),
        **staged,
    )


def limits() -> Limits:
    """The thresholds of the settings."""
    conf = get_conf()
    return Limits(
        moves=Threshold(share=conf.MOVE_HOLD_SHARE, urls=conf.MOVE_HOLD_URLS),
        leaves=Threshold(share=conf.LEAVE_HOLD_SHARE, urls=conf.LEAVE_HOLD_URLS),
        unreadable=Threshold(share=conf.UNREADABLE_FAIL_SHARE, urls=conf.UNREADABLE_FAIL_URLS),
        patience=timedelta(hours=conf.UNREADABLE_HOLD_HOURS),
    )


def hopeless(scan: Scan, *, differing: int, now: datetime) -> Hopeless:
    """
    How to tell, page by page of a batch, that confirming has become useless.

    Counts what was confirmed before, which cannot become fewer. ``differing`` pages of the
    batch are to be confirmed: where so few reach no threshold, the section is not counted.
    """
    section, ours = scan.section, limits()
    if scan.kind != Scan.Kind.SWEEP or not settled_sweeps(section).exists():
        return lambda moves, unreadable: False
    found = StagedSighting.objects.filter(scan=scan, is_confirmed=True).aggregate(
        moves=Count("pk", filter=unexplained(scan, now)),
        unreadable=Count("pk", filter=unreadable(section)),
    )
    if max(found.values()) + differing <= min(ours.moves.urls, ours.unreadable.urls):
        return lambda moves, unreadable: False
    listed = ContentState.objects.listed().filter(section=section).count()
    return lambda moves, unreadable: (
        ours.moves.is_exceeded(found["moves"] + moves, listed=listed)
        or ours.unreadable.is_exceeded(found["unreadable"] + unreadable, listed=listed)
    )


def unexplained(scan: Scan, now: datetime) -> Q:
    """
    Staged sightings whose settling would move a date that no save explains. One that a look
    has overtaken moves nothing any more.
    """
    overtaking = ContentState.objects.filter(
        pk=OuterRef("state_id"), seen_at__gt=OuterRef("seen_at"), seen_at__lte=now
    )
    return Q(moves_date=True) & ~Exists(ledger.explaining(scan)) & ~Exists(overtaking)


def explained(section: Section, compared: Iterable[Comparison]) -> Explained:
    """The same of the comparisons of a batch, before they are staged. One query."""
    saved = ledger.saves_of(section, [one.seen.key for one in compared if one.moves_date])
    return lambda one: one.seen.key in saved and saved[one.seen.key] <= one.seen.seen_at


def leave_to_sweep(scan: Scan, *, now: datetime) -> bool:
    """
    Take back from a look what leaves the list, if it is too much; whether it was.

    An editor explains what a page says, but nobody explains why so many are gone. The section
    is marked for a sweep instead, which is held for a person. What looks have withdrawn since
    the last sweep counts, too: a script deletes one by one.
    """
    section = scan.section
    staged = StagedSighting.objects.filter(leaving(scan), scan=scan)
    leaves = staged.count()
    last = settled_sweeps(section).order_by("pk").last() if leaves else None
    if last is None:
        return False
    gone = ContentChange.objects.filter(
        scan__section=section,
        scan__kind=Scan.Kind.LOOK,
        scan__pk__gt=last.pk,
        move=Move.WITHDRAWN,
    ).count()
    threshold = limits().leaves
    listed = _listed_up_to(
        section, threshold.urls if leaves + gone <= threshold.urls else None
    )
    if not threshold.is_exceeded(leaves + gone, listed=listed + gone):
        return False
    with transaction.atomic():
        staged.delete()
        ledger.mark(section, [EVERYTHING], saved_at=now)
    return True


def _listed_up_to(section: Section, limit: int | None) -> int:
    """How many URLs it lists; one more than ``limit`` stands for any number above."""
    listed = ContentState.objects.listed().filter(section=section)
    return listed.count() if limit is None else listed[: limit + 1].count()


def leaving(scan: Scan) -> Q:
    """Staged sightings of listed URLs that leave the list, and not on their source's word."""
    listed = ContentState.objects.listed().filter(section=scan.section)
    withdrawn = Q(move=Move.WITHDRAWN, state_id__in=listed.values("pk"))
    return withdrawn | Q(move=Move.EXCLUDED, is_stated=False)


def settled_sweeps(section: Section) -> QuerySet[Scan]:
    """The section's sweeps that a guard let in."""
    return section.scans.filter(kind=Scan.Kind.SWEEP, status=Scan.Status.SETTLED)


def unreadable(section: Section) -> Q:
    """
    Staged sightings of listed URLs whose page could not be read.

    One that was never readable, or was excluded for it, says nothing new of the site: counted,
    thirty of them would fail every sweep of a small section for ever.
    """
    listed = ContentState.objects.listed().filter(section=section)
    return Q(reason=Reason.UNREADABLE, state_id__in=listed.values("pk"))


def _failing_since(section: Section) -> datetime | None:
    """Start of the oldest sweep that failed by unreadable pages since one was judged well."""
    sweeps = section.scans.filter(kind=Scan.Kind.SWEEP)
    good = sweeps.exclude(status__in=[Scan.Status.FAILED, Scan.Status.RUNNING])
    last_good = good.order_by("pk").last()
    failed = sweeps.filter(status=Scan.Status.FAILED, pk__gt=last_good.pk if last_good else 0)
    return next(
        (
            scan.started_at
            for scan in failed.order_by("pk")
            if (scan.cause or {}).get("kind") == "unreadable"
        ),
        None,
    )
