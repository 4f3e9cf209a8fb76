"""Columns that a template draws: what is high is high, and nothing is lost."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from honest_sitemaps.admin.charts import OTHERS, chart_of, nice, scale_of, share_bar
from honest_sitemaps.ledger import Series

TODAY = date(2026, 8, 12)


def series(**urls):
    days = len(next(iter(urls.values()), ())) or 3
    window = tuple(TODAY - timedelta(days=back) for back in reversed(range(days)))
    return Series(days=window, urls={word: tuple(row) for word, row in urls.items()})


def chart(*, order=(), is_level=False, **urls):
    return chart_of(series(**urls), name="c", title="C", order=order, is_level=is_level)


def heights(column):
    return [float(bar.height) for bar in column.bars]


@pytest.mark.parametrize(
    ("number", "top"),
    [(0, 2), (1, 2), (2, 2), (2.5, 5), (5, 5), (6, 10), (10, 10), (11, 20), (740_000, 10**6)],
)
def test_a_scale_ends_in_a_round_number(number, top):
    assert nice(number) == top


@pytest.mark.parametrize(
    ("totals", "top"),
    [
        ([], 2),
        ([0, 0], 2),
        ([40], 50),
        ([40, 60], 100),
        ([1_000_000, 12], 20),  # one day dwarfs the other
        ([10] * 29 + [740_000], 10),
        ([10] * 29 + [80], 100),  # eight times as much can still be compared
        ([0] * 29 + [740_000], 1_000_000),  # no other day
    ],
)
def test_one_huge_day_does_not_flatten_all_others(totals, top):
    assert scale_of(totals) == top


def test_columns_stand_on_each_other():
    [_, column] = chart(NEW=[0, 25], CHANGED=[0, 50], order=["CHANGED", "NEW"]).columns

    assert [(bar.fill, bar.y, bar.height) for bar in column.bars] == [
        ("hs-fill-1", "50", "50"),
        ("hs-fill-2", "25", "25"),
    ]


def test_a_number_that_is_small_is_still_seen():
    [column] = chart(GONE=[1], NOINDEX=[100_000], is_level=True).columns

    assert min(heights(column)) == 0.8


def test_a_day_beyond_the_scale_is_cut_and_told():
    drawn = chart(NEW=[10] * 9 + [5_000])

    assert [column.is_cut for column in drawn.columns] == [False] * 9 + [True]
    assert heights(drawn.columns[-1]) == [100]
    assert drawn.cut == "2026-08-12: 5,000"


def test_nothing_is_drawn_above_the_scale():
    column = chart(NEW=[10] * 9 + [5_000], GONE=[0] * 9 + [1]).columns[-1]

    assert [float(bar.y) for bar in column.bars] == [0.02, 0]


def test_a_level_is_never_cut():
    drawn = chart(GONE=[10] * 9 + [5_000], is_level=True)

    assert (drawn.top, drawn.cut) == ("5k", "")


def test_a_word_has_its_colour_whatever_else_happened():
    order = ["CHANGED", "NEW", "EXCLUDED"]

    both = chart(NEW=[1], EXCLUDED=[1], order=order)
    one = chart(EXCLUDED=[1], order=order)

    assert [key.fill for key in both.keys] == ["hs-fill-2", "hs-fill-3"]
    assert [key.fill for key in one.keys] == ["hs-fill-3"]


def test_what_has_no_colour_is_drawn_as_one():
    words = {f"W{n}": [20 - n] for n in range(9)}

    drawn = chart(is_level=True, **words)

    assert [key.word for key in drawn.keys] == ["W0", "W1", "W2", "W3", "W4", "W5", OTHERS]
    assert (drawn.keys[-1].fill, drawn.keys[-1].total) == ("hs-fill-others", "39")


def test_the_legend_tells_the_sum_of_steps_and_the_last_of_a_level():
    assert [key.total for key in chart(NEW=[1, 2]).keys] == ["3"]
    assert [key.total for key in chart(GONE=[1, 2], is_level=True).keys] == ["2"]


def test_the_table_has_every_number_newest_first():
    drawn = chart(NEW=[1_000, 2], CHANGED=[0, 3])

    assert drawn.heads == ("day", "NEW", "CHANGED")
    assert drawn.rows == (("2026-08-12", "2", "3"), ("2026-08-11", "1,000", "0"))


def test_what_is_drawn_is_also_said():
    drawn = chart(NEW=[1, 2])

    assert drawn.columns[-1].label == "2026-08-12: 2 NEW"
    assert drawn.summary == "A column a day. In all from 2026-08-11 to 2026-08-12: 3 NEW."


def test_days_without_anything_are_an_empty_drawing():
    drawn = chart()

    assert (len(drawn.columns), drawn.keys) == (3, ())
    assert {column.label for column in drawn.columns} == {
        "2026-08-10: none",
        "2026-08-11: none",
        "2026-08-12: none",
    }


def test_a_bar_is_full_if_nothing_is_excluded():
    assert share_bar([10, 0, 0], of=10) == (("hs-fill-1", "0", "100"),)
    assert share_bar([5, 0, 5], of=10) == (
        ("hs-fill-1", "0", "50"),
        ("hs-fill-3", "50", "50"),
    )
    assert share_bar([0, 0], of=0) == ()
