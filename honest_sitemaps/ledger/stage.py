"""
Compare a batch with the ledger; stage what differs.

A page that is the same only gets ``seen_at`` and ``seen_scan``, in one UPDATE a batch. Nothing
here moves a date: that is `honest_sitemaps.ledger.settle`, once the whole scan was judged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db import transaction

from honest_sitemaps.eligibility import Reason
from honest_sitemaps.ledger import lines
from honest_sitemaps.ledger.models import (
    ContentState,
    Scan,
    ScanBatch,
    Section,
    StagedSighting,
)
from honest_sitemaps.ledger.override import under_override
from honest_sitemaps.ledger.rows import facts_after, facts_of, record_of, staged_of
from honest_sitemaps.ledger.sighting import Record, Sighting
from honest_sitemaps.ledger.transition import Move, Terms, advance
from honest_sitemaps.loc import loc_digest


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """One sighting beside the row that it is about."""

    seen: Sighting
    row: ContentState | None
    """The row of its key, else one of the section with its loc, else ``None``."""

    move: Move
    moves_date: bool
    """Whether settling it would move the date of a listed URL."""

    is_same: bool
    """Whether nothing stored would change."""

    @property
    def needs_confirming(self) -> bool:
        """
        Whether a listed page shows another content, or the page changed its verdict. That a
        duplicate is a page like any other is no change: only the whole scan can tell.
        """
        if self.row is None or self.is_same or self.seen.is_stated or self.seen.is_confirmed:
            return False
        if self.row.reason == Reason.DUPLICATE and self.seen.reason is None:
            return False
        return (
            self.moves_date
            or (self.seen.reason or "") != self.row.reason
            or (self.row.is_unstable and not self.seen.is_unstable)
        )


def compare(
    section: Section, sightings: Sequence[Sighting], *, terms: Terms
) -> list[Comparison]:
    """Each sighting beside its row. Two queries a batch, one if every key is known."""
    rows = _rows_for(section, sightings)
    return [compared(seen, rows.get(seen.identity), terms) for seen in sightings]


def compared(seen: Sighting, row: ContentState | None, terms: Terms) -> Comparison:
    """What this sighting would do to this row. Pure."""
    seen = under_override(seen, row)
    before = record_of(row) if row else None
    move, after = advance(before, seen, terms=terms)
    return Comparison(
        seen=seen,
        row=row,
        move=move,
        moves_date=_moves_date(before, after),
        is_same=row is not None and before == after and _same_facts(row, seen),
    )


def enter(
    scan: Scan,
    batch: ScanBatch,
    compared: Sequence[Comparison],
    *,
    now: datetime,
    keep_lines: bool,
) -> None:
    """
    Write one batch: stage the differences, touch the rest, count. One transaction.

    A batch that runs a second time writes the same again: its first counts are replaced, its
    staged sightings overwritten.
    """
    differing = [one for one in compared if not one.is_same]
    with transaction.atomic():
        _stage(scan, differing)
        _touch(scan, [one for one in compared if one.is_same], now=now)
        if keep_lines:
            lines.keep(
                one.seen.fingerprint for one in differing if one.seen.fingerprint is not None
            )
        batch.counts, batch.done_at = counts_of(compared), now
        batch.save()


def stage(scan: Scan, one: Comparison) -> None:
    """Stage one comparison, its lines beside it."""
    staged_of(scan, one.seen, row=one.row, move=one.move, moves_date=one.moves_date).save(
        force_insert=True
    )
    if one.seen.fingerprint is not None:
        lines.keep([one.seen.fingerprint])


def counts_of(compared: Sequence[Comparison]) -> dict[str, Any]:
    """Verdicts of these comparisons, and how many changed nothing, as JSON."""
    verdicts = Counter(one.seen.reason or "" for one in compared)
    return {
        "listed": verdicts.pop("", 0),
        "excluded": dict(sorted(verdicts.items())),
        "same": sum(one.is_same for one in compared),
    }


def _rows_for(
    section: Section, sightings: Sequence[Sighting]
) -> dict[tuple[str, str], ContentState]:
    keys = {seen.key for seen in sightings}
    rows = {
        (row.key, row.language): row
        for row in ContentState.objects.filter(section=section, key__in=keys)
    }
    strangers = {
        loc_digest(seen.facts.loc): seen.identity
        for seen in reversed(sightings)
        if seen.identity not in rows and seen.reason is not Reason.MALFORMED
    }
    if strangers:
        for row in ContentState.objects.filter(section=section, loc_digest__in=strangers):
            identity = strangers[row.loc_digest]
            if row.key not in keys and row.language == identity[1]:
                rows.setdefault(identity, row)
    return rows


def duplicate_of(seen: Sighting, winner: str) -> Sighting:
    """The sighting, excluded because ``winner`` lists the same loc."""
    return replace(
        seen,
        reason=Reason.DUPLICATE,
        facts=replace(seen.facts, evidence=f"the same URL is listed as {winner}"[:500]),
    )


def _moves_date(before: Record | None, after: Record) -> bool:
    return (
        before is not None
        and before.was_listed
        and after.is_listed
        and after.updated_at != before.updated_at
    )


def _same_facts(row: ContentState, seen: Sighting) -> bool:
    return row.key == seen.key and facts_of(row) == facts_after(row, seen)


def _stage(scan: Scan, differing: Sequence[Comparison]) -> None:
    StagedSighting.objects.filter(
        scan=scan, key__in=[one.seen.key for one in differing]
    ).delete()
    StagedSighting.objects.bulk_create(
        [
            staged_of(scan, one.seen, row=one.row, move=one.move, moves_date=one.moves_date)
            for one in differing
        ],
        ignore_conflicts=True,
    )


def _touch(scan: Scan, same: Sequence[Comparison], *, now: datetime) -> None:
    """Note that these rows were seen. One that a look saw later, meanwhile, keeps its time."""
    if same:
        seen_at = min(one.seen.seen_at for one in same)
        rows = [one.row.pk for one in same if one.row is not None]
        ContentState.objects.filter(pk__in=rows).exclude(
            seen_at__gt=seen_at, seen_at__lte=now
        ).update(seen_scan=scan.pk, seen_at=seen_at)
