"""
What only the whole scan can tell, once its walk has ended: which rows are adopted by a new
key, which locs were named twice, which rows the source no longer names.

Everything works on staged sightings, in chunks, and may run again after a crash.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import TypeVar

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from honest_sitemaps.eligibility import Reason
from honest_sitemaps.ledger.models import ContentState, Scan, StagedSighting
from honest_sitemaps.ledger.rows import sighting_from, staged_of
from honest_sitemaps.ledger.sighting import Facts, Sighting
from honest_sitemaps.ledger.stage import compared, duplicate_of
from honest_sitemaps.ledger.transition import Move, Terms

Row = TypeVar("Row", ContentState, StagedSighting)

CHUNK_ROWS = 1_000

LOSER_COLUMNS = ("reason", "evidence", "move", "moves_date")
"""What changes in a staged sighting that turns out to be a duplicate."""


def judge_whole(
    scan: Scan,
    *,
    now: datetime,
    asked: Sequence[str] = (),
    terms: Terms,
    sections: Collection[int],
) -> None:
    """
    Settle the questions between URLs: adoption, then duplicates, then withdrawal.

    ``asked`` are the keys that a look was given; a sweep asks for all. ``sections`` are
    those of the origin, by primary key, that have files: one that is no longer registered has
    none, and its rows hold no loc any more.
    """
    _adopt(scan, terms)
    _exclude_duplicates(scan, now, sections)
    _withdraw(scan, now, asked)


def _adopt(scan: Scan, terms: Terms) -> None:
    """
    Let a new key take over the row of its loc, unless that row was seen under its own key.
    Where two new keys want one row, the first in the order of the walk gets it.
    """
    taken: set[int] = set()
    for chunk in _chunks(StagedSighting.objects.filter(scan=scan, state_id__isnull=False)):
        rows = _rows_of(chunk)
        own = _staged_under_own_key(scan, rows.values())
        for staged in chunk:
            row = rows.get(staged.state_id or 0)
            if row is not None and (row.key, row.language) == (staged.key, staged.language):
                continue
            if row is None or row.pk in taken | own or not _is_free(row, scan):
                _compare_again(staged, None, terms)
            else:
                taken.add(row.pk)


def _rows_of(staged: Iterable[StagedSighting]) -> dict[int, ContentState]:
    """The rows that these sightings were compared with; no query if there are none."""
    return ContentState.objects.in_bulk([one.state_id for one in staged if one.state_id])


def _is_free(row: ContentState, scan: Scan) -> bool:
    if row.reason == Reason.WITHDRAWN or row.seen_at is None:
        return True
    # A look that saw it since this sweep began saw it under its own key.
    is_unseen = row.seen_scan != scan.pk and row.seen_at < scan.started_at
    return scan.kind == Scan.Kind.SWEEP and is_unseen


def _staged_under_own_key(scan: Scan, rows: Iterable[ContentState]) -> set[int]:
    by_identity = {(row.key, row.language): row.pk for row in rows}
    staged = StagedSighting.objects.filter(scan=scan, key__in={key for key, _ in by_identity})
    return {
        by_identity[identity]
        for identity in staged.values_list("key", "language")
        if identity in by_identity
    }


def _compare_again(staged: StagedSighting, row: ContentState | None, terms: Terms) -> None:
    one = compared(sighting_from(staged), row, terms)
    staged.state_id = row.pk if row else None
    staged.move, staged.moves_date = one.move, one.moves_date
    staged.save(update_fields=["state_id", "move", "moves_date"])


def _exclude_duplicates(scan: Scan, now: datetime, sections: Collection[int]) -> None:
    """Of equal locs the listed row stays, else the lowest (section, key)."""
    for chunk in _chunks(StagedSighting.objects.filter(scan=scan, reason="")):
        digests = {one.loc_digest for one in chunk}
        standing = _standing(scan, digests, now, sections)
        contested = {
            digest: claims
            for digest, claims in _claims(scan, digests).items()
            if digest in standing or len(claims) > 1
        }
        rows = _rows_of([claim for claims in contested.values() for claim in claims])
        losers = [
            loser
            for digest, claims in contested.items()
            for loser in _losers(claims, standing.get(digest), rows, label=scan.section.label)
        ]
        if losers:
            with transaction.atomic():
                StagedSighting.objects.bulk_update(losers, LOSER_COLUMNS, batch_size=100)
                _count_duplicates(scan, len(losers))


def _claims(scan: Scan, digests: set[str]) -> dict[str, list[StagedSighting]]:
    """The staged sightings that would list these locs, by loc digest, each list by key."""
    staged = StagedSighting.objects.filter(scan=scan, reason="", loc_digest__in=digests)
    claims: dict[str, list[StagedSighting]] = {}
    for one in staged.order_by("key", "language"):
        claims.setdefault(one.loc_digest, []).append(one)
    return claims


def _standing(
    scan: Scan, digests: set[str], now: datetime, sections: Collection[int]
) -> dict[str, ContentState]:
    """Rows that list these locs and that this scan leaves as they are, by loc digest."""
    section = scan.section
    rows = ContentState.objects.listed().filter(
        section_id__in=sections, loc_digest__in=digests
    )
    staged = StagedSighting.objects.filter(scan=scan)
    rows = rows.exclude(
        Q(section=section)
        & (
            Exists(staged.filter(state_id=OuterRef("pk")))
            | Exists(staged.filter(key=OuterRef("key"), language=OuterRef("language")))
        )
    )
    if scan.kind == Scan.Kind.SWEEP:
        rows = rows.exclude(Q(section=section) & _unseen(scan, now))
    return {row.loc_digest: row for row in rows.select_related("section")}


def _count_duplicates(scan: Scan, excluded: int) -> None:
    """The batches counted these as listed; the report moves them over."""
    counts = Scan.objects.values_list("counts", flat=True).get(pk=scan.pk)
    counts["duplicates"] = counts.get("duplicates", 0) + excluded
    Scan.objects.filter(pk=scan.pk).update(counts=counts)
    scan.counts = counts


def _losers(
    claims: Sequence[StagedSighting],
    standing: ContentState | None,
    rows: Mapping[int, ContentState],
    *,
    label: str,
) -> list[StagedSighting]:
    """All claims to one loc but the winner's, as duplicates, unsaved. Pure."""
    if standing is not None:
        return [
            _as_duplicate(claim, f"{standing.section.label} {standing.key}", rows)
            for claim in claims
        ]
    holders = (claim for claim in claims if _lists(rows.get(claim.state_id or 0), claim.loc))
    first = next(holders, claims[0])
    winner = f"{label} {first.key}"
    return [_as_duplicate(claim, winner, rows) for claim in claims if claim is not first]


