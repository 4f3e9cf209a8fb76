"""What somebody saved is looked at soon, explains its own moves, and nothing else."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from honest_sitemaps import ledger, pipeline, registry
from honest_sitemaps.candidates import EVERYTHING
from honest_sitemaps.capture import SECOND
from honest_sitemaps.eligibility import Reason
from honest_sitemaps.ledger import ContentState, LookMark, Move, Scan, Section
from tests.site_in_a_dict import MONDAY, ORIGIN, THURSDAY, TUESDAY, WEDNESDAY, answer, html

A_MOMENT = timedelta(seconds=5)


def edit(site, *paths, text="Quite another text."):
    for path in paths:
        site.bodies[path] = html(f"<p>{text} {path}</p>")


def mark(*keys, at=TUESDAY):
    pipeline.mark_keys("pages", keys, now=at)


def look_at_marks(site, at=TUESDAY + A_MOMENT, **options):
    return pipeline.look_at_marks(now=at, fetcher=site, **options)


def waiting():
    return sorted(LookMark.objects.values_list("key", flat=True))


def updated():
    rows = ContentState.objects.filter(updated_at__isnull=False)
    return sorted(rows.values_list("key", flat=True))


def test_a_saved_page_is_looked_at_once_and_alone(site):
    site.sweep(MONDAY)
    edit(site, "/003/", "/004/")
    site.fetched.clear()

    mark("/003/")
    [report] = look_at_marks(site)

    assert set(site.fetched) == {"/003/"}
    assert report.moves == {Move.CHANGED: 1}
    assert (updated(), waiting()) == (["/003/"], [])
    assert look_at_marks(site, WEDNESDAY) == []


def test_a_save_that_changed_nothing_moves_nothing(site):
    site.sweep(MONDAY)

    mark("/003/", "/004/")
    [report] = look_at_marks(site)

    assert report.moves == {Move.SAME: 2}
    assert (updated(), waiting()) == ([], [])


def test_a_new_page_is_listed_by_its_mark(site):
    site.sweep(MONDAY)
    edit(site, "/new/")

    mark("/new/")
    look_at_marks(site)

    row = ContentState.objects.get(key="/new/")
    assert row.is_listed
    assert row.published_at == TUESDAY + A_MOMENT


def test_a_deleted_page_is_withdrawn_by_its_mark(site):
    site.sweep(MONDAY)
    del site.bodies["/003/"]

    mark("/003/")
    [report] = look_at_marks(site)

    assert report.moves == {Move.WITHDRAWN: 1}
    assert ContentState.objects.get(key="/003/").reason == Reason.WITHDRAWN
    assert waiting() == []


def test_a_mark_of_what_never_was_goes(site):
    site.sweep(MONDAY)

    mark("/nobody/")
    look_at_marks(site)

    assert waiting() == []
    assert not ContentState.objects.filter(key="/nobody/").exists()


def test_an_unpublished_page_leaves_by_its_mark(site):
    site.sweep(MONDAY)
    site.said["/003/"] = {"is_live": False}

    mark("/003/")
    look_at_marks(site)

    assert ContentState.objects.get(key="/003/").reason == Reason.NOT_LIVE


def test_a_page_whose_slug_changed_keeps_its_date(site):
    site.sweep(MONDAY)
    body = site.bodies.pop("/003/")
    site.bodies["/third/"], site.keys["/third/"] = body, "/003/"

    mark("/003/")
    [report] = look_at_marks(site)

    row = ContentState.objects.get(key="/003/")
    assert report.moves[Move.MOVED] == 1
    assert (row.loc, row.updated_at) == (f"{ORIGIN}/third/", None)


def test_an_unreadable_page_keeps_its_record_and_loses_its_mark(site):
    site.sweep(MONDAY)
    site.bodies["/003/"] = answer(503)

    mark("/003/")
    [report] = look_at_marks(site)

    assert report.moves == {Move.KEPT: 1}
    assert waiting() == []


def test_many_saves_of_a_page_are_one_mark(site):
    site.sweep(MONDAY)

    mark("/003/", at=TUESDAY)
    mark("/003/", at=WEDNESDAY)
    mark("/003/", at=TUESDAY)  # a web server whose commit crossed the other

    assert LookMark.objects.get().saved_at == WEDNESDAY


def test_what_is_saved_during_the_look_stays_marked(site):
    site.sweep(MONDAY)
    edit(site, "/003/")
    mark("/003/")
    fetch = site.fetch

    def saved_meanwhile(loc, **options):
        mark("/003/", at=TUESDAY + 2 * A_MOMENT)
        return fetch(loc, **options)

    site.fetch = saved_meanwhile
    look_at_marks(site)

    assert waiting() == ["/003/"]
    assert look_at_marks(site, WEDNESDAY)[0].moves == {Move.SAME: 1}
    site.fetch = fetch
    look_at_marks(site, THURSDAY)
    assert waiting() == []


def saved_between_the_visits(site, path, at):
    """The page is saved once more, after its first visitor and before its second."""
    fetch = site.fetch

    def fetch_and_save(loc, *, now, visitor=None):
        if visitor == SECOND and loc.endswith(path):
            edit(site, path, text="The next version.")
            mark(path, at=at)
        return fetch(loc, now=now, visitor=visitor)

    site.fetch = fetch_and_save
    return fetch


def test_a_page_that_is_saved_between_its_two_visits_is_not_unstable_and_loses_no_date(site):
    site.sweep(MONDAY)
    edit(site, "/003/")
    mark("/003/")
    fetch = saved_between_the_visits(site, "/003/", at=TUESDAY + 2 * A_MOMENT)

    [report] = look_at_marks(site)

    row = ContentState.objects.get(key="/003/")
    assert report.moves == {Move.CHANGED: 1}
    assert (row.is_unstable, waiting()) == (False, ["/003/"])
    assert row.updated_at is not None
    site.fetch = fetch
    assert look_at_marks(site, WEDNESDAY)[0].moves == {Move.SAME: 1}
    assert waiting() == []


def test_the_same_in_a_sweep(site):
    site.sweep(MONDAY)
    edit(site, "/003/")
    fetch = saved_between_the_visits(site, "/003/", at=TUESDAY + A_MOMENT)

    assert site.sweep(TUESDAY).moves == {Move.SAME: 59, Move.CHANGED: 1}

    site.fetch = fetch
    assert look_at_marks(site, WEDNESDAY)[0].moves == {Move.SAME: 1}


def test_a_page_that_is_unstable_by_itself_is_told_although_it_was_saved(site):
    site.sweep(MONDAY)
    edit(site, "/003/")
    site.second["/003/"] = html("<p>Rolled dice.</p>")
    mark("/003/")

    [report] = look_at_marks(site)

    assert report.moves == {Move.KEPT: 1}
    assert ContentState.objects.get(key="/003/").is_unstable
    assert waiting() == []


def test_the_oldest_marks_come_first_and_a_limit_is_kept(site):
    site.sweep(MONDAY)
    mark("/009/", at=TUESDAY)
    mark("/001/", "/002/", at=WEDNESDAY)

    look_at_marks(site, THURSDAY, limit=1)

    assert waiting() == ["/001/", "/002/"]


def test_a_section_that_was_never_scanned_has_no_marks(site):
    mark("/003/")

    assert waiting() == []


def test_every_language_of_a_registration_is_marked(site):
    with registry.replaced():
        registry.register("pages", site, origin=ORIGIN, by_language=True)
        site.sweep(MONDAY)

        mark("/003/")

        assert sorted(one.section.label for one in LookMark.objects.all()) == [
            "pages-de",
            "pages-en",
        ]


# The guard.


def test_saved_pages_do_not_hold_a_sweep(site):
    site.sweep(MONDAY)
    paths = list(site.bodies)[:30]
    edit(site, *paths)
    mark(*paths)

    report = site.sweep(TUESDAY + A_MOMENT)

    assert (report.status, report.moves[Move.CHANGED]) == ("SETTLED", 30)
    assert waiting() == []


def test_a_save_after_the_sighting_explains_nothing(site):
    site.sweep(MONDAY)
    paths = list(site.bodies)[:30]
    edit(site, *paths)
    mark(*paths, at=WEDNESDAY)

    report = site.sweep(TUESDAY)

    assert report.status == "HELD"
    assert waiting() == paths


def test_saved_pages_explain_only_themselves(site):
    site.sweep(MONDAY)
    edit(site, *list(site.bodies)[:30])
    mark(*list(site.bodies)[:5])

    report = site.sweep(TUESDAY + A_MOMENT)

    assert report.status == "HELD"
    assert "25 of 60" in report.causes["pages"]


def test_a_mark_of_everything_explains_nothing(site):
    """Whoever saves a site-wide object has told us where to look, not what each page says."""
    site.sweep(MONDAY)
    edit(site, *site.bodies)
    mark(EVERYTHING)

    assert site.sweep(TUESDAY + A_MOMENT).status == "HELD"


def test_a_deletion_explains_nothing(site):
    site.sweep(MONDAY)
    gone = list(site.bodies)[:25]
    for path in gone:
        del site.bodies[path]
    mark(*gone)

    report = site.sweep(TUESDAY + A_MOMENT)

    assert report.status == "HELD"
    assert ContentState.objects.listed().count() == 60


def test_a_script_that_deletes_by_the_dozen_is_left_to_a_sweep(site):
    site.sweep(MONDAY)
    gone = list(site.bodies)[:30]
    for path in gone:
        del site.bodies[path]
    for n in range(0, 30, 10):
        mark(*gone[n : n + 10], at=TUESDAY + n * A_MOMENT)
        look_at_marks(site, TUESDAY + (n + 1) * A_MOMENT)

    assert ContentState.objects.listed().count() == 40  # two dozens less four went one by one
    assert waiting() == [EVERYTHING]
    assert pipeline.sections_to_sweep() == ["pages"]
    assert site.sweep(WEDNESDAY, "pages").status == "SETTLED"


def test_marked_pages_that_all_fail_leave_the_list_as_it_is(site):
    site.sweep(MONDAY)
    site.break_deploy()
    mark(*site.bodies)

    look_at_marks(site)

    assert ContentState.objects.listed().count() == 60


def test_what_was_saved_settles_while_the_section_is_held(site):
    site.sweep(MONDAY)
    good = dict(site.bodies)
    edit(site, *site.bodies)
    assert site.sweep(TUESDAY).status == "HELD"
    site.bodies = good
    edit(site, "/003/", text="What an editor wrote.")

    mark("/003/", at=WEDNESDAY)
    [report] = look_at_marks(site, WEDNESDAY + A_MOMENT)

    assert report.moves == {Move.CHANGED: 1}
    assert updated() == ["/003/"]
    assert [held["section"] for held in pipeline.held()] == ["pages"]


# The sweep takes marks, and is asked for by them.


def test_a_sweep_takes_the_marks_of_what_it_saw(site):
    site.sweep(MONDAY)
    mark("/003/", "/nobody/")

    site.sweep(TUESDAY + A_MOMENT)

    assert waiting() == []


def test_a_held_sweep_leaves_the_marks(site):
    site.sweep(MONDAY)
    edit(site, *site.bodies)
    mark("/003/", EVERYTHING)

    assert site.sweep(TUESDAY + A_MOMENT).status == "HELD"

    assert waiting() == [EVERYTHING, "/003/"]
    assert pipeline.sections_to_sweep() == []  # the sweep that was asked for has been


def test_more_keys_than_the_limit_are_everything(site):
    site.sweep(MONDAY)

    mark(*(f"/{n:05}/" for n in range(ledger.MARKS_LIMIT + 1)))

    assert waiting() == [EVERYTHING]
    assert look_at_marks(site) == []
    assert pipeline.sections_to_sweep() == ["pages"]


def test_a_command_takes_all_marks_and_sweeps_what_is_marked_as_a_whole(site):
    site.sweep(MONDAY)
    edit(site, "/003/")
    mark("/003/", EVERYTHING)

    report = pipeline.take_marks(now=TUESDAY + A_MOMENT, fetcher=site)

    assert report.moves == {Move.CHANGED: 1, Move.SAME: 60}
    assert waiting() == []


# Two at once, and one that died.


def test_of_two_workers_one_looks(site):
    site.sweep(MONDAY)
    mark("/003/")
    section = Section.objects.get()

    with ledger.look_of_marks(section, run="first", now=TUESDAY):
        assert look_at_marks(site) == []

    assert waiting() == ["/003/"]


def dead(scan):
    Scan.objects.filter(pk=scan.pk).update(owner="elsewhere:1", beat_at=MONDAY)


def test_a_look_whose_process_died_is_done_again(site):
    site.sweep(MONDAY)
    edit(site, "/003/")
    mark("/003/")
    section = Section.objects.get()
    dead(ledger.open_look(section, run="died", now=TUESDAY, trigger=ledger.MARKS))

    [report] = look_at_marks(site)

    assert report.moves == {Move.CHANGED: 1}


def test_a_look_that_died_while_it_settled_is_settled(site):
    site.sweep(MONDAY)
    edit(site, "/003/")
    mark("/003/")
    settle, begun = ledger.settle, []

    def die(scan, **options):
        begun.append(scan)
        raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(ledger, "settle", die)
        with pytest.raises(KeyboardInterrupt):
            look_at_marks(site)
    assert ledger.settle is settle
    dead(begun[0])

    look_at_marks(site, WEDNESDAY)

    assert updated() == ["/003/"]
    assert ContentState.objects.get(key="/003/").updated_at == TUESDAY + A_MOMENT
    assert waiting() == []


def test_a_page_that_ends_its_process_again_is_left_to_a_sweep(site):
    """Only a sweep looks page by page until it knows which one it was."""
    site.sweep(MONDAY)
    mark("/003/")
    for run in ("died", "died again"):
        section = Section.objects.get()
        dead(ledger.open_look(section, run=run, now=TUESDAY, trigger=ledger.MARKS))

    assert look_at_marks(site) == []

    assert pipeline.sections_to_sweep() == ["pages"]
    assert waiting() == [EVERYTHING, "/003/"]
    assert site.sweep(TUESDAY + 2 * A_MOMENT).status == "SETTLED"
    assert waiting() == []


def test_after_a_source_that_raises_its_marks_rest(site):
    site.sweep(MONDAY)
    mark("/003/")
    site.dies_after = 2

    [report] = look_at_marks(site)
    again = look_at_marks(site, TUESDAY + 2 * A_MOMENT)
    site.dies_after = None
    later = look_at_marks(site, TUESDAY + ledger.REST + 2 * A_MOMENT)

    assert (report.status, again, waiting()) == ("FAILED", [], [])
    assert [one.status for one in later] == ["SETTLED"]


def test_a_section_that_is_no_longer_registered_drops_its_marks(site):
    site.sweep(MONDAY)
    mark("/003/")

    with registry.replaced():
        assert look_at_marks(site) == []

    assert waiting() == []


def test_a_look_costs_the_same_queries_for_any_number_of_marks(site):
    site.sweep(MONDAY)
    mark("/001/")
    with CaptureQueriesContext(connection) as one:
        look_at_marks(site)
    mark(*site.bodies, at=WEDNESDAY)

    with CaptureQueriesContext(connection) as sixty:
        look_at_marks(site, THURSDAY)

    assert len(sixty) == len(one)


def test_nothing_to_do_costs_one_query(site, django_assert_num_queries):
    site.sweep(MONDAY)

    with django_assert_num_queries(1):
        assert look_at_marks(site) == []
