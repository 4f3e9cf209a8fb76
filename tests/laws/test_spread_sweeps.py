"""A sweep whose batches are tasks gives what a sweep in one process gives."""

from __future__ import annotations

from datetime import timedelta

import pytest

from honest_sitemaps import pipeline, registry
from honest_sitemaps.ledger import ContentChange, ContentState, Move, Scan, ScanBatch, Section
from honest_sitemaps.pipeline import sweeping
from tests.site_in_a_dict import MONDAY, ORIGIN, THURSDAY, TUESDAY, WEDNESDAY, Site, html


@pytest.fixture(autouse=True)
def _small_batches(monkeypatch):
    monkeypatch.setattr("honest_sitemaps.pipeline.spreading.BATCH_URLS", 25)
    monkeypatch.setattr(sweeping, "BATCH_URLS", 25)


def work(site, batches, *, now=MONDAY):
    report = None
    for scan, number in batches:
        pipeline.scan_batch(scan, number, now=now, fetcher=site)
        report = pipeline.finish_sweeps([scan], now=now, fetcher=site) or report
    return report


def test_batches_in_any_order_settle_once_all_are_done(site):
    batches = pipeline.spread_sweep(now=MONDAY, fetcher=site)

    report = work(site, reversed(batches))

    assert len(batches) == 3
    assert (report.status, report.moves) == ("SETTLED", {Move.NEW: 60})


def test_a_batch_delivered_twice_counts_once(site):
    batches = pipeline.spread_sweep(now=MONDAY, fetcher=site)

    report = work(site, [batches[0], *batches, batches[1]])

    assert (report.candidates, ContentState.objects.count()) == (60, 60)


def test_a_batch_that_died_and_runs_again_counts_once(site):
    batches = pipeline.spread_sweep(now=MONDAY, fetcher=site)
    pipeline.scan_batch(*batches[0], now=MONDAY, fetcher=site)
    ScanBatch.objects.filter(number=1).update(done_at=None)

    report = work(site, batches)

    assert (report.candidates, report.moves) == (60, {Move.NEW: 60})


def test_nothing_settles_before_every_batch_is_done(site):
    batches = pipeline.spread_sweep(now=MONDAY, fetcher=site)

    assert work(site, batches[:2]) is None
    assert ContentState.objects.count() == 0


def test_asking_again_sends_only_what_is_not_done(site):
    batches = pipeline.spread_sweep(now=MONDAY, fetcher=site)
    work(site, batches[:1])

    assert pipeline.spread_sweep(now=MONDAY, fetcher=site) == batches[1:]
    assert Scan.objects.count() == 1


def test_a_silent_sweep_is_stuck_and_is_taken_up(site):
    batches = pipeline.spread_sweep(now=MONDAY, fetcher=site)
    work(site, batches[:1])
    later = MONDAY + timedelta(hours=1)

    assert pipeline.stuck_sections(now=MONDAY) == []
    assert pipeline.stuck_sections(now=later) == ["pages"]
    report = work(site, pipeline.spread_sweep(["pages"], now=later, fetcher=site), now=later)

    assert report.moves == {Move.NEW: 60}


def test_the_last_word_is_the_same_as_in_one_process(site):
    work(site, pipeline.spread_sweep(now=MONDAY, fetcher=site))
    site.bodies["/007/"] = html("<p>Another text.</p>")

    report = work(site, pipeline.spread_sweep(now=TUESDAY, fetcher=site), now=TUESDAY)

    assert report.moves == {Move.SAME: 59, Move.CHANGED: 1}


def test_a_source_that_dies_while_it_is_cut_fails_its_scan_and_no_other(site):
    other = Site({"/other/": html("<p>Other.</p>")})
    registry.register("others", other, origin=ORIGIN)
    other.dies_after = 0

    batches = pipeline.spread_sweep(now=MONDAY, fetcher=site)

    assert len(batches) == 3
    assert Scan.objects.get(section__name="others").status == "FAILED"


