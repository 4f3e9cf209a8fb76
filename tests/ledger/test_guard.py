"""When a scan settles, is held, or fails."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honest_sitemaps.ledger import Limits, Outcome, Tally, judge

NOW = datetime(2026, 8, 10, tzinfo=UTC)
QUIET = Tally(
    listed=402, candidates=402, readable=402, moves=0, leaves=0, unreadable=0, is_first=False
)


@pytest.mark.parametrize(
    ("tally", "outcome"),
    [
        ({}, Outcome.SETTLE),
        ({"moves": 80}, Outcome.SETTLE),  # 19.9 %
        ({"moves": 81}, Outcome.HOLD),  # 20.1 %
        ({"listed": 100, "moves": 20}, Outcome.SETTLE),  # neither above 20 nor above 20 %
        ({"listed": 100, "moves": 21}, Outcome.HOLD),
        ({"listed": 50, "moves": 20}, Outcome.SETTLE),  # 40 %, but not more than 20
        ({"leaves": 40}, Outcome.SETTLE),  # 9.95 %
        ({"leaves": 41}, Outcome.HOLD),  # 10.2 %
        ({"unreadable": 80}, Outcome.SETTLE),
        ({"unreadable": 81}, Outcome.FAIL),
        ({"listed": 20, "moves": 19}, Outcome.SETTLE),  # a small section: all or nothing
        ({"listed": 20, "moves": 20}, Outcome.HOLD),
        ({"listed": 2, "moves": 2}, Outcome.HOLD),
        ({"listed": 1, "moves": 1}, Outcome.SETTLE),  # one page is no mass
        ({"listed": 15, "leaves": 15}, Outcome.HOLD),
        ({"listed": 15, "unreadable": 15}, Outcome.FAIL),
        ({"listed": 0, "moves": 0}, Outcome.SETTLE),
        ({"moves": 402, "is_first": True}, Outcome.SETTLE),
        ({"readable": 1, "is_first": True}, Outcome.SETTLE),
        ({"readable": 0, "is_first": True}, Outcome.FAIL),  # nothing could be read
        ({"candidates": 1, "readable": 0, "is_first": True}, Outcome.SETTLE),
        ({"moves": 402, "unreadable": 402}, Outcome.FAIL),  # failing goes before holding
    ],
)
def test_each_threshold(tally, outcome):
    assert judge(replace(QUIET, **tally), Limits(), now=NOW).outcome is outcome


@pytest.mark.parametrize(
    ("hours", "outcome"), [(71.9, Outcome.FAIL), (72, Outcome.HOLD), (200, Outcome.HOLD)]
)
def test_a_deploy_that_stays_broken_comes_before_a_person(hours, outcome):
    tally = replace(QUIET, unreadable=402, failing_since=NOW - timedelta(hours=hours))

    assert judge(tally, Limits(), now=NOW).outcome is outcome


def test_the_sentence_has_the_numbers_in_it():
    judgement = judge(replace(QUIET, moves=391), Limits(), now=NOW)

    assert judgement.why == (
        "391 of 402 listed URLs would move their date; a scan is held above 20% and 20."
    )


def test_the_sentence_of_a_small_section_names_its_own_limit():
    judgement = judge(replace(QUIET, listed=4, leaves=4), Limits(), now=NOW)

    assert judgement.why == (
        "4 of 4 listed URLs would leave the list; in a section of at most 20 a scan is held "
        "if all of them would."
    )


@given(
    listed=st.integers(0, 10_000),
    moves=st.integers(0, 10_000),
    leaves=st.integers(0, 10_000),
)
def test_more_moves_never_turn_a_hold_into_a_settle(listed, moves, leaves):
    tally = replace(QUIET, listed=listed, moves=moves, leaves=leaves)
    more = replace(tally, moves=moves + 1, leaves=leaves + 1)

    if judge(tally, Limits(), now=NOW).outcome is Outcome.HOLD:
        assert judge(more, Limits(), now=NOW).outcome is Outcome.HOLD
