"""Slot arithmetic: a URL's slot is given once; its shard follows from it."""

from __future__ import annotations

from typing import NamedTuple

PROTOCOL_LIMIT_URLS = 50_000
"""https://www.sitemaps.org/protocol.html#index: at most 50,000 URLs in one file."""


class SlotRange(NamedTuple):
    """Half-open: ``first <= slot < end``."""

    first: int
    end: int


def shard_of(slot: int, *, capacity: int) -> int:
    """The shard of a slot. Both count from 1; ``capacity`` is in slots."""
    if slot < 1:
        raise ValueError(f"slot must be 1 or more, got {slot}")
    _require(capacity)
    return (slot - 1) // capacity + 1


def slot_range(shard: int, *, capacity: int) -> SlotRange:
    """The slots that `shard_of` maps to this shard."""
    if shard < 1:
        raise ValueError(f"shard must be 1 or more, got {shard}")
    _require(capacity)
    return SlotRange(first=(shard - 1) * capacity + 1, end=shard * capacity + 1)


def shard_count(next_slot: int, *, capacity: int) -> int:
    """How many shards the slots below ``next_slot`` fill or begin."""
    return shard_of(next_slot - 1, capacity=capacity) if next_slot > 1 else 0


def _require(capacity: int) -> None:
    if not 1 <= capacity <= PROTOCOL_LIMIT_URLS:
        raise ValueError(f"capacity must be 1 to {PROTOCOL_LIMIT_URLS:,}, got {capacity:,}")
