"""What a person answers in the admin is stored there and carried out elsewhere."""

from __future__ import annotations

import logging

import pytest
from django import VERSION
from django.core import mail

from honest_sitemaps import ledger, pipeline, signals
from honest_sitemaps.errors import ConfigurationError, NothingHeld, NothingPinned
from honest_sitemaps.ledger import Move, Scan
from honest_sitemaps.publish import Origin
from tests.site_in_a_dict import MONDAY, ORIGIN, THURSDAY, TUESDAY, WEDNESDAY, html


def counted(site, number):
    for n, path in enumerate(site.bodies):
        site.bodies[path] = html(
            f"<p>Text {n} of the page.</p><p>We have {number:,} tools.</p>"
        )


@pytest.fixture
def held(site):
    counted(site, 1204)
    site.sweep(MONDAY)
    counted(site, 1211)
    assert site.sweep(TUESDAY).status == "HELD"
    return Scan.objects.get(status=Scan.Status.HELD)


def carried_out(site, now=WEDNESDAY):
    return pipeline.carry_out_answers(now=now, fetcher=site)


def test_an_answer_renders_nothing(site, held):
    site.fetched.clear()

    pipeline.answer(held, how="accept", why="a redesign", by="ada", now=WEDNESDAY)

    assert site.fetched == []
    assert Scan.objects.get(pk=held.pk).status == Scan.Status.HELD


@pytest.mark.parametrize(
    ("how", "moves"),
    [("accept", {Move.CHANGED: 60}), ("rebase", {Move.REBASED: 60})],
)
def test_an_answer_is_carried_out_once(site, held, how, moves):
    pipeline.answer(held, how=how, why="a counter", by="ada", now=WEDNESDAY)

    assert (carried_out(site), carried_out(site)) == (1, 0)

    held.refresh_from_db()
    assert (held.status, held.answer, held.counts["moves"]) == ("SETTLED", None, moves)
    assert held.cause["resolution"] == how
    assert held.cause["resolved_by"] == "ada"


def test_a_discarded_scan_moves_nothing(site, held):
    pipeline.answer(held, how="discard", why="a test", by="ada", now=WEDNESDAY)

    carried_out(site)

    held.refresh_from_db()
    assert (held.status, held.cause["resolved_by"]) == ("DISCARDED", "ada")


def test_one_of_two_processes_carries_an_answer_out(site, held):
    pipeline.answer(held, how="accept", why="a redesign", by="ada", now=WEDNESDAY)
    [seen_by_one] = ledger.answered_scans(now=WEDNESDAY)
    [seen_by_other] = ledger.answered_scans(now=WEDNESDAY)

    taken = [ledger.take_answer(scan, now=WEDNESDAY) for scan in (seen_by_one, seen_by_other)]

    assert taken == [True, False]
    assert ledger.answered_scans(now=WEDNESDAY) == []


def test_an_answer_that_a_dead_process_took_is_carried_out_by_the_next(site, held):
    pipeline.answer(held, how="accept", why="a redesign", by="ada", now=WEDNESDAY)
    [scan] = ledger.answered_scans(now=WEDNESDAY)
    ledger.take_answer(scan, now=WEDNESDAY)

    assert carried_out(site, now=THURSDAY) == 1


def test_an_impossible_answer_says_why_and_the_scan_still_waits(site, held):
    Scan.objects.filter(pk=held.pk).update(cause={"why": "x", "blocks": []})
    pipeline.answer(held, how="rebase", why="a counter", by="ada", now=WEDNESDAY)

    assert (carried_out(site), carried_out(site)) == (0, 0)

    held.refresh_from_db()
    assert held.status == Scan.Status.HELD
    assert "cannot be re-based" in held.answer["error"]


def test_a_second_answer_replaces_the_first(site, held):
    pipeline.answer(held, how="accept", why="a redesign", by="ada", now=WEDNESDAY)
    pipeline.answer(held, how="discard", why="no, a test", by="bob", now=WEDNESDAY)

    carried_out(site)

    held.refresh_from_db()
    assert (held.status, held.cause["resolved_by"]) == ("DISCARDED", "bob")


def test_an_answer_to_a_scan_that_no_longer_waits_is_refused(site, held):
    pipeline.discard("pages", why="a test", now=WEDNESDAY)

    with pytest.raises(NothingHeld):
        pipeline.answer(held, how="accept", why="late", by="ada", now=WEDNESDAY)


