from __future__ import annotations

import pytest

from honest_sitemaps.eligibility import Reason
from honest_sitemaps.partition import Shard, touch
from tests.partition.rows import ORIGIN, a_section, a_state, saved

pytestmark = pytest.mark.django_db


def versions() -> dict[str, int]:
    return {str(shard): shard.version for shard in Shard.objects.all()}


def a_shard(section, number, version=1):
    return Shard.objects.create(section=section, number=number, version=version)


def test_only_the_shards_of_the_rows_are_touched():
    section = a_section(capacity=10)
    for number in (1, 2, 3):
        a_shard(section, number)
    states = saved([a_state(section, "a", slot=11), a_state(section, "b", slot=20)])

    touch(ORIGIN, states, [])

    assert versions() == {"pages-1": 1, "pages-2": 2, "pages-3": 1}


def test_a_shard_that_is_new_is_created():
    section = a_section(capacity=10)

    touch(ORIGIN, saved([a_state(section, "a", slot=21)]), [])

    assert versions() == {"pages-3": 1}


def test_an_excluded_row_touches_the_file_that_it_leaves():
    section = a_section()
    a_shard(section, 1)

    touch(ORIGIN, saved([a_state(section, "a", slot=1, reason=Reason.GONE)]), [])

    assert versions() == {"pages-1": 2}


def test_a_row_that_never_had_a_slot_touches_nothing():
    section = a_section()

    touch(ORIGIN, saved([a_state(section, "a", reason=Reason.NOT_LIVE)]), [])

    assert versions() == {}


def test_every_listed_member_of_a_group_is_touched_in_all_sections_of_the_origin():
    english, german = a_section(language="en"), a_section(language="de", capacity=5)
    for section in (english, german):
        a_shard(section, 1)
        a_shard(section, 2)
    changed, *_ = saved(
        [
            a_state(english, "a", slot=1, group="g"),
            a_state(german, "a", slot=6, group="g"),  # a listed member: its alternates change
            a_state(german, "b", slot=1, group="h"),  # another group
            a_state(english, "c", slot=11, group="g", reason=Reason.NOINDEX),  # in no file
        ]
    )

    touch(ORIGIN, [changed], ["g"])

    assert versions() == {"pages-en-1": 2, "pages-en-2": 1, "pages-de-1": 1, "pages-de-2": 2}


def test_the_same_group_on_another_origin_is_another_group():
    here, there = a_section(), a_section(origin="https://other.test", name="there")
    a_shard(there, 1)
    changed, _ = saved(
        [a_state(here, "a", slot=1, group="g"), a_state(there, "a", slot=1, group="g")]
    )

    touch(ORIGIN, [changed], ["g"])

    assert versions() == {"pages-1": 1, "there-1": 1}


def test_rows_without_a_group_are_not_one_group():
    section = a_section(capacity=1)
    a_shard(section, 1)
    a_shard(section, 2)
    changed, _ = saved([a_state(section, "a", slot=1), a_state(section, "b", slot=2)])

    touch(ORIGIN, [changed], [""])

    assert versions() == {"pages-1": 2, "pages-2": 1}


def test_a_group_alone_touches_its_members():
    section = a_section()
    a_shard(section, 1)
    saved([a_state(section, "a", slot=1, group="g")])

    touch(ORIGIN, [], ["g", "unknown"])

    assert versions() == {"pages-1": 2}


def test_thousands_of_rows_cost_few_queries(django_assert_max_num_queries):
    section = a_section(capacity=100)
    states = saved(a_state(section, f"{n}", slot=n, group=f"g{n}") for n in range(1, 2_001))

    with django_assert_max_num_queries(12):
        touch(ORIGIN, states, [state.group for state in states])

    assert len(versions()) == 20
