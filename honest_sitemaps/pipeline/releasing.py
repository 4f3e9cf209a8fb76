"""The ledger's listed rows become files, live together; and back again."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from functools import partial

from honest_sitemaps import ledger, partition, publish, signals
from honest_sitemaps.errors import ConfigurationError, OriginPinned
from honest_sitemaps.ledger import Scan, Section
from honest_sitemaps.pipeline.looking import Clock
from honest_sitemaps.pipeline.report import Progress
from honest_sitemaps.pipeline.sections import section_of
from honest_sitemaps.pipeline.telling import tell_pinned
from honest_sitemaps.publish import Release, ReleaseReport
from honest_sitemaps.registry import Registration, origin_for, registrations


def release(
    *,
    now: datetime,
    clock: Clock | None = None,
    why: str = "",
    unpin: bool = False,
    progress: Progress | None = None,
) -> list[ReleaseReport]:
    """
    Build what is stale and let it go live, origin by origin; a report each.

    An origin that a rollback pinned answers REFUSED unless ``unpin``; the others go on. A
    section that is being settled keeps its live files. ``clock`` is asked by a release that
    another one overtakes.
    """
    by_origin, reports = _by_origin(), []
    for origin, ours in sorted(by_origin.items()):
        report = _release_origin(
            origin, ours, now=now, clock=clock, why=why, unpin=unpin, progress=progress
        )
        if report.status != "REFUSED":
            _retire_twin(origin, known=by_origin)
        reports.append(report)
    return reports


def rollback(
    *, why: str, now: datetime, origin: str = "", with_ledger: bool = False
) -> Release:
    """
    Make the release before the live one live again, byte for byte, and pin it.

    ``origin`` may be left out where there is one. ``with_ledger`` also takes back the settles
    after that release. Raises `NothingToRollBackTo`, `ConfigurationError`.
    """
    restored = publish.rollback(_the_origin(origin), why=why, now=now)
    if with_ledger:
        _revert_ledger(restored, now=now)
    signals.released.send_robust(sender=Release, release=restored)
    tell_pinned(restored, why=why)
    return restored


def _release_origin(
    origin: str,
    ours: list[Registration],
    *,
    now: datetime,
    clock: Clock | None,
    why: str,
    unpin: bool,
    progress: Progress | None,
) -> ReleaseReport:
    pairs = [
        (section_of(one, language, origin=origin), one)
        for one in ours
        for language in one.languages
    ]
    try:
        report = _released(
            origin, pairs, now=now, clock=clock, why=why, unpin=unpin, progress=progress
        )
    except OriginPinned as pinned:
        report = ReleaseReport.refused(str(pinned))
    if report.status == "LIVE" and report.release is not None:
        signals.released.send_robust(
            sender=Release, release=Release.objects.get(pk=report.release)
        )
    return report


def _released(
    origin: str,
    pairs: Sequence[tuple[Section, Registration]],
    *,
    now: datetime,
    clock: Clock | None,
    why: str,
    unpin: bool,
    progress: Progress | None,
) -> ReleaseReport:
    sections = [section for section, _ in pairs]
    settling = Scan.objects.filter(section__in=sections, status=Scan.Status.SETTLING)
    return publish.release(
        origin,
        sections,
        dates={section.pk: one.dates for section, one in pairs},
        settling=set(settling.values_list("section_id", flat=True)),
        now=now,
        clock=clock,
        why=why,
        unpin=unpin,
        progress=partial(_told, progress, origin) if progress else None,
    )


def _retire_twin(origin: str, *, known: Collection[str]) -> None:
    """
    Once a site is released under https, nothing stays live under http; and the other way.

    Behind a proxy that ends TLS a request says http, and would be sent what is no longer so.
    """
    scheme, _, host = origin.partition("://")
    twin = f"{'http' if scheme == 'https' else 'https'}://{host}"
    if twin not in known:
        publish.retire(twin)


def _told(progress: Progress, origin: str, done: int, total: int) -> None:
    progress(f"{origin}: files built of {total:,}", done)


def _by_origin() -> dict[str, list[Registration]]:
    by_origin: dict[str, list[Registration]] = {}
    for one in registrations():
        by_origin.setdefault(origin_for(one), []).append(one)
    return by_origin


def _the_origin(origin: str) -> str:
    known = sorted(_by_origin())
    if origin:
        if origin not in known:
            raise ConfigurationError(
                f"No section has the origin {origin!r}. There are: {', '.join(known)}."
            )
        return origin
    if len(known) != 1:
        raise ConfigurationError(
            f"Name the origin to roll back (--origin), one of: {', '.join(known)}."
        )
    return known[0]


def _revert_ledger(restored: Release, *, now: datetime) -> None:
    """Take back every step that was settled after that release was begun."""
    for section in Section.objects.filter(origin=restored.origin):
        for rows in ledger.revert(section, after=restored.at, now=now):
            groups = {row.group for row in rows if row.group}
            partition.touch(section.origin, rows, groups)
