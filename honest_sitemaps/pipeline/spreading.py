"""A sweep whose batches are tasks: walked here, looked at by any worker, judged once."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime

from honest_sitemaps import ledger
from honest_sitemaps.candidates import Candidate
from honest_sitemaps.capture import Fetcher, InProcessFetcher
from honest_sitemaps.conf import get_conf
from honest_sitemaps.errors import (
    HonestSitemapsError,
    OriginBusy,
    SectionBusy,
    UnknownSection,
)
from honest_sitemaps.ledger import Scan, ScanBatch
from honest_sitemaps.pipeline.careful import careful
from honest_sitemaps.pipeline.judging import fail_scan, judge_scan
from honest_sitemaps.pipeline.looking import Clock, Lens
from honest_sitemaps.pipeline.report import ScanReport, report_of
from honest_sitemaps.pipeline.sections import (
    BATCH_URLS,
    batched,
    candidates_of,
    chosen,
    lenses,
)
from honest_sitemaps.pipeline.sweeping import new_batch, prune_history, run_batch
from honest_sitemaps.registry import find, origin_for


def spread_sweep(
    labels: Sequence[str] = (),
    *,
    now: datetime,
    clock: Clock | None = None,
    fetcher: Fetcher | None = None,
    trigger: str = "",
    revision: str = "",
) -> list[tuple[int, int]]:
    """
    Open a sweep of each section and cut it into batches; ``(scan, number)`` of each open one.

    A sweep that is still under way keeps its batches: those that are not done are answered
    again, so that a message that was lost is sent again. A section that a command is scanning
    is left to it. A walk that dies fails its scan, and no other.
    """
    run = str(uuid.uuid4())
    clock = clock or (lambda: now)
    found: list[tuple[int, int]] = []
    for lens in lenses(chosen(labels), fetcher=fetcher or InProcessFetcher(), clock=clock):
        scan = under_way(lens)
        if scan is None:
            try:
                scan = ledger.open_sweep(
                    lens.section, run=run, now=now, trigger=trigger, revision=revision
                )
            except SectionBusy:
                continue
        if scan.walked_at is None and not _is_cut(lens, scan):
            continue
        ledger.hand_to_tasks(scan)
        open_ones = scan.batch_set.filter(done_at__isnull=True).order_by("number")
        found += [(scan.pk, number) for number in open_ones.values_list("number", flat=True)]
        finish_sweeps([scan.pk], now=clock(), clock=clock, fetcher=fetcher)
    return found


def stuck_sections(*, now: datetime) -> list[str]:
    """
    Labels of the sections whose sweep a dead process or a lost message left behind. The sweep
    of a section that is no longer registered fails.
    """
    found: list[str] = []
    for scan in ledger.stuck(now=now):
        if why := _why_unregistered(scan):
            fail_scan(scan, why=why, now=now)
        else:
            found.append(scan.section.label)
    return found


def _why_unregistered(scan: Scan) -> str:
    """Why no sweep will take this scan up; ``""`` if its section is registered."""
    section = scan.section
    try:
        origins = {origin_for(registration) for registration, _ in find(section.label)}
    except UnknownSection as error:
        return str(error)
    if section.origin in origins:
        return ""
    return f"Section {section.label} is no longer registered on {section.origin}."


def scan_batch(
    scan_pk: int,
    number: int,
    *,
    now: datetime,
    clock: Clock | None = None,
    fetcher: Fetcher | None = None,
) -> bool:
    """
    Look at one batch; whether it was still to do. Done twice, it writes the same twice.

    Its candidates are read from the source again, behind the batch before it. If that, or the
    process, is such that no page can be looked at, the scan fails. From its second try on it
    finds out which page ends the process that renders it, and leaves that one out. Raises
    `OriginBusy` while ``BATCHES_AT_ONCE`` others are at work.
    """
    batch = ScanBatch.objects.select_related("scan__section").get(scan=scan_pk, number=number)
    if batch.done_at is not None or batch.scan.status != Scan.Status.RUNNING:
        return False
    if not ledger.begin_batch(batch, limit=get_conf().BATCHES_AT_ONCE, now=now):
        raise OriginBusy(origin=batch.scan.section.origin)
    try:
        _look_at_batch(
            batch, fetcher=fetcher or InProcessFetcher(), clock=clock or (lambda: now)
        )
    except HonestSitemapsError as error:
        batch.scan.refresh_from_db(fields=["status"])  # another batch may have failed first
        if batch.scan.status == Scan.Status.RUNNING:
            fail_scan(batch.scan, why=str(error), now=now)
    return True


def _look_at_batch(batch: ScanBatch, *, fetcher: Fetcher, clock: Clock) -> None:
    [lens] = lenses(find(batch.scan.section.label), fetcher=fetcher, clock=clock)
    before = ScanBatch.objects.filter(scan=batch.scan, number=batch.number - 1).first()
    stream = candidates_of(lens, after=before.last_key if before else None)
    others = batch.scan.batch_set.exclude(pk=batch.pk).values_list("first_key", flat=True)
    is_ordered = lens.registration.source.is_ordered
    found = _of_batch(batch, stream, others=frozenset(others), is_ordered=is_ordered)
    run_batch(careful(lens, batch), batch.scan, batch, found)


def finish_sweeps(
    scan_pks: Iterable[int],
    *,
    now: datetime,
    clock: Clock | None = None,
    fetcher: Fetcher | None = None,
) -> ScanReport | None:
    """
    Judge and settle the scans of which every batch is done; the report, ``None`` if none is.

    One of any number of callers judges a scan; the others find nothing to do.
    """
    scans = []
    for scan in Scan.objects.filter(pk__in=list(scan_pks)).select_related("section"):
        if ledger.claim(scan, now=now):
            lens = _lens_or_hand_back(scan, fetcher=fetcher, clock=clock or (lambda: now))
            judge_scan(lens, scan)
            scans.append(scan)
    if not scans:
        return None
    prune_history(now=now)
    return report_of(scans[0].run, scans)


def _lens_or_hand_back(scan: Scan, *, fetcher: Fetcher | None, clock: Clock) -> Lens:
    """The scan's lens. Where it cannot be made, another worker may try."""
    try:
        [lens] = lenses(
            find(scan.section.label), fetcher=fetcher or InProcessFetcher(), clock=clock
        )
    except HonestSitemapsError:
        ledger.hand_to_tasks(scan)
        raise
    return lens


