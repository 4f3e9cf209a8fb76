"""
How the sitemaps do, read in a fixed number of small queries.

Nothing here counts `ContentState`: its figures are kept beside it. So the answer costs the
same for a hundred URLs and for ten million.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from django.db.models import OuterRef, Q, QuerySet, Subquery

from honest_sitemaps.errors import ConfigurationError
from honest_sitemaps.ledger import (
    ContentState,
    LookMark,
    Scan,
    Section,
    StateCount,
    is_gone,
    moves_per_day,
    states_per_day,
)
from honest_sitemaps.partition import INDEX_NAME, file_stem, slot_range
from honest_sitemaps.publish import Origin, Release, ReleaseFile
from honest_sitemaps.registry import origin_for, registrations
from honest_sitemaps.verify.health_findings import findings_of
from honest_sitemaps.verify.health_values import (
    FileSeen,
    Future,
    Health,
    Marks,
    OriginSeen,
    ReleaseSeen,
    ScanSeen,
    SectionSeen,
    Vitals,
)

MARKS_COUNTED = 1_000
"""More marks than that are told as more than that."""

FUTURE_FILES = 5
"""Live files that wait for a date to come, whose rows are searched for it."""

FUTURE_SHOWN = 5

REFUSED_READ = 50

UNDER_WAY = (Scan.Status.RUNNING, Scan.Status.SETTLING)

Live = Mapping[int, tuple[FileSeen, ...]]
"""The live files of each section, by its primary key."""

Owners = Mapping[tuple[str, str], Section]
"""The section of each origin and beginning of a file's name."""


def health(*, now: datetime, days: int = 30) -> Health:
    """
    What is live, what waits, what fails, and the figures of the last ``days`` days.

    Twelve queries at most, whatever the size of the site.
    """
    vitals = _vitals(now, days)
    return Health(vitals=vitals, findings=findings_of(vitals))


def _vitals(now: datetime, days: int) -> Vitals:
    labels, fault = _registered()
    rows = _section_rows()
    files = _live_files()
    owners = {(row.origin, file_stem(row)): row for row in rows}
    today = now.astimezone(UTC).date()
    return Vitals(
        at=now,
        sections=_sections(rows, _by_section(owners, files), labels, now),
        origins=_origins(files),
        held=_held(now),
        marks=_marks(),
        future=_future(owners, files, now),
        moves=moves_per_day(today=today, days=days),
        states=states_per_day(today=today, days=days),
        fault=fault,
    )


def _registered() -> tuple[set[tuple[str, str]] | None, str]:
    """Origin and label of each registered section; ``None`` and why if they cannot be told."""
    try:
        found = {(origin_for(one), label) for one in registrations() for label in one.labels}
    except ConfigurationError as error:
        return None, str(error)
    return found, ""


def _section_rows() -> list[Any]:
    """Each section with its last sweep and the last one that was let in."""
    sweeps = Scan.objects.filter(section=OuterRef("pk"), kind=Scan.Kind.SWEEP)
    newest = sweeps.order_by("-pk")
    rows = Section.objects.order_by("origin", "name", "language").annotate(
        last_sweep=Subquery(newest.values("pk")[:1]),
        swept_at=Subquery(newest.filter(status=Scan.Status.SETTLED).values("started_at")[:1]),
    )
    return list(rows)


def _sections(
    rows: Sequence[Any],
    files: Live,
    labels: set[tuple[str, str]] | None,
    now: datetime,
) -> tuple[SectionSeen, ...]:
    counts, unstable = _counts()
    sweeps = Scan.objects.filter(pk__in=[row.last_sweep for row in rows if row.last_sweep])
    last = {scan.pk: scan for scan in sweeps.select_related("section")}
    return tuple(
        SectionSeen(
            pk=row.pk,
            label=row.label,
            origin=row.origin,
            is_registered=labels is None or (row.origin, row.label) in labels,
            listed=counts[row.pk].get("", 0),
            excluded={reason: urls for reason, urls in counts[row.pk].items() if reason},
            unstable=unstable[row.pk],
            files=files.get(row.pk, ()),
            last_sweep=_scan_seen(last[row.last_sweep], now) if row.last_sweep else None,
            swept_at=row.swept_at,
        )
        for row in rows
    )


def _counts() -> tuple[Mapping[int, dict[str, int]], Mapping[int, int]]:
    """URLs by section and reason, the most first; and unstable ones by section."""
    counts: dict[int, dict[str, int]] = defaultdict(dict)
    unstable: dict[int, int] = defaultdict(int)
    found = StateCount.objects.filter(urls__gt=0).order_by("-urls", "reason")
    for section, reason, urls, differing in found.values_list(
        "section_id", "reason", "urls", "unstable_urls"
    ):
        counts[section][reason] = counts[section].get(reason, 0) + urls
        unstable[section] += differing
    return counts, unstable


