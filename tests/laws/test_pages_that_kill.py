"""A page that ends the process that renders it costs three tries, and holds up no other."""

from __future__ import annotations

import pytest

from honest_sitemaps import pipeline
from honest_sitemaps.eligibility import Reason
from honest_sitemaps.ledger import ContentState, Move, ScanBatch
from honest_sitemaps.pipeline.careful import TRIES
from tests.site_in_a_dict import MONDAY, ORIGIN, TUESDAY, html


class Killed(BaseException):
    """In place of SIGKILL: nothing catches it."""


class Deadly:
    """A site of which some pages end the process; for some only a second visitor."""

    def __init__(self, site, *, first=(), second=()):
        self.site = site
        self.deadly = {1: set(first), 2: set(second)}
        self.deaths = 0

    def fetch(self, loc, *, now, visitor=None):
        seed = visitor.seed if visitor is not None else 1
        if loc.removeprefix(ORIGIN) in self.deadly[seed]:
            self.deaths += 1
            raise Killed
        return self.site.fetch(loc, now=now, visitor=visitor)


@pytest.fixture(autouse=True)
def _small_batches(monkeypatch):
    monkeypatch.setattr("honest_sitemaps.pipeline.spreading.BATCH_URLS", 25)


def swept(fetcher, now):
    """Tried again and again, as a broker does that gets no answer."""
    batches = pipeline.spread_sweep(now=now, fetcher=fetcher)
    report = None
    for scan, number in batches:
        for _ in range(20):
            try:
                pipeline.scan_batch(scan, number, now=now, fetcher=fetcher)
                break
            except Killed:
                continue
        report = pipeline.finish_sweeps([scan], now=now, fetcher=fetcher) or report
    return report


def test_a_page_that_ends_its_process_three_times_is_unreadable_and_alone(site):
    deadly = Deadly(site, first={"/007/"})

    report = swept(deadly, MONDAY)

    assert (deadly.deaths, report.status) == (TRIES, "SETTLED")
    assert (report.listed, report.excluded) == (59, {Reason.UNREADABLE: 1})
    evidence = ContentState.objects.get(key="/007/").evidence
    assert "The process that rendered it ended, 3 times" in evidence


def test_two_such_pages_in_one_batch_do_not_hide_each_other(site):
    deadly = Deadly(site, first={"/003/", "/007/"})

    report = swept(deadly, MONDAY)

    assert report.excluded == {Reason.UNREADABLE: 2}
    assert deadly.deaths <= 2 * TRIES


def test_a_listed_page_that_begins_to_kill_keeps_what_it_had(site):
    swept(site, MONDAY)

    report = swept(Deadly(site, first={"/007/"}), TUESDAY)

    assert report.moves == {Move.SAME: 59, Move.KEPT: 1}
    assert ContentState.objects.get(key="/007/").is_listed


def test_a_page_that_kills_only_when_it_is_confirmed_is_unreadable_too(site):
    swept(site, MONDAY)
    site.bodies["/007/"] = html("<p>Another text.</p>")
    deadly = Deadly(site, second={"/007/"})

    report = swept(deadly, TUESDAY)

    assert report.moves == {Move.SAME: 59, Move.KEPT: 1}
    assert deadly.deaths == TRIES


def test_a_worker_that_was_killed_for_another_cause_accuses_no_page(site):
    deadly = Deadly(site, first={"/007/"})
    batches = pipeline.spread_sweep(now=MONDAY, fetcher=site)
    with pytest.raises(Killed):
        pipeline.scan_batch(*batches[0], now=MONDAY, fetcher=deadly)
    with pytest.raises(Killed):
        pipeline.scan_batch(*batches[0], now=MONDAY, fetcher=deadly)

    report = swept(site, MONDAY)

    assert (report.listed, report.excluded) == (60, {})
    assert ScanBatch.objects.get(number=1).attempts == 3


def test_a_batch_that_nothing_ended_writes_no_notes(site, django_assert_max_num_queries):
    batches = pipeline.spread_sweep(now=MONDAY, fetcher=site)

    with django_assert_max_num_queries(25):
        pipeline.scan_batch(*batches[0], now=MONDAY, fetcher=site)


def test_a_command_finds_such_a_page_as_well(site):
    deadly = Deadly(site, first={"/007/"})
    for _ in range(TRIES):
        with pytest.raises(Killed):
            pipeline.sweep(now=MONDAY, fetcher=deadly)

    report = pipeline.sweep(now=MONDAY, fetcher=deadly)

    assert (report.listed, report.excluded) == (59, {Reason.UNREADABLE: 1})
    assert deadly.deaths == TRIES
