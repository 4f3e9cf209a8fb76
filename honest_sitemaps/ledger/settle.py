"""
Let a judged scan into the ledger: the only place where dates move.

Chunks of 10,000 staged sightings, each one transaction that also deletes them, so a settle
that was killed goes on where it stopped and does nothing twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import connections, transaction
from django.db.models import Q

from honest_sitemaps.errors import ScanNotReady
from honest_sitemaps.ledger import counting, lines
from honest_sitemaps.ledger.models import (
    ContentChange,
    ContentState,
    Scan,
    Section,
    StagedSighting,
)
from honest_sitemaps.ledger.override import under_override
from honest_sitemaps.ledger.rows import (
    WRITTEN_COLUMNS,
    record_of,
    sighting_from,
    summary_of,
    write,
)
from honest_sitemaps.ledger.scans import beat, lock
from honest_sitemaps.ledger.sighting import Sighting
from honest_sitemaps.ledger.transition import Move, Terms, advance

CHUNK_ROWS = 10_000

UNRECORDED = {Move.SAME, Move.KEPT}
"""Moves that leave no `ContentChange`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """One row after its step, for the rooms that come after."""

    row: ContentState
    move: Move
    group_before: str
    """Its translation set before the step; its members' files show this row, too."""

    shows_otherwise: bool
    """Whether anything that a file says of the row may be other than before."""


OnSettled = Callable[[Section, Sequence[Settled], Sequence[ContentChange]], None]
"""Called in the transaction of each chunk, with its rows and its recorded changes: what must
be true together with the ledger."""


def begin(scan: Scan) -> None:
    """Mark the scan as settling; raises `ScanNotReady` before all its batches are done."""
    if scan.walked_at is None:
        raise ScanNotReady(scan=scan.pk, why="its walk has not ended")
    open_batches = scan.batch_set.filter(done_at__isnull=True).count()
    if open_batches:
        raise ScanNotReady(scan=scan.pk, why=f"{open_batches} batches are not done")
    Scan.objects.filter(pk=scan.pk).update(status=Scan.Status.SETTLING)
    scan.status = Scan.Status.SETTLING


def settle(
    scan: Scan,
    *,
    now: datetime,
    terms: Terms,
    on_settled: OnSettled,
    newcomers: bool = False,
    only: Q | None = None,
) -> Counter[str]:
    """
    Apply `advance` to the staged sightings; count the moves.

    ``newcomers`` says that a new key's own sighting may be its publication. ``only`` settles a
    part and leaves the rest staged. A sighting older than the row's ``seen_at`` is dropped,
    unless that ``seen_at`` lies after ``now`` (a clock that ran ahead).
    """
    moves: Counter[str] = Counter()
    staged = StagedSighting.objects.filter(only or Q(), scan=scan)
    while True:
        with transaction.atomic():
            lock(scan.section)
            chunk = list(staged.order_by("pk")[:CHUNK_ROWS])
            if not chunk:
                break
            moves += _settle_chunk(scan, chunk, now, terms, newcomers, on_settled)
        beat(scan, now=now)
    return moves


def finish(scan: Scan, *, now: datetime) -> None:
    """Close a settled scan; a held sweep of the section that is older is superseded."""
    scan.status, scan.settled_at = Scan.Status.SETTLED, now
    scan.save(update_fields=["status", "settled_at", "counts"])
    if scan.kind == Scan.Kind.SWEEP:
        counting.snapshot(scan.section, now=now)
        supersede(scan)


def supersede(scan: Scan) -> None:
    """A newer sweep says all that an older held one said: drop that one's sightings."""
    held = Scan.objects.filter(section=scan.section, status=Scan.Status.HELD)
    for older in held.filter(pk__lt=scan.pk).select_related("section"):
        with transaction.atomic():
            lines.drop_staged(older)
            Scan.objects.filter(pk=older.pk).update(status=Scan.Status.SUPERSEDED)


def _settle_chunk(
    scan: Scan,
    chunk: Sequence[StagedSighting],
    now: datetime,
    terms: Terms,
    newcomers: bool,
    on_settled: OnSettled,
) -> Counter[str]:
    moves: Counter[str] = Counter()
    rows = _rows_of(scan.section, chunk)
    steps: list[_Step] = []
    for staged in chunk:
        seen = sighting_from(staged)
        row = rows.get(seen.identity)
        if _is_overtaken(row, seen, now):
            continue
        step = _step(scan, row, seen, replace(terms, is_newcomer=newcomers and row is None))
        moves[step.settled.move] += 1
        moves[Move.MOVED] += step.has_moved
        steps.append(step)
    _save(steps)
    counting.count(
        scan.section,
        now=now,
        went=[step.kind_before for step in steps if step.kind_before is not None],
        came=[counting.kind_of(step.settled.row) for step in steps],
        steps=_of_days(steps),
    )
    outlived = _outlived(steps)
    changes = ContentChange.objects.bulk_create(
        [_change(scan, step) for step in steps if _is_recorded(step)], batch_size=1_000
    )
    on_settled(scan.section, [step.settled for step in steps], changes)
    StagedSighting.objects.filter(pk__in=[staged.pk for staged in chunk]).delete()
    # An unstable page shows another digest with each scan, and its row takes none of them.
    untaken = {one.digest for one in chunk} - {step.settled.row.digest for step in steps}
    lines.forget(scan.section, (outlived | untaken) - {""})
    _count(scan, moves)
    return moves


