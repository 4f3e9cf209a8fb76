"""Promise 6: publishing an unchanged site makes no new release."""

from __future__ import annotations

from honest_sitemaps import pipeline, publish, registry
from honest_sitemaps.publish import Origin
from tests.site_in_a_dict import MONDAY, ORIGIN, TUESDAY, WEDNESDAY, html


def files():
    return {
        file.name: (file.artifact_id, file.changed_at)
        for file in publish.ReleaseFile.objects.filter(release__live_for__origin=ORIGIN)
    }


def test_an_unchanged_site_makes_no_release(site):
    site.sweep(MONDAY)
    first = pipeline.release(now=MONDAY)[0]
    before = files()
    site.sweep(TUESDAY)

    second = pipeline.release(now=TUESDAY)[0]

    assert (first.status, second.status) == ("LIVE", "UNCHANGED")
    assert files() == before


def test_the_index_date_moves_only_with_the_files_bytes(site):
    site.sweep(MONDAY)
    pipeline.release(now=MONDAY)
    site.bodies["/007/"] = html("<p>Edited.</p>")
    site.sweep(TUESDAY)
    pipeline.release(now=TUESDAY)

    assert files()["pages-1.xml"][1] == TUESDAY


def test_a_removal_moves_the_index_date(site):
    site.sweep(MONDAY)
    pipeline.release(now=MONDAY)
    del site.bodies["/007/"]
    site.sweep(WEDNESDAY)

    report = pipeline.release(now=WEDNESDAY)[0]

    assert report.urls == 59
    assert files()["pages-1.xml"][1] == WEDNESDAY


def test_a_move_to_https_leaves_nothing_live_under_http(site):
    site.sweep(MONDAY)
    pipeline.release(now=MONDAY)
    with registry.replaced():
        registry.register("pages", site, origin="http://example.test")
        pipeline.release(now=TUESDAY)

    assert [one.origin for one in Origin.objects.all()] == ["http://example.test"]
