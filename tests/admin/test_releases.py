"""A release's page: what differs and why, what the gate found, the way back."""

from __future__ import annotations

import re

import pytest
from django import VERSION
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission, User
from django.core import mail
from django.test import Client

from honest_sitemaps import pipeline
from honest_sitemaps.models import Origin, Release, ReleaseFile
from honest_sitemaps.verify import release_glance
from tests.site_in_a_dict import (
    MONDAY,
    ORIGIN,
    THURSDAY,
    TUESDAY,
    WEDNESDAY,
    Site,
    html,
    registered,
)

NOINDEX = '<meta name="robots" content="noindex">'


@pytest.fixture
def site(db):
    site = Site.of(30)
    with registered(pages=site):
        yield site


@pytest.fixture
def releases(site):
    """The second one has a new page, an edited one, and one less."""
    older = released(site, MONDAY)
    site.bodies["/new/"] = html("<p>New.</p>")
    site.bodies["/001/"] = html("<p>Edited.</p>")
    site.bodies["/002/"] = html("<p>x</p>", head=NOINDEX)
    return older, released(site, TUESDAY)


@pytest.fixture
def live(releases):
    return releases[1]


@pytest.fixture
def older(releases):
    return releases[0]


@pytest.fixture
def pinned(older, live):
    """The older one is live again."""
    pipeline.rollback(why="news were wrong", now=WEDNESDAY)
    return older


def released(site, now):
    site.sweep(now)
    pipeline.release(now=now, why="a test")
    return Release.objects.get(status="LIVE")


def address(release, act="change"):
    return f"/admin/honest_sitemaps/release/{release.pk}/{act}/"


def shown(client, release, **query):
    answer = client.get(address(release), query)
    assert answer.status_code == 200
    return answer.content.decode()


def roll_back(client, live, older, *, why="wrong dates"):
    said = {"why": why, "to": older.pk}
    return client.post(address(live, "rollback"), said, follow=True)


