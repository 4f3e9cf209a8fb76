"""A contrib sitemap that writes its URLs itself, as Wagtail's does."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.contrib.sitemaps import Sitemap
from django.utils import translation

from honest_sitemaps.candidates import SitemapSource
from tests.candidates.conftest import keys, loc_of, locs, walked
from tests.site.models import Article

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


class OwnUrls(Sitemap):
    """Its ``_urls`` adds to what contrib's writes."""

    limit = 3

    def items(self):
        return Article.objects.order_by("pk")

    def _urls(self, page, protocol, domain):
        urls = super()._urls(page, protocol, domain)
        for url in list(urls):
            if url["item"].slug == "a2":
                urls.append({**url, "location": f"{url['location']}archive/"})
        return urls


class PagesOfItsOwn(Sitemap):
    """What Wagtail's class does: its dicts have no item, its items say their URLs."""

    def __init__(self, request=None):
        self.request = request

    def items(self):
        return Article.objects.order_by("-slug")

    def location(self, article):
        return self.request.build_absolute_uri(article.get_absolute_url())

    def _urls(self, page, protocol, domain):
        return [
            url
            for article in self.paginator.page(page).object_list.iterator()
            for url in self.urls_of(article)
        ]

    def urls_of(self, article):
        if article.slug == "a1":
            return []
        own = {"location": self.location(article), "lastmod": NOON}
        return [own, {"location": f"{self.location(article)}past/", "lastmod": None}]


def test_its_own_urls_are_walked_page_by_page(articles):
    candidates = walked(OwnUrls)

    assert [it.loc for it in candidates] == [
        loc_of("/articles/a1/"),
        loc_of("/articles/a2/"),
        loc_of("/articles/a3/"),
        loc_of("/articles/a2/archive/"),
        *[loc_of(f"/articles/a{n}/") for n in range(4, 8)],
    ]
    assert not SitemapSource(OwnUrls).is_ordered


def test_further_urls_of_one_item_are_named_by_their_path(articles):
    second = f"testsite.article:{articles[1].pk}"

    assert keys(OwnUrls)[1::2][:2] == [second, f"{second}#/articles/a2/archive/"]


def test_urls_without_an_item_are_named_by_their_path(articles):
    assert sorted(keys(PagesOfItsOwn)) == sorted(
        path for n in range(2, 8) for path in (f"/articles/a{n}/", f"/articles/a{n}/past/")
    )


def test_the_class_gets_a_request_for_the_origin(articles):
    walk = locs(PagesOfItsOwn, origin="http://testserver:8000")

    assert walk[0] == "http://testserver:8000/articles/a7/"


def test_a_lastmod_counts_only_if_trusted(articles):
    trusted = walked(SitemapSource(PagesOfItsOwn, trust_dates=True))

    assert [it.published_at for it in trusted[:2]] == [NOON, None]
    assert {it.published_at for it in walked(PagesOfItsOwn)} == {None}


def test_scheme_and_host_are_never_written_twice(articles):
    class Absolute(OwnUrls):
        def location(self, article):
            return f"http://example.test/{article.slug}/"

        def _urls(self, page, protocol, domain):
            return Sitemap._urls(self, page, protocol, domain)

    assert locs(Absolute) == [loc_of(f"/a{n}/") for n in range(1, 8)]


def test_a_longer_host_that_starts_like_ours_is_another(articles):
    class Foreign(Sitemap):
        def get_urls(self, page=1, site=None, protocol=None):
            return [{"location": f"{protocol}://{site.domain}.evil.test/x"}]

    (candidate,) = walked(Foreign)

    assert candidate.fault == "the host is example.test.evil.test, not example.test"


def test_a_url_without_a_location_is_one_candidate_with_a_fault():
    class Holes(Sitemap):
        def get_urls(self, page=1, site=None, protocol=None):
            return [
                {"lastmod": NOON},
                {"location": None},
                {"location": ""},
                {"location": "/x/"},
            ]

    candidates = walked(Holes)

    assert [it.fault for it in candidates] == ["there is no loc"] * 3 + [""]
    assert [it.key for it in candidates] == ["?", "?#2", "?#3", "/x/"]


@pytest.mark.parametrize("protocol", [None, "http", "https"])
def test_its_protocol_and_domain_are_taken_as_it_says_them(protocol, articles):
    class Own(OwnUrls):
        def get_domain(self, site=None):
            return site.name

    Own.protocol = protocol

    assert locs(Own)[0] == loc_of("/articles/a1/")


def test_a_domain_that_is_not_the_origins_is_a_fault(articles):
    class Own(Sitemap):
        items = OwnUrls.items

        def get_domain(self, site=None):
            return "other.test"

    assert {it.fault for it in walked(Own)} == {"the host is other.test, not example.test"}


def test_languages_and_sets_of_versions_are_read_from_its_urls(articles):
    class Versions(OwnUrls):
        i18n = True
        alternates = True
        x_default = True

        def location(self, article):
            return f"/{translation.get_language()}/{article.slug}/"

        def _urls(self, page, protocol, domain):
            return Sitemap._urls(self, page, protocol, domain)

    first = walked(Versions)[:2]

    key = f"testsite.article:{articles[0].pk}"
    assert [(it.key, it.language, it.group) for it in first] == [
        (key, "en", key),
        (key, "de", key),
    ]


def test_a_set_that_only_its_links_tell_has_one_name():
    links = [
        {"location": "https://example.test/de/x/", "lang_code": "de"},
        {"location": "https://example.test/x/", "lang_code": "en"},
        {"location": "https://example.test/", "lang_code": "x-default"},
    ]

    class Linked(Sitemap):
        def get_urls(self, page=1, site=None, protocol=None):
            return [{"location": it["location"], "alternates": links} for it in links[:2]]

    candidates = walked(Linked)

    assert [it.language for it in candidates] == ["de", "en"]
    assert {it.group for it in candidates} == {"https://example.test/de/x/"}


def test_urls_that_raise_end_the_walk():
    class Broken(Sitemap):
        def get_urls(self, page=1, site=None, protocol=None):
            raise ValueError("source is down")

    with pytest.raises(ValueError, match="source is down"):
        walked(Broken)


def test_items_that_cannot_be_counted_are_no_hindrance():
    class Written(Sitemap):
        def items(self):
            return iter(["x"])

        def get_urls(self, page=1, site=None, protocol=None):
            return [{"location": "/x/"}]

    assert locs(Written) == [loc_of("/x/")]


def test_items_of_no_use_are_no_hindrance():
    class Written(Sitemap):
        paginator = None

        def items(self):
            raise NotImplementedError

        def get_urls(self, page=1, site=None, protocol=None):
            return [{"location": "/x/"}] if page == 1 else []

    Written.paginator = type("One", (), {"num_pages": 1})()

    assert locs(Written) == [loc_of("/x/")]


def test_rows_that_go_while_pages_are_read_are_no_error(articles, monkeypatch):
    class Shrinking(OwnUrls):
        def get_urls(self, page=1, site=None, protocol=None):
            urls = super().get_urls(page=page, site=site, protocol=protocol)
            Article.objects.filter(pk__gt=articles[2].pk).delete()
            return urls

    assert len(locs(Shrinking)) == 4


def test_the_walk_can_go_on_behind_any_url(articles):
    whole = walked(OwnUrls)

    for number, candidate in enumerate(whole):
        assert walked(OwnUrls, after=candidate.key) == whole[number + 1 :]


def test_the_source_knows_the_key_of_its_objects(articles):
    source = SitemapSource(PagesOfItsOwn)

    assert source.key_of(articles[0]) == f"testsite.article:{articles[0].pk}"
