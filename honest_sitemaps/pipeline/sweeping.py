"""The walk over a section: batch by batch, resumable, each batch on its own."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from honest_sitemaps import ledger
from honest_sitemaps.candidates import Candidate
from honest_sitemaps.capture import Fetcher, InProcessFetcher
from honest_sitemaps.conf import get_conf
from honest_sitemaps.errors import HonestSitemapsError
from honest_sitemaps.ledger import Scan, ScanBatch
from honest_sitemaps.pipeline.careful import careful
from honest_sitemaps.pipeline.confirming import confirm_differences
from honest_sitemaps.pipeline.guarding import explained, hopeless
from honest_sitemaps.pipeline.judging import fail_scan, judge_scan
from honest_sitemaps.pipeline.looking import Clock, Lens, look_at
from honest_sitemaps.pipeline.overriding import with_withheld
from honest_sitemaps.pipeline.report import Progress, ScanReport, report_of
from honest_sitemaps.pipeline.sections import (
    BATCH_URLS,
    batched,
    candidates_of,
    chosen,
    lenses,
)
from honest_sitemaps.registry import find

logger = logging.getLogger(__name__)

LIFE_EVERY = timedelta(minutes=1)
"""Between two signs of life of a batch; `ledger.scans.SILENCE` is many times as long."""


def sweep(
    labels: Sequence[str] = (),
    *,
    now: datetime,
    clock: Clock | None = None,
    fetcher: Fetcher | None = None,
    trigger: str = "",
    revision: str = "",
    progress: Progress | None = None,
) -> ScanReport:
    """
    Scan the named sections, or all of them, and settle what is found true.

    ``clock`` stamps each page with the time it was seen; without one, with ``now``. Raises
    `UnknownSection`, `SectionBusy`, `CaptureEnvironmentError`; a source that dies, or pages
    that fail, make the scan FAILED, which the report says.
    """
    run = str(uuid.uuid4())
    fetcher = fetcher or InProcessFetcher()
    clock = clock or (lambda: now)
    scans = [
        _sweep_section(
            lens, run=run, now=now, trigger=trigger, revision=revision, progress=progress
        )
        for lens in lenses(chosen(labels), fetcher=fetcher, clock=clock)
    ]
    prune_history(now=now)
    return report_of(run, scans)


def look(
    label: str,
    keys: Sequence[str],
    *,
    now: datetime,
    clock: Clock | None = None,
    fetcher: Fetcher | None = None,
    trigger: str = "",
) -> ScanReport:
    """
    Scan the candidates of these keys alone. A key that its source lost is withdrawn; a source
    that dies makes the scan FAILED. Raises `UnknownSection`, `CaptureEnvironmentError`.
    """
    run = str(uuid.uuid4())
    scans = []
    clock = clock or (lambda: now)
    for lens in lenses(find(label), fetcher=fetcher or InProcessFetcher(), clock=clock):
        scan = ledger.open_look(lens.section, run=run, now=now, trigger=trigger)
        if walked(lens, scan, keys=keys):
            judge_scan(lens, scan, asked=keys)
        scans.append(scan)
    return report_of(run, scans)


def prune_history(*, now: datetime) -> None:
    """Delete what `KEEP_CHANGES_DAYS` no longer keeps; the ledger's rows all stay."""
    ledger.prune(now=now, keep_changes=timedelta(days=get_conf().KEEP_CHANGES_DAYS))


def _sweep_section(
    lens: Lens,
    *,
    run: str,
    now: datetime,
    trigger: str,
    revision: str,
    progress: Progress | None,
) -> Scan:
    scan = ledger.open_sweep(
        lens.section, run=run, now=now, trigger=trigger, revision=revision
    )
    logger.info("action=sweep section=%s scan=%s", lens.section.label, scan.pk)
    if scan.walked_at is None and not walked(lens, scan, progress=progress):
        return scan
    judge_scan(lens, scan)
    return scan


