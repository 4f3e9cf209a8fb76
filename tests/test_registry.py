"""A project says once which sources it has, and is told at once what is wrong with that."""

from __future__ import annotations

import subprocess
import sys

import pytest
from django.apps import apps
from django.contrib.sitemaps import GenericSitemap, Sitemap
from django.db import connection

from honest_sitemaps import QuerySetSource, RouteSource, register, registry
from honest_sitemaps.candidates import SitemapSource
from honest_sitemaps.errors import ConfigurationError, UnknownSection
from tests.site.models import Article

HOME = RouteSource(["home"])


@pytest.fixture(autouse=True)
def _empty_registry():
    with registry.replaced():
        yield


def only() -> registry.Registration:
    (registration,) = registry.registrations()
    return registration


def labels() -> list[str]:
    return [label for one in registry.registrations() for label in one.labels]


def test_a_source_is_known_under_its_name():
    register("pages", HOME)

    assert only().name == "pages"
    assert only().source is HOME
    assert only().origin == ""
    assert only().capacity is None
    assert only().dates
    assert not only().by_language
    assert not only().trust_dates
    assert only().affects is None


def test_all_that_is_said_is_kept():
    register(
        "pages",
        HOME,
        origin="HTTPS://Shop.Test/",
        capacity=500,
        by_language=True,
        content=["main"],
        noise=[".ad", ".clock"],
        parameters=("page",),
        trust_dates=True,
        dates=False,
        affects=lambda saved: [saved],
    )

    assert only().origin == "https://shop.test"
    assert only().capacity == 500
    assert only().by_language
    assert only().content == ("main",)
    assert only().noise == (".ad", ".clock")
    assert only().parameters == ("page",)
    assert only().trust_dates
    assert not only().dates
    assert only().affects(5) == [5]


@pytest.mark.parametrize("given", [Sitemap, Sitemap()])
def test_a_contrib_sitemap_is_taken_as_it_is(given):
    register("pages", given, trust_dates=True)

    assert isinstance(only().source, SitemapSource)
    assert only().source.sitemap is given
    assert only().source.trust_dates


def test_registrations_come_by_name_whatever_the_order_of_imports():
    for name in ("pages", "articles", "shop"):
        register(name, HOME)

    assert [one.name for one in registry.registrations()] == ["articles", "pages", "shop"]


def test_a_name_is_given_once_and_both_are_named():
    register("pages", HOME)

    with pytest.raises(ConfigurationError) as caught:
        register("pages", QuerySetSource(Article))

    assert "'pages'" in str(caught.value)
    assert "RouteSource(['home'])" in str(caught.value)
    assert "QuerySetSource(testsite.Article)" in str(caught.value)
    assert only().source is HOME


@pytest.mark.parametrize(
    "name",
    ["", "Pages", "pages.xml", "a b", "über", "a/b", "x" * 51, "pages\n", None, 5],
)
def test_a_name_can_stand_in_a_file_name(name):
    with pytest.raises(ConfigurationError, match="1 to 50 characters of a to z"):
        register(name, HOME)


@pytest.mark.parametrize("name", ["a", "x" * 50, "news_2026-11"])
def test_plain_names_are_fine(name):
    register(name, HOME)

    assert only().labels == (name,)


@pytest.mark.parametrize("capacity", [0, -1, 50_001, True, "500", 1.5])
def test_a_capacity_is_what_one_file_may_hold(capacity):
    with pytest.raises(ConfigurationError, match="from 1 to 50,000"):
        register("pages", HOME, capacity=capacity)


@pytest.mark.parametrize("capacity", [1, 50_000])
def test_a_file_may_hold_from_one_to_fifty_thousand(capacity):
    register("pages", HOME, capacity=capacity)

    assert only().capacity == capacity