def _lists(row: ContentState | None, loc: str) -> bool:
    return row is not None and row.is_listed and row.loc == loc


def _as_duplicate(
    staged: StagedSighting, winner: str, rows: Mapping[int, ContentState]
) -> StagedSighting:
    seen = duplicate_of(sighting_from(staged), winner)
    one = compared(seen, rows.get(staged.state_id or 0), Terms())
    staged.reason, staged.evidence = Reason.DUPLICATE, seen.facts.evidence
    staged.move, staged.moves_date = one.move, one.moves_date
    return staged


def _unseen(scan: Scan, now: datetime) -> Q:
    """
    Rows that a sweep, which saw everything, did not see; nor has a look since it began. One
    seen later than now was seen by a clock that ran ahead.
    """
    not_seen = Q(seen_scan__isnull=True) | ~Q(seen_scan=scan.pk)
    not_since = Q(seen_at__isnull=True) | Q(seen_at__lt=scan.started_at) | Q(seen_at__gt=now)
    return not_seen & not_since


def _withdraw(scan: Scan, now: datetime, asked: Sequence[str]) -> None:
    """Stage WITHDRAWN for the rows that the walk should have named and did not."""
    for chunk in _chunks(unnamed(scan, now, asked)):
        StagedSighting.objects.bulk_create(
            [
                staged_of(
                    scan,
                    _withdrawn(row, scan),
                    row=row,
                    move=Move.WITHDRAWN,
                    moves_date=False,
                )
                for row in chunk
            ],
            ignore_conflicts=True,
        )


def unnamed(scan: Scan, now: datetime, asked: Sequence[str]) -> QuerySet[ContentState]:
    """Rows that the walk should have named and did not."""
    staged = StagedSighting.objects.filter(scan=scan)
    rows = ContentState.objects.filter(section=scan.section).exclude(reason=Reason.WITHDRAWN)
    if scan.kind == Scan.Kind.LOOK:
        rows = rows.filter(key__in=asked).exclude(seen_scan=scan.pk)
    else:
        rows = rows.filter(_unseen(scan, now))
    return rows.exclude(Exists(staged.filter(state_id=OuterRef("pk")))).exclude(
        Exists(staged.filter(key=OuterRef("key"), language=OuterRef("language")))
    )


def _withdrawn(row: ContentState, scan: Scan) -> Sighting:
    return Sighting(
        seen_at=scan.walked_at or scan.started_at,
        key=row.key,
        language=row.language,
        facts=Facts(
            loc=row.loc,
            group=row.group,
            canonical=row.canonical,
            evidence="its source no longer names it",
            http_status=row.http_status,
            images=tuple(row.images),
            videos=tuple(row.videos),
            news=row.news,
        ),
        reason=Reason.WITHDRAWN,
        is_confirmed=True,
    )


def _chunks(rows: QuerySet[Row]) -> Iterator[list[Row]]:
    """The rows by ascending pk, a thousand at a time, each chunk its own short query."""
    last = 0
    while chunk := list(rows.filter(pk__gt=last).order_by("pk")[:CHUNK_ROWS]):
        yield chunk
        last = chunk[-1].pk
