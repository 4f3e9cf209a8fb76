"""Promise 2: editing one paragraph moves the date of that page, and of no other."""

from __future__ import annotations

from honest_sitemaps.capture import SECOND
from honest_sitemaps.ledger import ContentChange, ContentState, Move
from tests.site_in_a_dict import MONDAY, TUESDAY, WEDNESDAY, html


def test_one_changed_page_moves_one_date(site):
    site.sweep(MONDAY)
    site.bodies["/007/"] = html("<p>Another paragraph.</p>")

    report = site.sweep(TUESDAY)

    assert report.moves == {Move.SAME: 59, Move.CHANGED: 1}
    moved = ContentState.objects.with_lastmod().filter(lastmod_at=TUESDAY)
    assert [row.key for row in moved] == ["/007/"]


def test_the_change_says_which_part_moved(site):
    site.sweep(MONDAY)
    site.bodies["/007/"] = html("<p>Another paragraph.</p>")
    site.sweep(TUESDAY)

    change = ContentChange.objects.get(move=Move.CHANGED)

    assert change.before["digest"] != change.after["digest"]
    assert change.after["updated_at"] == TUESDAY.isoformat()
    assert change.before["parts"] != change.after["parts"]


def test_a_change_back_is_a_change(site):
    before = site.bodies["/007/"]
    site.sweep(MONDAY)
    site.bodies["/007/"] = html("<p>Another paragraph.</p>")
    site.sweep(TUESDAY)
    site.bodies["/007/"] = before

    report = site.sweep(WEDNESDAY)

    assert report.moves[Move.CHANGED] == 1
    assert ContentState.objects.get(key="/007/").updated_at == WEDNESDAY


def test_an_edit_between_the_two_visits_of_a_page_keeps_its_date(site):
    site.sweep(MONDAY)
    site.bodies["/007/"] = html("<p>A first edit.</p>")
    fetch = site.fetch

    def edited_meanwhile(loc, *, now, visitor=None):
        if visitor == SECOND and loc.endswith("/007/"):
            site.bodies["/007/"] = html("<p>A second edit, without any signal.</p>")
        return fetch(loc, now=now, visitor=visitor)

    site.fetch = edited_meanwhile

    report = site.sweep(TUESDAY)

    row = ContentState.objects.get(key="/007/")
    assert report.moves == {Move.SAME: 59, Move.CHANGED: 1}
    assert (row.updated_at, row.is_unstable) == (TUESDAY, False)
    assert site.sweep(WEDNESDAY).moves == {Move.SAME: 60}
