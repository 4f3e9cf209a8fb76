"""Addresses: which Site, which locale, which of several."""

from __future__ import annotations

import pytest
from django.conf import settings as django_settings
from django.core.cache import cache
from django.test import override_settings
from django.utils import translation
from wagtail.models import Page, Site

from honest_sitemaps import WagtailSource
from honest_sitemaps.errors import ConfigurationError
from tests.cms.conftest import ORIGIN, add, again, candidates, key, restrict, verdicts
from tests.cms.site.models import DatedPage, ManyPage, RoutedPage


def locs(source=None, *, origin=ORIGIN, **asked):
    return [one.loc for one in candidates(source, origin=origin, **asked)]


@pytest.fixture
def other(home):
    """A second Site beside the first, on a host of its own."""
    page = add(Page.objects.get(depth=1), "Other home", slug="other")
    Site.objects.create(hostname="other.test", port=443, root_page=page)
    return page


def test_the_origin_of_the_section_picks_the_site(home, other):
    add(home, "About")
    add(other, "Contact")

    assert locs() == [f"{ORIGIN}/", f"{ORIGIN}/about/"]
    assert locs(origin="https://other.test") == [
        "https://other.test/",
        "https://other.test/contact/",
    ]


def test_a_site_on_another_port_is_another_site(home):
    page = add(Page.objects.get(depth=1), "Staff", slug="staff")
    Site.objects.create(hostname="example.test", port=8443, root_page=page)

    assert locs(origin="https://example.test:8443") == ["https://example.test:8443/"]
    assert locs() == [f"{ORIGIN}/"]


def test_an_origin_that_no_site_names_is_answered_by_the_default_one(home, other):
    assert locs(origin="http://localhost:8000") == ["http://localhost:8000/"]


def test_an_origin_that_no_site_answers_on_is_refused_with_the_remedy(home, other):
    Site.objects.update(is_default_site=False)

    with pytest.raises(ConfigurationError, match="No Site of Wagtail answers on https://www"):
        locs(origin="https://www.example.test")


def test_pages_outside_of_every_site_are_told_of_once_by_the_default_one(home, other):
    add(Page.objects.get(depth=1), "Attic")

    assert verdicts()["attic"] == ("NOT_LIVE", "it lies under no Site's root page")
    assert "attic" not in verdicts(origin="https://other.test")


def test_a_page_of_two_sites_is_listed_on_the_nearer_one_alone(home):
    inner = add(home, "Inner")
    page = add(inner, "Deep")
    Site.objects.create(hostname="inner.test", port=443, root_page=inner)

    why = "(the page is of the Site inner.test)"
    assert verdicts()["deep"] == (
        "NON_CANONICAL",
        f"the source says canonical https://inner.test/deep/ {why}",
    )
    assert verdicts(origin="https://inner.test") == {"inner": None, "deep": None}
    assert locs(keys=[key(page)]) == [f"{ORIGIN}/inner/deep/"]


def test_two_sites_with_one_root_list_it_each(home):
    Site.objects.create(hostname="other.test", port=443, root_page=home)
    add(home, "About")

    assert set(verdicts().values()) == {None}
    assert set(verdicts(origin="https://other.test").values()) == {None}


def test_the_source_of_an_alias_may_be_on_another_site(home, other):
    add(other, "Contact").create_alias(parent=home, update_slug="copy")

    assert verdicts()["copy"][1].startswith(
        "the source says canonical https://other.test/contact/ (alias of "
    )


def test_a_translated_page_has_its_own_tree_language_and_group(home, german):
    about = add(home, "About")
    heim = translated(home, german, title="Heim")
    ueber = translated(about, german, title="Über", slug="ueber")

    found = {one.key: one for one in candidates()}

    assert [found[key(one)].loc for one in (home, about, heim, ueber)] == [
        f"{ORIGIN}/",
        f"{ORIGIN}/about/",
        f"{ORIGIN}/de/",
        f"{ORIGIN}/de/ueber/",
    ]
    assert found[key(about)].language == "en"
    assert found[key(ueber)].language == "de"
    assert found[key(about)].group == found[key(ueber)].group != ""
    assert found[key(home)].group == found[key(heim)].group


def test_a_prefix_of_a_language_without_a_tree_is_no_candidate(home, german):
    add(home, "About")

    assert locs() == [f"{ORIGIN}/", f"{ORIGIN}/about/"]


def test_an_alias_that_waits_for_its_translation_is_left_out_of_list_and_group(home, german):
    about = add(home, "About")
    translated(home, german, title="Heim")
    alias = about.copy_for_translation(german, alias=True)

    assert alias.live  # so that /de/about/ answers 200 with the English text
    for source in (WagtailSource(), WagtailSource(aliases=True)):
        [one] = candidates(source, keys=[key(alias)])
        assert one.loc == f"{ORIGIN}/de/about/"
        assert one.group == ""
        assert verdicts(source)["about"] is not None
    assert one.canonical == f"{ORIGIN}/about/"
    assert one.canonical_why == f"not translated yet: alias of {key(about)}"


