"""Promise 10: a new recipe re-bases."""

from __future__ import annotations

from honest_sitemaps import pipeline, registry
from honest_sitemaps.ledger import ContentState, Move
from honest_sitemaps.partition import Shard
from tests.site_in_a_dict import MONDAY, ORIGIN, TUESDAY, WEDNESDAY, html


def test_a_new_noise_rule_moves_no_date(site):
    site.sweep(MONDAY)
    with registry.replaced():
        registry.register("pages", site, origin=ORIGIN, noise=["p.counter"])
        report = site.sweep(TUESDAY)
        again = site.sweep(WEDNESDAY)

    assert report.moves == {Move.REBASED: 60}
    assert again.moves == {Move.SAME: 60}
    assert not ContentState.objects.filter(updated_at__isnull=False).exists()


def test_an_edit_after_the_rebase_moves_the_date(site):
    site.sweep(MONDAY)
    with registry.replaced():
        registry.register("pages", site, origin=ORIGIN, noise=["p.counter"])
        site.sweep(TUESDAY)
        site.bodies["/007/"] = html("<p>Edited.</p>")
        report = site.sweep(WEDNESDAY)

    assert report.moves == {Move.CHANGED: 1, Move.SAME: 59}


def test_a_rebase_makes_no_file_stale(site):
    site.sweep(MONDAY)
    pipeline.release(now=MONDAY)
    version = Shard.objects.get().version
    with registry.replaced():
        registry.register("pages", site, origin=ORIGIN, noise=["p.counter"])
        site.sweep(TUESDAY)

    assert Shard.objects.get().version == version
