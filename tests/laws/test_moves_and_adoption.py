"""What happens to a row when keys and locs change: moved, adopted, withdrawn, swapped."""

from __future__ import annotations

from honest_sitemaps import pipeline
from honest_sitemaps.eligibility import Reason
from honest_sitemaps.ledger import ContentState, Move
from tests.site_in_a_dict import MONDAY, TUESDAY, WEDNESDAY, html


def rename(site, old, new, *, key=None):
    site.bodies[new] = site.bodies.pop(old)
    site.keys[new] = key or site.keys.pop(old, old)


def test_another_loc_under_the_same_key_is_moved_and_keeps_its_date(site):
    site.sweep(MONDAY)
    rename(site, "/007/", "/seven/")

    report = site.sweep(TUESDAY)

    row = ContentState.objects.get(key="/007/")
    assert report.moves == {Move.SAME: 60, Move.MOVED: 1}
    assert (row.loc, row.updated_at) == ("https://example.test/seven/", None)


def test_a_re_import_under_new_keys_keeps_slots_and_dates(site):
    site.sweep(MONDAY)
    site.bodies["/007/"] = html("<p>Edited.</p>")
    site.sweep(TUESDAY)
    before = {row.loc: (row.pk, row.slot, row.lastmod) for row in ContentState.objects.all()}
    site.keys = {path: f"import:{n}" for n, path in enumerate(site.bodies)}

    report = site.sweep(WEDNESDAY)

    after = {row.loc: (row.pk, row.slot, row.lastmod) for row in ContentState.objects.all()}
    assert (report.status, report.moves) == ("SETTLED", {Move.SAME: 60})
    assert after == before


def test_a_key_still_seen_is_not_adopted_by_another(site):
    site.sweep(MONDAY)
    site.bodies["/twin/"] = html("<p>x</p>")
    site.said["/twin/"] = {"loc": "/007/"}

    site.sweep(TUESDAY)

    assert ContentState.objects.get(key="/007/").is_listed
    assert ContentState.objects.get(key="/twin/").reason == Reason.DUPLICATE


def test_two_swapped_locs_are_both_moved_and_both_listed(site):
    site.sweep(MONDAY)
    one, two = site.bodies["/001/"], site.bodies["/002/"]
    site.bodies["/001/"], site.bodies["/002/"] = two, one
    site.keys |= {"/001/": "/002/", "/002/": "/001/"}

    report = site.sweep(TUESDAY)

    assert report.moves == {Move.SAME: 60, Move.MOVED: 2}
    assert ContentState.objects.listed().count() == 60


def test_what_the_source_no_longer_names_is_withdrawn(site):
    site.sweep(MONDAY)
    del site.bodies["/007/"]

    report = site.sweep(TUESDAY)

    assert report.candidates == 59
    assert report.moves == {Move.SAME: 59, Move.WITHDRAWN: 1}
    assert ContentState.objects.get(key="/007/").reason == Reason.WITHDRAWN
    assert site.sweep(WEDNESDAY).moves == {Move.SAME: 59}


def test_a_look_withdraws_only_what_it_was_asked_for(site):
    site.sweep(MONDAY)
    del site.bodies["/007/"], site.bodies["/008/"]

    report = site.look("pages", "/007/", "/009/", now=TUESDAY)

    assert report.moves == {Move.SAME: 1, Move.WITHDRAWN: 1}
    assert ContentState.objects.get(key="/008/").is_listed


def test_a_look_moves_the_date_of_the_page_it_looked_at(site):
    site.sweep(MONDAY)
    site.bodies["/007/"] = html("<p>Edited.</p>")

    report = site.look("pages", "/007/", now=TUESDAY)

    assert report.moves == {Move.CHANGED: 1}
    assert site.sweep(WEDNESDAY).moves == {Move.SAME: 60}


def test_an_unstable_page_that_moves_is_listed_where_it_is_now(site):
    site.keys["/007/"] = "page:7"
    site.bodies["/007/"] = html("<p>One.</p>")
    site.second["/007/"] = html("<p>Two.</p>")
    site.sweep(MONDAY)
    site.bodies["/007/"] = html("<p>Three.</p>")
    site.sweep(TUESDAY)
    pipeline.release(now=TUESDAY)
    del site.bodies["/007/"]
    site.keys["/seven/"] = "page:7"
    site.bodies["/seven/"] = html("<p>Five.</p>")
    site.second["/seven/"] = html("<p>Six.</p>")

    report = site.sweep(WEDNESDAY)
    released = pipeline.release(now=WEDNESDAY)[0]

    assert report.moves == {Move.SAME: 59, Move.KEPT: 1, Move.MOVED: 1}
    assert released.changed_files == ["pages-1.xml"]
    assert ContentState.objects.get(key="page:7").is_unstable
