"""What a shard holds: read by slot range in short queries, as values and not as instances."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime
from itertools import islice
from typing import Any, NamedTuple, cast

from django.db import connections
from django.db.models import Count, Q, TextField
from django.db.models.functions import Cast, Length
from django.utils import timezone

from honest_sitemaps.ledger import ContentState
from honest_sitemaps.partition import PlannedShard, SlotRange
from honest_sitemaps.publish.alternates_xml import Member
from honest_sitemaps.publish.xml_text import w3c

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


Row = tuple[int, str, str, str | None, str | None, str]
"""Slot, reason, loc, updated_at and published_at as the database writes them, precision."""


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


def rows_of(shard: PlannedShard, slots: SlotRange) -> Iterable[Row]:
    """
    The rows by slot, the excluded ones among them.

    ``reason`` is for the caller to look at, not for SQL: a planner without statistics would
    take the index on it and read the whole section for each shard. Dates come as text: making
    datetimes of them and text again costs more than all the rest of a row (bench/release.py).
    """
    rows = _rows(shard, slots).order_by("slot")
    return cast(
        Iterable[Row],
        rows.values_list(
            "slot",
            "reason",
            "loc",
            Cast("updated_at", TextField()),
            Cast("published_at", TextField()),
            "published_precision",
        ),
    )


class Clock:
    """Reads the times that `rows_of` gives, with the connection's own time zone."""

    def __init__(self) -> None:
        connection = connections[ContentState.objects.db]
        self._zone = connection.timezone or timezone.get_default_timezone()
        self._is_utc = connection.timezone_name == "UTC"

    def w3c(self, text: str) -> str:
        """``2026-11-30 08:00:00.123`` as a W3C datetime in UTC, to the second."""
        if self._is_utc:
            return f"{text[:10]}T{text[11:19]}+00:00"
        return w3c(self.moment(text))

    def moment(self, text: str) -> datetime:
        """PostgreSQL writes the offset; the others store wall clock time of the zone."""
        moment = datetime.fromisoformat(text)
        return moment if moment.tzinfo else moment.replace(tzinfo=self._zone)


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


def names_rows_of(shard: PlannedShard, sections: Collection[int]) -> bool:
    """Whether a group of this shard has a row in one of ``sections``; one query."""
    groups = _rows(shard, shard.slots).exclude(group="").values("group")
    found = ContentState.objects.filter(section_id__in=sections, group__in=groups)
    return found.exists()


def _rows(shard: PlannedShard, slots: SlotRange) -> Any:
    return ContentState.objects.filter(
        section_id=shard.section.pk, slot__gte=slots.first, slot__lt=slots.end
    ).alias(
        images_length=Length(Cast("images", TextField())),
        videos_length=Length(Cast("videos", TextField())),
    )
