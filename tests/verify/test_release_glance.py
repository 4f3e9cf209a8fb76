"""A page's worth of what differs between two releases: the same as all of it, but bounded."""

from __future__ import annotations

import gzip
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honest_sitemaps import pipeline
from honest_sitemaps.models import Artifact, Release, ReleaseFile
from honest_sitemaps.publish import read_entries
from honest_sitemaps.publish.urlset_xml import UrlEntry, write_urlset
from honest_sitemaps.verify import glance, release_before, release_glance
from honest_sitemaps.verify.release_diff import file_difference
from honest_sitemaps.verify.release_glance import differences_in
from tests.site_in_a_dict import MONDAY, ORIGIN, TUESDAY, WEDNESDAY, Site, html, registered

LINK = '<xhtml:link rel="alternate" hreflang="de" href="{}"/>'
IMAGE = "<image:image><image:loc>{}</image:loc></image:image>"

entries = st.lists(
    st.builds(
        UrlEntry,
        st.sampled_from(["a", "b", "c'd", "e&f", "<g>", 'h"', "&amp;", "i\rj"]),
        st.sampled_from(["", "2026-01-01", "2026-01-02"]),
        st.sampled_from(["", LINK.format("x"), LINK.format("y"), IMAGE.format("z")]),
    ),
    unique_by=lambda one: one.loc,
)


def plain(some):
    out = BytesIO()
    write_urlset(some, out)
    return out.getvalue()


def seen(found):
    return sorted((one.kind, one.loc, one.lastmod_before, one.lastmod) for one in found)


@given(older=entries, newer=entries)
def test_the_bytes_tell_the_same_as_the_entries(older, newer):
    before, after = plain(older), plain(newer)
    read = [read_entries(gzip.compress(xml)) for xml in (before, after)]

    assert seen(differences_in("f", before, after)) == seen(file_difference("f", *read))


def test_a_file_that_is_new_or_gone_differs_in_all_its_entries():
    file = plain([UrlEntry("a", "2026-01-01"), UrlEntry("b")])

    assert seen(differences_in("f", b"", file)) == [
        ("entered", "a", "", "2026-01-01"),
        ("entered", "b", "", ""),
    ]
    assert [kind for kind, *_ in seen(differences_in("f", file, b""))] == ["left", "left"]


@pytest.fixture
def site(db):
    site = Site.of(30)
    with registered(pages=site):
        yield site


def released(site, now):
    site.sweep(now)
    pipeline.release(now=now)
    return Release.objects.get(status="LIVE")


def test_what_entered_left_and_moved_is_told_with_why(site):
    released(site, MONDAY)
    site.bodies["/new/"] = html("<p>New.</p>")
    site.bodies["/001/"] = html("<p>Edited.</p>")
    site.bodies["/002/"] = html("<p>x</p>", head='<meta name="robots" content="noindex">')
    newer = released(site, TUESDAY)

    [file] = glance(release_before(newer), newer).read

    assert file.counts == {"lastmod": 1, "entered": 1, "left": 1}
    told = {one.loc.removeprefix(ORIGIN): (one.kind, why.sentence) for one, why in file.told}
    assert told["/new/"] == ("entered", "NEW")
    assert told["/001/"] == ("lastmod", "CHANGED: text")
    assert told["/002/"][0] == "left"
    assert told["/002/"][1].startswith("NOINDEX: <meta")


def test_the_first_release_entered_as_a_whole(site):
    first = released(site, MONDAY)

    found = glance(release_before(first), first)

    assert [(file.name, file.urls_before, file.urls) for file in found.files] == [
        ("pages-1.xml", None, 30)
    ]
    assert found.read[0].counts == {"entered": 30}
    assert len(found.read[0].told) == release_glance.SHOWN_OF_A_KIND


def test_a_release_beside_itself_has_no_file_that_differs(site):
    one = released(site, MONDAY)

    assert glance(one, one).files == ()


@pytest.fixture
def many(site):
    """A release of 40 files beside one of which each has another digest."""
    older = released(site, MONDAY)
    site.bodies["/new/"] = html("<p>New.</p>")
    newer = released(site, TUESDAY)
    for release in (older, newer):
        file = ReleaseFile.objects.get(release=release, name="pages-1.xml")
        for number in range(2, 41):
            file.pk, file.name = None, f"pages-{number}.xml"
            file.save()
    return older, newer


def test_a_page_reads_so_many_files_and_the_next_one_goes_on(many):
    names, after = [], ""
    while True:
        page = glance(*many, after=after)
        assert page.first == len(names)
        names += [one.file.name for one in page.read]
        after = page.next_after
        if not after:
            break
        assert len(page.read) == release_glance.READ_FILES

    assert names == [f"pages-{number}.xml" for number in range(1, 41)]


def test_a_page_reads_so_many_bytes_but_one_file_at_least(many, monkeypatch):
    monkeypatch.setattr(release_glance, "READ_BYTES", 1)

    page = glance(*many)

    assert [one.file.name for one in page.read] == ["pages-1.xml"]
    assert page.next_after == "pages-1.xml"


def test_a_page_that_nobody_has_named_begins_at_the_first_file(many):
    assert glance(*many, after="nonsense").first == 0


def test_the_queries_do_not_grow_with_what_differs(many, django_assert_max_num_queries):
    with django_assert_max_num_queries(2 + 2 * release_glance.READ_FILES + 4):
        glance(*many)


def test_bytes_that_are_lost_are_told(site):
    released(site, MONDAY)
    site.bodies["/new/"] = html("<p>New.</p>")
    newer = released(site, WEDNESDAY)
    Artifact.objects.update(gzip=b"no gzip")

    [file] = glance(release_before(newer), newer).read

    assert file.fault.startswith("Its bytes cannot be read")
    assert file.told == ()
