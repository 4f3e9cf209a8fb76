"""The list of content states tells how many there are, and a URL's page tells why."""

from __future__ import annotations

import re
from html import escape

import pytest
from django.contrib import admin
from django.contrib.auth.models import Permission, User
from django.test import Client

from honest_sitemaps import pipeline
from honest_sitemaps.admin.content_states_page import readable, what_moved
from honest_sitemaps.admin.editing import edit_address
from honest_sitemaps.admin.window import LAST_PAGE, KeysFirstPaginator
from honest_sitemaps.ledger import recount
from honest_sitemaps.loc import loc_digest
from honest_sitemaps.models import ContentState, Section
from tests.site_in_a_dict import MONDAY, ORIGIN, TUESDAY, Site, html, registered

NOINDEX = '<meta name="robots" content="noindex">'
LIST = "/admin/honest_sitemaps/contentstate/"


@pytest.fixture
def site(db):
    site = Site.of(4)
    site.bodies["/002/"] = html("<p>Text 2 of the page.</p>", head=NOINDEX)
    with registered(pages=site):
        site.sweep(MONDAY)
        pipeline.release(now=MONDAY)
        yield site


def row_of(path: str) -> ContentState:
    return ContentState.objects.get(loc=f"{ORIGIN}{path}")


def shown(client: Client, path: str) -> str:
    answer = client.get(f"{LIST}{row_of(path).pk}/change/")
    assert answer.status_code == 200
    return answer.content.decode()


def words(html: str) -> str:
    """What a person reads of the page."""
    text = re.sub(r"<[^>]*>", " ", html[html.index('id="content"') :])
    return re.sub(r"\s+", " ", text)


def listed(client: Client, **query: object) -> str:
    answer = client.get(LIST, query)
    assert answer.status_code == 200
    return answer.content.decode()


def locs(page: str) -> list[str]:
    return re.findall(rf">{ORIGIN}(/[^<]*)<", page)


# The list


def test_each_choice_of_a_filter_tells_how_many_rows_it_has(admin_client, site):
    page = words(listed(admin_client))

    assert "listed (3)" in page
    assert "NOINDEX (1)" in page
    assert "pages (4)" in page
    assert "4 URLs." in page


def test_numbers_are_those_under_the_other_filters(admin_client, site):
    page = words(listed(admin_client, reason="NOINDEX"))

    assert "pages (1)" in page
    assert "listed (3)" in page
    assert "1 of 4 URLs." in page


def test_a_choice_without_rows_is_not_offered(admin_client, site):
    assert "GONE" not in words(listed(admin_client))


def test_a_search_has_no_numbers_since_nobody_counted_what_it_finds(admin_client, site):
    page = words(listed(admin_client, q="/00"))

    assert "NOINDEX" in page
    assert "(1)" not in page


def test_unstable_rows_are_a_choice_where_there_are_any(admin_client, site):
    section = Section.objects.get()
    assert "unstable" not in words(listed(admin_client))
    ContentState.objects.filter(loc__endswith="/001/").update(is_unstable=True)
    recount(section, now=TUESDAY)

    page = listed(admin_client, unstable="UNSTABLE")

    assert "unstable (1)" in words(page)
    assert locs(page) == ["/001/"]


def test_languages_are_a_choice_where_there_are_several(admin_client, site):
    assert "By language" not in words(listed(admin_client))
    ContentState.objects.filter(loc__endswith="/001/").update(language="de")
    recount(Section.objects.get(), now=TUESDAY)

    page = listed(admin_client, language="de")

    assert "de (1)" in words(page)
    assert locs(page) == ["/001/"]


@pytest.mark.parametrize(
    "query",
    [
        {"reason": "nonsense"},
        {"section": "x"},
        {"section": "9" * 40},
        {"section": "²"},
        {"unstable": "perhaps"},
    ],
)
def test_what_no_filter_offers_narrows_nothing(admin_client, site, query):
    page = listed(admin_client, **query)

    assert len(locs(page)) == 4
    assert "4 URLs." in words(page)


@pytest.mark.parametrize(
    ("term", "found"),
    [
        ("/001/?utm_source=letter", ["/001/"]),  # copied from a browser
        ("/001/#top", ["/001/"]),
        (f"{ORIGIN}/001", ["/001/"]),  # begins so, and is all that does
        ("/001//", ["/001/"]),  # one slash too many
        ("articles.article:7", ["/003/"]),  # a key
        ("/\U0010ffff", []),  # no letter comes after it
        (f"/{'0' * 300}", []),  # longer than the index
    ],
)
def test_a_url_is_found_as_a_person_has_it(admin_client, site, term, found):
    ContentState.objects.filter(loc__endswith="/003/").update(key="articles.article:7")

    assert locs(listed(admin_client, q=term)) == found


def test_a_beginning_longer_than_the_index_is_compared_to_its_end(admin_client, site):
    section = Section.objects.get()
    for end in ("a", "b"):
        loc = f"{ORIGIN}/{'x' * 200}/{end}/1/"
        ContentState.objects.create(
            section=section, key=loc, loc=loc, loc_digest=loc_digest(loc)
        )

    found = [len(locs(listed(admin_client, q=f"/{'x' * 200}/{end}"))) for end in ("", "b/")]

    assert found == [2, 1]


def test_behind_the_last_page_a_list_is_narrowed(site):
    pages = KeysFirstPaginator(ContentState.objects.order_by("pk"), 1, number=LAST_PAGE)
    pages.__dict__["rows"] = list(ContentState.objects.all()[:2])

    assert pages.is_cut
    assert pages.num_pages == LAST_PAGE
    assert KeysFirstPaginator(pages.object_list, 1, number=LAST_PAGE + 1).rows == []


