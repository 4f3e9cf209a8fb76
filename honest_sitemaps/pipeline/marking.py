"""What somebody saved: the keys whose pages show it, marked; and the looks at them."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime
from functools import partial
from itertools import islice

from django.db.models import Model, QuerySet

from honest_sitemaps import ledger
from honest_sitemaps.candidates import EVERYTHING, instance_key
from honest_sitemaps.capture import Fetcher, InProcessFetcher
from honest_sitemaps.errors import HonestSitemapsError
from honest_sitemaps.ledger import MARKS_LIMIT, LookMark, Scan, Section
from honest_sitemaps.pipeline.aside import aside
from honest_sitemaps.pipeline.judging import judge_scan, settle_scan
from honest_sitemaps.pipeline.looking import Clock, Lens
from honest_sitemaps.pipeline.report import Progress, ScanReport, report_of, together
from honest_sitemaps.pipeline.sections import lenses
from honest_sitemaps.pipeline.sweeping import sweep, walked
from honest_sitemaps.registry import Registration, find, origin_for, registrations

logger = logging.getLogger(__name__)

ROUNDS_LIMIT = 100
"""Looks that one command takes: under a script that never stops saving, too, it ends."""

Touched = Mapping[str, Collection[str]]
"""Keys by the name of their registration; `EVERYTHING` for all of its candidates."""


def touched_by(
    instance: Model, *, fields: Collection[str] | None = None
) -> dict[str, set[str]]:
    """
    The keys whose pages show this object. Costs the queries of the sources and of ``affects``,
    and none of ours.

    A source, or an ``affects``, that raises is logged and names nothing.
    """
    found = {one.name: _touched_in(one, instance, fields) for one in registrations()}
    return {name: keys for name, keys in found.items() if keys}


def is_known(instance: Model) -> bool:
    """Whether it, or an object like it, may be shown by any page. No queries of ours."""
    for one in registrations():
        try:
            if one.affects is not None or one.source.key_of(instance) is not None:
                return True
        except Exception:  # a source is the project's code, and may raise anything
            return True
    return False


def mark_saved(
    instance: Model, *, fields: Collection[str] | None = None, now: datetime
) -> None:
    """
    Mark what shows this object, as its save would have: for what is written without a signal
    (``update()``, ``bulk_create()``, raw SQL). Call it once the change is committed.
    """
    mark_touched(touched_by(instance, fields=fields), now=now)


def mark_keys(label: str, keys: Iterable[str], *, now: datetime) -> None:
    """Mark these keys in the sections of a label. Raises `UnknownSection`."""
    wanted = ledger.named(keys)
    sections = _rows_of(find(label))
    ledger.mark_all({section.pk: wanted for section in sections}, saved_at=now)


def mark_touched(found: Touched, *, now: datetime) -> None:
    """Mark these keys in every language's section. One that was never scanned has no marks."""
    ours = [one for one in registrations() if found.get(one.name)]
    sections = _rows_of([(one, language) for one in ours for language in one.languages])
    ledger.mark_all({section.pk: found[section.name] for section in sections}, saved_at=now)


def has_marks() -> bool:
    """Whether any mark waits. One query."""
    return LookMark.objects.exists()


def sections_to_sweep() -> list[str]:
    """Labels of the registered sections of which everything was marked."""
    return [
        section.label
        for section in ledger.sections_to_sweep()
        if _registered(section) is not None
    ]


def look_at_marks(
    *,
    now: datetime,
    clock: Clock | None = None,
    fetcher: Fetcher | None = None,
    limit: int = MARKS_LIMIT,
) -> list[ScanReport]:
    """
    Look at what was saved, at most ``limit`` keys of each section; a report for each section
    that had its turn. Empty once there is nothing left to look at for now.

    A section that another process is looking at, or whose last such look failed a moment ago,
    waits; so does one whose pages this process cannot render, which is logged.
    """
    clock, fetcher = clock or (lambda: now), fetcher or InProcessFetcher()
    run, scans = str(uuid.uuid4()), []
    for section in ledger.marked_sections():
        try:
            scan = _look_in(section, run=run, fetcher=fetcher, clock=clock, limit=limit)
        except HonestSitemapsError as error:
            logger.error("action=marks section=%s why=%s", section.label, error)
            continue
        if scan is not None:
            scans.append(scan)
    return [report_of(run, [scan]) for scan in scans]