@pytest.mark.parametrize("argument", ["content", "noise", "parameters"])
@pytest.mark.parametrize("texts", ["main", 5, [5], [None], [""]])
def test_lists_are_lists_of_texts(argument, texts):
    with pytest.raises(ConfigurationError, match=f"{argument} of 'pages'"):
        register("pages", HOME, **{argument: texts})


def test_a_text_for_a_list_is_shown_as_the_list_it_should_be():
    with pytest.raises(ConfigurationError, match=r"Write \['main'\]"):
        register("pages", HOME, content="main")


@pytest.mark.parametrize("origin", ["shop.test", "https://shop.test/shop", "", "ftp://a.test"])
def test_an_origin_is_scheme_and_host(origin):
    with pytest.raises(ConfigurationError, match="The origin of 'pages' must be scheme"):
        register("pages", HOME, origin=origin)


def test_affects_is_a_function():
    with pytest.raises(ConfigurationError, match="affects of 'pages'"):
        register("pages", HOME, affects=["home"])


@pytest.mark.parametrize("source", [None, "home", Article, GenericSitemap])
def test_what_is_no_source_is_refused(source):
    with pytest.raises(ConfigurationError):
        register("pages", source)

    assert registry.registrations() == []


def test_a_section_for_each_language(settings):
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("pt-br", "Português")]
    register("pages", HOME, by_language=True)

    assert only().labels == ("pages-en", "pages-de", "pages-pt-br")
    assert only().languages == ("en", "de", "pt-br")


def test_without_languages_one_section_of_none():
    register("pages", HOME)

    assert only().labels == ("pages",)
    assert only().languages == ("",)


def test_sections_are_found_by_name_and_by_label():
    register("pages", HOME, by_language=True)
    register("shop", HOME)
    pages, shop = registry.registrations()

    assert registry.find("pages") == [(pages, "en"), (pages, "de")]
    assert registry.find("pages-de") == [(pages, "de")]
    assert registry.find("shop") == [(shop, "")]


def test_an_unknown_section_tells_those_there_are():
    register("pages", HOME, by_language=True)

    with pytest.raises(UnknownSection) as caught:
        registry.find("page")

    assert caught.value.known == ["pages-de", "pages-en"]
    assert "Registered: pages-de, pages-en" in str(caught.value)


def test_a_registration_can_be_taken_back():
    register("pages", HOME)

    registry.unregister("pages")

    assert registry.registrations() == []
    with pytest.raises(UnknownSection):
        registry.unregister("pages")


def test_tests_get_a_registry_of_their_own_and_the_old_one_back():
    register("pages", HOME)

    with registry.replaced():
        inside = registry.registrations()
        register("other", HOME)

    assert inside == []
    assert [one.name for one in registry.registrations()] == ["pages"]


@pytest.mark.parametrize(
    ("names", "found"),
    [
        # A language's files would be named like those of another registration.
        ([("pages", True), ("pages-de", False)], "'pages' and 'pages-de' would both"),
        ([("a", True), ("a-de", True), ("a-de-en", False)], "'a-de' and 'a-de-en' would both"),
    ],
)
def test_files_of_one_name_are_found(names, found):
    for name, by_language in names:
        register(name, HOME, by_language=by_language)

    sentences = registry.colliding_names()

    assert any(found in sentence for sentence in sentences)
    assert all("Rename one of them." in sentence for sentence in sentences)


@pytest.mark.parametrize(
    "names",
    [
        [("pages", True), ("articles", True)],
        [("pages", False), ("pages-de", False)],
        [("pages", True), ("pages-fr", False)],
        # Files are pages-1.xml and pages-1-1.xml: they never meet.
        [("pages", False), ("pages-1", False)],
    ],
)
def test_other_names_are_no_trouble(names):
    for name, by_language in names:
        register(name, HOME, by_language=by_language)

    assert registry.colliding_names() == []
    assert len(labels()) == len(set(labels()))


