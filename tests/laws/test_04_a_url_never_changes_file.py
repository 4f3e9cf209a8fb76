"""Promise 4: a URL never changes file while it lives."""

from __future__ import annotations

from honest_sitemaps import pipeline, publish, registry, verify
from honest_sitemaps.ledger import ContentState
from tests.site_in_a_dict import MONDAY, ORIGIN, TUESDAY, WEDNESDAY, Site, html


def files_of(origin: str = ORIGIN) -> dict[str, str]:
    """Each listed loc and the name of the live file that has it."""
    places = {}
    for file in publish.ReleaseFile.objects.filter(release__live_for__origin=origin):
        if file.name != "sitemap.xml":
            places |= dict.fromkeys(verify.locs_in(file.artifact_id), file.name)
    return places


def test_deleting_a_neighbour_moves_no_other_url(db):
    site = Site.of(35)
    with registry.replaced():
        registry.register("pages", site, origin=ORIGIN, capacity=10)
        site.sweep(MONDAY)
        pipeline.release(now=MONDAY)
        before = files_of()
        del site.bodies["/003/"]
        site.bodies["/000a/"] = html("<p>A new page, first in the alphabet.</p>")
        site.sweep(TUESDAY)
        report = pipeline.release(now=TUESDAY)[0]

    after = files_of()
    assert {loc: after[loc] for loc in before if loc in after} == {
        loc: name for loc, name in before.items() if "/003/" not in loc
    }
    assert report.changed_files == ["pages-1.xml", "pages-4.xml"]


def test_a_slot_is_never_given_twice(site):
    site.sweep(MONDAY)
    gone = ContentState.objects.get(key="/059/").slot
    del site.bodies["/059/"]
    site.sweep(TUESDAY)
    site.bodies["/new/"] = html("<p>New.</p>")
    site.sweep(WEDNESDAY)

    assert ContentState.objects.get(key="/new/").slot == 61
    assert ContentState.objects.get(key="/059/").slot == gone


def test_a_page_that_comes_back_has_its_slot_and_date(site):
    site.sweep(MONDAY)
    before = ContentState.objects.get(key="/007/")
    body = site.bodies.pop("/007/")
    site.sweep(TUESDAY)
    site.bodies["/007/"] = body
    site.sweep(WEDNESDAY)

    after = ContentState.objects.get(key="/007/")
    assert (after.slot, after.lastmod, after.reason) == (before.slot, before.lastmod, "")