@dataclass(frozen=True, slots=True, kw_only=True)
class _Step:
    settled: Settled
    seen_at: datetime
    before: dict[str, object] | None
    kind_before: counting.Kind | None
    has_moved: bool
    """Whether the row has another loc than before."""


def _rows_of(
    section: Section, chunk: Sequence[StagedSighting]
) -> dict[tuple[str, str], ContentState]:
    """The rows as they are now, by the identity of the sighting that is about them."""
    rows: dict[tuple[str, str], ContentState] = {}
    for part in lines.chunked(chunk, 500):
        known = ContentState.objects.filter(section=section, key__in=[one.key for one in part])
        rows |= {(row.key, row.language): row for row in known}
        adopted = ContentState.objects.in_bulk([one.state_id for one in part if one.state_id])
        for one in part:
            if (row := adopted.get(one.state_id or 0)) is not None:
                rows.setdefault((one.key, one.language), row)
    return rows


def _is_overtaken(row: ContentState | None, seen: Sighting, now: datetime) -> bool:
    return row is not None and row.seen_at is not None and seen.seen_at < row.seen_at <= now


def _step(scan: Scan, row: ContentState | None, seen: Sighting, terms: Terms) -> _Step:
    seen = under_override(seen, row)
    before = summary_of(row) if row else None
    kind_before = counting.kind_of(row) if row else None
    group_before = row.group if row else ""
    shown = _shown(row) if row else None
    move, after = advance(record_of(row) if row else None, seen, terms=terms)
    row = write(row or ContentState(section=scan.section), seen, after, scan.pk)
    return _Step(
        settled=Settled(
            row=row,
            move=move,
            group_before=group_before,
            shows_otherwise=_shown(row) != shown,
        ),
        seen_at=seen.seen_at,
        before=before,
        kind_before=kind_before,
        has_moved=before is not None and before["loc"] != row.loc,
    )


def _of_days(steps: Sequence[_Step]) -> Counter[counting.StepOfDay]:
    """How many steps of each move the days of these sightings had."""
    found: Counter[counting.StepOfDay] = Counter()
    for step in steps:
        found[counting.step_of_day(step.seen_at, step.settled.move)] += 1
        if step.has_moved:
            found[counting.step_of_day(step.seen_at, Move.MOVED)] += 1
    return found


def _shown(row: ContentState) -> tuple[object, ...]:
    """All of a row that its file, or those of its language versions, may show."""
    dates = (row.published_at, row.published_precision, row.updated_at)
    extensions = (row.images, row.videos, row.news)
    return (row.reason, row.loc, row.language, row.group, *dates, *extensions)


def _save(steps: Sequence[_Step]) -> None:
    """Upsert the known rows, adopted ones with their new key; insert the new ones."""
    rows = [step.settled.row for step in steps]
    upsert([row for row in rows if row.pk])
    ContentState.objects.bulk_create([row for row in rows if not row.pk], batch_size=1_000)


def upsert(rows: Collection[ContentState]) -> None:
    """Write these known rows. One statement a thousand: `bulk_update` is ten times slower."""
    connection = connections[ContentState.objects.db]
    targeted = connection.features.supports_update_conflicts_with_target
    ContentState.objects.bulk_create(
        rows,
        batch_size=1_000,
        update_conflicts=True,
        unique_fields=["id"] if targeted else None,
        update_fields=WRITTEN_COLUMNS,
    )


def _is_recorded(step: _Step) -> bool:
    return step.has_moved or step.settled.move not in UNRECORDED


def _change(scan: Scan, step: _Step) -> ContentChange:
    move = Move.MOVED if step.settled.move in UNRECORDED else step.settled.move
    return ContentChange(
        state=step.settled.row,
        scan=scan,
        move=move,
        before=step.before,
        after=summary_of(step.settled.row),
        seen_at=step.seen_at,
    )


def _outlived(steps: Sequence[_Step]) -> set[str]:
    """
    Digests that no line is kept for any more: a page that changed its content keeps those of
    now and before. Asked before these steps are written to the history.
    """
    changed = [
        step
        for step in steps
        if step.before is not None and step.before["digest"] != step.settled.row.digest
    ]
    older: set[str] = set()
    for part in lines.chunked((step.settled.row.pk for step in changed), 500):
        changes = ContentChange.objects.filter(state_id__in=part).order_by("pk")
        latest = dict(changes.values_list("state_id", "before"))
        older |= {before["digest"] for before in latest.values() if before}
    kept = {str(step.before["digest"]) for step in changed if step.before is not None}
    return older - kept


def _count(scan: Scan, moves: Counter[str]) -> None:
    """Add the moves to the scan's counts, in the transaction that made them."""
    counts = Scan.objects.values_list("counts", flat=True).get(pk=scan.pk)
    total = Counter(counts.get("settled", {})) + moves
    scan.counts = {**counts, "settled": dict(sorted(total.items()))}
    Scan.objects.filter(pk=scan.pk).update(counts=scan.counts)
