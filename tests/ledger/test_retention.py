"""What is kept, and for how long."""

from __future__ import annotations

from datetime import timedelta

import pytest

from honest_sitemaps.ledger import ContentChange, ContentState, Move, Scan, ScanBatch
from tests.site_in_a_dict import MONDAY, Site, html, registered


@pytest.fixture
def site(db):
    site = Site.of(30)
    with registered(pages=site):
        yield site


def test_changes_go_after_their_days_and_the_ledger_stays(site, settings):
    settings.HONEST_SITEMAPS = {**settings.HONEST_SITEMAPS, "KEEP_CHANGES_DAYS": 10}
    site.sweep(MONDAY)
    site.bodies["/007/"] = html("<p>Another text.</p>")
    site.sweep(MONDAY + timedelta(days=9))

    site.sweep(MONDAY + timedelta(days=11))

    assert list(ContentChange.objects.values_list("move", flat=True)) == [Move.CHANGED]
    assert ContentState.objects.count() == 30
    assert Scan.objects.count() == 2


def test_batches_of_a_scan_that_is_over_go_after_a_week(site):
    site.sweep(MONDAY)
    site.sweep(MONDAY + timedelta(days=6))

    site.sweep(MONDAY + timedelta(days=8))

    assert ScanBatch.objects.count() == 2


def test_a_held_scan_is_never_pruned(site):
    site.sweep(MONDAY)
    site.bodies = {path: html("<p>Redesign.</p>") for path in site.bodies}
    site.sweep(MONDAY + timedelta(days=1))

    site.look("pages", "/nowhere/", now=MONDAY + timedelta(days=900))

    assert Scan.objects.filter(status=Scan.Status.HELD).exists()
