"""Which files a change shows in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeVar

from django.db import transaction
from django.db.models import F

from honest_sitemaps.ledger import ContentState, Section
from honest_sitemaps.partition.models import Shard
from honest_sitemaps.partition.slots import shard_of

QUERY_VALUES = 500
"""Values in one IN list: below the 999 that an older SQLite takes."""

T = TypeVar("T")

Place = tuple[int, int]
"""Section id and slot, or section id and shard number."""


def touch(origin: str, states: Iterable[ContentState], groups: Iterable[str]) -> None:
    """
    Raise the version of every shard in which these changes show.

    Those are the shards of the rows themselves (of excluded ones too: they leave their file)
    and of every listed row of the origin whose group is among ``groups``: a member that comes,
    goes or moves changes the alternates of all. Call it in the transaction that changes the
    rows. Idempotent in effect: a version raised twice is as stale as one raised once. Rows of
    `Shard` are created as needed and locked in the order of their primary keys.
    """
    places = {(state.section_id, state.slot) for state in states if state.slot is not None}
    names = sorted({group for group in groups if group})
    if names:
        places |= _places_of_groups(origin, names)
    if places:
        with transaction.atomic(savepoint=False):
            _raise_versions(_shards_of(places))


def _places_of_groups(origin: str, groups: Sequence[str]) -> set[Place]:
    sections = list(Section.objects.filter(origin=origin).values_list("pk", flat=True))
    places: set[Place] = set()
    for some in _batches(groups):
        rows = ContentState.objects.listed().filter(group__in=some, slot__isnull=False)
        found = rows.filter(section_id__in=sections).values_list("section_id", "slot")
        places.update((section_id, slot) for section_id, slot in found if slot is not None)
    return places


def _shards_of(places: set[Place]) -> set[Place]:
    ids = {section_id for section_id, _ in places}
    capacities = dict(Section.objects.filter(pk__in=ids).values_list("pk", "capacity"))
    return {
        (section_id, shard_of(slot, capacity=capacities[section_id]))
        for section_id, slot in places
    }


def _raise_versions(wanted: set[Place]) -> None:
    known = _known(wanted)
    missing = sorted(wanted - known.keys())
    if missing:
        # Created at 0 and raised below like the others: if a neighbour creates the row at the
        # same moment, ours is ignored and the raise still counts.
        Shard.objects.bulk_create(
            [
                Shard(section_id=section, number=number, version=0)
                for section, number in missing
            ],
            ignore_conflicts=True,
        )
        known = _known(wanted)
    for some in _batches(sorted(known[place] for place in wanted)):
        rows = Shard.objects.filter(pk__in=some)
        # Locked in one order first: two settles that touch each other's shards never deadlock.
        list(rows.order_by("pk").select_for_update().values_list("pk"))
        rows.update(version=F("version") + 1)


def _known(wanted: set[Place]) -> dict[Place, int]:
    ids = {section_id for section_id, _ in wanted}
    rows = Shard.objects.filter(section_id__in=ids).values_list("section_id", "number", "pk")
    return {(section_id, number): pk for section_id, number, pk in rows}


def _batches(values: Sequence[T]) -> Iterator[list[T]]:
    it = iter(values)
    while some := list(islice(it, QUERY_VALUES)):
        yield some
