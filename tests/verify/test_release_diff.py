"""What differs between two releases, and why."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honest_sitemaps import pipeline
from honest_sitemaps.errors import ReleaseError
from honest_sitemaps.models import Artifact, ContentChange, ContentState, Release
from honest_sitemaps.publish import ReadEntry
from honest_sitemaps.verify.release_diff import Difference, difference, file_difference
from honest_sitemaps.verify.release_why import explained
from tests.site_in_a_dict import (
    MONDAY,
    ORIGIN,
    THURSDAY,
    TUESDAY,
    WEDNESDAY,
    Site,
    html,
    registered,
)


def entry(loc, lastmod="", *links, extensions=b""):
    return ReadEntry(loc, lastmod, links, extensions)


def kinds(found):
    return [(one.kind, one.loc.removeprefix(ORIGIN)) for one in found]


entries = st.lists(
    st.builds(entry, st.sampled_from("abcdefgh"), st.sampled_from(["", "2026", "2027"])),
    unique_by=lambda one: one.loc,
)


@given(older=entries, newer=entries)
def test_the_older_file_with_its_differences_is_the_newer_one(older, newer):
    found = {one.loc: one.lastmod for one in older}
    for one in file_difference("pages-1.xml", older, newer):
        if one.kind == "left":
            del found[one.loc]
        else:
            found[one.loc] = one.lastmod

    assert found == {one.loc: one.lastmod for one in newer}


@given(entries)
def test_a_file_differs_from_itself_in_nothing(file):
    assert list(file_difference("pages-1.xml", file, iter(file))) == []


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        (entry("a", "2026"), entry("a", "2027"), "lastmod"),
        (entry("a", "2026"), entry("a"), "lastmod"),
        (entry("a", "", ("de", "b")), entry("a"), "alternates"),
        (entry("a"), entry("a", extensions=b"<image/>"), "extensions"),
    ],
)
def test_each_kind_of_difference_of_one_url(before, after, kind):
    assert kinds(file_difference("pages-1.xml", [before], [after])) == [(kind, "a")]


@pytest.fixture
def site(db):
    site = Site.of(30)
    with registered(pages=site):
        yield site


def released(site, now):
    site.sweep(now)
    pipeline.release(now=now)
    return Release.objects.latest("pk")


def test_what_entered_left_and_changed_between_two_releases(site):
    older = released(site, MONDAY)
    site.bodies["/007/"] = html("<p>Edited.</p>")
    site.bodies["/new/"] = html("<p>New.</p>")
    del site.bodies["/008/"]
    newer = released(site, TUESDAY)

    assert kinds(difference(older, newer)) == [
        ("lastmod", "/007/"),
        ("entered", "/new/"),
        ("left", "/008/"),
    ]


def test_all_of_the_first_release_entered(site):
    assert {one.kind for one in difference(None, released(site, MONDAY))} == {"entered"}


def test_a_url_that_another_section_lists_now_is_in_another_file(db):
    site, other = Site.of(3), Site({"/else/": html("<p>Else.</p>")})
    with registered(pages=site, zebra=other):
        site.sweep(MONDAY, "pages")
        other.sweep(MONDAY, "zebra")
        pipeline.release(now=MONDAY)
        other.bodies["/001/"] = site.bodies.pop("/001/")
        site.sweep(TUESDAY, "pages")
        other.sweep(TUESDAY, "zebra")
        pipeline.release(now=TUESDAY)
        older, newer = Release.objects.order_by("pk")

        found = list(difference(older, newer))

    assert found[0] == Difference(
        kind="file",
        loc=f"{ORIGIN}/001/",
        file="zebra-1.xml",
        file_before="pages-1.xml",
        lastmod="2026-08-11T06:00:00+00:00",
    )
    assert kinds(found[1:]) == [("lastmod", "/001/")]


def test_only_files_that_differ_are_read(db, django_assert_num_queries):
    site, other = Site.of(3), Site({"/else/": html("<p>Else.</p>")})
    with registered(pages=site, zebra=other):
        site.sweep(MONDAY, "pages")
        other.sweep(MONDAY, "zebra")
        pipeline.release(now=MONDAY)
        site.bodies["/001/"] = html("<p>Edited.</p>")
        site.sweep(TUESDAY, "pages")
        pipeline.release(now=TUESDAY)
        older, newer = Release.objects.order_by("pk")

        with django_assert_num_queries(4):  # the names of both, the two versions of one file
            found = list(difference(older, newer))

    assert kinds(found) == [("lastmod", "/001/")]


def test_bytes_that_are_lost_are_said_to_be(site):
    older = released(site, MONDAY)
    site.bodies["/007/"] = html("<p>Edited.</p>")
    newer = released(site, WEDNESDAY)
    Artifact.objects.filter(files__release=older, files__name="pages-1.xml").update(gzip=b"x")

    with pytest.raises(ReleaseError, match=r"pages-1.xml of release \d+ cannot be read"):
        list(difference(older, newer))


def causes(older, newer):
    found = explained(difference(older, newer), older=older, newer=newer)
    return {
        (one.kind, one.loc.removeprefix(ORIGIN)): (why.cause, why.sentence)
        for one, why in found
    }


def test_each_difference_has_its_cause(site):
    site.said["/020/"] = {"is_live": False}
    older = released(site, MONDAY)
    site.bodies["/007/"] = html("<p>Edited.</p>")
    site.bodies["/new/"] = html("<p>New.</p>")
    del site.bodies["/008/"], site.said["/020/"]
    site.bodies["/009/"] = html("x", head='<meta name="robots" content="noindex">')
    site.bodies["/renamed/"] = site.bodies.pop("/010/")
    site.keys["/renamed/"] = "/010/"
    by_hand = {"by": "maria", "now": TUESDAY}
    pipeline.withhold(state("/011/"), why="legal asked", **by_hand)
    pipeline.set_date(state("/012/"), date=MONDAY, why="a false move", **by_hand)
    newer = released(site, TUESDAY)

    noindex = 'NOINDEX: <meta name="robots" content="noindex">'
    assert causes(older, newer) == {
        ("lastmod", "/007/"): ("text", "CHANGED: text"),
        ("lastmod", "/012/"): ("by hand", "by hand, maria: a false move"),
        ("entered", "/new/"): ("NEW", "NEW"),
        ("entered", "/020/"): (
            "NEW",
            "NEW, it was NOT_LIVE: the source says that it is not live",
        ),
        ("entered", "/renamed/"): ("MOVED", f"its URL was {ORIGIN}/010/"),
        ("left", "/008/"): ("WITHDRAWN", "WITHDRAWN: its source no longer names it"),
        ("left", "/009/"): ("NOINDEX", noindex),
        ("left", "/010/"): ("MOVED", f"its URL is {ORIGIN}/renamed/ now"),
        ("left", "/011/"): ("WITHHELD", "by hand, maria: legal asked"),
    }


def test_a_cause_that_was_seen_before_the_older_release_is_found(site):
    """A held scan sees on Tuesday; a release is made; it is accepted on Thursday."""
    released(site, MONDAY)
    site.bodies = {path: html(f"<p>Redesign of {path}.</p>") for path in site.bodies}
    site.sweep(TUESDAY)
    other = Site({"/else/": html("<p>Else.</p>")})
    with registered(pages=site, zebra=other):
        other.sweep(WEDNESDAY, "zebra")
        pipeline.release(now=WEDNESDAY)
        pipeline.accept("pages", why="a redesign", now=THURSDAY, fetcher=site)
        pipeline.release(now=THURSDAY)
        *_, older, newer = Release.objects.order_by("pk")

        found = causes(older, newer)

    assert set(found.values()) == {("text", "CHANGED: text")}
    assert len(found) == 30


def test_a_section_that_is_left_is_the_cause_of_what_left(site):
    other = Site({"/else/": html("<p>Else.</p>")})
    with registered(pages=site, zebra=other):
        other.sweep(MONDAY, "zebra")
        site.sweep(MONDAY, "pages")
        pipeline.release(now=MONDAY)
        older = Release.objects.latest("pk")
    pipeline.release(now=TUESDAY)
    newer = Release.objects.latest("pk")

    assert causes(older, newer) == {
        ("left", "/else/"): (
            "unregistered",
            "its section zebra is not registered any more",
        )
    }


def test_a_cause_whose_history_is_gone_is_said_to_be_unknown(site):
    older = released(site, MONDAY)
    site.bodies["/007/"] = html("<p>Edited.</p>")
    newer = released(site, TUESDAY)
    ContentChange.objects.all().delete()

    assert causes(older, newer)["lastmod", "/007/"][0] == "unknown"


def test_five_hundred_causes_cost_three_queries(site, django_assert_num_queries):
    older = released(site, MONDAY)
    del site.bodies["/007/"], site.bodies["/008/"]
    newer = released(site, TUESDAY)
    found = list(difference(older, newer))

    with django_assert_num_queries(3):  # their rows, the section, their steps
        list(explained(found, older=older, newer=newer))


def state(path):
    return ContentState.objects.select_related("section").get(loc=ORIGIN + path)
