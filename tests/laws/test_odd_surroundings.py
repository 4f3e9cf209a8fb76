"""Settings, clocks and texts that sites really have."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from honest_sitemaps import ledger, pipeline, publish
from honest_sitemaps.ledger import ContentState, Move, Scan
from tests.site_in_a_dict import (
    MONDAY,
    ORIGIN,
    TUESDAY,
    WEDNESDAY,
    Site,
    answer,
    html,
    registered,
)


@pytest.mark.parametrize("zone", ["UTC", "America/New_York", "Asia/Kolkata"])
def test_dates_are_the_same_with_use_tz_off(site, settings, zone):
    settings.USE_TZ = False
    settings.TIME_ZONE = zone
    site.sweep(MONDAY)
    pipeline.release(now=MONDAY)
    site.bodies["/007/"] = html("<p>Another text.</p>")

    report = site.sweep(TUESDAY)
    released = pipeline.release(now=TUESDAY)[0]

    assert report.moves == {Move.SAME: 59, Move.CHANGED: 1}
    assert ContentState.objects.get(key="/007/").updated_at == TUESDAY
    xml = b"".join(
        publish.decoded(publish.gzip_of(publish.live_file(ORIGIN, "pages-1.xml").artifact_id))
    )
    assert released.status == "LIVE"
    assert b"<lastmod>2026-08-11T06:00:00+00:00</lastmod>" in xml
    told = pipeline.explain("/007/", now=WEDNESDAY, fetcher=site)
    assert told.as_json()["lastmod"] == "2026-08-11T06:00:00+00:00"
    assert told.steps[-2].answer == "2026-08-11T06:00:00+00:00: text."
    assert site.sweep(WEDNESDAY).moves == {Move.SAME: 60}


def test_a_clock_that_goes_back_loses_no_change(site):
    site.sweep(TUESDAY)
    site.bodies["/007/"] = html("<p>Another text.</p>")

    report = site.sweep(MONDAY)

    assert report.moves == {Move.SAME: 59, Move.CHANGED: 1}
    assert site.sweep(WEDNESDAY).moves == {Move.SAME: 60}


def test_a_clock_that_goes_back_still_withdraws(site):
    site.sweep(TUESDAY)
    del site.bodies["/007/"]

    assert site.sweep(MONDAY).moves == {Move.SAME: 59, Move.WITHDRAWN: 1}


@pytest.mark.parametrize(
    ("days_ahead", "is_gone"),
    [
        (0, False),  # alive
        (-1, True),  # silent for a day
        (300, True),  # last alive before its clock was put right
    ],
)
def test_a_scan_elsewhere_is_alive_only_near_its_last_sign_of_life(site, days_ahead, is_gone):
    site.sweep(MONDAY)
    scan = Scan.objects.get()
    scan.owner, scan.beat_at = "elsewhere:1", TUESDAY + timedelta(days=days_ahead)

    assert ledger.is_gone(scan, now=TUESDAY) is is_gone


def test_a_date_later_than_now_is_not_written(site):
    site.sweep(TUESDAY)
    site.bodies["/007/"] = html("<p>Another text.</p>")
    site.sweep(WEDNESDAY)

    pipeline.release(now=MONDAY)

    live = publish.live_file(ORIGIN, "pages-1.xml")
    assert b"<lastmod>" not in b"".join(publish.decoded(publish.gzip_of(live.artifact_id)))


def test_an_empty_section_is_no_error(db):
    site = Site()
    with registered(pages=site):
        report = site.sweep(MONDAY)
        released = pipeline.release(now=MONDAY)[0]
        again = pipeline.release(now=TUESDAY)[0]

    assert (report.status, report.candidates) == ("SETTLED", 0)
    assert (released.urls, again.status) == (0, "UNCHANGED")


UNSTORABLE = "a\x00b\ud800c\x0bd"


@pytest.mark.parametrize(
    "said",
    [
        {"loc": f"/{UNSTORABLE}/"},
        {"withheld_why": UNSTORABLE},
        {"is_public": False, "private_why": UNSTORABLE},
        {"is_live": False, "not_live_why": UNSTORABLE},
        {"group": UNSTORABLE},
        {"key": UNSTORABLE},
        {"images": (f"https://example.test/{UNSTORABLE}.jpg",)},
        {"news": {"title": UNSTORABLE, "publication_date": "2026-08-10"}},
        {"videos": ({"title": UNSTORABLE},)},
        {"canonical": f"/{UNSTORABLE}"},
    ],
    ids=lambda said: next(iter(said)),
)
def test_no_text_of_a_source_breaks_a_scan(site, said):
    site.bodies["/odd/"] = html("<p>Odd.</p>")
    site.said["/odd/"] = said

    report = site.sweep(MONDAY)
    released = pipeline.release(now=MONDAY)[0]
    again = site.sweep(TUESDAY)

    assert (report.status, report.candidates) == ("SETTLED", 61)
    assert released.findings == []
    assert again.moves == {Move.SAME: 61}


@pytest.mark.parametrize(
    "page",
    [
        html(
            f"<p>{UNSTORABLE}</p>".encode("utf-8", "surrogatepass").decode("utf-8", "replace")
        ),
        html("<p>x</p>", head="<title>\x00\x0b&#xD800;</title>"),
        html("<p>x</p>", head='<link rel="canonical" href="/\x00&#xD800;/">'),
        html("<p>x</p>", head='<meta name="robots" content="noindex\x00&#xD800;">'),
        html("<p>x</p>", head='<meta http-equiv="refresh" content="0; url=/\x01&#xD800;">'),
        replace(answer(301, location="/\x01\ud800/")),
        replace(answer(0), failure=f"ValueError: {UNSTORABLE}"),
        b"\xff\xfe\x00\x00" * 50,
    ],
)
def test_no_text_of_a_page_breaks_a_scan(site, page):
    site.bodies["/odd/"] = page

    report = site.sweep(MONDAY)

    assert (report.status, report.candidates) == ("SETTLED", 61)
    assert site.sweep(TUESDAY).candidates == 61


def test_a_look_of_an_unknown_key_does_nothing(site):
    site.sweep(MONDAY)

    report = site.look("pages", "/nowhere/", now=TUESDAY)

    assert (report.candidates, report.moves) == (0, {})
    assert Scan.objects.latest("pk").status == "SETTLED"
