from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honest_sitemaps.partition import PROTOCOL_LIMIT_URLS, shard_of, slot_range
from honest_sitemaps.partition.slots import shard_count

slots = st.integers(min_value=1, max_value=10**12)
capacities = st.integers(min_value=1, max_value=PROTOCOL_LIMIT_URLS)


@given(slot=slots, capacity=capacities)
def test_a_slot_lies_in_the_range_of_its_shard(slot, capacity):
    first, end = slot_range(shard_of(slot, capacity=capacity), capacity=capacity)

    assert first <= slot < end
    assert end - first == capacity


@given(shard=st.integers(min_value=1, max_value=10**8), capacity=capacities)
def test_ranges_follow_each_other_without_gap_or_overlap(shard, capacity):
    here = slot_range(shard, capacity=capacity)
    after = slot_range(shard + 1, capacity=capacity)

    assert here.end == after.first
    assert shard_of(here.first, capacity=capacity) == shard
    assert shard_of(here.end - 1, capacity=capacity) == shard


@given(slot=slots, capacity=capacities)
def test_a_slot_given_out_is_in_one_of_the_shards_counted(slot, capacity):
    count = shard_count(slot + 1, capacity=capacity)

    assert shard_of(slot, capacity=capacity) == count


@pytest.mark.parametrize(
    ("slot", "capacity", "shard"),
    [
        (1, 10_000, 1),  # slots count from one
        (10_000, 10_000, 1),  # the last of the first file
        (10_001, 10_000, 2),  # the first of the second
        (7, 1, 7),  # a file for each URL
        (50_000, 50_000, 1),  # the protocol's limit
    ],
)
def test_slots_and_shards_count_from_one(slot, capacity, shard):
    assert shard_of(slot, capacity=capacity) == shard


@pytest.mark.parametrize(
    ("next_slot", "count"),
    [
        (1, 0),  # nothing was ever listed
        (2, 1),  # one URL begins a file
        (11, 1),  # the file is full
        (12, 2),
    ],
)
def test_a_section_has_as_many_shards_as_its_slots_begin(next_slot, count):
    assert shard_count(next_slot, capacity=10) == count


@pytest.mark.parametrize("capacity", [0, -1, PROTOCOL_LIMIT_URLS + 1])
def test_a_capacity_outside_the_protocol_is_refused(capacity):
    with pytest.raises(ValueError, match="capacity must be"):
        shard_of(1, capacity=capacity)
    with pytest.raises(ValueError, match="capacity must be"):
        slot_range(1, capacity=capacity)


@pytest.mark.parametrize("number", [0, -1])
def test_there_is_no_slot_and_no_shard_before_the_first(number):
    with pytest.raises(ValueError, match="slot must be 1 or more"):
        shard_of(number, capacity=10)
    with pytest.raises(ValueError, match="shard must be 1 or more"):
        slot_range(number, capacity=10)
