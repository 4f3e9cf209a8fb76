"""What only the whole scan can tell costs queries by the thousand rows, not by the row."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from honest_sitemaps.eligibility import Reason
from honest_sitemaps.ledger import ContentState, Move, Scan, whole
from tests.site_in_a_dict import MONDAY, TUESDAY, Site, html, registered

MORE = 4
"""SQLite takes so many variables a statement that a longer INSERT is cut in two."""


@pytest.fixture(autouse=True)
def _nothing_is_held(db, settings):
    settings.HONEST_SITEMAPS = {**settings.HONEST_SITEMAPS, "MOVE_HOLD_SHARE": 1.0}


def queries_of_a_second_sweep(count: int, *, twins: int) -> int:
    """All of ``count`` pages changed, and ``twins`` more named one page's loc."""
    site = Site({f"/of-{count}/{n}/": html(f"<p>Text {n}.</p>") for n in range(count)})
    with registered(**{f"of-{count}": site}):
        site.sweep(MONDAY)
        site.bodies = {path: html(f"<p>Now {path}.</p>") for path in site.bodies}
        for n in range(twins):
            site.bodies[f"/{count}-twin-{n}/"] = html("<p>x</p>")
            site.said[f"/{count}-twin-{n}/"] = {"loc": f"/of-{count}/0/"}
        with CaptureQueriesContext(connection) as queries:
            site.sweep(TUESDAY)
    return len(queries)


def test_twice_as_many_changes_cost_as_many_queries():
    few, many = queries_of_a_second_sweep(40, twins=0), queries_of_a_second_sweep(80, twins=0)

    assert many <= few + MORE


def test_twice_as_many_duplicates_cost_as_many_queries():
    few = queries_of_a_second_sweep(40, twins=10)
    many = queries_of_a_second_sweep(80, twins=20)

    assert ContentState.objects.excluded(Reason.DUPLICATE).count() == 10 + 20
    assert many <= few + MORE


def queries_of_a_reimport(count: int) -> int:
    """All objects come again under other keys."""
    site = Site({f"/new-{count}/{n}/": html(f"<p>Text {n}.</p>") for n in range(count)})
    with registered(**{f"new-{count}": site}):
        site.sweep(MONDAY)
        site.keys = {path: f"again {path}" for path in site.bodies}
        with CaptureQueriesContext(connection) as queries:
            report = site.sweep(TUESDAY)
    assert report.moves == {Move.SAME: count}
    return len(queries)


def test_twice_as_many_adopted_rows_cost_as_many_queries():
    few, many = queries_of_a_reimport(40), queries_of_a_reimport(80)

    assert many <= few + MORE
    assert ContentState.objects.filter(key__startswith="again ").count() == 40 + 80


@pytest.mark.skipif(connection.vendor != "sqlite", reason="others plan by their statistics")
def test_what_is_unnamed_is_looked_up_row_by_row_in_an_index():
    """With an index of the scan alone a mass change costs the square of its pages."""
    with registered(pages=(site := Site.of(3))):
        site.sweep(MONDAY)

    plan = whole.unnamed(Scan.objects.get(), TUESDAY, []).explain()

    assert "staged_state (scan_id=? AND state_id=?)" in plan
    assert "(scan_id=? AND key=? AND language=?)" in plan
