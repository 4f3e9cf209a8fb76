"""Promise 5: a failed scan, deploy or publish moves nothing."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django import VERSION
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.test import override_settings

from honest_sitemaps import pipeline, publish, signals
from honest_sitemaps.eligibility import Reason
from honest_sitemaps.ledger import ContentState, Move, Scan, StagedSighting
from tests.site_in_a_dict import MONDAY, ORIGIN, TUESDAY, WEDNESDAY, html

# Django 6.0 wants addresses alone, and 5.2 pairs.
MANAGERS = ["ana@example.test"] if VERSION >= (6,) else [("Ana", "ana@example.test")]


def snapshot():
    columns = ("key", "loc", "digest", "updated_at", "published_at", "reason", "slot")
    return list(ContentState.objects.order_by("pk").values(*columns))


def live_bytes():
    return {
        file.name: bytes(file.artifact.gzip)
        for file in publish.ReleaseFile.objects.filter(release__live_for__origin=ORIGIN)
    }


def test_a_broken_deploy_moves_nothing(site):
    site.sweep(MONDAY)
    pipeline.release(now=MONDAY)
    rows, files = snapshot(), live_bytes()
    good = site.break_deploy()

    report = site.sweep(TUESDAY)
    released = pipeline.release(now=TUESDAY)[0]

    assert (report.status, released.status) == ("FAILED", "UNCHANGED")
    assert (snapshot(), live_bytes()) == (rows, files)
    assert ContentState.objects.filter(unreadable_sightings__gt=0).count() == 0
    assert "60 pages of 60 listed URLs could not be read" in report.causes["pages"]
    site.bodies = good
    assert site.sweep(WEDNESDAY).moves == {Move.SAME: 60}


def test_a_deploy_that_stays_broken_is_held_after_three_days(site):
    site.sweep(MONDAY)
    site.break_deploy()

    first = site.sweep(TUESDAY)
    later = site.sweep(TUESDAY + timedelta(hours=72))

    assert (first.status, later.status) == ("FAILED", "HELD")


def test_a_few_unreadable_pages_stay_listed(site):
    site.sweep(MONDAY)
    site.bodies["/007/"] = b""

    report = site.sweep(TUESDAY)

    assert report.moves == {Move.SAME: 59, Move.KEPT: 1}
    row = ContentState.objects.get(key="/007/")
    assert (row.is_listed, row.unreadable_sightings) == (True, 1)


def test_pages_unreadable_for_days_leave_by_the_guard_like_any_other(site, settings):
    settings.HONEST_SITEMAPS = {**settings.HONEST_SITEMAPS, "LEAVE_HOLD_URLS": 5}
    site.sweep(MONDAY)
    site.bodies |= dict.fromkeys(list(site.bodies)[51:], b"")

    reports = [site.sweep(MONDAY + timedelta(days=day)) for day in range(1, 6)]

    assert [report.status for report in reports] == ["SETTLED"] * 4 + ["HELD"]
    assert "9 of 60 listed URLs would leave the list" in reports[-1].causes["pages"]


def test_pages_that_were_never_readable_fail_no_scan(site):
    dead = list(site.bodies)[30:]
    good = {path: site.bodies[path] for path in dead}
    site.bodies |= dict.fromkeys(dead, b"")
    site.sweep(MONDAY)
    site.bodies["/007/"] = html("<p>Edited.</p>")

    report = site.sweep(TUESDAY)

    assert (report.status, report.moves[Move.CHANGED]) == ("SETTLED", 1)
    assert report.excluded == {Reason.UNREADABLE: 30}
    site.bodies |= good
    assert site.sweep(WEDNESDAY).moves == {Move.SAME: 30, Move.NEW: 30}


def test_a_walk_that_dies_half_way_withdraws_nothing(site):
    site.sweep(MONDAY)
    rows = snapshot()
    site.dies_after = 30

    report = site.sweep(TUESDAY)

    assert (report.status, snapshot()) == ("FAILED", rows)
    assert report.causes["pages"] == "The source failed: RuntimeError: the source went away"
    assert StagedSighting.objects.count() == 0


def test_a_look_whose_source_dies_fails_and_withdraws_nothing(site):
    site.sweep(MONDAY)
    rows = snapshot()
    site.dies_after = 3

    report = site.look("pages", "/007/", now=TUESDAY)

    assert (report.status, snapshot()) == ("FAILED", rows)
    assert not Scan.objects.filter(status=Scan.Status.RUNNING).exists()


def test_a_source_emptied_by_mistake_is_held(site):
    site.sweep(MONDAY)
    rows = snapshot()
    site.bodies.clear()

    report = site.sweep(TUESDAY)

    assert (report.status, report.held, snapshot()) == ("HELD", ["pages"], rows)


def test_a_first_scan_of_a_broken_site_writes_no_row(site):
    site.break_deploy()

    report = site.sweep(MONDAY)

    assert report.status == "FAILED"
    assert ContentState.objects.count() == 0
    assert "None of the 60 pages could be read" in report.causes["pages"]


@pytest.mark.parametrize("name", ["scan_failed", "scan_held"])
@override_settings(MANAGERS=MANAGERS)
def test_the_owners_are_told_once(site, name):
    site.sweep(MONDAY)
    if name == "scan_failed":
        site.break_deploy()
    else:
        site.bodies = {path: html("<p>Redesign</p>") for path in site.bodies}
    heard = []
    getattr(signals, name).connect(hear := lambda **said: heard.append(said["scan"].pk))

    site.sweep(TUESDAY)

    getattr(signals, name).disconnect(hear)
    assert heard == [Scan.objects.latest("pk").pk]
    assert len(mail.outbox) == 1


@override_settings(MANAGERS=MANAGERS)
def test_a_mail_server_that_is_down_undoes_no_hold(site, monkeypatch):
    site.sweep(MONDAY)
    site.bodies = {path: html("<p>Redesign</p>") for path in site.bodies}

    def refuse(backend, messages):
        raise ConnectionRefusedError("no mail server")

    monkeypatch.setattr(EmailBackend, "send_messages", refuse)

    assert site.sweep(TUESDAY).status == "HELD"
    assert Scan.objects.latest("pk").cause["why"]


def test_a_clock_that_ran_ahead_does_not_freeze_a_page(site):
    site.sweep(MONDAY)
    ContentState.objects.filter(key="/007/").update(seen_at=MONDAY + timedelta(days=900))
    site.bodies["/007/"] = html("<p>Edited.</p>")

    report = site.sweep(TUESDAY)

    assert report.moves[Move.CHANGED] == 1


def test_all_rows_excluded_is_no_error(site):
    for path in site.bodies:
        site.said[path] = {"is_public": False}

    report = site.sweep(MONDAY)
    released = pipeline.release(now=MONDAY)[0]

    assert report.excluded == {Reason.PRIVATE: 60}
    assert released.urls == 0
