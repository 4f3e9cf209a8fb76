"""Promise 9: rollback restores bytes exactly, and says why it was done."""

from __future__ import annotations

import pytest

from honest_sitemaps import pipeline, publish, registry
from honest_sitemaps.errors import NothingToRollBackTo
from honest_sitemaps.ledger import ContentState
from tests.site_in_a_dict import MONDAY, ORIGIN, TUESDAY, WEDNESDAY, Site, html


def live_bytes():
    return {
        file.name: bytes(file.artifact.gzip)
        for file in publish.ReleaseFile.objects.filter(release__live_for__origin=ORIGIN)
    }


@pytest.fixture
def two_releases(site):
    site.sweep(MONDAY)
    pipeline.release(now=MONDAY)
    first = live_bytes()
    site.bodies["/007/"] = html("<p>Edited.</p>")
    site.sweep(TUESDAY)
    pipeline.release(now=TUESDAY)
    return first


def test_the_bytes_are_those_of_the_release_before(two_releases):
    pipeline.rollback(why="the dates were wrong", now=WEDNESDAY)

    assert live_bytes() == two_releases


def test_a_rolled_back_origin_refuses_releases_until_it_is_unpinned(two_releases):
    pipeline.rollback(why="the dates were wrong", now=WEDNESDAY)

    refused = pipeline.release(now=WEDNESDAY)[0]
    report = pipeline.release(now=WEDNESDAY, unpin=True)[0]

    assert refused.status == "REFUSED"
    assert "the dates were wrong" in refused.findings[0]
    assert report.status == "LIVE"
    assert pipeline.release(now=WEDNESDAY)[0].status == "UNCHANGED"


def test_the_ledger_goes_back_with_it_if_asked(two_releases):
    pipeline.rollback(why="a bad import", now=WEDNESDAY, with_ledger=True)

    assert ContentState.objects.get(key="/007/").updated_at is None
    assert pipeline.release(now=WEDNESDAY, unpin=True)[0].changed_files == []
    assert live_bytes()["pages-1.xml"] == two_releases["pages-1.xml"]


def test_without_an_older_release_nothing_happens(site):
    site.sweep(MONDAY)
    pipeline.release(now=MONDAY)
    before = live_bytes()

    with pytest.raises(NothingToRollBackTo):
        pipeline.rollback(why="x", now=TUESDAY)

    assert live_bytes() == before


def test_a_pinned_origin_holds_up_no_other(two_releases):
    pipeline.rollback(why="the dates were wrong", now=WEDNESDAY)
    registry.register("other", Site.of(3), origin="https://other.test")

    one, other = pipeline.release(now=WEDNESDAY)

    assert (one.status, other.status) == ("REFUSED", "LIVE")
