"""
Wagtail's own class, as version 8.0 has it, on our rows.

Wagtail is no dependency of the tests: `WagtailSitemap` is its code (BSD), down to the module
that its ``_urls`` names, which is what it is recognised by.
"""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.contrib.sitemaps import Sitemap
from django.db import OperationalError

from honest_sitemaps.candidates import SitemapSource
from tests.candidates.conftest import keys, loc_of, locs, walked
from tests.site.models import Article, Review

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


class WagtailSitemap(Sitemap):
    def __init__(self, request=None):
        self.request = request

    def location(self, obj):
        return obj.get_full_url(self.request)

    def items(self):
        return Article.objects.order_by("-slug")

    def _urls(self, page, protocol, domain):
        urls = []
        for item in self.paginator.page(page).object_list.iterator():
            urls.extend(item.get_sitemap_urls(self.request))
        return urls

    _urls.__module__ = "wagtail.contrib.sitemaps.sitemap_generator"


@pytest.fixture
def pages(articles, monkeypatch):
    """Articles with the two methods of a Wagtail page; a2 has two URLs, a3 opts out."""

    def get_full_url(self, request=None):
        return request.build_absolute_uri(self.get_absolute_url())

    def get_sitemap_urls(self, request=None):
        own = {"location": self.get_full_url(request), "lastmod": NOON}
        past = {"location": f"{own['location']}past/", "lastmod": None}
        return {"a2": [own, past], "a3": []}.get(self.slug, [own])

    monkeypatch.setattr(Article, "get_full_url", get_full_url, raising=False)
    monkeypatch.setattr(Article, "get_sitemap_urls", get_sitemap_urls, raising=False)
    return articles


def key_of(page) -> str:
    return f"testsite.article:{page.pk}"


def test_pages_keep_their_keys_and_further_urls_are_named_by_their_path(pages):
    assert keys(WagtailSitemap)[:4] == [
        key_of(pages[0]),
        key_of(pages[1]),
        f"{key_of(pages[1])}#/articles/a2/past/",
        key_of(pages[2]),
    ]


def test_the_locs_are_those_that_its_own_urls_have(pages):
    listed = [it.loc for it in walked(WagtailSitemap) if not it.withheld_why]

    class NotRecognised(WagtailSitemap):
        def _urls(self, page, protocol, domain):
            return super()._urls(page, protocol, domain)

    assert sorted(listed) == sorted(locs(NotRecognised))
    assert len(listed) == len(pages)


def test_a_page_that_opts_out_is_withheld_and_not_silently_gone(pages):
    (withheld,) = [it for it in walked(WagtailSitemap) if it.withheld_why]

    assert withheld.key == key_of(pages[2])
    assert withheld.loc == loc_of("/articles/a3/")
    assert withheld.withheld_why == "get_sitemap_urls() is empty"


def test_a_page_that_raises_is_one_candidate_with_a_fault(pages, monkeypatch):
    def broken(self, request=None):
        raise ValueError("no site")

    monkeypatch.setattr(Article, "get_sitemap_urls", broken)

    candidates = walked(WagtailSitemap)

    assert [it.key for it in candidates] == [key_of(page) for page in pages]
    assert {it.fault for it in candidates} == {"ValueError: no site"}


def test_a_lost_database_is_no_pages_fault(pages, monkeypatch):
    def broken(self, request=None):
        raise OperationalError("gone")

    monkeypatch.setattr(Article, "get_sitemap_urls", broken)

    with pytest.raises(OperationalError):
        walked(WagtailSitemap)


@pytest.mark.usefixtures("small_chunks")
def test_the_walk_goes_on_between_the_urls_of_one_page(pages, django_assert_max_num_queries):
    whole = walked(WagtailSitemap)

    for number, candidate in enumerate(whole):
        assert walked(WagtailSitemap, after=candidate.key) == whole[number + 1 :]
    with django_assert_max_num_queries(1):
        walked(WagtailSitemap, after=whole[-1].key)


def test_a_url_that_the_page_no_longer_has_is_no_place_to_skip_from(pages):
    gone = f"{key_of(pages[1])}#/articles/a2/gone/"

    assert keys(WagtailSitemap, after=gone)[:2] == keys(WagtailSitemap)[1:3]


@pytest.mark.parametrize("number", range(8))
def test_keys_are_looked_up(number, pages, django_assert_num_queries):
    whole = walked(WagtailSitemap)

    with django_assert_num_queries(1):
        found = walked(WagtailSitemap, keys=[whole[number].key])

    assert found == [whole[number]]


def test_a_first_date_needs_trust(pages):
    trusted = walked(SitemapSource(WagtailSitemap, trust_dates=True))

    assert [it.published_at for it in trusted[:3]] == [NOON, NOON, None]
    assert {it.published_at for it in walked(WagtailSitemap)} == {None}


def test_a_saved_child_is_known_by_the_name_of_the_tree(pages):
    review = Review.objects.create(title="R", slug="r")

    assert SitemapSource(WagtailSitemap).key_of(review) == f"testsite.article:{review.pk}"
    assert f"testsite.article:{review.pk}" in keys(WagtailSitemap)
