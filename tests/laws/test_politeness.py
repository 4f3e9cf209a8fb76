"""However many processes look at a site, together they ask no faster than they may."""

from __future__ import annotations

from datetime import timedelta

import pytest

from honest_sitemaps import ledger, pipeline
from honest_sitemaps.errors import OriginBusy
from honest_sitemaps.ledger import Move, ScanBatch
from honest_sitemaps.pipeline.polite import PoliteFetcher
from tests.site_in_a_dict import MONDAY, ORIGIN, TUESDAY


class Time:
    """A clock that moves when somebody sleeps, and notes when each page was asked for."""

    def __init__(self):
        self.now = MONDAY
        self.asked = []

    def __call__(self):
        return self.now

    def sleep(self, seconds):
        self.now += timedelta(seconds=seconds)

    def fetch(self, loc, *, now, visitor=None):
        self.asked.append((self.now - MONDAY).total_seconds())


@pytest.fixture
def time():
    return Time()


def polite(time, *, per_second):
    return PoliteFetcher(time, ORIGIN, per_second=per_second, clock=time, sleep=time.sleep)


def fetch(fetcher, pages):
    for number in range(pages):
        fetcher.fetch(f"/{number}/", now=MONDAY)


@pytest.mark.django_db
def test_pages_are_asked_for_at_the_pace_that_was_set(time):
    fetch(polite(time, per_second=4), 10)

    assert time.asked == pytest.approx([n / 4 for n in range(10)])


@pytest.mark.django_db
def test_a_page_every_ten_seconds_is_a_pace_too(time):
    fetch(polite(time, per_second=0.1), 3)

    assert time.asked == pytest.approx([0, 10, 20])


@pytest.mark.django_db
def test_two_processes_share_one_pace(time):
    one, other = (polite(time, per_second=1) for _ in range(2))

    for _ in range(4):
        fetch(one, 1)
        fetch(other, 1)

    assert len(time.asked) == 8
    assert time.asked[-1] >= 7 - 2  # a block of two seconds may be begun by each at once
    assert time.asked == sorted(time.asked)


@pytest.mark.django_db
def test_a_pause_saves_nothing_up(time):
    fetcher = polite(time, per_second=1)
    fetch(fetcher, 2)
    time.sleep(3600)

    fetch(fetcher, 4)

    assert [second - time.asked[2] for second in time.asked[2:]] == pytest.approx([0, 1, 2, 3])


@pytest.mark.django_db
def test_turns_are_taken_by_the_block(time, django_assert_max_num_queries):
    fetch(polite(time, per_second=10), 1)

    with django_assert_max_num_queries(15):
        fetch(polite(time, per_second=10), 40)


def test_a_sweep_keeps_the_pace(site, settings, monkeypatch):
    slept = []
    monkeypatch.setattr(PoliteFetcher.__init__, "__kwdefaults__", {"sleep": slept.append})
    settings.HONEST_SITEMAPS = {**settings.HONEST_SITEMAPS, "PAGES_PER_SECOND": 1000}

    report = site.sweep(MONDAY)

    assert report.moves == {Move.NEW: 60}
    assert slept


# Batches at once


@pytest.fixture
def batches(site, settings, monkeypatch):
    monkeypatch.setattr("honest_sitemaps.pipeline.spreading.BATCH_URLS", 25)
    settings.HONEST_SITEMAPS = {**settings.HONEST_SITEMAPS, "BATCHES_AT_ONCE": 1}
    return pipeline.spread_sweep(now=MONDAY, fetcher=site)


def working(number):
    batch = ScanBatch.objects.select_related("scan__section").get(number=number)
    return ledger.begin_batch(batch, limit=1, now=MONDAY)


def test_one_batch_too_many_has_to_wait(site, batches):
    assert working(1)

    with pytest.raises(OriginBusy, match="BATCHES_AT_ONCE"):
        pipeline.scan_batch(*batches[1], now=MONDAY, fetcher=site)

    assert ScanBatch.objects.get(number=2).attempts == 0


def test_the_next_batch_begins_once_one_is_done(site, batches):
    pipeline.scan_batch(*batches[0], now=MONDAY, fetcher=site)

    assert pipeline.scan_batch(*batches[1], now=MONDAY, fetcher=site)


def test_a_batch_whose_worker_died_is_not_waited_for_for_ever(site, batches):
    assert working(1)

    assert pipeline.scan_batch(*batches[1], now=MONDAY + ledger.WORKING, fetcher=site)


def test_the_same_batch_does_not_wait_for_itself(site, batches):
    assert working(1)

    assert pipeline.scan_batch(*batches[0], now=TUESDAY, fetcher=site)