def test_a_source_that_dies_in_a_batch_fails_the_scan_once(site, caplog):
    work(site, pipeline.spread_sweep(now=MONDAY, fetcher=site))
    batches = pipeline.spread_sweep(now=TUESDAY, fetcher=site)
    site.dies_after = 30

    assert work(site, batches, now=TUESDAY) is None

    scan = Scan.objects.latest("pk")
    assert (scan.status, scan.cause["why"]) == (
        "FAILED",
        "The source failed: RuntimeError: the source went away",
    )
    assert caplog.text.count("action=fail") == 1
    assert not scan.staged.exists()
    assert ContentState.objects.listed().count() == 60


def test_a_sweep_of_a_section_that_is_gone_stops_no_other(site):
    registry.register("others", Site({"/other/": html("<p>Other.</p>")}), origin=ORIGIN)
    pipeline.spread_sweep(now=MONDAY, fetcher=site)
    registry.unregister("others")

    assert pipeline.stuck_sections(now=TUESDAY) == ["pages"]
    assert pipeline.stuck_sections(now=TUESDAY) == ["pages"]
    assert Scan.objects.get(section__name="others").status == "FAILED"


def test_a_slow_batch_shows_life(site):
    silences = []
    clock = iter(MONDAY + timedelta(seconds=20 * tick) for tick in range(10_000))
    fetch = site.fetch

    def slow(loc, *, now, visitor=None):
        silences.extend(now - scan.beat_at for scan in Scan.objects.all())
        return fetch(loc, now=now, visitor=visitor)

    site.fetch = slow

    pipeline.sweep(now=MONDAY, clock=lambda: next(clock), fetcher=site)

    assert max(silences) < timedelta(minutes=3)


def test_a_stuck_sweep_of_an_origin_that_moved_fails_and_starts_no_other(site):
    pipeline.spread_sweep(now=MONDAY, fetcher=site)
    Section.objects.update(origin="https://old.test")

    assert pipeline.stuck_sections(now=MONDAY + timedelta(hours=1)) == []
    assert Scan.objects.get().status == Scan.Status.FAILED


def test_sweeps_by_tasks_prune_the_history_too(site, settings):
    settings.HONEST_SITEMAPS = {**settings.HONEST_SITEMAPS, "KEEP_CHANGES_DAYS": 1}
    work(site, pipeline.spread_sweep(now=MONDAY, fetcher=site))
    later = MONDAY + timedelta(days=2)

    work(site, pipeline.spread_sweep(now=later, fetcher=site), now=later)

    assert not ContentChange.objects.exists()


def test_an_old_sweep_that_settles_after_a_newer_look_does_not_undo_it(site):
    site.sweep(MONDAY)
    site.bodies["/007/"] = html("<p>As it was on Tuesday.</p>")
    batches = pipeline.spread_sweep(now=TUESDAY, fetcher=site)
    for scan, number in batches:
        pipeline.scan_batch(scan, number, now=TUESDAY, fetcher=site)
    site.bodies["/007/"] = html("<p>Edited on Wednesday.</p>")
    site.look("pages", "/007/", now=WEDNESDAY)
    looked = ContentState.objects.values("digest", "updated_at", "seen_at").get(key="/007/")

    report = pipeline.finish_sweeps([batches[0][0]], now=THURSDAY, fetcher=site)

    assert (report.status, report.moves) == ("SETTLED", {Move.SAME: 59})
    now = ContentState.objects.values("digest", "updated_at", "seen_at").get(key="/007/")
    assert now == looked
    assert now["updated_at"] == WEDNESDAY


@pytest.mark.parametrize("is_ordered", [False, True])
@pytest.mark.parametrize(
    "deleted",
    [
        [24],  # the last of a batch
        [25],  # the first of the next
        [24, 25],  # both
        range(20, 55),  # a whole batch and its neighbours' ends
    ],
)
def test_pages_deleted_since_the_batches_were_cut_make_none_much_longer(
    site, is_ordered, deleted
):
    site.is_ordered = is_ordered
    batches = pipeline.spread_sweep(now=MONDAY, fetcher=site)
    for n in deleted:
        del site.bodies[f"/{n:03}/"]

    report = work(site, batches)

    left = 60 - len(deleted)
    assert ContentState.objects.count() == left
    assert report.candidates == len(site.fetched)
    if len(deleted) == 1:
        assert report.candidates == left
    elif is_ordered:  # where no key tells the end of a batch, it looks at the next, too
        assert report.candidates <= 2 * left