def user_who_may(*permissions):
    user = User.objects.create_user("ada", password="x", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    client = Client()
    client.force_login(user)
    return client


# What is shown


def test_what_entered_left_and_moved_is_told_with_why(admin_client, live):
    page = shown(admin_client, live)

    assert "pages-1.xml: 1 moved their date, 1 entered, 1 left" in page
    rows = re.findall(r"<tr><th scope=.row.>.*?</tr>", page, re.DOTALL)
    [entered] = [row for row in rows if "/new/" in row]
    [moved] = [row for row in rows if "/001/" in row]
    [left] = [row for row in rows if "/002/" in row]
    assert "hs-kind-entered" in entered
    assert "NEW" in entered
    assert "2026-08-11 06:00" in moved
    assert "CHANGED: text" in moved
    assert "NOINDEX: &lt;meta name=&quot;robots&quot;" in left
    assert "/admin/honest_sitemaps/contentstate/" in left


def test_the_changed_files_are_told(admin_client, older, live):
    page = shown(admin_client, live)

    assert "1 changed file" in page
    assert "<td>pages-1.xml</td><td>30</td><td>30</td><td>2026-08-11 06:00</td>" in page
    assert f"release {older.pk}</a>, live before" in page


def test_the_first_release_had_none_before_it(admin_client, older):
    page = shown(admin_client, older)

    assert "Nothing was live before it" in page
    assert "pages-1.xml: 30 entered" in page


def test_a_refused_release_tells_what_the_gate_found(admin_client, live):
    refused = Release.objects.create(
        origin=ORIGIN, status="REFUSED", at=THURSDAY, why="pages-1.xml: <no>\npages-2.xml: two"
    )

    page = shown(admin_client, refused)

    assert "The gate refused this release. It was never live." in page
    assert "<li>pages-1.xml: &lt;no&gt;</li><li>pages-2.xml: two</li>" in page
    assert "What differs" not in page


def test_more_files_than_a_page_reads_are_on_the_next_one(admin_client, older, live):
    for release in (older, live):
        file = ReleaseFile.objects.get(release=release, name="pages-1.xml")
        for number in range(2, 20):
            file.pk, file.name = None, f"pages-{number}.xml"
            file.save()
    last = f"pages-{release_glance.READ_FILES}.xml"

    first = shown(admin_client, live)
    second = shown(admin_client, live, after=last)

    assert f'href="?after={last}"' in first
    parts = [page.count('<details class="hs-part"') for page in (first, second)]
    assert parts == [12, 7]
    assert "<summary>pages-13.xml" in second
    assert "?after=" not in second


def test_no_inline_style_or_script(admin_client, live):
    page = shown(admin_client, live)

    assert re.findall(r"\sstyle=|<style", page) == []
    assert re.findall(r"\son[a-z]+=", page) == []
    assert re.findall(r"<script(?![^>]*\ssrc=)[^>]*>", page) == []


# Rolling back


def test_the_release_before_goes_live_again_and_pins(admin_client, older, live):
    answer = roll_back(admin_client, live, older)

    origin = Origin.objects.get()
    assert (origin.live_release_id, origin.pinned_why) == (older.pk, "wrong dates")
    page = answer.content.decode()
    assert answer.redirect_chain[-1][0] == address(older)
    assert f"{ORIGIN} is pinned to this release: wrong dates" in page
    entry = LogEntry.objects.get()
    assert entry.get_change_message().endswith("wrong dates")


def test_it_says_what_comes_back_before_it_is_pressed(admin_client, older, live):
    page = shown(admin_client, live)

    assert f'name="to" value="{older.pk}"' in page
    assert f">release {older.pk}</a> of 2026-08-10 06:00 is live again" in page
    assert "nothing newer goes live until somebody unpins it" in page


def test_only_the_live_release_can_be_rolled_back(admin_client, older):
    assert "hs-back" not in shown(admin_client, older)


def test_the_first_release_cannot_be_rolled_back(admin_client, pinned):
    assert "hs-back" not in shown(admin_client, pinned)


@pytest.mark.parametrize("why", ["", "   "])
def test_a_rollback_says_why(admin_client, older, live, why):
    answer = roll_back(admin_client, live, older, why=why)

    assert "Say why" in answer.content.decode()
    assert Origin.objects.get().live_release_id == live.pk


def test_a_rollback_pressed_twice_goes_back_once(admin_client, site, older, live):
    site.bodies["/newer/"] = html("<p>Newer.</p>")
    newest = released(site, WEDNESDAY)

    roll_back(admin_client, newest, live)
    answer = roll_back(admin_client, newest, live)

    assert "Meanwhile another release went live." in answer.content.decode()
    assert Origin.objects.get().live_release_id == live.pk


def test_the_owners_are_told(admin_client, settings, older, live):
    owner = "owner@example.test"
    settings.MANAGERS = [owner] if VERSION >= (6,) else [("Owner", owner)]

    roll_back(admin_client, live, older)

    assert "wrong dates" in mail.outbox[0].body


# Unpinning


def test_a_pinned_origin_can_be_unpinned_by_the_next_release(admin_client, site, pinned):
    said = {"why": "the import is mended"}
    page = admin_client.post(address(pinned, "unpin"), said, follow=True).content.decode()

    assert "The next release unpins it: the import is mended" in page
    assert Origin.objects.get().pinned_why == "news were wrong"
    [report] = pipeline.release(now=THURSDAY)
    assert report.status == "LIVE"
    assert Origin.objects.get().pinned_why == ""


def test_what_is_not_pinned_offers_no_unpinning(admin_client, live):
    assert "hs-unpin" not in shown(admin_client, live)

    answer = admin_client.post(address(live, "unpin"), {"why": "x"}, follow=True)

    assert "No rollback pins" in answer.content.decode()


# Who may


@pytest.mark.parametrize("act", ["rollback", "unpin"])
@pytest.mark.parametrize(
    ("permissions", "status"),
    [
        (["view_release", "roll_back"], 302),
        (["roll_back"], 403),
        (["view_release", "resolve_scan"], 403),
    ],
)
def test_who_may(live, older, act, permissions, status):
    client = user_who_may(*permissions)

    answer = client.post(address(live, act), {"why": "x", "to": older.pk})

    assert answer.status_code == status
    if status == 403:
        assert Origin.objects.get().live_release_id == live.pk


def test_without_the_permission_there_are_no_buttons(live):
    page = shown(user_who_may("view_release"), live)

    assert "hs-form" not in page


@pytest.mark.parametrize("act", ["rollback", "unpin"])
def test_an_act_is_posted_with_a_token(admin_user, live, act):
    client = Client(enforce_csrf_checks=True)
    client.force_login(admin_user)

    assert client.post(address(live, act), {"why": "x"}).status_code == 403
    assert client.get(address(live, act)).status_code == 405
