"""Too much at once waits for a person."""

from __future__ import annotations

import pytest

from honest_sitemaps import pipeline
from honest_sitemaps.eligibility import Reason
from honest_sitemaps.errors import NothingHeld, RebaseImpossible
from honest_sitemaps.ledger import CanonicalLines, ContentState, Move, Scan, StagedSighting
from tests.site_in_a_dict import MONDAY, ORIGIN, THURSDAY, TUESDAY, WEDNESDAY, html

NOINDEX = '<meta name="robots" content="noindex">'


def counted(site, number, *, edited=()):
    """Every page with a counter in its content; some of them edited besides."""
    for n, path in enumerate(site.bodies):
        text = f"<p>Text {n} of the page.</p><p>We have {number:,} tools.</p>"
        if path in edited:
            text += "<p>And a new paragraph.</p>"
        site.bodies[path] = html(text)


@pytest.fixture
def held(site):
    counted(site, 1204)
    site.sweep(MONDAY)
    counted(site, 1211, edited=["/003/", "/030/", "/051/"])
    report = site.sweep(TUESDAY)
    assert (report.status, report.held) == ("HELD", ["pages"])
    return site


def updated():
    return sorted(
        ContentState.objects.filter(updated_at__isnull=False).values_list("key", flat=True)
    )


def test_a_mass_change_is_held_and_its_cause_is_named(held):
    [scan] = pipeline.held()

    assert updated() == []
    block = scan["cause"]["blocks"][0]
    assert block["pages"] == 60
    assert "1,204" in block["before"]
    assert "1,211" in block["after"]


def test_rebase_moves_only_the_pages_with_other_differences(held):
    report = pipeline.rebase("pages", why="a counter", now=WEDNESDAY, fetcher=held)

    assert report.moves[Move.REBASED] == 57
    assert report.moves[Move.CHANGED] == 3
    assert updated() == ["/003/", "/030/", "/051/"]
    assert held.sweep(THURSDAY).moves == {Move.SAME: 60}


def test_a_new_suffix_of_all_titles_is_one_cause_and_can_be_rebased(site):
    def titled(suffix, *, edited=""):
        for n, path in enumerate(site.bodies):
            text = html(f"<p>Text {n}.</p>" + "<p>And more.</p>" * (path == edited))
            site.bodies[path] = text.replace(b"A page", f"Bread {'x' * n} | {suffix}".encode())

    titled("The Bakery")
    site.sweep(MONDAY)
    titled("Bakery of Krakow", edited="/003/")
    site.sweep(TUESDAY)

    block = pipeline.held()[0]["cause"]["blocks"][0]
    report = pipeline.rebase("pages", why="a new name", now=WEDNESDAY, fetcher=site)

    assert (block["shape"], block["pages"]) == ("title … The Bakery → … Bakery of Krakow", 60)
    assert report.moves == {Move.REBASED: 59, Move.CHANGED: 1}
    assert updated() == ["/003/"]


def test_the_date_of_an_accepted_change_is_when_it_was_seen(held):
    pipeline.accept("pages", why="a redesign of all texts", now=THURSDAY, fetcher=held)

    assert len(updated()) == 60
    assert set(ContentState.objects.values_list("updated_at", flat=True)) == {TUESDAY}


def test_discard_forgets(held):
    pipeline.discard("pages", why="a test", now=WEDNESDAY)

    assert (updated(), StagedSighting.objects.count()) == ([], 0)
    assert held.sweep(THURSDAY).status == "HELD"


def test_a_person_and_a_reason_stay_with_the_scan(held):
    pipeline.rebase("pages", why="a counter", now=WEDNESDAY, fetcher=held)

    scan = Scan.objects.latest("pk")
    assert (scan.cause["resolution"], scan.cause["resolved_why"]) == ("rebase", "a counter")


def test_without_stored_lines_a_rebase_is_refused(held):
    CanonicalLines.objects.all().delete()
    Scan.objects.filter(status=Scan.Status.HELD).update(cause={"why": "x", "blocks": []})

    with pytest.raises(RebaseImpossible):
        pipeline.rebase("pages", why="a counter", now=WEDNESDAY, fetcher=held)

    assert Scan.objects.filter(status=Scan.Status.HELD).exists()


def test_nothing_held_is_said(site):
    site.sweep(MONDAY)

    with pytest.raises(NothingHeld, match="No scan of section pages is held"):
        pipeline.accept("pages", why="x", now=TUESDAY, fetcher=site)


def test_a_newer_sweep_supersedes_a_held_one(held):
    counted(held, 1204)

    assert held.sweep(WEDNESDAY).status == "SETTLED"
    assert Scan.objects.filter(status=Scan.Status.SUPERSEDED).count() == 1
    assert pipeline.held() == []


def test_what_the_source_states_settles_while_the_rest_is_held(site):
    counted(site, 1204)
    site.sweep(MONDAY)
    counted(site, 1211)
    site.said["/007/"] = {"is_public": False}

    report = site.sweep(TUESDAY)

    assert report.status == "HELD"
    assert ContentState.objects.get(key="/007/").reason == Reason.PRIVATE
    assert updated() == []


def test_a_look_settles_while_the_section_is_held(held):
    held.bodies["/030/"] = html("<p>Quite another text.</p>")

    held.look("pages", "/030/", now=WEDNESDAY)

    assert updated() == ["/030/"]


def test_confirming_stops_once_the_guard_is_certain_to_hold(site):
    counted(site, 1204)
    site.sweep(MONDAY)
    counted(site, 1211)
    site.fetched.clear()

    site.sweep(TUESDAY)

    assert len(site.fetched) < 60 + 60
    assert StagedSighting.objects.filter(is_confirmed=False).exists()


def test_accepting_confirms_the_rest_first(site):
    counted(site, 1204)
    site.sweep(MONDAY)
    counted(site, 1211)
    site.sweep(TUESDAY)
    unconfirmed = StagedSighting.objects.filter(is_confirmed=False).first().key
    site.second[unconfirmed] = html("<p>Rolled dice.</p>")

    pipeline.accept("pages", why="all texts are new", now=WEDNESDAY, fetcher=site)

    row = ContentState.objects.get(key=unconfirmed)
    assert (row.updated_at, row.is_unstable) == (None, True)


def test_confirming_the_rest_writes_by_the_batch(site, django_assert_max_num_queries):
    counted(site, 1204)
    site.sweep(MONDAY)
    counted(site, 1211)
    site.sweep(TUESDAY)

    with django_assert_max_num_queries(46):
        pipeline.accept("pages", why="all texts are new", now=WEDNESDAY, fetcher=site)

    assert ContentState.objects.filter(updated_at=TUESDAY).count() == 60


def _noindex(site):
    site.bodies.update(dict.fromkeys(list(site.bodies)[7:], html("", head=NOINDEX)))


def _emptied(site):
    for path in list(site.bodies)[7:]:
        del site.bodies[path]


@pytest.mark.parametrize(
    ("happened", "seen"),
    [
        (_noindex, "noindex"),  # the page said so: what it said
        (_emptied, "no longer names it"),  # no page is left to say anything
    ],
)
def test_a_hold_because_pages_leave_says_what_was_seen_on_one_of_them(site, happened, seen):
    site.sweep(MONDAY)
    happened(site)

    report = site.sweep(TUESDAY)

    assert report.status == "HELD"
    assert "53 of 60 listed URLs would leave the list" in report.causes["pages"]
    assert f"First: {ORIGIN}/007/: " in report.causes["pages"]
    assert seen in report.causes["pages"]
    assert seen in pipeline.held()[0]["cause"]["why"]
