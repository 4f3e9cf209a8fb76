"""Which files there are, as of which version."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from honest_sitemaps.errors import ConfigurationError
from honest_sitemaps.ledger import Section
from honest_sitemaps.partition.models import Shard
from honest_sitemaps.partition.names import file_name
from honest_sitemaps.partition.slots import SlotRange, shard_count, slot_range


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedShard:
    """One file that a release holds, empty or not."""

    section: Section
    number: int
    version: int
    """`Shard.version` as read now: read it before the rows, never after."""

    name: str
    slots: SlotRange


def shards(section: Section) -> list[Shard]:
    """
    The section's shards by number, the empty ones too.

    As many as its given slots fill or begin; a row that is missing (slots that came by an
    import) is created.
    """
    return _rows([section])[section.pk]


def plan(sections: Sequence[Section]) -> list[PlannedShard]:
    """
    Every file of these sections, ordered by section label and number, with two queries.

    Raises `ConfigurationError` if two sections would write the same name.
    """
    ordered = sorted(sections, key=lambda section: section.label)
    rows = _rows(ordered)
    planned = [
        PlannedShard(
            section=section,
            number=shard.number,
            version=shard.version,
            name=file_name(section, shard.number),
            slots=slot_range(shard.number, capacity=section.capacity),
        )
        for section in ordered
        for shard in rows[section.pk]
    ]
    _require_distinct(planned)
    return planned


def _rows(sections: Sequence[Section]) -> dict[int, list[Shard]]:
    ids = [section.pk for section in sections]
    # Read anew: a settle may have given slots since the caller read its sections.
    counts = {
        pk: shard_count(next_slot, capacity=capacity)
        for pk, next_slot, capacity in Section.objects.filter(pk__in=ids).values_list(
            "pk", "next_slot", "capacity"
        )
    }
    found = _found(ids)
    missing = [
        Shard(section_id=pk, number=number)
        for pk, count in sorted(counts.items())
        for number in range(1, count + 1)
        if number not in found[pk]
    ]
    if missing:
        Shard.objects.bulk_create(missing, ignore_conflicts=True, batch_size=500)
        found = _found(ids)
    return {pk: [by_number[n] for n in sorted(by_number)] for pk, by_number in found.items()}


def _found(ids: Sequence[int]) -> dict[int, dict[int, Shard]]:
    found: dict[int, dict[int, Shard]] = {pk: {} for pk in ids}
    for shard in Shard.objects.filter(section_id__in=ids):
        found[shard.section_id][shard.number] = shard
    return found


def _require_distinct(planned: Sequence[PlannedShard]) -> None:
    owners: dict[str, Section] = {}
    for shard in planned:
        other = owners.setdefault(shard.name, shard.section)
        if other.pk != shard.section.pk:
            raise ConfigurationError(
                f"Sections {other.label!r} (id {other.pk}) and {shard.section.label!r} "
                f"(id {shard.section.pk}) would both write {shard.name}. Rename one of them."
            )
