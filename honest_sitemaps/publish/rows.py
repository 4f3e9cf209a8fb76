"""What a shard holds: read by slot range in short queries, as values and not as instances."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import islice
from typing import Any, NamedTuple

from django.db.models import Count, Q, TextField
from django.db.models.functions import Cast, Length

from honest_sitemaps.ledger import ContentState
from honest_sitemaps.partition import PlannedShard, SlotRange
from honest_sitemaps.publish.alternates_xml import Member

PIECE_SLOTS = 5_000
"""Slots read at once, in short queries: managed databases cut long-lived cursors."""

QUERY_VALUES = 500

_EMPTY_LIST = len("[]")


class Facts(NamedTuple):
    """How many of a shard's listed rows have what."""

    urls: int
    grouped: int
    images: int
    videos: int
    news: int


class Row(NamedTuple):
    slot: int
    reason: str
    loc: str
    updated_at: datetime | None
    published_at: datetime | None
    published_precision: str


def facts_of(shard: PlannedShard) -> Facts:
    """One query."""
    listed = Q(reason="")
    counted = _rows(shard, shard.slots).aggregate(
        urls=Count("pk", filter=listed),
        grouped=Count("pk", filter=listed & ~Q(group="")),
        images=Count("pk", filter=listed & Q(images_length__gt=_EMPTY_LIST)),
        videos=Count("pk", filter=listed & Q(videos_length__gt=_EMPTY_LIST)),
        news=Count("pk", filter=listed & Q(news__isnull=False)),
    )
    return Facts(**counted)


def pieces(slots: SlotRange) -> Iterator[SlotRange]:
    for first in range(slots.first, slots.end, PIECE_SLOTS):
        yield SlotRange(first=first, end=min(first + PIECE_SLOTS, slots.end))


def rows_of(shard: PlannedShard, slots: SlotRange) -> Iterator[Row]:
    """
    The listed rows by slot.

    ``reason`` is looked at here and not in SQL: a planner without statistics would take the
    index on it and read the whole section for each shard.
    """
    found = _rows(shard, slots).order_by("slot").values_list(*Row._fields)
    return (Row._make(row) for row in found if not row[1])


def texts_of(shard: PlannedShard, slots: SlotRange, field: str) -> Iterator[tuple[int, Any]]:
    """Slot and value of the listed rows whose ``images`` or ``videos`` are not empty."""
    rows = _rows(shard, slots).filter(**{f"{field}_length__gt": _EMPTY_LIST})
    found = rows.order_by("slot").values_list("slot", "reason", "loc", field)
    return ((slot, (loc, value)) for slot, reason, loc, value in found if not reason)


def news_of(shard: PlannedShard) -> Iterator[tuple[int, Any, datetime | None, str]]:
    """Slot, news, publication and language of the listed rows with news."""
    rows = _rows(shard, shard.slots).filter(news__isnull=False).order_by("slot")
    found = rows.values_list("slot", "reason", "news", "published_at", "language")
    return (
        (slot, news, published_at, language)
        for slot, reason, news, published_at, language in found
        if not reason
    )


def groups_of(shard: PlannedShard, slots: SlotRange) -> dict[int, str]:
    """Slot to group, of the listed rows that have one."""
    found = _rows(shard, slots).exclude(group="").values_list("slot", "reason", "group")
    return {slot: group for slot, reason, group in found if slot and not reason}


def members_of(groups: Sequence[str], sections: Sequence[int]) -> dict[str, list[Member]]:
    """The listed rows of these sections in each group."""
    members: dict[str, list[Member]] = {}
    it = iter(groups)
    while some := list(islice(it, QUERY_VALUES)):
        rows = ContentState.objects.listed().filter(
            group__in=some, section_id__in=sections, slot__isnull=False
        )
        for group, *member in rows.values_list("group", *Member._fields):
            members.setdefault(group, []).append(Member._make(member))
    return members


def _rows(shard: PlannedShard, slots: SlotRange) -> Any:
    return ContentState.objects.filter(
        section_id=shard.section.pk, slot__gte=slots.first, slot__lt=slots.end
    ).alias(
        images_length=Length(Cast("images", TextField())),
        videos_length=Length(Cast("videos", TextField())),
    )
