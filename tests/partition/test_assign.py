from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from honest_sitemaps.eligibility import Reason
from honest_sitemaps.ledger import ContentState
from honest_sitemaps.partition import assign
from tests.partition.rows import a_section, a_state, saved, slots_of

pytestmark = pytest.mark.django_db


def test_listed_rows_get_the_next_slots_in_the_order_given():
    section = a_section()
    states = saved(a_state(section, key) for key in "cab")

    assign(section.pk, states)

    assert slots_of(section) == {"c": 1, "a": 2, "b": 3}
    assert [state.slot for state in states] == [1, 2, 3]


def test_a_row_keeps_the_slot_it_has():
    section = a_section(next_slot=8)
    old, new = saved([a_state(section, "old", slot=7), a_state(section, "new")])

    assign(section.pk, [old, new])

    assert slots_of(section) == {"old": 7, "new": 8}


def test_an_excluded_row_gets_no_slot():
    section = a_section()
    states = saved([a_state(section, "draft", reason=Reason.NOT_LIVE), a_state(section, "a")])

    assign(section.pk, states)

    assert slots_of(section) == {"draft": None, "a": 1}


def test_a_slot_is_not_given_again_after_its_row_left():
    section = a_section()
    assign(section.pk, saved([a_state(section, "a")]))
    ContentState.objects.filter(key="a").delete()

    assign(section.pk, saved([a_state(section, "b")]))

    assert slots_of(section) == {"b": 2}


def test_a_row_not_yet_saved_gets_its_slot_and_is_not_inserted():
    section = a_section()
    state = a_state(section, "a")

    assign(section.pk, [state])

    assert state.slot == 1
    assert not section.states.exists()


def test_slots_are_counted_apart_in_each_section():
    pages, news = a_section("pages"), a_section("news")

    assign(pages.pk, saved([a_state(pages, "a"), a_state(pages, "b")]))
    assign(news.pk, saved([a_state(news, "c")]))

    assert slots_of(news) == {"c": 1}


def test_a_stale_section_instance_does_not_bring_slots_back():
    section = a_section()
    assign(section.pk, saved([a_state(section, "a")]))  # ``section`` still says next_slot=1

    assign(section.pk, saved([a_state(section, "b")]))

    assert slots_of(section) == {"a": 1, "b": 2}


def test_thousands_of_new_rows_cost_few_queries(django_assert_max_num_queries):
    section = a_section()
    states = saved(a_state(section, f"{n:05}") for n in range(3_000))

    with django_assert_max_num_queries(3):
        assign(section.pk, states)

    assert sorted(slot or 0 for slot in slots_of(section).values()) == [*range(1, 3_001)]


class SlotsUnderAnyOrder(TestCase):
    @given(st.lists(st.booleans(), max_size=40), st.randoms(use_true_random=False))
    def test_slots_follow_the_order_given_whatever_the_primary_keys(self, listed, random):
        section = a_section()
        states = saved(
            a_state(section, str(n), reason="" if is_listed else Reason.NOINDEX)
            for n, is_listed in enumerate(listed)
        )
        random.shuffle(states)

        assign(section.pk, states)

        wanted = {s.key: n for n, s in enumerate((s for s in states if not s.reason), start=1)}
        assert {k: v for k, v in slots_of(section).items() if v is not None} == wanted