def walked(
    lens: Lens,
    scan: Scan,
    *,
    keys: Sequence[str] | None = None,
    progress: Progress | None = None,
) -> bool:
    """Whether the walk came to its end. One that dies fails its scan and withdraws nothing."""
    try:
        _walk(lens, scan, keys=keys, progress=progress)
    except HonestSitemapsError as error:
        fail_scan(scan, why=str(error), now=lens.clock())
        return False
    return True


def _walk(
    lens: Lens, scan: Scan, *, keys: Sequence[str] | None, progress: Progress | None
) -> None:
    """Look at every candidate from where the scan stands, and note that the walk has ended."""
    done = last_done_batch(scan)
    number, seen = (done.number, done.number * BATCH_URLS) if done else (0, 0)
    stream = candidates_of(lens, after=done.last_key if done else None, keys=keys)
    for group in batched(stream, BATCH_URLS):
        number += 1
        batch = _begun(scan, number, group, now=lens.clock())
        run_batch(careful(lens, batch), scan, batch, group)
        seen += len(group)
        if progress is not None:
            progress(lens.section.label, seen)
    scan.walked_at, scan.batches = lens.clock(), number
    scan.save(update_fields=["walked_at", "batches"])


def last_done_batch(scan: Scan) -> ScanBatch | None:
    """
    The last batch before the first gap; what lies behind it is walked again. The next batch
    stays if a process died in it: it has noted where.
    """
    done = None
    for batch in scan.batch_set.order_by("number"):
        if batch.done_at is None or batch.number != (done.number if done else 0) + 1:
            break
        done = batch
    scan.batch_set.filter(number__gt=1 + (done.number if done else 0)).delete()
    return done


def new_batch(scan: Scan, number: int, group: Sequence[Candidate]) -> ScanBatch:
    """The row of a batch, unsaved."""
    return ScanBatch(scan=scan, number=number, first_key=group[0].key, last_key=group[-1].key)


def _begun(scan: Scan, number: int, group: Sequence[Candidate], *, now: datetime) -> ScanBatch:
    """The batch, its try counted: of a sweep that a process died in, the one it died in."""
    batch = new_batch(scan, number, group)
    if scan.kind == Scan.Kind.SWEEP:
        left = scan.batch_set.filter(number=number).first()
        if left is not None and left.first_key == batch.first_key:
            left.last_key, batch = batch.last_key, left
        elif left is not None:
            left.delete()
        batch.attempts += 1
        batch.save()
    return batch


def run_batch(lens: Lens, scan: Scan, batch: ScanBatch, group: Sequence[Candidate]) -> None:
    """Look at one batch, confirm its differences, write it. Safe to run again."""
    group = with_withheld(lens.section, group)
    sightings = [look_at(lens, candidate) for candidate in _alive(lens, batch, group)]
    compared = ledger.compare(lens.section, sightings, terms=lens.terms)
    differing = sum(one.needs_confirming for one in compared)
    if differing:
        compared = confirm_differences(
            lens,
            compared,
            _alive(lens, batch, group),
            is_hopeless=hopeless(scan, differing=differing, now=lens.clock()),
            is_explained=explained(lens.section, compared),
        )
    now = lens.clock()
    ledger.enter(scan, batch, compared, now=now, keep_lines=_keeps_lines(batch))
    ledger.beat(scan, now=now)


def _alive(lens: Lens, batch: ScanBatch, group: Sequence[Candidate]) -> Iterator[Candidate]:
    """The candidates one by one; between two of slow pages the batch shows life."""
    shown_at = lens.clock()
    for candidate in group:
        yield candidate
        now = lens.clock()
        if now - shown_at >= LIFE_EVERY:
            ledger.beat(batch.scan, now=now)
            ledger.go_on(batch, now=now)
            shown_at = now


def _keeps_lines(batch: ScanBatch) -> bool:
    """Whether the section is small enough, so far, to keep readable lines of its pages."""
    return batch.number * BATCH_URLS <= get_conf().LINES_LIMIT_URLS
