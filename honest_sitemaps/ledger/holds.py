"""
A scan that waits for a person: what caused it, and the three ways out.

*accept* settles it as it is. *rebase* settles it, but pages whose whole difference lies in the
named blocks take their new fingerprint and keep their date. *discard* forgets it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime
from typing import Any

from django.db import transaction

from honest_sitemaps import fingerprint
from honest_sitemaps.errors import NothingHeld, RebaseImpossible
from honest_sitemaps.ledger import lines
from honest_sitemaps.ledger.models import ContentState, Scan, Section, StagedSighting
from honest_sitemaps.ledger.scans import owner
from honest_sitemaps.ledger.transition import Move

SAMPLE_PAGES = 500
"""Changed pages whose lines are compared to name the cause."""

SAMPLE_LOCS = 5
"""Locs named with each block."""

BLOCK_SHARE = 0.20
"""A block is named if it changed on more than this share of the changed pages."""

CHUNK_ROWS = 500


def held_scan(section: Section) -> Scan:
    """The scan of this section that waits for a person; raises `NothingHeld`."""
    scan = Scan.objects.filter(section=section, status=Scan.Status.HELD).order_by("pk").last()
    if scan is None:
        raise NothingHeld(section.label)
    return scan


def hold(scan: Scan, *, why: str) -> None:
    """Put the scan before a person, with its cause."""
    scan.status, scan.cause = Scan.Status.HELD, {"why": why, "blocks": blocks_of(scan)}
    scan.save(update_fields=["status", "cause", "counts"])


def discard(scan: Scan, *, why: str, now: datetime, by: str = "") -> None:
    """Forget what the scan saw."""
    with transaction.atomic():
        lines.drop_staged(scan)
        scan.status, scan.settled_at = Scan.Status.DISCARDED, now
        scan.cause, scan.answer = _resolved(scan, "discard", why, by), None
        scan.save(update_fields=["status", "settled_at", "cause", "answer"])


def resolve(scan: Scan, *, how: str, why: str, now: datetime, by: str = "") -> None:
    """Note what was decided, and why, with the scan, which this process settles from here."""
    scan.cause, scan.answer = _resolved(scan, how, why, by), None
    scan.owner, scan.beat_at = owner(), now
    scan.save(update_fields=["cause", "answer", "owner", "beat_at"])


def _resolved(scan: Scan, how: str, why: str, by: str) -> dict[str, Any]:
    said = {"resolution": how, "resolved_why": why}
    return {**(scan.cause or {}), **said, **({"resolved_by": by} if by else {})}


def unconfirmed(scan: Scan) -> Iterator[StagedSighting]:
    """Staged differences that no second visitor has seen yet, in the order of the walk."""
    last = 0
    rows = StagedSighting.objects.filter(
        scan=scan, state_id__isnull=False, is_confirmed=False, is_stated=False
    ).exclude(move__in=[Move.SAME, Move.KEPT, Move.MOVED, Move.REBASED])
    while chunk := list(rows.filter(pk__gt=last).order_by("pk")[:CHUNK_ROWS]):
        yield from chunk
        last = chunk[-1].pk


def blocks_of(scan: Scan) -> list[dict[str, Any]]:
    """
    The changed lines of the pages that would move, grouped, most common first.

    Each ``{"shape", "before", "after", "pages", "share", "samples"}``; ``[]`` where the lines
    are not stored.
    """
    staged = list(_changed(scan).order_by("pk")[:SAMPLE_PAGES])
    differences = differences_of(staged)
    if not differences:
        return []
    locs = {one.pk: one.loc for one in staged}
    return [
        {
            "shape": block.shape,
            "before": block.before,
            "after": block.after,
            "pages": len(block.pages),
            "share": round(len(block.pages) / len(differences), 4),
            "samples": [locs[page] for page in block.pages[:SAMPLE_LOCS]],
        }
        for block in fingerprint.grouped(differences)[:20]
    ]


def named_shapes(scan: Scan) -> list[str]:
    """
    Shapes of the blocks on more than a fifth of the changed pages of a held scan. Raises
    `RebaseImpossible` where the lines are not stored or no block is that common.
    """
    shapes = [
        block["shape"]
        for block in (scan.cause or {}).get("blocks", [])
        if block["share"] > BLOCK_SHARE
    ]
    if not shapes:
        raise RebaseImpossible(section=scan.section.label, why=_no_block(scan))
    return shapes


def mark_rebased(scan: Scan, shapes: Collection[str]) -> int:
    """Mark the staged pages whose whole difference is of these shapes; answer how many."""
    marked = 0
    for chunk in changed_chunks(scan):
        rebased = _whole_difference_in(shapes, chunk)
        StagedSighting.objects.filter(pk__in=rebased).update(
            move=Move.REBASED, moves_date=False
        )
        marked += len(rebased)
    return marked


def changed_chunks(scan: Scan) -> Iterator[list[StagedSighting]]:
    """The staged pages that would move their date, in chunks, in the order of the walk."""
    last = 0
    while chunk := list(_changed(scan).filter(pk__gt=last).order_by("pk")[:CHUNK_ROWS]):
        last = chunk[-1].pk
        yield chunk


def _no_block(scan: Scan) -> str:
    if not (scan.cause or {}).get("blocks"):
        return "the canonical lines of its pages are not stored"
    return "no changed block stands on more than a fifth of its changed pages"


def _changed(scan: Scan) -> Any:
    return StagedSighting.objects.filter(scan=scan, moves_date=True)


def differences_of(
    staged: Collection[StagedSighting],
) -> dict[int, list[fingerprint.LineChange]]:
    """What differs, page by page; a page without stored lines is left out."""
    digests = dict(
        ContentState.objects.filter(pk__in=[one.state_id for one in staged]).values_list(
            "pk", "digest"
        )
    )
    stored = lines.load({*digests.values(), *(one.digest for one in staged)} - {""})
    return {
        one.pk: fingerprint.differing(stored[before], stored[one.digest])
        for one in staged
        if (before := digests.get(one.state_id or 0, "")) in stored and one.digest in stored
    }


def _whole_difference_in(shapes: Collection[str], staged: list[StagedSighting]) -> list[int]:
    return [
        page
        for page, changes in differences_of(staged).items()
        if fingerprint.explained_by(changes, shapes)
    ]