def test_once_it_is_translated_it_is_a_page_like_any(home, german):
    about = add(home, "About")
    translated(home, german, title="Heim")
    page = again(about.copy_for_translation(german, alias=True))
    page.alias_of, page.title = None, "Über"
    page.save_revision().publish()

    [one] = candidates(keys=[key(page)])

    assert one.canonical == ""
    assert one.group == str(about.translation_key)


def test_a_restriction_does_not_pass_to_a_translation(home, german):
    about = add(home, "About")
    translated(home, german, title="Heim")
    translated(about, german, title="Über", slug="ueber")
    restrict(about)

    found = verdicts()

    assert found["about"][0] == "PRIVATE"
    assert found["ueber"] is None


@override_settings(WAGTAIL_I18N_ENABLED=False)
def test_without_locales_there_is_no_group_and_no_prefix(home):
    about = add(home, "About")

    [one] = candidates(keys=[key(about)])

    assert (one.loc, one.language, one.group) == (f"{ORIGIN}/about/", "en", "")


def test_a_page_may_name_several_addresses_and_its_own_keeps_its_key(home):
    page = add(home, "Events", kind=ManyPage)

    found = [(one.key, one.loc) for one in candidates(keys=[key(page)])]
    whole = [(one.key, one.loc) for one in candidates()][1:]

    assert found == [(key(page), f"{ORIGIN}/events/")]
    assert whole == [
        (key(page), f"{ORIGIN}/events/"),
        (f"{key(page)}#/events/past/", f"{ORIGIN}/events/past/"),
    ]
    assert locs(keys=[f"{key(page)}#/events/past/"]) == [f"{ORIGIN}/events/past/"]


def test_routes_that_a_page_does_not_tell_of_are_none(home):
    add(home, "News", kind=RoutedPage)

    assert locs() == [f"{ORIGIN}/", f"{ORIGIN}/news/"]


def test_a_page_with_an_address_of_its_own_is_there(home):
    add(home, "Dated", kind=DatedPage)

    assert locs()[1:] == [f"{ORIGIN}/2026/dated/"]


def test_also_if_it_opts_out(home, monkeypatch):
    page = add(home, "Dated", kind=DatedPage)
    monkeypatch.setattr(DatedPage, "get_sitemap_urls", lambda self, request=None: [])

    assert locs(keys=[key(page)]) == [f"{ORIGIN}/2026/dated/"]


def test_the_scheme_and_port_are_the_origins_not_wagtails(home):
    Site.objects.update(port=80)  # behind a proxy that speaks https
    add(home, "Events", kind=ManyPage)

    assert locs()[1:] == [f"{ORIGIN}/events/", f"{ORIGIN}/events/past/"]


def test_so_is_the_canonical_that_a_page_makes_of_its_own_address(home):
    Site.objects.update(port=80)
    add(home, "About")

    found = candidates(WagtailSource(canonical="full_url"))

    assert [one.canonical for one in found] == [one.loc for one in found]


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"WAGTAIL_I18N_ENABLED": False},
        # A variant of a content language: addresses have the variant's prefix, or none.
        {
            "LANGUAGE_CODE": "en-gb",
            "LANGUAGES": [("en", "English"), ("en-gb", "British"), ("de", "Deutsch")],
            "WAGTAIL_CONTENT_LANGUAGES": [("en", "English"), ("de", "Deutsch")],
        },
        {
            "LANGUAGE_CODE": "de",
            "LANGUAGES": [("de", "Deutsch"), ("en", "English")],
        },
    ],
)
def test_a_page_has_the_address_that_wagtail_gives_it(home, german, settings):
    about = add(home, "About")
    translated(home, german, title="Heim")
    translated(about, german, title="Über", slug="ueber")
    add(add(about, "Child"), "Grandchild")

    with override_settings(**settings):
        cache.clear()
        with translation.override(django_settings.LANGUAGE_CODE):
            theirs = {key(page): page.full_url for page in Page.objects.filter(depth__gt=1)}
        ours = {one.key: one.loc for one in candidates()}

    routed = {name: loc for name, loc in theirs.items() if loc}
    assert {name: ours[name] for name in routed} == routed


def test_a_site_that_is_moved_moves_its_pages_at_once(home):
    """Wagtail keeps the roots in the cache for an hour; a worker has a cache of its own."""
    add(home, "About")
    locs()
    inner = add(home, "New home", slug="new")
    Site.objects.filter(is_default_site=True).update(root_page=inner)

    assert f"{ORIGIN}/" in locs()
    assert f"{ORIGIN}/about/" not in [one.loc for one in candidates() if one.is_live]


@override_settings(ROOT_URLCONF="tests.cms.site.headless_urls")
def test_a_site_that_serves_no_pages_says_so(home):
    add(home, "About")

    assert verdicts()["about"] == (
        "MALFORMED",
        "no address: 'wagtail_serve' is not in the urls",
    )


def translated(page, locale, *, title, slug=None):
    """A translation of the page, published."""
    copy = again(page).copy_for_translation(locale)
    copy.title = title
    copy.slug = slug or copy.slug
    copy.save_revision().publish()
    return again(copy)
