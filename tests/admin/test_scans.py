"""A held scan is understood and answered on its page; nothing is rendered there."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission, User
from django.test import Client

from honest_sitemaps import pipeline
from honest_sitemaps.clock import utc_now
from honest_sitemaps.ledger import ContentState, StagedSighting
from honest_sitemaps.models import CanonicalLines, Scan, Section
from tests.admin.given_scans import counted, held_scan
from tests.site_in_a_dict import MONDAY, ORIGIN, TUESDAY, WEDNESDAY, Site, registered

NOINDEX = '<meta name="robots" content="noindex">'


@pytest.fixture
def site(db):
    site = Site.of(30)
    with registered(pages=site):
        yield site


@pytest.fixture
def held(site):
    scan = held_scan(site)
    site.fetched.clear()
    return scan


@pytest.fixture
def page(admin_client, held):
    return lambda: shown(admin_client, held)


def address(scan, act=""):
    return f"/admin/honest_sitemaps/scan/{scan.pk}/{act or 'change'}/"


def shown(client, scan):
    answer = client.get(address(scan))
    assert answer.status_code == 200
    return answer.content.decode()


def say(client, scan, how, *, why="a counter", noise=()):
    said = {"how": how, "why": why, "noise": list(noise)}
    return client.post(address(scan, "answer"), said, follow=True).content.decode()


def user_who_may(*permissions):
    user = User.objects.create_user("ada", password="x", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    client = Client()
    client.force_login(user)
    return client


# What is shown


def test_the_cause_is_told_in_words(page):
    html = page()

    assert "This scan waits for an answer. 30 of 30 listed URLs would move their date" in html
    assert "the dates of pages stand still" in html


def test_each_block_is_told_with_share_place_and_the_words_that_differ(page):
    html = page()

    assert "<strong>30 pages</strong> (100% of those compared)" in html
    assert '<code class="hs-path">main &gt; p.tools</code>' in html
    assert "We have <del>1,204</del> tools." in html
    assert "We have <ins>1,211</ins> tools." in html


def test_sample_pages_show_all_their_differences(page):
    html = page()

    samples = html[html.index('id="hs-samples"') : html.index('id="hs-answer"')]
    assert samples.count('<details class="hs-card"') == 5
    assert f"{ORIGIN}/000/" in samples
    assert "And a new paragraph." in samples
    row = ContentState.objects.get(key="/000/")
    assert f'href="/admin/honest_sitemaps/contentstate/{row.pk}/change/"' in samples


def test_what_a_page_said_is_escaped(admin_client, held):
    attack = "<script>alert(1)</script>"
    block = {**held.cause["blocks"][0], "before": attack, "after": attack, "path": attack}
    Scan.objects.update(
        cause={"why": attack, "blocks": [{**block, "selector": attack}]},
        answer={"by": attack, "how": attack, "why": attack, "error": attack},
    )
    StagedSighting.objects.update(evidence=attack)

    assert attack not in shown(admin_client, held)


def test_each_button_says_what_it_does_to_dates(page):
    html = page()

    for how, told in [
        ("accept", "dates move to the time it was seen, 2026-08-11 06:00"),
        ("rebase", "Pages that differ in the common blocks alone keep their dates"),
        ("discard", "No date moves"),
    ]:
        assert f'name="how" value="{how}" aria-describedby="hs-{how}"' in html
        assert told in html


def test_a_scan_whose_lines_are_not_stored_offers_no_rebase(admin_client, held):
    Scan.objects.update(cause={**held.cause, "blocks": []})

    html = shown(admin_client, held)

    assert 'value="rebase" disabled' in html
    assert "the canonical lines of its pages are not stored" in html


def test_pages_that_would_leave_the_list_are_shown_with_what_was_seen(admin_client, site):
    counted(site, 1)
    site.sweep(MONDAY)
    for path in list(site.bodies):
        site.bodies[path] = site.bodies[path].replace(b"<head>", b"<head>" + NOINDEX.encode())
    site.sweep(TUESDAY)

    html = shown(admin_client, Scan.objects.get(status="HELD"))

    assert html.count('<details class="hs-card"') == 5
    assert "EXCLUDED: NOINDEX: &lt;meta" in html


def test_without_stored_lines_the_parts_that_moved_are_told(admin_client, held):
    CanonicalLines.objects.all().delete()
    Scan.objects.update(cause={**held.cause, "blocks": []})

    html = shown(admin_client, held)

    assert html.count('<details class="hs-card"') == 5
    assert html.count("CHANGED: text") == 5


def test_pages_that_are_gone_from_the_source_are_found_behind_all_others(admin_client, site):
    site.sweep(MONDAY)
    for path in list(site.bodies)[5:]:
        del site.bodies[path]
    site.sweep(TUESDAY)

    html = shown(admin_client, Scan.objects.get(status="HELD"))

    assert html.count("WITHDRAWN: WITHDRAWN") == 5


def test_a_big_scan_costs_no_more_queries(admin_client, held, django_assert_max_num_queries):
    shown(admin_client, held)  # what Django reads once a process
    with django_assert_max_num_queries(14) as few:
        shown(admin_client, held)
    rows = list(StagedSighting.objects.filter(scan=held))
    for n, row in enumerate(rows):
        row.pk, row.key, row.loc_digest = None, f"more {n}", f"{n:064}"
    StagedSighting.objects.bulk_create(rows)
    with django_assert_max_num_queries(14) as many:
        shown(admin_client, held)

    assert len(few) == len(many)
    assert [it["sql"] for it in many if "COUNT(" in it["sql"].upper()] == []


@pytest.mark.parametrize(
    ("kind", "advice"),
    [("walk", "The scan could not see the whole section"), ("unreadable", "a broken deploy")],
)
def test_a_failed_scan_tells_cause_and_advice(admin_client, held, kind, advice):
    Scan.objects.update(status="FAILED", cause={"why": "30 pages of 30.", "kind": kind})

    html = shown(admin_client, held)

    assert "This scan failed. 30 pages of 30." in html
    assert "Nothing moved, and the last good release is served." in html
    assert advice in html


def test_the_lists_lead_to_the_health_page(admin_client, held):
    html = admin_client.get("/admin/honest_sitemaps/scan/").content.decode()

    assert 'href="/admin/honest_sitemaps/section/health/"' in html


# Answering


@pytest.mark.parametrize("how", ["accept", "rebase", "discard"])
def test_an_answer_is_stored_and_renders_nothing(admin_client, site, held, how):
    html = say(admin_client, held, how)

    held.refresh_from_db()
    assert (held.status, held.answer["how"], held.answer["by"]) == ("HELD", how, "admin")
    assert held.answer["why"] == "a counter"
    assert site.fetched == []
    assert f"admin answered {how}." in html
    assert "A worker carries it out within a minute" in html
    assert "Answer otherwise" in html


def test_an_answer_is_carried_out_as_it_was_given(admin_client, site, held):
    say(admin_client, held, "rebase", noise=[".tools"])

    pipeline.carry_out_answers(now=WEDNESDAY, fetcher=site)

    held.refresh_from_db()
    assert held.status == "SETTLED"
    assert Section.objects.get().noise == [".tools"]
    assert "admin: rebase: a counter" in shown(admin_client, held)


def test_a_suggested_selector_can_be_ticked(page):
    assert '<input type="checkbox" name="noise" value=".tools">' in page()


def test_what_stands_on_a_few_pages_is_not_offered_as_noise(page, held):
    """The new paragraph of one page is an edit; on other pages its selector means others."""
    rare = held.cause["blocks"][1]
    assert (rare["selector"], rare["pages"]) == ("main > p:nth-of-type(3)", 1)

    assert page().count('<input type="checkbox"') == 1


def test_only_a_suggested_selector_is_taken(admin_client, held):
    say(admin_client, held, "rebase", noise=[".tools", "main"])

    held.refresh_from_db()
    assert held.answer["noise"] == [".tools"]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({"how": "accept", "why": "  "}, "Say why"),
        ({"how": "accept", "why": "x" * 2_001}, "2,001 letters"),
        ({"how": "", "why": "x"}, "Press one of the buttons"),
        ({"how": "shred", "why": "x"}, "Press one of the buttons"),
        ({"how": "discard", "why": "x", "noise": [".tools"]}, "goes with rebase"),
    ],
)
def test_an_answer_that_makes_no_sense_is_not_stored(admin_client, held, said, told):
    answer = admin_client.post(address(held, "answer"), said, follow=True)

    held.refresh_from_db()
    assert held.answer is None
    assert told in answer.content.decode()
    assert not LogEntry.objects.exists()


def test_an_answer_is_logged_with_its_reason(admin_client, held):
    say(admin_client, held, "accept", why="new prices")

    entry = LogEntry.objects.get()
    assert (entry.user.username, entry.object_id) == ("admin", str(held.pk))
    assert entry.get_change_message() == "Answered accept. new prices"


def test_a_scan_that_no_longer_waits_takes_no_answer(admin_client, held):
    pipeline.discard("pages", why="a test", now=WEDNESDAY)

    assert "No scan of section pages is held." in say(admin_client, held, "accept")


def test_an_answer_that_failed_says_why_and_can_be_given_anew(admin_client, held):
    answer = {"how": "rebase", "why": "x", "by": "ada", "error": "no lines are stored"}
    Scan.objects.update(answer=answer)

    html = shown(admin_client, held)

    assert "ada answered rebase, and that could not be done:" in html
    assert "no lines are stored" in html
    assert "Your answer" in html


def test_an_answer_under_way_says_so(admin_client, held):
    said = {"how": "accept", "why": "x", "by": "ada", "at": MONDAY.isoformat()}
    begun = (utc_now() - timedelta(seconds=9)).isoformat()
    Scan.objects.update(answer={**said, "begun_at": begun})

    assert "It is being carried out." in shown(admin_client, held)


# Who may


def test_without_the_permission_there_are_no_buttons(held):
    client = user_who_may("view_scan")

    html = shown(client, held)

    assert "<button" not in html[html.index("hs-verdict") : html.index("hs-more")]
    assert "Can accept, re-base or discard a held scan" in html
    assert (
        client.post(address(held, "answer"), {"how": "accept", "why": "x"}).status_code == 403
    )


@pytest.mark.parametrize(
    ("permissions", "status"),
    [
        (["view_scan", "resolve_scan"], 302),
        (["resolve_scan"], 403),  # who may not see it answers nothing
        (["view_scan", "roll_back"], 403),
    ],
)
def test_who_may_answer(held, permissions, status):
    client = user_who_may(*permissions)

    answer = client.post(address(held, "answer"), {"how": "discard", "why": "x"})

    assert answer.status_code == status


def test_an_answer_is_posted_with_a_token(admin_user, held):
    client = Client(enforce_csrf_checks=True)
    client.force_login(admin_user)

    answer = client.post(address(held, "answer"), {"how": "accept", "why": "x"})

    assert answer.status_code == 403
    assert client.get(address(held, "answer")).status_code == 405


def test_no_inline_style_or_script(page):
    html = page()

    assert re.findall(r"\sstyle=|<style", html) == []
    assert re.findall(r"\son[a-z]+=", html) == []
    assert re.findall(r"<script(?![^>]*\ssrc=)[^>]*>", html) == []