def under_way(lens: Lens) -> Scan | None:
    """The sweep of this section whose batches workers have, if there is one."""
    return lens.section.scans.filter(
        kind=Scan.Kind.SWEEP, status=Scan.Status.RUNNING, owner=ledger.TASKS
    ).first()


def _is_cut(lens: Lens, scan: Scan) -> bool:
    """Whether the walk came to its end. One that dies fails its scan."""
    try:
        _cut(lens, scan)
    except HonestSitemapsError as error:
        fail_scan(scan, why=str(error), now=lens.clock())
        return False
    return True


def _cut(lens: Lens, scan: Scan) -> None:
    """Write the scan's batches, none of them done, and hand them to the workers."""
    scan.batch_set.filter(done_at__isnull=True).delete()
    last = scan.batch_set.order_by("number").last()
    number = last.number if last else 0
    for group in batched(
        candidates_of(lens, after=last.last_key if last else None), BATCH_URLS
    ):
        number += 1
        new_batch(scan, number, group).save()
        ledger.beat(scan, now=lens.clock())
    scan.walked_at, scan.batches = lens.clock(), number
    scan.save(update_fields=["walked_at", "batches"])


def _of_batch(
    batch: ScanBatch,
    stream: Iterator[Candidate],
    *,
    others: Collection[str],
    is_ordered: bool,
) -> list[Candidate]:
    """
    The candidates of a batch, all language versions of its last key with it.

    ``others`` are the keys at which other batches begin. They tell where this one ends if its
    last key was deleted since it was cut. If the key before it was, an unordered source is
    read from its start; then they tell where this one begins. In doubt it is longer: a page
    seen twice does no harm.
    """
    found: list[Candidate] = []
    begin, is_first_met, is_last_met = 0, False, False
    for candidate in stream:
        is_of_other = candidate.key in others
        if is_last_met and candidate.key != batch.last_key:
            break
        if is_of_other and (is_ordered or is_first_met):
            break
        if candidate.key == batch.first_key and not is_first_met:
            is_first_met = True
            begin = len(found) if any(one.key in others for one in found) else 0
        is_last_met = candidate.key == batch.last_key
        found.append(candidate)
    return found[begin:]