def take_marks(
    *,
    now: datetime,
    clock: Clock | None = None,
    fetcher: Fetcher | None = None,
    progress: Progress | None = None,
) -> ScanReport:
    """
    Look at all that was saved, here and now, and sweep the sections that were marked as a
    whole; one report. For where no worker does it.
    """
    clock = clock or (lambda: now)
    reports: list[ScanReport] = []
    while round_of := look_at_marks(now=clock(), clock=clock, fetcher=fetcher):
        reports += round_of
        if len(reports) >= ROUNDS_LIMIT:
            break
    if labels := sections_to_sweep():
        reports.append(
            sweep(
                labels,
                now=clock(),
                clock=clock,
                fetcher=fetcher,
                trigger=ledger.MARKS,
                progress=progress,
            )
        )
    return together(reports)


def _touched_in(
    one: Registration, instance: Model, fields: Collection[str] | None
) -> set[str]:
    found: set[str] = set()
    asked = (
        partial(one.source.touched_by, instance, fields=fields),
        partial(_shown, one, instance),
    )
    for ask in asked:
        try:
            with aside():
                found.update(islice(ask(), MARKS_LIMIT + 1))
        except Exception:  # it is the project's code; an editor's save must not fail by it
            logger.exception("action=mark section=%s", one.name)
    return {EVERYTHING} if len(found) > MARKS_LIMIT else found


def _shown(one: Registration, instance: Model) -> Iterator[str]:
    """Keys of what the registration's ``affects`` names."""
    named = one.affects(instance) if one.affects is not None else None
    if named is None:
        return
    if isinstance(named, str | Model):
        named = [named]
    if isinstance(named, QuerySet):
        named = named[: MARKS_LIMIT + 1]
    for value in named:
        if isinstance(value, str):
            yield one.source.key_of(value) or value
        else:
            yield from tuple(one.source.touched_by(value)) or [instance_key(value)]


def _rows_of(pairs: Iterable[tuple[Registration, str]]) -> list[Section]:
    """The rows of these sections that were ever scanned. One query."""
    wanted = {(origin_for(one), one.name, language) for one, language in pairs}
    names = {name for _, name, _ in wanted}
    rows = Section.objects.filter(name__in=names) if names else ()
    return [row for row in rows if (row.origin, row.name, row.language) in wanted]


def _registered(section: Section) -> tuple[Registration, str] | None:
    for one in registrations():
        if one.name == section.name and section.language in one.languages:
            return (one, section.language) if origin_for(one) == section.origin else None
    return None


def _look_in(
    section: Section, *, run: str, fetcher: Fetcher, clock: Clock, limit: int
) -> Scan | None:
    pair = _registered(section)
    if pair is None:
        ledger.drop_marks_of(section)
        return None
    marks = ledger.oldest_marks(section, limit)
    if not marks or ledger.are_at_rest(section, now=clock()):
        return None
    [lens] = lenses([pair], fetcher=fetcher, clock=clock)
    for left in ledger.left_looks(section, now=clock()):
        settle_scan(left, now=clock(), terms=lens.terms)
    if ledger.end_their_process(section, now=clock()):
        # A sweep finds out which page it is, and leaves that one out.
        ledger.mark(section, [EVERYTHING], saved_at=clock())
        return None
    with ledger.look_of_marks(section, run=run, now=clock()) as scan:
        if scan is not None:
            _answer(lens, scan, marks)
    return scan


def _answer(lens: Lens, scan: Scan, marks: Collection[LookMark]) -> None:
    """Look at the marked keys. What was seen is done with: an unreadable one a sweep sees."""
    keys = [one.key for one in marks]
    if walked(lens, scan, keys=keys):
        judge_scan(lens, scan, asked=keys, is_of_marks=True)
        ledger.drop_marks(marks)
