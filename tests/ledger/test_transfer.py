"""The ledger travels."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from honest_sitemaps import pipeline, registry
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


def test_candidates_without_any_loc_travel_too(site):
    for path in ("/007/", "/008/"):
        site.said[path] = {"loc": "", "fault": "no route"}
    site.sweep(MONDAY)
    exported = list(pipeline.export_ledger())
    forget_everything()

    assert pipeline.import_ledger(exported) == 30

    assert list(pipeline.export_ledger()) == exported
    assert pipeline.import_ledger(exported) == 0
    assert site.sweep(TUESDAY).moves == {Move.SAME: 30}


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
        ('{"loc": "", "key": "a", "reason": ""}', "Line 2: no 'loc'"),  # listed without one
        ('{"loc": "https://example.test/a/", "date": "yesterday"}', "no ISO 8601 time"),
        ('{"loc": "https://example.test/a/", "date": "2026-13-45"}', "no ISO 8601 time"),
        ('{"loc": "https://example.test/a/", "date": "0001-01-01"}', "no ISO 8601 time"),
        ('{"loc": "https://example.test/a/", "date": "9999-12-31T23:00-12:00"}', "ISO 8601"),
        ('{"loc": "https://example.test/\\ud800/"}', "Line 2: loc: "),
        ('{"loc": "https://example.test/\\u0000/"}', "Line 2: loc: "),
        ('{"loc": "https://other.test/a/"}', "Line 2: loc: the host is other.test"),
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


OURS = {
    "origin": "https://example.test",
    "section": "pages",
    "capacity": 10,
    "key": "a",
    "loc": "https://example.test/a/",
    "slot": 1,
}


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"origin": None}, "origin: "),
        ({"origin": "https://example.test/path"}, "origin: "),
        ({"section": None}, "name: "),
        ({"section": ["pages"]}, "name: not a single value"),
        ({"key": {"a": 1}}, "key: not a single value"),
        ({"section": "x" * 51}, "name: "),
        ({"capacity": None}, "capacity: "),
        ({"capacity": "many"}, "capacity: "),
        ({"capacity": 0}, "capacity: "),
        ({"capacity": 50_001}, "capacity: "),
        ({"key": None}, "key: "),
        ({"key": "x" * 256}, "key: "),
        ({"loc": "x" * 2049}, "loc: "),
        ({"slot": "one"}, "slot: "),
        ({"slot": -1}, "slot: "),
        ({"slot": 0}, "slot: "),
        ({"reason": "FOO"}, "reason: "),
        ({"reason": None}, "reason: "),
        ({"http_status": "ok"}, "http_status: "),
        ({"evidence": "\ud800"}, "evidence: .* cannot be stored"),
        ({"canonical": "\x00"}, "canonical: .* cannot be stored"),
    ],
)
def test_a_value_that_its_column_cannot_hold_is_named(site, said, message):
    with pytest.raises(TransferError, match=f"Line 1: {message}"):
        pipeline.import_ledger([json.dumps(OURS | said)])


def test_a_url_that_comes_twice_in_a_file_is_read_once(site):
    twice = [
        json.dumps({"loc": "https://example.test/a/", "date": "2026-01-05"}),
        json.dumps({"loc": "/a/", "date": "2026-01-06"}),
    ]

    assert pipeline.import_ledger(twice, label="pages") == 1
    assert ContentState.objects.get().lastmod == datetime(2026, 1, 5, tzinfo=UTC)


def test_a_slot_that_comes_twice_in_a_file_is_given_once(site):
    other = OURS | {"key": "b", "loc": "https://example.test/b/"}

    pipeline.import_ledger([json.dumps(OURS), json.dumps(other)])

    assert list(ContentState.objects.order_by("pk").values_list("slot", flat=True)) == [
        1,
        None,
    ]


def test_a_twin_in_another_chunk_loses_no_date(site, monkeypatch):
    site.keys = {"/000/": "z"}
    site.sweep(MONDAY)
    exported = [*pipeline.export_ledger()]
    twin = json.loads(exported[1]) | {"key": "a", "slot": None, "reason": "DUPLICATE"}
    forget_everything()
    monkeypatch.setattr("honest_sitemaps.ledger.transfer.CHUNK_ROWS", 1)

    pipeline.import_ledger([json.dumps(twin), *exported])

    assert ContentState.objects.listed().count() == 30


def test_imported_rows_show_in_the_next_release(site):
    site.sweep(MONDAY)
    exported = list(pipeline.export_ledger())
    some = [line for line in exported if '"/007/"' not in line]
    row = next(line for line in exported if '"/007/"' in line)
    forget_everything()
    pipeline.import_ledger(some)
    pipeline.release(now=MONDAY)

    pipeline.import_ledger([row])
    report = pipeline.release(now=TUESDAY)[0]

    assert (report.status, report.urls) == ("LIVE", 30)


def test_bytes_that_are_no_text_are_named(site, tmp_path):
    file = tmp_path / "ledger.jsonl"
    file.write_bytes(b'{"loc": "/a/"}\n{"loc": "/\xff/"}\n')

    with file.open(encoding="utf-8") as text, pytest.raises(TransferError, match="not UTF-8"):
        pipeline.import_ledger(text, label="pages")


def test_a_foreign_ledger_gives_dates_to_a_section_of_one_language(db):
    site = Site({"/de/": html("<p>Guten Tag.</p>")})
    site.said["/de/"] = {"language": "de"}
    line = {"loc": "https://example.test/de/", "date": "2026-01-05"}
    with registry.replaced():
        registry.register("pages", site, origin="https://example.test", by_language=True)
        pipeline.import_ledger([json.dumps(line)], label="pages-de")
        site.sweep(MONDAY)

    row = ContentState.objects.get()
    assert (row.key, row.lastmod) == ("/de/", datetime(2026, 1, 5, tzinfo=UTC))
