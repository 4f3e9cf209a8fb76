"""Promise 3: every candidate is listed, or excluded with one stored reason and evidence."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honest_sitemaps import pipeline
from honest_sitemaps.eligibility import Reason
from honest_sitemaps.ledger import ContentState
from tests.site_in_a_dict import MONDAY, TUESDAY, Site, answer, html, registered


@pytest.mark.parametrize(
    ("page", "reason", "evidence"),
    [
        (answer(404), Reason.NOT_FOUND, "404"),
        (answer(410), Reason.GONE, "410"),
        (answer(403), Reason.PRIVATE, "403"),
        (answer(301, location="/elsewhere/"), Reason.REDIRECT, "/elsewhere/"),
        (answer(500), Reason.UNREADABLE, "500"),
        (
            html("<p>x</p>", head='<meta name="robots" content="noindex">'),
            Reason.NOINDEX,
            "noindex",
        ),
        (
            html("<p>x</p>", head='<link rel="canonical" href="/other/">'),
            Reason.NON_CANONICAL,
            "/other/",
        ),
    ],
)
def test_what_the_page_shows_is_stored_with_the_reason(site, page, reason, evidence):
    site.bodies["/extra/"] = page

    report = site.sweep(MONDAY)

    row = ContentState.objects.get(key="/extra/")
    assert row.reason == reason
    assert evidence in row.evidence
    assert report.excluded == {reason: 1}


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ({"is_public": False}, Reason.PRIVATE),
        ({"is_live": False}, Reason.NOT_LIVE),
        ({"published_at": TUESDAY}, Reason.NOT_LIVE),
        ({"expires_at": MONDAY}, Reason.EXPIRED),
        ({"loc": ""}, Reason.MALFORMED),
        ({"loc": "https://other.test/"}, Reason.MALFORMED),
        ({"loc": "/extra/?page=2"}, Reason.PARAMETER_VARIANT),
        ({"withheld_why": "the editor says no"}, Reason.WITHHELD),
    ],
)
def test_what_the_source_says_is_stored_without_fetching(site, said, reason):
    site.bodies["/extra/"] = html("<p>x</p>")
    site.said["/extra/"] = said

    site.sweep(MONDAY)

    row = ContentState.objects.get(key="/extra/")
    assert row.reason == reason
    assert row.evidence
    assert "/extra/" not in site.fetched


def test_two_candidates_with_one_loc_are_one_listed_and_one_duplicate(site):
    site.bodies["/twin/"] = html("<p>x</p>")
    site.said["/twin/"] = {"loc": "/000/"}

    report = site.sweep(MONDAY)
    again = site.sweep(TUESDAY)

    assert (report.listed, report.excluded) == (60, {Reason.DUPLICATE: 1})
    assert (again.listed, again.excluded, again.moves) == (
        60,
        {Reason.DUPLICATE: 1},
        {"SAME": 61},
    )
    twin = ContentState.objects.get(key="/twin/")
    assert "/000/" in twin.evidence


def test_a_source_that_yields_a_loc_twice_hides_nothing(db):
    class Twice(Site):
        def candidates(self, *, after=None, keys=None):
            yield from super().candidates(after=after, keys=keys)
            yield from super().candidates(after=after, keys=keys)

    site = Twice({"/a/": html("<p>a</p>")})
    with registered(pages=site):
        first, again = site.sweep(MONDAY), site.sweep(TUESDAY)

    assert (first.candidates, first.listed, first.excluded) == (2, 1, {Reason.DUPLICATE: 1})
    assert again.moves == {"SAME": 2}


def test_a_url_is_listed_in_one_section_of_two(db):
    one, two = Site({"/a/": html("<p>a</p>")}), Site({"/a/": html("<p>a</p>")})
    with registered(articles=one, pages=two):
        first, again = one.sweep(MONDAY), one.sweep(TUESDAY)

    assert (first.listed, first.excluded) == (1, {Reason.DUPLICATE: 1})
    assert again.moves == {"SAME": 2}
    assert ContentState.objects.listed().get().section.name == "articles"


def test_when_the_listed_twin_goes_the_other_takes_its_place(site):
    site.bodies["/twin/"] = html("<p>x</p>")
    site.said["/twin/"] = {"loc": "/000/"}
    site.sweep(MONDAY)
    del site.bodies["/000/"]
    site.bodies["/000/"] = site.bodies.pop("/twin/")
    site.keys["/000/"] = "/twin/"

    site.sweep(TUESDAY)

    assert ContentState.objects.get(key="/twin/").is_listed
    assert ContentState.objects.get(key="/000/").reason == Reason.WITHDRAWN


def test_a_settle_is_told_in_plain_words(transactional_db, caplog):
    site = Site.of(3)
    with registered(pages=site), caplog.at_level("INFO", "honest_sitemaps"):
        site.sweep(MONDAY)

    assert "action=settle section=pages" in caplog.text
    assert "moves={'NEW': 3}" in caplog.text


verdicts = st.sampled_from([200, 301, 302, 401, 403, 404, 410, 429, 451, 500, 503, 204, 304])


@pytest.mark.django_db
@given(statuses=st.lists(verdicts, max_size=12))
def test_candidates_are_listed_plus_excluded(statuses):
    ContentState.objects.all().delete()
    pages = {
        f"/{n}/": replace(answer(status, location="/x/"), body=b"<p>x")
        for n, status in enumerate(statuses)
    }
    site = Site(pages)
    with registered(pages=site):
        report = site.sweep(MONDAY)

    if report.status == "SETTLED":
        assert report.candidates == len(statuses)
        assert ContentState.objects.count() == len(statuses)
        assert not ContentState.objects.excluded().filter(evidence="").exists()
    ContentState.objects.all().delete()


def test_a_renamed_section_lists_what_the_old_one_listed(db):
    site = Site.of(30)
    with registered(pages=site):
        site.sweep(MONDAY)
        pipeline.release(now=MONDAY)
    with registered(articles=site):
        report = site.sweep(TUESDAY)
        released = pipeline.release(now=TUESDAY)[0]

    assert (report.listed, report.excluded) == (30, {})
    assert (released.files, released.urls) == (1, 30)
