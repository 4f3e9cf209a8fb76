"""The kept figures are those that counting would give."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from django.db import connection
from django.db.models import Count, Q
from django.test.utils import CaptureQueriesContext

from honest_sitemaps import ledger, pipeline
from honest_sitemaps.ledger import ContentChange, ContentState, DayCount, Section, StateCount
from tests.site_in_a_dict import MONDAY, THURSDAY, TUESDAY, WEDNESDAY, Site, html, registered

NOINDEX = '<meta name="robots" content="noindex">'


@pytest.fixture
def site(db):
    site = Site.of(30)
    with registered(pages=site):
        yield site


def kept():
    found = StateCount.objects.filter(Q(urls__gt=0) | Q(unstable_urls__gt=0))
    return {
        (one.section_id, one.language, one.reason): (one.urls, one.unstable_urls)
        for one in found
    }


def real():
    rows = ContentState.objects.order_by().values_list("section_id", "language", "reason")
    found = rows.annotate(
        urls=Count("pk"), unstable_urls=Count("pk", filter=Q(is_unstable=True))
    )
    return {tuple(row[:3]): tuple(row[3:]) for row in found}


def kept_steps():
    """Figures of the recorded moves; KEPT leaves no step to count."""
    found = DayCount.objects.filter(kind=DayCount.Kind.MOVE, urls__gt=0).exclude(word="KEPT")
    return {(one.day, one.word): one.urls for one in found}


def real_steps():
    found: Counter[tuple[date, str]] = Counter()
    for change in ContentChange.objects.all():
        day = change.seen_at.astimezone(UTC).date()
        is_moved = change.before and change.before["loc"] != change.after["loc"]
        for move in {change.move, *(["MOVED"] if is_moved else [])}:
            found[day, move] += 1
    return dict(found)


def figures_of(day):
    found = DayCount.objects.filter(kind=DayCount.Kind.STATE, day=day, urls__gt=0)
    return {one.word: one.urls for one in found}


def test_a_sweep_counts_what_it_lists_and_excludes(site):
    site.bodies["/007/"] = html("x", head=NOINDEX)
    site.said["/008/"] = {"is_public": False}

    site.sweep(MONDAY)

    assert kept() == real()
    assert ledger.counts_by("reason") == {"": 28, "NOINDEX": 1, "PRIVATE": 1}
    assert figures_of(MONDAY.date()) == {"LISTED": 28, "NOINDEX": 1, "PRIVATE": 1}


def test_a_row_that_leaves_goes_from_one_figure_to_another(site):
    site.sweep(MONDAY)
    del site.bodies["/007/"]

    site.sweep(TUESDAY)

    assert kept() == real()
    assert ledger.counts_by("reason") == {"": 29, "WITHDRAWN": 1}
    assert figures_of(MONDAY.date()) == {"LISTED": 30}
    assert kept_steps() == real_steps()


def test_a_reason_that_no_row_has_any_more_says_nothing(site):
    site.said["/007/"] = {"is_public": False}
    site.sweep(MONDAY)
    del site.said["/007/"]

    site.sweep(MONDAY + timedelta(hours=1))

    assert ledger.counts_by("reason") == {"": 30}
    assert figures_of(MONDAY.date()) == {"LISTED": 30}


def test_unstable_pages_are_counted_while_they_are(site):
    site.sweep(MONDAY)
    site.bodies["/007/"], site.second["/007/"] = html("<p>One.</p>"), html("<p>Two.</p>")
    site.sweep(TUESDAY)
    unstable = ledger.unstable_by_section()
    site.second.clear()

    site.sweep(WEDNESDAY)

    assert unstable == {Section.objects.get().pk: 1}
    assert ledger.unstable_by_section() == {}
    assert kept() == real()


def test_an_import_is_counted(site):
    site.sweep(MONDAY)
    exported = list(pipeline.export_ledger())
    for table in (ContentChange, ContentState, StateCount, DayCount):
        table.objects.all().delete()

    pipeline.import_ledger(exported)
    pipeline.import_ledger(exported)

    assert kept() == real()
    assert ledger.counts_by("reason") == {"": 30}


def test_steps_that_a_rollback_takes_back_are_not_counted(site):
    site.sweep(MONDAY)
    pipeline.release(now=MONDAY)
    site.bodies["/007/"] = html("<p>Edited.</p>")
    site.bodies["/new/"] = html("<p>New.</p>")
    site.said["/008/"] = {"is_public": False}
    site.sweep(TUESDAY)
    pipeline.release(now=TUESDAY)

    pipeline.rollback(why="a bad import", now=WEDNESDAY, with_ledger=True)

    assert kept() == real()
    assert kept_steps() == real_steps() == {(MONDAY.date(), "NEW"): 30}
    assert figures_of(WEDNESDAY.date()) == {"LISTED": 30, "WITHDRAWN": 1}


@contextmanager
def asked():
    """The statements on the tables of figures."""
    found = []
    with CaptureQueriesContext(connection) as captured:
        yield found
    tables = (StateCount._meta.db_table, DayCount._meta.db_table)
    found += [
        one["sql"]
        for one in captured.captured_queries
        if any(table in one["sql"] for table in tables)
    ]


def test_an_unchanged_batch_costs_no_statement(site):
    site.sweep(MONDAY)

    with asked() as statements:
        site.look("pages", "/007/", "/008/", now=TUESDAY)

    assert statements == []


def test_an_unchanged_sweep_writes_the_figures_of_its_day(site):
    site.sweep(MONDAY)

    with asked() as statements:
        site.sweep(TUESDAY)

    assert len(statements) == 3  # read, written; and retention asks once
    assert figures_of(TUESDAY.date()) == {"LISTED": 30}


def test_counting_adds_a_handful_of_statements_to_a_chunk(site):
    site.sweep(MONDAY)
    site.bodies["/007/"] = html("<p>Edited.</p>")
    site.said["/008/"] = {"is_public": False}
    del site.bodies["/009/"]

    with asked() as statements:
        site.look("pages", "/007/", "/008/", "/009/", now=TUESDAY)

    assert len(statements) == 4  # the rows' figures and the days', each read and written


def test_figures_are_narrowed_by_section_language_and_reason(site):
    other = Site({f"/other/{n}/": html(f"<p>Other {n}.</p>") for n in range(3)})
    with registered(pages=site, other=other):
        site.said["/007/"] = {"is_public": False, "language": "de"}
        site.sweep(MONDAY, "pages")
        other.sweep(MONDAY, "other")
        pages = Section.objects.get(name="pages")

    assert ledger.counts_by("section") == {pages.pk: 30, pages.pk + 1: 3}
    assert ledger.counts_by("section", reason="PRIVATE") == {pages.pk: 1}
    assert ledger.counts_by("language", section=pages) == {"": 29, "de": 1}
    assert ledger.counts_by("reason", language="de") == {"PRIVATE": 1}
    assert ledger.counts_by("reason", sections=[pages.pk]) == {"": 29, "PRIVATE": 1}
    assert ledger.counts_by("reason", sections=[]) == {}


def test_a_day_without_a_settle_had_what_the_day_before_had(site):
    site.sweep(MONDAY)
    del site.bodies["/007/"]
    site.sweep(WEDNESDAY)

    series = ledger.states_per_day(today=THURSDAY.date(), days=4)
    later = ledger.states_per_day(today=THURSDAY.date() + timedelta(days=30), days=2)

    assert series.days == tuple(MONDAY.date() + timedelta(days=n) for n in range(4))
    assert series.urls == {"LISTED": (30, 30, 29, 29), "WITHDRAWN": (0, 0, 1, 1)}
    assert later.urls == {"LISTED": (29, 29), "WITHDRAWN": (1, 1)}


def test_the_figures_of_two_sections_add_up_day_by_day(site):
    other = Site({f"/other/{n}/": html(f"<p>Other {n}.</p>") for n in range(3)})
    with registered(pages=site, other=other):
        other.sweep(MONDAY, "other")
        site.sweep(TUESDAY, "pages")

        series = ledger.states_per_day(today=TUESDAY.date(), days=3)
        moves = ledger.moves_per_day(today=TUESDAY.date(), days=3)

    assert series.urls == {"LISTED": (0, 3, 33)}
    assert moves.urls == {"NEW": (0, 3, 30)}


def test_figures_are_kept_for_four_hundred_days(site):
    site.sweep(MONDAY)

    site.sweep(MONDAY + timedelta(days=401))

    assert set(DayCount.objects.values_list("day", flat=True)) == {
        MONDAY.date() + timedelta(days=401)
    }


def test_a_step_belongs_to_the_day_it_was_seen_on_not_to_that_of_the_answer(site):
    site.sweep(MONDAY)
    site.bodies = {path: html(f"<p>Redesign of {path}.</p>") for path in site.bodies}
    site.sweep(TUESDAY)

    pipeline.accept("pages", why="a redesign", now=THURSDAY, fetcher=site)

    assert kept_steps() == real_steps()
    assert ledger.moves_per_day(today=THURSDAY.date(), days=3).urls == {"CHANGED": (30, 0, 0)}


def test_a_figure_that_was_lost_is_mended_by_counting(site):
    site.sweep(MONDAY)
    StateCount.objects.update(urls=2)
    StateCount.objects.create(section=Section.objects.get(), reason="GONE", urls=7)

    ledger.recount(Section.objects.get(), now=TUESDAY)

    assert kept() == real()
    assert figures_of(TUESDAY.date()) == {"LISTED": 30}


def test_a_lost_figure_stops_no_settle(site):
    site.sweep(MONDAY)
    StateCount.objects.update(urls=0)
    del site.bodies["/007/"], site.bodies["/008/"]

    assert site.sweep(TUESDAY).status == "SETTLED"
    assert ledger.counts_by("reason") == {"WITHDRAWN": 2}


def test_days_are_those_of_utc(site):
    late = datetime(2026, 8, 10, 23, 30, tzinfo=timezone(timedelta(hours=-2)))

    site.sweep(late)

    assert figures_of(date(2026, 8, 11)) == {"LISTED": 30}
    assert kept_steps() == {(date(2026, 8, 11), "NEW"): 30}
