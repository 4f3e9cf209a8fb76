"""``HonestSitemap`` behind the views of ``django.contrib.sitemaps``."""

from __future__ import annotations

import subprocess
import sys
from datetime import datetime

import pytest
from django.contrib.sitemaps import views
from django.urls import include, path
from lxml import etree

from honest_sitemaps import registry
from honest_sitemaps.candidates import RouteSource
from honest_sitemaps.sitemaps import HonestSitemap
from tests.partition.rows import ORIGIN
from tests.publish.conftest import DAY, T0, Maps, S

NEXT_DAY = "2026-12-01T08:00:00+00:00"

maps_of_contrib = {
    "pages": HonestSitemap("pages"),
    "german": HonestSitemap("texts-de"),
    "none": HonestSitemap("none"),
}
urlpatterns = [
    path("contrib.xml", views.index, {"sitemaps": maps_of_contrib}),
    path(
        "contrib-<section>.xml",
        views.sitemap,
        {"sitemaps": maps_of_contrib},
        name="django.contrib.sitemaps.views.sitemap",
    ),
    path("", include("honest_sitemaps.urls")),
]


@pytest.fixture
def released(maps: Maps, settings) -> Maps:
    settings.ROOT_URLCONF = __name__
    settings.ALLOWED_HOSTS = ["*"]
    with registry.replaced():
        for name in ("pages", "none"):
            registry.register(name, RouteSource(["home"]))
        registry.register("texts", RouteSource(["home"]), by_language=True)
        pages = maps.section("pages", capacity=2)
        maps.list(pages, *"abc", updated_at=T0 - DAY)
        for code in ("en", "de"):
            section = maps.section("texts", language=code)
            maps.list(section, f"{code}/a", language=code, group="a")
        maps.section("none")
        maps.release()
        yield maps


def locs(content: bytes) -> list[str]:
    return [loc.text for loc in etree.fromstring(content).iter(f"{S}loc")]


def test_page_n_is_shard_n(released: Maps, client):
    first = client.get("/contrib-pages.xml", headers={"host": "other.test"})
    second = client.get("/contrib-pages.xml?p=2")

    assert locs(first.content) == [f"{ORIGIN}/a", f"{ORIGIN}/b"]  # never the request's host
    assert locs(second.content) == [f"{ORIGIN}/c"]
    assert b"<lastmod>2026-11-29</lastmod>" in first.content


def test_the_language_versions_of_the_release_are_shown(released: Maps, client):
    answer = client.get("/contrib-german.xml")

    assert locs(answer.content) == [f"{ORIGIN}/de/a"]
    links = {
        link.get("hreflang"): link.get("href")
        for link in etree.fromstring(answer.content).iter("{*}link")
    }
    assert links == {
        "en": f"{ORIGIN}/en/a",
        "de": f"{ORIGIN}/de/a",
        "x-default": f"{ORIGIN}/en/a",
    }


def test_a_page_that_is_not_there_is_not_found(released: Maps, client):
    for page in ("3", "0", "x", "-1"):
        assert client.get(f"/contrib-pages.xml?p={page}").status_code == 404


def test_a_section_without_files_is_one_empty_page(released: Maps, client):
    answer = client.get("/contrib-none.xml")

    assert (answer.status_code, locs(answer.content)) == (200, [])


def test_the_index_has_every_page_and_the_sections_newest_date(released: Maps, client):
    released.change("c", reason="GONE")
    released.release(now=T0 + DAY)

    answer = client.get("/contrib.xml", headers={"host": "example.test"})

    root = etree.fromstring(answer.content)
    found = [(one.findtext(f"{S}loc"), one.findtext(f"{S}lastmod")) for one in root]
    assert found == [
        (f"{ORIGIN}/contrib-pages.xml", NEXT_DAY),  # a removal moves it
        (f"{ORIGIN}/contrib-pages.xml?p=2", NEXT_DAY),
        (f"{ORIGIN}/contrib-german.xml", "2026-11-30T08:00:00+00:00"),
        (f"{ORIGIN}/contrib-none.xml", None),
    ]


def test_last_modified_is_the_files_own_change(released: Maps, client):
    released.change("a", reason="GONE")
    released.release(now=T0 + DAY)

    answer = client.get("/contrib-pages.xml")

    assert answer["Last-Modified"] == "Tue, 01 Dec 2026 08:00:00 GMT"


def test_items_and_dates_can_be_read_without_a_request(released: Maps):
    sitemap = HonestSitemap("pages")

    assert [entry.loc for entry in sitemap.items()] == [f"{ORIGIN}/{key}" for key in "abc"]
    assert sitemap.get_latest_lastmod() == T0
    assert sitemap.protocol == "https"
    assert sitemap.paginator.num_pages == 2
    assert isinstance(sitemap.get_urls(page=1)[0]["lastmod"], datetime)


def test_requests_do_not_share_a_sitemap(released: Maps):
    sitemap = HonestSitemap("pages")

    assert sitemap() is not sitemap
    assert sitemap().name == "pages"


@pytest.mark.slow
def test_importing_it_does_nothing_and_needs_no_database():
    """Every app's ``sitemaps`` module is imported at the start, ours too."""
    code = (
        "import django; from django.conf import settings; settings.configure("
        "INSTALLED_APPS=['honest_sitemaps'], USE_TZ=True, "
        "DATABASES={'default': {'ENGINE': 'django.db.backends.dummy'}}); django.setup(); "
        "import sys; assert 'honest_sitemaps.sitemaps' in sys.modules"
    )

    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True)

    assert (done.returncode, done.stderr) == (0, b"")