def test_a_list_reads_its_rows_once(admin_client, site, django_assert_max_num_queries):
    listed(admin_client)

    # Session, user, kinds, sections twice, keys, rows.
    with django_assert_max_num_queries(7):
        listed(admin_client)


# A URL's page


def test_the_page_begins_with_one_sentence_and_what_to_do(admin_client, site):
    page = words(shown(admin_client, "/002/"))

    assert "Not listed: the page says noindex (meta robots)." in page
    assert "remove noindex where it stands" in page


def test_the_page_answers_the_seven_questions(admin_client, site):
    page = words(shown(admin_client, "/001/"))

    for question, answer in [
        ("Is it a candidate?", "Yes: pages names it as /001/."),
        ("Which rule spoke?", "None: it is listed."),
        ("What was seen?", "Last look 2026-08-10 06:00 UTC, status 200"),
        ("In which file?", "pages-1.xml, slot 2."),
        (
            "Is that file live?",
            "Yes, since 2026-08-10 06:00 UTC; it names it, without a date.",
        ),
        ("When did it last change, and what?", "Unknown: no trustworthy date was seen yet."),
        ("Was anything decided by hand?", "No."),
    ]:
        assert re.search(re.escape(question) + r"[^?]*" + re.escape(answer), page), question


def test_the_page_tells_what_the_command_tells(admin_client, site):
    told = pipeline.explain(f"{ORIGIN}/002/", now=TUESDAY, is_fresh=False).as_json()

    page = words(shown(admin_client, "/002/"))

    assert told["headline"] in page
    for step in told["steps"]:
        assert escape(readable(step["answer"])) in page


def test_where_it_stops_is_told_by_a_sign_and_a_word(admin_client, site):
    page = shown(admin_client, "/002/")

    assert "Here it stops:" in page
    assert "✗" in page
    assert 'class="hs-is-act"' in page


def test_words_that_changed_are_marked_with_signs(admin_client, site):
    site.bodies["/001/"] = html("<p>Text 1 of <b>this</b> page.</p>")
    site.sweep(TUESDAY)

    page = shown(admin_client, "/001/")

    assert "text Text 1 of <del>the</del> page." in page
    assert "text Text 1 of <ins>this</ins> page." in page
    assert ">\N{MINUS SIGN}</span>" in page
    assert ">+</span>" in page
    assert "CHANGED" in page


def test_a_held_scan_and_the_live_release_are_linked_for_those_who_may_see_them(
    admin_client, client, site
):
    user = User.objects.create_user("reader", is_staff=True)
    user.user_permissions.add(Permission.objects.get(codename="view_contentstate"))
    client.force_login(user)

    assert "/admin/honest_sitemaps/release/" in shown(admin_client, "/001/")
    assert "/admin/honest_sitemaps/release/" not in shown(client, "/001/")


def test_a_live_file_that_cannot_be_read_is_told(admin_client, site, monkeypatch):
    def gone(digest: str) -> bytes:
        raise OSError("the disk is away")

    monkeypatch.setattr("honest_sitemaps.publish.gzip_of", gone)

    assert "cannot be read: the disk is away" in words(shown(admin_client, "/001/"))


def test_a_row_that_is_not_there_is_no_crash(admin_client, site):
    assert admin_client.get(f"{LIST}99999/change/", follow=True).status_code == 200


def test_a_page_that_fails_is_told_apart_from_one_that_is_meant_to_be_out(admin_client, site):
    ContentState.objects.filter(loc__endswith="/001/").update(reason="UNREADABLE")
    ContentState.objects.filter(loc__endswith="/003/").update(reason="NOT_LIVE")

    levels = [
        re.findall(r'class="hs-verdict hs-is-(\w+)"', shown(admin_client, path))
        for path in ("/000/", "/001/", "/003/")
    ]

    assert levels == [["well"], ["act"], ["watch"]]


# Pure


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"reason": [None, ""], "loc": [None, "a"]}, ""),  # a first row has nothing before it
        ({"reason": ["", "GONE"]}, "reason - → GONE"),
        ({"loc": ["a", "b"]}, "loc a → b"),
        ({"parts": ["text"]}, "text"),
        ({"loc": ["a", "b"], "parts": ["head"]}, "loc a → b; head"),
        ({"override": ["", "withhold"]}, "override - → withhold"),
        (
            {"updated_at": [None, "2026-08-11T06:00:00+00:00"]},
            "updated_at - → 2026-08-11 06:00 UTC",
        ),
    ],
)
def test_a_step_is_told_in_one_line(change, told):
    assert what_moved(change) == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Last look 2026-08-11T06:00:00+00:00.", "Last look 2026-08-11 06:00 UTC."),
        ("2026-08-11T06:00:00.123456+00:00", "2026-08-11 06:00 UTC"),
        ("2026-08-11T06:00:00+02:00", "2026-08-11T06:00:00+02:00"),  # a page's own words
        ("2026-08-11", "2026-08-11"),
    ],
)
def test_moments_are_readable(text, told):
    assert readable(text) == told


# Where it is edited


@pytest.mark.parametrize(
    ("key", "there"),
    [
        ("auth.user:7", "/admin/auth/user/7/change/"),
        ("site.article:7", ""),  # nobody edits these here
        ("nobody.knows:7", ""),
        ("auth.user:", ""),
        ("/about/", ""),  # a route
        ("", ""),
    ],
)
def test_a_key_leads_to_where_its_object_is_edited(rf, admin_user, key, there):
    request = rf.get("/")
    request.user = admin_user

    assert edit_address(key, request=request, site=admin.site) == there


def test_who_may_not_see_the_object_gets_no_link_to_it(rf, db):
    request = rf.get("/")
    request.user = User.objects.create_user("reader", is_staff=True)

    assert edit_address("auth.user:7", request=request, site=admin.site) == ""