def test_a_selector_that_is_none_is_refused_at_once(held):
    with pytest.raises(ConfigurationError):
        pipeline.answer(held, how="rebase", why="x", by="ada", now=WEDNESDAY, noise=["p["])


def test_a_held_scan_shows_the_answer_that_waits(held):
    pipeline.answer(held, how="accept", why="a redesign", by="ada", now=WEDNESDAY)

    [told] = pipeline.held()

    assert (told["answer"]["how"], told["answer"]["by"]) == ("accept", "ada")


# Pins


@pytest.fixture
def pinned(site):
    for number, now in enumerate([MONDAY, TUESDAY]):
        site.bodies["/new/"] = html(f"<p>Text {number}.</p>")
        site.sweep(now)
        pipeline.release(now=now)
    pipeline.rollback(why="wrong dates", now=WEDNESDAY)
    return site


def test_the_next_release_unpins_an_origin_that_somebody_asked_to_unpin(pinned):
    [refused] = pipeline.release(now=WEDNESDAY)
    pipeline.ask_unpin(ORIGIN, why="mended", by="ada")

    [report] = pipeline.release(now=THURSDAY)

    assert (refused.status, report.status) == ("REFUSED", "LIVE")
    origin = Origin.objects.get()
    assert (origin.pinned_why, origin.unpin_why) == ("", "")


def test_a_newer_rollback_forgets_an_older_wish_to_unpin(pinned):
    pipeline.ask_unpin(ORIGIN, why="mended", by="ada")
    pipeline.release(now=THURSDAY)
    pipeline.rollback(why="still wrong", now=THURSDAY)

    [report] = pipeline.release(now=THURSDAY)

    assert report.status == "REFUSED"


def test_what_is_not_pinned_cannot_be_unpinned(site):
    site.sweep(MONDAY)
    pipeline.release(now=MONDAY)

    with pytest.raises(NothingPinned, match="No rollback pins"):
        pipeline.ask_unpin(ORIGIN, why="x", by="ada")


# Being told


@pytest.fixture
def managers(settings):
    owner = "owner@example.test"
    settings.MANAGERS = [owner] if VERSION >= (6,) else [("Owner", owner)]


def test_owners_get_a_mail_with_a_link_to_the_held_scan(site, managers, held):
    [message] = mail.outbox

    assert message.subject.endswith("The scan of pages is held")
    assert f"{ORIGIN}/admin/honest_sitemaps/scan/{held.pk}/change/" in message.body


def test_without_an_admin_the_mail_names_the_command(site, managers, settings):
    settings.ROOT_URLCONF = "honest_sitemaps.urls"
    counted(site, 1204)
    site.sweep(MONDAY)
    counted(site, 1211)
    site.sweep(TUESDAY)

    assert "manage.py sitemap_holds list" in mail.outbox[0].body
    assert "/admin/" not in mail.outbox[0].body


def test_the_same_hold_is_mailed_once_a_day(site, managers, held):
    site.sweep(TUESDAY.replace(hour=12))
    site.sweep(TUESDAY.replace(hour=18))

    before = len(mail.outbox)
    site.sweep(WEDNESDAY.replace(hour=7))

    assert (before, len(mail.outbox)) == (1, 2)


def test_a_section_that_settled_meanwhile_is_mailed_about_anew(site, managers, held):
    counted(site, 1204)
    site.sweep(TUESDAY.replace(hour=12))
    counted(site, 1300)
    site.sweep(TUESDAY.replace(hour=18))

    assert len(mail.outbox) == 2


def test_a_rollback_tells_that_the_origin_is_pinned(site, managers, caplog):
    heard = []
    signals.origin_pinned.connect(lambda **said: heard.append(said["origin"]), weak=False)
    for number, now in enumerate([MONDAY, TUESDAY]):
        site.bodies["/new/"] = html(f"<p>Text {number}.</p>")
        site.sweep(now)
        pipeline.release(now=now)

    with caplog.at_level(logging.WARNING, logger="honest_sitemaps"):
        pipeline.rollback(why="wrong dates", now=WEDNESDAY)

    assert [origin.pinned_why for origin in heard] == ["wrong dates"]
    assert "action=pin" in caplog.text
    assert "wrong dates" in mail.outbox[0].body
    signals.origin_pinned.receivers.clear()
    signals.origin_pinned.sender_receivers_cache.clear()
