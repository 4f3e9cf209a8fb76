"""Routes: pages without an object."""

from __future__ import annotations

import pytest
from django.utils import translation

from honest_sitemaps.candidates import RouteSource
from honest_sitemaps.errors import ConfigurationError
from tests.candidates.conftest import keys, loc_of, locs, walked


def test_routes_come_in_the_order_given_with_the_path_as_key():
    source = RouteSource(["about", "home"])

    assert locs(source) == [loc_of("/about/"), loc_of("/")]
    assert keys(source) == ["/about/", "/"]


@pytest.mark.parametrize(
    "route",
    [
        ("article", ["über"]),
        ("article", ("über",)),
        ("article", {"slug": "über"}),
    ],
)
def test_a_route_may_take_arguments(route):
    (candidate,) = walked(RouteSource([route]))

    assert candidate.loc == loc_of("/articles/%C3%BCber/")
    assert candidate.key == "/articles/%C3%BCber/"


def test_a_route_that_is_not_there_is_one_candidate_with_a_fault():
    candidates = walked(RouteSource(["home", "nowhere", ("article", []), "about"]))

    assert [it.key for it in candidates] == ["/", "nowhere", "article", "/about/"]
    assert candidates[1].fault.startswith("NoReverseMatch: Reverse for 'nowhere' not found")
    assert candidates[2].fault.startswith("NoReverseMatch: Reverse for 'article'")
    assert [it.fault for it in candidates[::3]] == ["", ""]


def test_a_route_given_twice_keeps_two_keys():
    assert keys(RouteSource(["home", "home", "home"])) == ["/", "/#2", "/#3"]


def test_languages_are_versions_of_one_route():
    candidates = walked(RouteSource(["contact"], languages=("en", "de")))

    assert [(it.loc, it.language, it.group) for it in candidates] == [
        (loc_of("/contact/"), "en", "contact"),
        (loc_of("/de/contact/"), "de", "contact"),
    ]


def test_routes_with_other_arguments_are_other_groups():
    routes = [("article", ["a"]), ("article", {"slug": "b"})]

    groups = {it.group for it in walked(RouteSource(routes, languages=["en", "de"]))}

    assert groups == {"article(a)", "article(slug=b)"}


def test_without_languages_there_is_neither_language_nor_group():
    (candidate,) = walked(RouteSource(["contact"]))

    assert (candidate.language, candidate.group) == ("", "")


def test_the_language_that_is_active_by_chance_does_not_count():
    with translation.override("de"):
        assert locs(RouteSource(["contact"])) == [loc_of("/contact/")]
        assert translation.get_language() == "de"


@pytest.mark.parametrize(
    "routes",
    [
        "home",  # a text is a list of letters
        [5],
        [("article", "slug")],
        [("article",)],
        [None],
    ],
)
def test_what_is_no_route_is_refused(routes):
    with pytest.raises(ConfigurationError):
        RouteSource(routes)


def test_languages_are_a_list_too():
    with pytest.raises(ConfigurationError, match="of languages"):
        RouteSource(["home"], languages="en")


def test_the_source_knows_the_key_of_its_routes():
    source = RouteSource(["about", ("article", ["a"])])

    assert source.key_of("about") == "/about/"
    assert source.key_of("article(a)") == "/articles/a/"
    assert source.key_of("home") is None
    assert source.key_of(None) is None


def test_a_source_can_be_shown():
    assert (
        repr(RouteSource(["home", ("article", ["a"])]))
        == "RouteSource(['home', 'article(a)'])"
    )
