"""What a person decided by hand stands, whatever a scan sees; and says who and why."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from honest_sitemaps import pipeline, registry
from honest_sitemaps.errors import OverrideRefused
from honest_sitemaps.ledger import ContentChange, ContentState, DayCount, LookMark, StateCount
from honest_sitemaps.verify import changes_of
from tests.ledger.test_counting import kept, kept_steps, real, real_steps
from tests.site_in_a_dict import (
    MONDAY,
    ORIGIN,
    THURSDAY,
    TUESDAY,
    WEDNESDAY,
    Site,
    answer,
    html,
    registered,
)

SAID = {"why": "legal asked", "by": "maria"}


def row(path="/007/"):
    return ContentState.objects.select_related("section").get(loc=ORIGIN + path)


def withhold(path="/007/", *, now=TUESDAY, **said):
    return pipeline.withhold(row(path), now=now, **{**SAID, **said})


def live_locs():
    from honest_sitemaps.publish.models import Origin
    from honest_sitemaps.verify import locs_in

    release = Origin.objects.get().live_release
    return {
        loc.removeprefix(ORIGIN)
        for file in release.files.exclude(name="sitemap.xml")
        for loc in locs_in(file.artifact_id)
    }


def test_a_withheld_url_leaves_the_next_release(site):
    site.sweep(MONDAY)
    pipeline.release(now=MONDAY)

    change = withhold()
    pipeline.release(now=TUESDAY)

    assert live_locs() == set(site.bodies) - {"/007/"}
    assert (row().reason, row().evidence) == ("WITHHELD", "withheld by hand: legal asked")
    assert (change.move, change.after["why"], change.after["by"]) == (
        "OVERRIDDEN",
        "legal asked",
        "maria",
    )


def test_a_withheld_url_stays_out_and_is_not_fetched(site):
    site.sweep(MONDAY)
    withhold()
    site.fetched.clear()

    report = site.sweep(WEDNESDAY)

    assert "/007/" not in site.fetched
    assert report.excluded == {"WITHHELD": 1}
    assert report.moves == {"SAME": 60}
    assert row().reason == "WITHHELD"


def test_what_was_seen_before_the_withholding_does_not_undo_it(site):
    """A held scan that saw it listed and changed is accepted after it was withheld."""
    site.sweep(MONDAY)
    site.bodies = {path: html(f"<p>Redesign of {path}.</p>") for path in site.bodies}
    site.sweep(TUESDAY)
    withhold(now=WEDNESDAY)

    pipeline.accept("pages", why="a redesign", now=THURSDAY, fetcher=site)

    assert row().reason == "WITHHELD"
    assert row("/008/").updated_at == TUESDAY
    assert kept() == real()
    assert kept_steps() == real_steps()


def test_what_is_withheld_while_its_page_is_fetched_counts_as_withheld(site, monkeypatch):
    site.sweep(MONDAY)
    site.bodies["/007/"] = html("<p>Edited.</p>")
    fetch = site.fetch

    def slow(loc, **asked):
        if loc.endswith("/008/") and not row().override:
            withhold()
        return fetch(loc, **asked)

    monkeypatch.setattr(site, "fetch", slow)
    site.fetched.clear()
    report = site.sweep(WEDNESDAY)

    assert report.excluded == {"WITHHELD": 1}
    assert report.moves == {"SAME": 60}
    assert site.fetched.count("/007/") == 1


def test_a_url_is_withheld_under_another_key_too(site):
    site.sweep(MONDAY)
    withhold()
    site.keys["/007/"] = "imported-again:7"
    site.fetched.clear()

    site.sweep(WEDNESDAY)

    assert (row().key, row().reason, row().override) == (
        "imported-again:7",
        "WITHHELD",
        "withhold",
    )
    assert "/007/" not in site.fetched


def test_a_second_candidate_for_a_withheld_url_does_not_list_it(db):
    site, other = Site.of(3), Site({"/001/": html("<p>The same page.</p>")})
    with registered(pages=site, zebra=other):
        site.sweep(MONDAY, "pages")
        other.sweep(MONDAY, "zebra")
        mine = ContentState.objects.get(section__name="pages", loc=f"{ORIGIN}/001/")
        pipeline.withhold(mine, **SAID, now=TUESDAY)

        other.sweep(WEDNESDAY, "zebra")

    reasons = ContentState.objects.filter(loc=f"{ORIGIN}/001/").values_list(
        "reason", flat=True
    )
    assert set(reasons) == {"WITHHELD"}


def test_a_page_that_left_and_comes_back_is_withheld_still(site):
    site.sweep(MONDAY)
    withhold()
    body = site.bodies.pop("/007/")
    site.sweep(WEDNESDAY)
    gone = row().reason
    site.bodies["/007/"] = body

    site.sweep(THURSDAY)

    assert (gone, row().reason) == ("WITHDRAWN", "WITHHELD")


def test_what_is_listed_again_waits_for_a_look(site):
    site.sweep(MONDAY)
    withhold()
    site.sweep(TUESDAY)

    pipeline.list_again(row(), why="settled", by="tom", now=WEDNESDAY)
    between = row()
    site.sweep(THURSDAY)

    assert (between.reason, between.override) == ("WITHHELD", "")
    assert between.evidence == "listed again by hand; its next look decides"
    assert (row().reason, row().updated_at) == ("", None)
    assert [change.move for change in row().changes.order_by("pk")] == [
        "NEW",
        "OVERRIDDEN",
        "OVERRIDDEN",
        "RELISTED",
    ]


def test_listing_again_marks_the_key_for_a_look(site):
    site.sweep(MONDAY)
    withhold()

    pipeline.list_again(row(), why="settled", by="tom", now=WEDNESDAY)

    assert list(LookMark.objects.values_list("key", "saved_at")) == [("/007/", WEDNESDAY)]


def test_what_changed_while_it_was_withheld_has_changed(site):
    site.sweep(MONDAY)
    withhold()
    site.bodies["/007/"] = html("<p>Rewritten after the complaint.</p>")
    pipeline.list_again(row(), why="rewritten", by="tom", now=WEDNESDAY)

    site.sweep(THURSDAY)

    assert (row().reason, row().updated_at) == ("", THURSDAY)


def test_a_page_that_is_excluded_now_is_not_listed_because_a_person_says_so(site):
    site.sweep(MONDAY)
    withhold()
    site.bodies["/007/"] = answer(410)
    pipeline.list_again(row(), why="settled", by="tom", now=WEDNESDAY)

    site.sweep(THURSDAY)

    assert row().reason == "GONE"


def test_a_draft_that_is_withheld_is_a_draft_first(site):
    site.said["/007/"] = {"is_live": False}
    site.sweep(MONDAY)

    withhold()
    draft = row().reason
    del site.said["/007/"]
    site.sweep(WEDNESDAY)

    assert (draft, row().reason) == ("NOT_LIVE", "WITHHELD")


def test_a_date_by_hand_is_shown_until_the_content_moves(site):
    site.sweep(MONDAY)
    by_hand = datetime(2026, 3, 1, 12, tzinfo=UTC)

    pipeline.set_date(row(), date=by_hand, **SAID, now=TUESDAY)
    site.sweep(WEDNESDAY)
    stood = (row().lastmod, row().override)
    site.bodies["/007/"] = html("<p>Edited.</p>")
    site.sweep(THURSDAY)

    assert stood == (by_hand, "date")
    assert (row().lastmod, row().override, row().override_why) == (THURSDAY, "", "")
    change = row().changes.get(move="CHANGED")
    assert (change.before["override"], change.after.get("override")) == ("date", None)


def test_a_day_by_hand_is_its_first_instant_in_the_default_zone(site, settings):
    settings.TIME_ZONE = "America/New_York"
    site.sweep(MONDAY)

    pipeline.set_date(row(), date=date(2026, 3, 1), **SAID, now=TUESDAY)

    assert row().updated_at == datetime(2026, 3, 1, 5, tzinfo=UTC)


def test_a_date_before_the_publication_moves_the_publication(site):
    site.said["/007/"] = {"published_at": MONDAY - timedelta(days=3)}
    site.sweep(MONDAY)

    pipeline.set_date(row(), date=date(2020, 1, 2), **SAID, now=TUESDAY)

    assert row().published_at == datetime(2020, 1, 2, tzinfo=UTC)
    assert (row().published_precision, row().updated_at) == ("day", None)


def test_a_cleared_date_brings_the_dates_before_it_back(site):
    site.said["/007/"] = {"published_at": MONDAY - timedelta(days=3)}
    site.sweep(MONDAY)
    before = (row().published_at, row().published_precision, row().updated_at)
    pipeline.set_date(row(), date=date(2020, 1, 2), **SAID, now=TUESDAY)
    pipeline.set_date(row(), date=date(2021, 1, 2), **SAID, now=TUESDAY)

    pipeline.clear_date(row(), why="it was right", by="tom", now=WEDNESDAY)

    assert (row().published_at, row().published_precision, row().updated_at) == before
    assert (row().override, row().override_why) == ("", "")


def test_a_date_by_hand_outlives_a_withholding(site):
    site.sweep(MONDAY)
    pipeline.set_date(row(), date=date(2026, 3, 1), **SAID, now=MONDAY)
    withhold(now=TUESDAY)

    pipeline.list_again(row(), why="settled", by="tom", now=WEDNESDAY)
    site.sweep(THURSDAY)
    listed = (row().reason, row().override, row().override_why, row().lastmod)
    pipeline.clear_date(row(), why="unsure", by="tom", now=THURSDAY)

    assert listed == ("", "date", "legal asked", datetime(2026, 3, 1, tzinfo=UTC))
    assert row().lastmod is None


def test_each_act_has_its_word(site):
    site.sweep(MONDAY)
    pipeline.set_date(row(), date=MONDAY, **SAID, now=MONDAY)
    withhold()
    pipeline.list_again(row(), **SAID, now=WEDNESDAY)
    pipeline.clear_date(row(), **SAID, now=THURSDAY)

    acts = [change["act"] for change in changes_of(row())]

    assert acts == ["clear", "list", "withhold", "date", ""]


def refused(act, *arguments, **said):
    with pytest.raises(OverrideRefused) as raised:
        act(*arguments, **{**SAID, "now": TUESDAY, **said})
    return str(raised.value)


def test_what_cannot_be_is_refused_and_says_what_to_do(site):
    site.said["/008/"] = {"withheld_why": "the page says so"}
    site.sweep(MONDAY)
    withhold("/009/")
    before = list(ContentState.objects.order_by("pk").values())
    tomorrow = TUESDAY + timedelta(days=1)

    told = [
        refused(pipeline.set_date, row(), date=tomorrow),
        refused(pipeline.set_date, row("/009/"), date=MONDAY),
        refused(pipeline.clear_date, row()),
        refused(pipeline.list_again, row()),
        refused(pipeline.list_again, row("/008/")),
        refused(pipeline.withhold, row(), why=" \n "),
        refused(pipeline.withhold, row(), by=""),
    ]

    sentences = [
        "lies ahead. Give the time of a change that has been.",
        "it is withheld by hand. List it again first.",
        "no date of it was set by hand, so none is cleared.",
        "nobody withholds it by hand.",
        "the site itself opts it out (the page says so). Change that where it is said.",
        "say why; it is kept with what was decided.",
        "say who; it is kept with what was decided.",
    ]
    assert [sentence in said for sentence, said in zip(sentences, told, strict=True)] == [
        True
    ] * len(sentences)
    assert list(ContentState.objects.order_by("pk").values()) == before


def test_a_section_without_dates_takes_none(db):
    site = Site.of(3)
    with registry.replaced():
        registry.register("lists", site, origin=ORIGIN, dates=False)
        site.sweep(MONDAY)

        told = refused(pipeline.set_date, row("/001/"), date=MONDAY)

    assert "dates=False" in told


def test_a_rollback_with_the_ledger_leaves_what_a_person_decided(site):
    site.sweep(MONDAY)
    pipeline.release(now=MONDAY)
    site.bodies["/007/"] = site.bodies["/008/"] = html("<p>Edited.</p>")
    site.sweep(TUESDAY)
    pipeline.release(now=TUESDAY)
    withhold(now=WEDNESDAY)
    pipeline.set_date(row("/008/"), date=date(2026, 3, 1), **SAID, now=WEDNESDAY)

    pipeline.rollback(why="a bad import", now=THURSDAY, with_ledger=True)

    assert (row().reason, row().override, row().lastmod) == ("WITHHELD", "withhold", None)
    assert row("/008/").override == "date"
    assert row("/008/").lastmod == datetime(2026, 3, 1, tzinfo=UTC)
    assert kept() == real()
    assert kept_steps() == real_steps()


def test_a_rollback_brings_a_date_by_hand_back_that_gave_way(site):
    site.sweep(MONDAY)
    pipeline.set_date(row(), date=date(2026, 3, 1), **SAID, now=MONDAY)
    pipeline.release(now=MONDAY)
    site.bodies["/007/"] = html("<p>Edited.</p>")
    site.sweep(TUESDAY)
    pipeline.release(now=TUESDAY)

    pipeline.rollback(why="a bad import", now=THURSDAY, with_ledger=True)

    assert (row().override, row().override_why) == ("date", "legal asked")
    assert row().lastmod == datetime(2026, 3, 1, tzinfo=UTC)


def test_a_rollback_withholds_nothing_that_was_listed_again(site):
    site.sweep(MONDAY)
    withhold(now=MONDAY)
    pipeline.release(now=MONDAY)
    pipeline.list_again(row(), why="settled", by="tom", now=TUESDAY)
    site.sweep(TUESDAY)
    pipeline.release(now=TUESDAY)

    pipeline.rollback(why="a bad import", now=WEDNESDAY, with_ledger=True)
    waits = row().evidence
    site.sweep(THURSDAY)

    assert waits == "listed again by hand; its next look decides"
    assert row().reason == ""


def test_overrides_travel_with_the_ledger(site):
    site.sweep(MONDAY)
    withhold("/007/")
    pipeline.set_date(row("/008/"), date=date(2026, 3, 1), **SAID, now=TUESDAY)
    exported = list(pipeline.export_ledger())
    for table in (ContentChange, ContentState, StateCount, DayCount):
        table.objects.all().delete()

    pipeline.import_ledger(exported)

    assert (row("/007/").override, row("/007/").override_why) == ("withhold", "legal asked")
    assert row("/007/").reason == "WITHHELD"
    [change] = row("/007/").changes.all()
    assert (change.after["by"], change.after["why"], change.seen_at) == (
        "maria",
        "legal asked",
        TUESDAY,
    )
    pipeline.clear_date(row("/008/"), why="unsure", by="tom", now=WEDNESDAY)
    assert row("/008/").lastmod is None
    assert kept() == real()
    assert kept_steps() == real_steps()


def test_who_decided_is_kept_as_long_as_it_is_in_force(site):
    site.sweep(MONDAY)
    withhold("/007/")
    withhold("/008/")
    pipeline.list_again(row("/008/"), **SAID, now=TUESDAY)

    site.sweep(MONDAY + timedelta(days=2_000))

    assert [change.after["by"] for change in row("/007/").changes.all()] == ["maria"]
    assert row("/008/").changes.filter(move="OVERRIDDEN").count() == 0


def test_a_batch_asks_once_for_what_is_withheld(site, django_assert_num_queries):
    from honest_sitemaps.pipeline.overriding import with_withheld

    site.sweep(MONDAY)
    withhold()
    group, section = list(site.candidates()), row().section

    with django_assert_num_queries(1):
        found = with_withheld(section, group)

    assert [one.loc for one in found if one.withheld_why] == ["/007/"]
