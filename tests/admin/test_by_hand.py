"""What a person does about a URL: with a permission, a reason why, and a record of it."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission, User
from django.test import Client

from honest_sitemaps import pipeline
from honest_sitemaps.admin.by_hand import ACTS, in_short
from honest_sitemaps.models import ContentChange, ContentState, LookMark
from tests.site_in_a_dict import MONDAY, ORIGIN, Site, registered

LIST = "/admin/honest_sitemaps/contentstate/"
ALL = ("view_contentstate", "look_again", "override_state")


@pytest.fixture
def site(db):
    site = Site.of(3)
    with registered(pages=site):
        site.sweep(MONDAY)
        pipeline.release(now=MONDAY)
        site.fetched.clear()
        yield site


@pytest.fixture
def ada(db):
    return client_of("ada", *ALL)


def client_of(name: str, *permissions: str, **kwargs: object) -> Client:
    user = User.objects.create_user(name, is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    client = Client(**kwargs)
    client.force_login(user)
    return client


def row_of(path: str = "/001/") -> ContentState:
    return ContentState.objects.get(loc=f"{ORIGIN}{path}")


def address(act: str, path: str = "/001/") -> str:
    return f"{LIST}{row_of(path).pk}/by-hand/{act}/"


def do(client: Client, act: str, **said: str) -> str:
    said = {"why": "a test", **said}
    return client.post(address(act), said, follow=True).content.decode()


def page_of(client: Client, path: str = "/001/") -> str:
    return client.get(f"{LIST}{row_of(path).pk}/change/").content.decode()


def offered(client: Client) -> set[str]:
    return set(re.findall(r"/by-hand/([\w-]+)/", page_of(client)))


def bulk(client: Client, action: str, *paths: str, **said: str) -> str:
    pks = [row_of(path).pk for path in paths]
    posted = {"action": action, "_selected_action": pks, **said}
    return client.post(LIST, posted, follow=True).content.decode()


# One row


def test_look_again_marks_and_renders_nothing(ada, site):
    page = do(ada, "look-again")

    assert LookMark.objects.get().key == "/001/"
    assert "Marked: a worker looks at it" in page
    assert "Will it be looked at again soon?" in page
    assert site.fetched == []


def test_withheld_is_out_at_once_and_the_page_tells_why(ada, site):
    page = do(ada, "withhold", why="the lawyers ask")

    assert (row_of().reason, row_of().override) == ("WITHHELD", "withhold")
    assert "Yes, withhold by ada" in page
    assert "the lawyers ask" in page
    assert "OVERRIDDEN" in page


def test_listed_again_it_waits_for_the_next_look(ada, site):
    do(ada, "withhold")

    page = do(ada, "list-again")

    assert row_of().override == ""
    assert LookMark.objects.filter(key="/001/").exists()
    assert "the next look lists it" in page


def test_a_date_is_set_as_a_day(ada, site):
    do(ada, "set-date", day="2026-08-01")

    assert row_of().lastmod == datetime(2026, 8, 1, tzinfo=UTC)
    assert row_of().override == "date"


def test_a_time_is_taken_in_the_zone_of_the_admin(ada, site, settings):
    settings.TIME_ZONE = "Europe/Helsinki"

    do(ada, "set-date", day="2026-08-01", at="10:30")

    assert row_of().lastmod == datetime(2026, 8, 1, 7, 30, tzinfo=UTC)


def test_a_date_that_was_set_is_cleared(ada, site):
    do(ada, "set-date", day="2026-08-01")

    do(ada, "clear-date")

    assert (row_of().lastmod, row_of().override) == (None, "")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({"day": ""}, "Give the day as"),
        ({"day": "tomorrow"}, "Give the day as"),
        ({"day": "2026-08-01", "at": "noon"}, "Give the time as"),
        ({"day": "2999-01-01"}, "lies ahead"),
    ],
)
def test_a_date_that_cannot_be_is_refused_with_what_to_give(ada, site, said, told):
    page = do(ada, "set-date", **said)

    assert told in page
    assert row_of().override == ""


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("why", ["", "   "])
def test_nothing_is_done_without_a_reason(ada, site, act, why):
    page = do(ada, act, why=why, day="2026-08-01")

    assert "Say why" in page
    assert not LookMark.objects.exists()
    assert row_of().override == ""


def test_what_makes_no_sense_now_is_refused_in_words(ada, site):
    assert "nobody withholds it by hand" in do(ada, "list-again")


def test_an_act_is_in_the_log_of_the_admin_and_in_the_history_of_the_url(ada, site):
    do(ada, "withhold", why="the lawyers ask")

    entry = LogEntry.objects.get()
    change = ContentChange.objects.get(move="OVERRIDDEN")
    assert entry.user.username == "ada"
    assert "the lawyers ask" in entry.get_change_message()
    assert (change.after["by"], change.after["why"]) == ("ada", "the lawyers ask")


def test_what_a_person_wrote_is_shown_as_text(ada, site):
    page = do(ada, "withhold", why="<script>alert(1)</script>")

    assert "<script>alert(1)" not in page
    assert "&lt;script&gt;alert(1)" in page


def test_a_section_that_is_not_registered_any_more_cannot_be_looked_at(ada, site):
    ContentState.objects.get(pk=row_of().pk).section.__class__.objects.update(name="old")

    assert "old" in do(ada, "look-again")
    assert not LookMark.objects.exists()


# What is offered


def test_each_act_is_offered_where_it_makes_sense(ada, site):
    assert offered(ada) == {"look-again", "withhold", "set-date"}

    do(ada, "set-date", day="2026-08-01")
    assert offered(ada) == {"look-again", "withhold", "set-date", "clear-date"}

    do(ada, "withhold")
    assert offered(ada) == {"look-again", "list-again"}


@pytest.mark.parametrize(
    ("permissions", "told"),
    [
        (("view_contentstate",), set()),
        (("view_contentstate", "look_again"), {"look-again"}),
        (("view_contentstate", "override_state"), {"withhold", "set-date"}),
    ],
)
def test_each_person_is_offered_what_that_person_may(site, permissions, told):
    assert offered(client_of("bo", *permissions)) == told


# Who may not


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize(
    "permissions", [("view_contentstate",), ("look_again", "override_state"), ()]
)
def test_without_the_permission_nothing_is_done(site, act, permissions):
    answer = client_of("bo", *permissions).post(
        address(act), {"why": "me", "day": "2026-08-01"}
    )

    assert answer.status_code == 403
    assert not LookMark.objects.exists()
    assert row_of().override == ""


@pytest.mark.parametrize("act", ACTS)
def test_a_link_does_nothing(ada, site, act):
    assert ada.get(address(act), {"why": "me", "day": "2026-08-01"}).status_code == 405
    assert row_of().override == ""


def test_a_form_of_another_site_does_nothing(site):
    client = client_of("bo", *ALL, enforce_csrf_checks=True)

    assert client.post(address("withhold"), {"why": "me"}).status_code == 403
    assert row_of().override == ""


def test_nobody_who_is_not_logged_in_comes_here(client, site):
    answer = client.post(address("withhold"), {"why": "me"})

    assert answer.status_code == 302
    assert "/login/" in answer["Location"]


def test_an_act_that_does_not_exist_is_no_page(ada, site):
    assert ada.post(address("delete"), {"why": "me"}).status_code == 404


def test_a_row_that_does_not_exist_is_no_page(ada, site):
    assert ada.post(f"{LIST}99999/by-hand/withhold/", {"why": "me"}).status_code == 404


# Many rows


def test_ticked_rows_are_first_named_and_asked_why(ada, site):
    page = bulk(ada, "withhold_rows", "/000/", "/001/")

    assert "Withhold: 2 URLs" in page
    assert f"{ORIGIN}/001/" in page
    assert f"{ORIGIN}/002/" not in page
    assert row_of("/000/").override == ""


def test_with_one_reason_all_of_them_are_withheld(ada, site):
    page = bulk(ada, "withhold_rows", "/000/", "/001/", is_confirmed="yes", why="old")

    assert "Withhold: 2 done." in page
    assert [row_of(path).override_why for path in ("/000/", "/001/", "/002/")] == [
        "old",
        "old",
        "",
    ]
    assert LogEntry.objects.count() == 2


def test_many_rows_are_marked_for_a_look(ada, site):
    bulk(ada, "look_again_at_rows", "/000/", "/002/", is_confirmed="yes", why="new prices")

    assert set(LookMark.objects.values_list("key", flat=True)) == {"/000/", "/002/"}


def test_many_rows_need_a_reason_too(ada, site):
    page = bulk(ada, "withhold_rows", "/000/", is_confirmed="yes", why=" ")

    assert "Say why" in page
    assert row_of("/000/").override == ""


def test_never_are_all_rows_of_all_pages_meant(ada, site):
    bulk(
        ada,
        "withhold_rows",
        "/000/",
        select_across="1",
        is_confirmed="yes",
        why="old",
    )

    assert ContentState.objects.filter(override="withhold").count() == 1
    assert "across all pages" not in ada.get(LIST).content.decode()


@pytest.mark.parametrize(
    ("permissions", "told"),
    [
        (("view_contentstate",), []),
        (("view_contentstate", "look_again"), ["look_again_at_rows"]),
        (("view_contentstate", "override_state"), ["withhold_rows"]),
    ],
)
def test_the_list_offers_what_that_person_may(site, permissions, told):
    page = client_of("bo", *permissions).get(LIST).content.decode()

    assert re.findall(r'<option value="(\w+_rows)">', page) == told


def test_without_the_permission_nothing_is_done_to_many_rows(site):
    bo = client_of("bo", "view_contentstate", "look_again")

    bulk(bo, "withhold_rows", "/000/", is_confirmed="yes", why="me")

    assert row_of("/000/").override == ""


def test_refusals_are_told_but_not_by_the_hundred():
    assert in_short(["a", "b"]) == "a b"
    assert in_short([str(n) for n in range(8)]) == "0 1 2 3 4 And 3 more."


# A strict Content-Security-Policy, and no need of a script


def test_forms_need_no_inline_style_or_script(ada, site):
    pages = [page_of(ada), ada.get(LIST).content.decode(), bulk(ada, "withhold_rows", "/000/")]

    for page in pages:
        assert re.findall(r"\sstyle=|<style", page) == []
        assert re.findall(r"\son[a-z]+=", page) == []
        assert re.findall(r"<script(?![^>]*\ssrc=)[^>]*>", page) == []
        assert re.findall(r'(?:src|href)="(?:https?:)?//(?!example\.test)', page) == []


def test_every_field_has_a_label_and_every_id_is_given_once(ada, site):
    do(ada, "set-date", day="2026-08-01")
    page = page_of(ada)
    main = page[page.index('id="content"') : page.index('id="footer"')]

    fields = re.findall(r'<(?:input|textarea|select)(?![^>]*type="hidden")[^>]*>', main)
    named = {re.search(r' id="([^"]+)"', field)[1] for field in fields}
    ids = re.findall(r'\sid="([^"]+)"', page)

    assert named <= set(re.findall(r'<label for="([^"]+)"', main))
    assert len(ids) == len(set(ids))
