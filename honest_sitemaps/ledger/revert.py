"""Take settles back, for a rollback that reaches into the ledger."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet

from honest_sitemaps.eligibility import Reason
from honest_sitemaps.ledger import counting
from honest_sitemaps.ledger.models import ContentChange, ContentState, Scan, Section
from honest_sitemaps.ledger.override import decided_since, put_back_override
from honest_sitemaps.ledger.scans import lock
from honest_sitemaps.ledger.settle import upsert
from honest_sitemaps.ledger.transition import Move
from honest_sitemaps.loc import loc_digest

CHUNK_ROWS = 1_000


def revert(
    section: Section, *, after: datetime, now: datetime
) -> Iterator[list[ContentState]]:
    """
    Put back what each row was before the first step settled after ``after``; yield the rows, a
    thousand at a time, each thousand one transaction that holds the section's row.

    A row that was new then is withdrawn and without dates: its slot stays its own, and the
    next sweep lists it again. The steps taken back are deleted. What a person decided by hand
    is no step of a scan, and stays.
    """
    while True:
        with transaction.atomic():
            lock(section)
            changes = _settled_after(section, after)
            ordered = changes.order_by("state_id").values_list("state_id", flat=True)
            states = list(ordered.distinct()[:CHUNK_ROWS])
            if not states:
                return
            mine = changes.filter(state_id__in=states)
            taken = list(mine.order_by("pk"))
            first: dict[int, ContentChange] = {}
            for change in taken:
                first.setdefault(change.state_id, change)
            decided = decided_since(first)
            rows = list(ContentState.objects.filter(pk__in=states))
            went = [counting.kind_of(row) for row in rows]
            for row in rows:
                _put_back(row, first[row.pk].before, decided.get(row.pk, ()))
            upsert(rows)
            came = [counting.kind_of(row) for row in rows]
            counting.count(section, went=went, came=came, steps=_taken_back(taken), now=now)
            mine.delete()
        yield rows


def _settled_after(section: Section, after: datetime) -> QuerySet[ContentChange]:
    """
    Steps that no release begun at ``after`` can hold.

    A scan that was held, or killed in its settle, has let steps in as well: what their sources
    state. They came right after its walk, so the end of that tells on which side they are.
    """
    is_settled = Q(scan__status=Scan.Status.SETTLED)
    return ContentChange.objects.filter(
        is_settled & Q(scan__settled_at__gt=after)
        | ~is_settled & Q(scan__walked_at__gt=after),
        state__section=section,
    )


def _taken_back(changes: Iterable[ContentChange]) -> Counter[counting.StepOfDay]:
    """How many steps fewer their days have."""
    fewer: Counter[counting.StepOfDay] = Counter()
    for change in changes:
        moves = {change.move}
        if change.before is not None and change.before["loc"] != change.after["loc"]:
            moves.add(Move.MOVED)
        fewer.subtract(counting.step_of_day(change.seen_at, move) for move in moves)
    return fewer


def _put_back(
    row: ContentState, before: dict[str, Any] | None, decided: Sequence[ContentChange]
) -> None:
    """``decided`` is what was overridden since."""
    said = before or {
        "digest": "",
        "recipe": "",
        "parts": "",
        "reason": Reason.WITHDRAWN,
        "evidence": "taken back by a rollback",
        "loc": row.loc,
        "published_at": None,
        "published_precision": "second",
        "updated_at": None,
    }
    for name in ("digest", "recipe", "parts", "reason", "evidence"):
        setattr(row, name, said[name])
    row.loc, row.loc_digest = said["loc"], loc_digest(said["loc"])
    put_back_override(row, said, decided)
    row.seen_scan = row.seen_at = None