def _scan_seen(scan: Scan, now: datetime) -> ScanSeen:
    return ScanSeen(
        pk=scan.pk,
        label=scan.section.label,
        status=scan.status,
        started_at=scan.started_at,
        settled_at=scan.settled_at,
        why=(scan.cause or {}).get("why", ""),
        answer=scan.answer or {},
        is_lost=scan.status in UNDER_WAY and is_gone(scan, now=now),
    )


def _held(now: datetime) -> tuple[ScanSeen, ...]:
    scans = Scan.objects.filter(status=Scan.Status.HELD).select_related("section")
    return tuple(_scan_seen(scan, now) for scan in scans.order_by("pk"))


def _live_files() -> list[ReleaseFile]:
    """Every live file but the indexes, its bytes left out."""
    found = ReleaseFile.objects.filter(release__live_for__isnull=False).exclude(
        name=INDEX_NAME
    )
    return list(found.select_related("artifact", "release").defer("artifact__gzip"))


def _by_section(owners: Owners, files: Iterable[ReleaseFile]) -> Live:
    """The live files of each section, in the order of their numbers."""
    numbered: dict[int, list[tuple[int, FileSeen]]] = defaultdict(list)
    for file in files:
        stem, number = _split(file.name)
        owner = owners.get((file.release.origin, stem))
        if owner is not None:
            numbered[owner.pk].append((number, _file_seen(file)))
    return {
        owner: tuple(seen for _, seen in sorted(found, key=lambda pair: pair[0]))
        for owner, found in numbered.items()
    }


def _split(name: str) -> tuple[str, int]:
    """``pages-de``, 2 of ``pages-de-2.xml``."""
    stem, _, number = name.removesuffix(".xml").rpartition("-")
    return stem, int(number) if number.isdecimal() else 0


def _file_seen(file: ReleaseFile) -> FileSeen:
    return FileSeen(
        name=file.name,
        urls=file.artifact.urls,
        size_bytes=file.artifact.size_bytes,
        changed_at=file.changed_at,
    )


def _origins(files: Iterable[ReleaseFile]) -> tuple[OriginSeen, ...]:
    live: dict[int, list[int]] = defaultdict(list)
    for file in files:
        live[file.release_id].append(file.artifact.urls)
    rows = Origin.objects.select_related("live_release").order_by("origin")
    refused = _refused()
    return tuple(
        OriginSeen(
            origin=row.origin,
            live=_release_seen(row.live_release),
            refused=_if_newer(refused.get(row.origin), row.live_release),
            pinned_why=row.pinned_why,
            unpin_why=row.unpin_why,
            files=len(live[row.live_release_id or 0]),
            urls=sum(live[row.live_release_id or 0]),
        )
        for row in rows
    )


def _refused() -> dict[str, Release]:
    """The newest refused release of each origin, among the last that were."""
    rows = Release.objects.filter(status=Release.Status.REFUSED).order_by("-pk")[:REFUSED_READ]
    return {release.origin: release for release in reversed(rows)}


def _if_newer(refused: Release | None, live: Release | None) -> ReleaseSeen | None:
    is_newer = refused is not None and (live is None or refused.pk > live.pk)
    return _release_seen(refused) if is_newer else None


def _release_seen(release: Release | None) -> ReleaseSeen | None:
    if release is None:
        return None
    return ReleaseSeen(pk=release.pk, at=release.at, why=release.why)


def _marks() -> Marks:
    oldest = LookMark.objects.order_by("saved_at", "pk").values_list("saved_at", flat=True)
    waiting = list(oldest[: MARKS_COUNTED + 1])
    return Marks(
        waiting=min(len(waiting), MARKS_COUNTED),
        is_more=len(waiting) > MARKS_COUNTED,
        oldest_at=waiting[0] if waiting else None,
    )


def _future(owners: Owners, files: Iterable[ReleaseFile], now: datetime) -> tuple[Future, ...]:
    """
    Listed rows with a date to come. A file that left such a date out is due when it comes, so
    only the rows of such files are read, those due last first: news are due within two days.
    """
    due = [file for file in files if file.due_at is not None and file.due_at > now]
    due.sort(key=lambda file: (file.due_at or now, file.name), reverse=True)
    condition = Q(pk__in=[])
    for file in due[:FUTURE_FILES]:
        stem, number = _split(file.name)
        section = owners.get((file.release.origin, stem))
        if section is not None:
            slots = slot_range(number, capacity=section.capacity)
            condition |= Q(section=section, slot__gte=slots.first, slot__lt=slots.end)
    return tuple(
        Future(pk=pk, loc=loc, at=updated_at or published_at)
        for pk, loc, updated_at, published_at in _ahead(condition, now)
    )


def _ahead(condition: Q, now: datetime) -> QuerySet[ContentState, Any]:
    is_ahead = Q(updated_at__gt=now) | Q(updated_at__isnull=True, published_at__gt=now)
    found = ContentState.objects.listed().filter(condition).filter(is_ahead)
    return found.values_list("pk", "loc", "updated_at", "published_at")[:FUTURE_SHOWN]
