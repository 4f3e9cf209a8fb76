"""The ledger travels."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from honest_sitemaps import pipeline
from honest_sitemaps.errors import TransferError
from honest_sitemaps.ledger import ContentChange, ContentState, Move, Scan, Section
from honest_sitemaps.partition import Shard
from tests.site_in_a_dict import MONDAY, TUESDAY, WEDNESDAY, Site, html, registered


@pytest.fixture
def site(db):
    site = Site.of(30)
    with registered(pages=site):
        yield site


def forget_everything():
    for table in (ContentChange, ContentState, Scan, Shard, Section):
        table.objects.all().delete()


def test_an_export_read_back_is_the_same_ledger(site):
    site.sweep(MONDAY)
    site.bodies["/007/"] = html("<p>Edited.</p>")
    site.sweep(TUESDAY)
    exported = list(pipeline.export_ledger())
    forget_everything()

    assert pipeline.import_ledger(exported) == 30

    assert list(pipeline.export_ledger()) == exported


def test_a_rebuild_with_an_imported_ledger_loses_no_memory(site):
    site.sweep(MONDAY)
    site.bodies["/007/"] = html("<p>Edited.</p>")
    site.sweep(TUESDAY)
    exported = list(pipeline.export_ledger())
    forget_everything()
    pipeline.import_ledger(exported)

    report = site.sweep(WEDNESDAY)

    assert report.moves == {Move.SAME: 30}
    assert ContentState.objects.get(key="/007/").lastmod == TUESDAY
    assert Section.objects.get().next_slot == 31


def test_importing_twice_changes_nothing(site):
    site.sweep(MONDAY)
    exported = list(pipeline.export_ledger())

    assert pipeline.import_ledger(exported) == 0


def test_a_foreign_ledger_gives_first_dates(site):
    lines = [
        json.dumps({"loc": "https://example.test/007/", "hash": "x", "date": "2026-01-05"}),
        json.dumps({"loc": "https://example.test/gone/", "hash": "y", "date": "2026-01-06"}),
    ]
    assert pipeline.import_ledger(lines, label="pages") == 2

    report = site.sweep(MONDAY)

    row = ContentState.objects.get(loc="https://example.test/007/")
    assert (row.key, row.lastmod) == ("/007/", datetime(2026, 1, 5, tzinfo=UTC))
    assert report.moves == {Move.NEW: 30}
    assert site.sweep(TUESDAY).moves == {Move.SAME: 30}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "Line 2: not JSON"),
        ("[]", "Line 2: not a JSON object"),
        ('{"loc": ""}', "Line 2: no 'loc'"),
        ('{"loc": "https://example.test/a/", "date": "yesterday"}', "no ISO 8601 time"),
        ('{"loc": "https://example.test/a/", "date": "2026-13-45"}', "no ISO 8601 time"),
        ('{"format": "honest_sitemaps.ledger", "version": 9}', "unknown version 9"),
    ],
)
def test_a_bad_line_is_named_and_nothing_is_imported(site, line, message):
    good = '{"loc": "https://example.test/a/"}'

    with pytest.raises(TransferError, match=message):
        pipeline.import_ledger([good, line], label="pages")

    assert ContentState.objects.count() == 0


def test_a_line_without_a_section_wants_one(site):
    with pytest.raises(TransferError, match="names no section; say --section"):
        pipeline.import_ledger(['{"loc": "https://example.test/a/"}'])
