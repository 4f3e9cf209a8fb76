"""Canonical lines are kept for what rows and staged sightings show, and for nothing else."""

from __future__ import annotations

from datetime import timedelta

import pytest

from honest_sitemaps import pipeline
from honest_sitemaps.ledger import CanonicalLines, ContentState
from tests.site_in_a_dict import MONDAY, TUESDAY, WEDNESDAY, Site, html, registered


@pytest.fixture
def site(db):
    site = Site.of(30)
    with registered(pages=site):
        site.sweep(MONDAY)
        yield site


def redesign(site, word):
    site.bodies = {path: html(f"<p>{word} {path}</p>") for path in site.bodies}


def stored() -> set[str]:
    return set(CanonicalLines.objects.values_list("digest", flat=True))


def shown() -> set[str]:
    return set(ContentState.objects.values_list("digest", flat=True))


def test_a_page_that_changes_keeps_its_lines_of_now_and_before(site):
    before = shown()
    for day in range(1, 5):
        site.bodies["/007/"] = html(f"<p>Day {day}.</p>")
        site.sweep(MONDAY + timedelta(days=day))

    assert shown() < stored()
    assert len(stored() - shown()) == 1
    assert before - shown() != stored() - shown()


def test_an_unstable_page_leaves_no_lines_behind(site):
    before = stored()
    for day in range(1, 5):
        site.bodies["/007/"] = html(f"<p>Rolled {day}.</p>")
        site.second["/007/"] = html(f"<p>Rolled {day * 10}.</p>")
        site.sweep(MONDAY + timedelta(days=day))

    assert stored() == before


def test_a_scan_that_is_discarded_takes_its_lines_along(site):
    before = stored()
    redesign(site, "New")
    site.sweep(TUESDAY)
    assert stored() > before

    pipeline.discard("pages", why="a test", now=WEDNESDAY)

    assert stored() == before


def test_a_scan_that_is_superseded_takes_its_lines_along(site):
    redesign(site, "New")
    site.sweep(TUESDAY)
    first = stored() - shown()
    redesign(site, "Newer")

    site.sweep(WEDNESDAY)

    assert not first & stored()


def test_a_scan_that_fails_takes_its_lines_along(site, monkeypatch):
    before = stored()
    redesign(site, "New")
    site.dies_after = 25
    monkeypatch.setattr("honest_sitemaps.pipeline.sweeping.BATCH_URLS", 10)

    assert site.sweep(TUESDAY).status == "FAILED"
    assert stored() == before


def test_lines_that_a_neighbour_still_shows_stay(site):
    site.bodies["/008/"] = site.bodies["/007/"]
    site.sweep(TUESDAY)
    site.bodies["/007/"] = html("<p>One.</p>")
    site.sweep(WEDNESDAY)
    site.bodies["/007/"] = html("<p>Two.</p>")

    site.sweep(WEDNESDAY + timedelta(days=1))

    assert shown() <= stored()


def test_lines_that_another_section_shows_stay(site):
    """A URL that two sections name is listed in one; what the other saw of it is not taken."""
    with registered(first=site, second=site):
        site.sweep(MONDAY)
        site.sweep(TUESDAY)
        site.bodies["/007/"] = html("<p>Edited.</p>")
        site.sweep(WEDNESDAY)

    listed = ContentState.objects.filter(reason="").values_list("digest", flat=True)
    assert set(listed) <= stored()
