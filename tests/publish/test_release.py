from __future__ import annotations

from honest_sitemaps.publish import Release
from tests.publish.conftest import DAY, T0, Maps


def test_a_listed_url_is_in_its_file_and_the_file_in_the_index(maps: Maps):
    pages = maps.section()
    maps.list(pages, "a", "b", updated_at=T0 - DAY)

    report = maps.release()

    assert maps.dates_of("pages-1.xml") == {
        "https://example.test/a": "2026-11-29T08:00:00+00:00",
        "https://example.test/b": "2026-11-29T08:00:00+00:00",
    }
    assert maps.dates_of("sitemap.xml") == {
        "https://example.test/sitemaps/pages-1.xml": "2026-11-30T08:00:00+00:00"
    }
    assert report.as_json() == {
        "release": Release.objects.get().pk,
        "status": "LIVE",
        "files": 1,
        "urls": 2,
        "changed_files": ["pages-1.xml"],
        "findings": [],
    }


def test_an_unchanged_site_makes_no_release(maps: Maps):
    maps.list(maps.section(), "a")
    first = maps.release()

    again = maps.release(now=T0 + DAY)

    assert (again.status, again.release) == ("UNCHANGED", first.release)
    assert again.changed_files == []
    assert Release.objects.count() == 1