def test_the_origin_is_the_registrations_own_before_the_setting():
    register("pages", HOME)
    register("shop", HOME, origin="https://shop.test")
    pages, shop = registry.registrations()

    assert registry.origin_for(pages) == "https://example.test"
    assert registry.origin_for(shop) == "https://shop.test"


@pytest.mark.parametrize(
    ("configured", "origin"),
    [
        ("HTTPS://Ex.Test/", "https://ex.test"),
        ("http://localhost:8000", "http://localhost:8000"),
        # Said on purpose: a project may well be called so in its tests.
        ("https://example.com", "https://example.com"),
    ],
)
def test_the_setting_may_be_spelt_in_any_way(settings, configured, origin):
    settings.HONEST_SITEMAPS = {"ORIGIN": configured}
    register("pages", HOME)

    assert registry.origin_for(only()) == origin


@pytest.mark.parametrize("configured", ["ex.test", "https://ex.test/shop", "https://"])
def test_a_setting_that_is_no_origin_is_refused(settings, configured):
    settings.HONEST_SITEMAPS = {"ORIGIN": configured}
    register("pages", HOME)

    with pytest.raises(ConfigurationError, match=r"\['ORIGIN'\] must be scheme"):
        registry.origin_for(only())


def test_without_setting_and_sites_the_remedy_is_named(settings):
    settings.HONEST_SITEMAPS = {}
    register("pages", HOME)

    with pytest.raises(ConfigurationError, match=r"Set HONEST_SITEMAPS\['ORIGIN'\]"):
        registry.origin_for(only())


@pytest.fixture
def site(transactional_db, settings):
    """The current Site of ``django.contrib.sites``, installed for this test alone."""
    settings.HONEST_SITEMAPS = {}
    settings.SITE_ID = 1
    settings.INSTALLED_APPS = [*settings.INSTALLED_APPS, "django.contrib.sites"]
    model = apps.get_model("sites", "Site")
    with connection.schema_editor() as editor:
        editor.create_model(model)
    model.objects.clear_cache()
    yield model.objects.create(pk=1, domain="www.museum.test", name="Museum")
    model.objects.clear_cache()
    with connection.schema_editor() as editor:
        editor.delete_model(model)


def test_without_the_setting_the_current_site_is_the_origin(site):
    register("pages", HOME)

    assert registry.origin_for(only()) == "https://www.museum.test"


def test_the_setting_comes_before_the_site(site, settings):
    settings.HONEST_SITEMAPS = {"ORIGIN": "https://other.test"}
    register("pages", HOME)

    assert registry.origin_for(only()) == "https://other.test"


@pytest.mark.parametrize("domain", ["example.com", "www.example.com", "EXAMPLE.com"])
def test_the_site_that_nobody_has_edited_is_refused_with_the_remedy(site, domain):
    site.domain = domain
    site.save()
    register("pages", HOME)

    with pytest.raises(ConfigurationError, match=r"still has the domain .* Edit .* Or: Set"):
        registry.origin_for(only())


def test_a_site_that_is_not_there_is_told(site):
    site.delete()
    register("pages", HOME)

    with pytest.raises(ConfigurationError, match=r"cannot be found: .* Set"):
        registry.origin_for(only())


def test_a_site_that_is_no_host_is_told(site):
    site.domain = "my museum"
    site.save()
    register("pages", HOME)

    with pytest.raises(ConfigurationError, match="The domain of the current Site must be"):
        registry.origin_for(only())


def test_the_room_is_entered_before_django_is_set_up():
    code = (
        "from honest_sitemaps import Candidate, QuerySetSource, RouteSource, Source\n"
        "from honest_sitemaps import register\n"
        "from django.contrib.sitemaps import Sitemap\n"
        "register('pages', RouteSource(['home']), capacity=5, noise=['.ad'])\n"
        "register('old', Sitemap, trust_dates=True)\n"
        "register('late', QuerySetSource(lambda: None))\n"
    )

    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={"PYTHONPATH": ":".join(filter(None, sys.path))},
    )

    assert done.stderr == ""
