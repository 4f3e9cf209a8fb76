"""Promise 8: where no trustworthy date exists, none is written."""

from __future__ import annotations

import gzip

from honest_sitemaps import pipeline, publish, registry
from honest_sitemaps.ledger import ContentState
from tests.site_in_a_dict import MONDAY, ORIGIN, TUESDAY, WEDNESDAY, Site, html


def sitemap() -> str:
    file = publish.ReleaseFile.objects.get(
        release__live_for__origin=ORIGIN, name="pages-1.xml"
    )
    return gzip.decompress(bytes(file.artifact.gzip)).decode()


def test_the_first_scan_of_an_old_site_invents_no_date(site):
    site.sweep(MONDAY)
    pipeline.release(now=MONDAY)

    assert not any(row.lastmod for row in ContentState.objects.all())
    assert "<lastmod>" not in sitemap()


def test_a_page_that_comes_later_was_published_when_it_was_seen(site):
    site.sweep(MONDAY)
    site.bodies["/new/"] = html("<p>New.</p>")
    site.sweep(TUESDAY)

    assert ContentState.objects.get(key="/new/").published_at == TUESDAY


def test_a_mass_import_is_no_publication(site):
    site.sweep(MONDAY)
    site.bodies |= {f"/import/{n}/": html(f"<p>{n}</p>") for n in range(50)}
    site.sweep(TUESDAY)

    assert not ContentState.objects.filter(published_at__isnull=False).exists()


def test_a_draft_that_goes_live_was_published_when_it_was_seen(site):
    site.said["/007/"] = {"is_live": False}
    site.sweep(MONDAY)
    site.said.clear()

    report = site.sweep(TUESDAY)

    assert report.moves == {"NEW": 1, "SAME": 59}
    assert ContentState.objects.get(key="/007/").published_at == TUESDAY


def test_publishing_an_old_page_for_the_first_time_in_a_cms_dates_it_not(site):
    site.sweep(MONDAY)
    site.said["/007/"] = {"published_at": TUESDAY}  # what a CMS says of an imported page

    report = site.sweep(WEDNESDAY)

    assert report.moves == {"SAME": 60}
    assert ContentState.objects.get(key="/007/").lastmod is None


def test_a_page_becomes_live_by_the_clock_alone(site):
    site.said["/007/"] = {"published_at": TUESDAY}
    site.sweep(MONDAY)
    row = ContentState.objects.get(key="/007/")
    assert (row.reason, row.due_at) == ("NOT_LIVE", TUESDAY)

    site.sweep(WEDNESDAY)

    assert ContentState.objects.get(key="/007/").published_at == TUESDAY


def test_a_section_without_dates_writes_none(db):
    site = Site.of(3)
    with registry.replaced():
        registry.register("pages", site, origin=ORIGIN, dates=False)
        site.sweep(MONDAY)
        site.bodies["/001/"] = html("<p>Another aggregate.</p>")
        site.sweep(TUESDAY)
        pipeline.release(now=TUESDAY)

    assert "<lastmod>" not in sitemap()
