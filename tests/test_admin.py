"""The admin shows the tables, writes nothing and never counts."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from zlib import compress

import pytest
from django.contrib.auth.models import Permission, User
from django.core.paginator import InvalidPage
from django.db import connection
from django.test.utils import CaptureQueriesContext

from honest_sitemaps.admin.content_states import SHOWN_LOC
from honest_sitemaps.admin.scans import told
from honest_sitemaps.admin.window import UncountedPaginator
from honest_sitemaps.loc import loc_digest
from honest_sitemaps.models import (
    Artifact,
    CanonicalLines,
    ContentChange,
    ContentState,
    Origin,
    Release,
    ReleaseFile,
    Scan,
    Section,
)

NOW = datetime(2026, 8, 10, 6, tzinfo=UTC)
ORIGIN = "https://example.test"
BLOCK = {
    "shape": "p.figure",
    "before": "1204 visits",
    "after": "1211 visits",
    "pages": 391,
    "share": 0.9726,
    "samples": [f"{ORIGIN}/1/", f"{ORIGIN}/2/"],
}
LISTS = ["contentstate", "scan", "release"]

pytestmark = pytest.mark.django_db


@pytest.fixture
def section():
    return Section.objects.create(origin=ORIGIN, name="pages", capacity=10)


@pytest.fixture
def states(section):
    return fill(section, 3)


@pytest.fixture
def scan(section):
    return Scan.objects.create(
        section=section,
        run="r",
        kind=Scan.Kind.SWEEP,
        status=Scan.Status.HELD,
        started_at=NOW,
        counts={"listed": 402, "excluded": {"NOINDEX": 7}, "moves": {"CHANGED": 402}},
        cause={"why": "402 of 402 would move their date", "blocks": [BLOCK]},
    )


@pytest.fixture
def release():
    made = Release.objects.create(
        origin=ORIGIN, status=Release.Status.LIVE, at=NOW, why="demo"
    )
    Origin.objects.create(origin=ORIGIN, live_release=made, pinned_why="news were wrong")
    add_file(made, "pages-1.xml")
    return made


def fill(section: Section, number: int, *, prefix: str = "/page") -> list[ContentState]:
    start = ContentState.objects.count()
    locs = [f"{section.origin}{prefix}-{n}/" for n in range(start, start + number)]
    return ContentState.objects.bulk_create(
        ContentState(
            section=section,
            key=loc,
            loc=loc,
            loc_digest=loc_digest(loc),
            slot=start + n + 1,
            published_at=NOW,
            seen_at=NOW,
        )
        for n, loc in enumerate(locs)
    )


def add_file(release: Release, name: str) -> None:
    artifact = Artifact.objects.create(
        digest=loc_digest(name), gzip=b"gz", size_bytes=12_345, urls=10
    )
    ReleaseFile.objects.create(release=release, name=name, artifact=artifact, changed_at=NOW)


def address(model: str, pk: int | None = None) -> str:
    tail = "" if pk is None else f"{pk}/change/"
    return f"/admin/honest_sitemaps/{model}/{tail}"


def viewer() -> User:
    """Somebody who may look and do nothing."""
    user = User.objects.create_user("reader", is_staff=True)
    views = Permission.objects.filter(codename__startswith="view_")
    user.user_permissions.set(views)
    return user


def cost(*visits: Callable[[], object]) -> int:
    """Queries of these visits, once Django has what it reads once a process."""
    for visit in visits:
        visit()
    with CaptureQueriesContext(connection) as seen:
        for visit in visits:
            visit()
    return len(seen)


def html(client, address: str, **query: object) -> str:
    answer = client.get(address, query)
    assert answer.status_code == 200
    return answer.content.decode()


def shown(page: str) -> list[str]:
    """The locs of a list, as the page shows them."""
    return re.findall(rf">{ORIGIN}(/[^<]*)<", page)


# Nothing is written.


@pytest.mark.parametrize("model", LISTS)
def test_nothing_can_be_added(admin_client, model):
    assert admin_client.get(address(model) + "add/").status_code == 403


@pytest.mark.parametrize("verb", ["change", "delete"])
def test_a_row_can_be_neither_changed_nor_deleted(admin_client, states, verb):
    there = f"/admin/honest_sitemaps/contentstate/{states[0].pk}/{verb}/"

    answer = admin_client.post(there, {"loc": "https://example.test/other/", "post": "yes"})

    assert answer.status_code == 403
    assert ContentState.objects.filter(loc=states[0].loc).exists()


def test_a_row_page_has_nothing_to_fill_in_for_those_who_may_only_view(client, states):
    client.force_login(viewer())

    page = html(client, address("contentstate", states[0].pk))

    main = page[page.index('id="content"') :]
    assert re.findall(r"<(?:input|select|textarea)[^>]*>", main) == re.findall(
        r'<input type="hidden"[^>]*>', main
    )


# Nothing is counted, and no row costs a query.


@pytest.mark.parametrize("query", [{}, {"q": "/page"}, {"reason": "LISTED"}, {"p": 2}])
def test_a_list_never_counts(admin_client, section, scan, release, query):
    fill(section, 250)

    for model in LISTS:
        with CaptureQueriesContext(
            connection,
        ) as seen:
            admin_client.get(address(model), query)

        assert [it["sql"] for it in seen if "COUNT(" in it["sql"].upper()] == []


def test_facets_cannot_be_asked_for(admin_client, section):
    fill(section, 5)

    with CaptureQueriesContext(connection) as seen:
        admin_client.get(address("contentstate"), {"_facets": "True"})

    assert [it["sql"] for it in seen if "COUNT(" in it["sql"].upper()] == []


def test_more_rows_cost_no_more_queries(admin_client, section):
    costs = []
    for number in (3, 90):
        fill(section, number)
        costs.append(cost(lambda: html(admin_client, address("contentstate"))))

    assert costs[0] == costs[1]


def test_more_scans_and_releases_cost_no_more_queries(admin_client, section):
    costs = []
    for number in (2, 40):
        for n in range(number):
            Scan.objects.create(section=section, run="r", kind="SWEEP", started_at=NOW)
            made = Release.objects.create(origin=ORIGIN, at=NOW)
            add_file(made, f"pages-{number}-{n}.xml")
        costs.append(
            cost(
                lambda: html(admin_client, address("scan")),
                lambda: html(admin_client, address("release")),
            )
        )

    assert costs[0] == costs[1]


def test_more_changes_cost_no_more_queries_on_a_row_page(admin_client, states, scan):
    costs = []
    for number in (2, 30):
        for _ in range(number):
            ContentChange.objects.create(
                state=states[0], scan=scan, move="CHANGED", after={}, seen_at=NOW
            )
        costs.append(cost(lambda: html(admin_client, address("contentstate", states[0].pk))))

    assert costs[0] == costs[1]


def test_no_list_reads_the_bytes_of_a_file(admin_client, release):
    with CaptureQueriesContext(connection) as seen:
        html(admin_client, address("release"))

    assert [it["sql"] for it in seen if '"gzip"' in it["sql"]] == []


# Pages.


def test_every_row_is_on_some_page_and_on_one_only(admin_client, section):
    fill(section, 250)

    pages = [shown(html(admin_client, address("contentstate"), p=p)) for p in (1, 2, 3)]

    assert [len(page) for page in pages] == [100, 100, 50]
    assert len({loc for page in pages for loc in page}) == 250


def test_the_next_page_is_offered_only_if_there_is_one(admin_client, section):
    fill(section, 200)

    first = html(admin_client, address("contentstate"))
    last = html(admin_client, address("contentstate"), p=2)

    assert "?p=2" in first
    assert "?p=3" not in last


@pytest.mark.parametrize("p", ["99", "0", "-1", "x", "²", "9" * 30])
def test_a_page_that_is_not_there_is_no_crash(admin_client, states, p):
    answer = admin_client.get(address("contentstate"), {"p": p}, follow=True)

    assert answer.status_code == 200


def test_all_rows_at_once_are_never_shown(admin_client, section):
    fill(section, 150)

    page = html(admin_client, address("contentstate"), all="")

    assert len(shown(page)) == 100
    assert "showall" not in page


def test_the_paginator_reads_one_row_more_than_it_shows(section, django_assert_num_queries):
    fill(section, 25)
    rows = ContentState.objects.order_by("pk")

    with django_assert_num_queries(1):
        pages = UncountedPaginator(rows, 10, number=2)
        page = pages.page(2)

        assert (pages.count, pages.num_pages, len(page.object_list)) == (21, 3, 10)


def test_the_paginator_can_go_to_a_page_that_it_was_not_made_for(section):
    fill(section, 25)
    pages = UncountedPaginator(ContentState.objects.order_by("pk"), 10, number=2)

    assert list(pages.page(1).object_list) == list(pages.object_list[:10])
    with pytest.raises(InvalidPage):
        pages.page(4)


# What is shown.


@pytest.mark.parametrize(
    ("term", "found"),
    [
        ("https://example.test/page-1/", ["/page-1/"]),  # a whole loc, not /page-1/more/
        ("HTTPS://EXAMPLE.test/page-1/", ["/page-1/"]),  # as a person types a host
        ("/page-1/", ["/page-1/"]),  # a path
        ("https://example.test/page-", ["/page-0/", "/page-1/", "/page-1/more/"]),
        ("/page-1", ["/page-1/", "/page-1/more/"]),  # in the order of their locs
        (" /page-1/ ", ["/page-1/"]),  # pasted with blanks
        ("/nowhere", []),
        ("page-1", []),  # neither a loc nor a path begins so
        ("https://[", []),  # not a URL at all
        ("%", []),  # no wildcard
    ],
)
def test_a_url_is_found_whole_or_by_its_beginning(admin_client, section, term, found):
    fill(section, 2)
    loc = f"{ORIGIN}/page-1/more/"
    ContentState.objects.create(section=section, key=loc, loc=loc, loc_digest=loc_digest(loc))

    assert shown(html(admin_client, address("contentstate"), q=term)) == found


@pytest.mark.parametrize(
    ("chosen", "found"),
    [
        ("", ["/page-2/", "/page-1/", "/page-0/"]),
        ("LISTED", ["/page-2/"]),
        ("EXCLUDED", ["/page-0/", "/page-1/"]),  # by reason, in the order of the index
        ("NOINDEX", ["/page-0/"]),
        ("nonsense", ["/page-2/", "/page-1/", "/page-0/"]),
    ],
)
def test_the_list_can_be_narrowed_to_a_reason(admin_client, states, chosen, found):
    ContentState.objects.filter(pk=states[0].pk).update(reason="NOINDEX")
    ContentState.objects.filter(pk=states[1].pk).update(reason="GONE")

    assert shown(html(admin_client, address("contentstate"), reason=chosen)) == found


def test_the_list_can_be_narrowed_to_a_section(admin_client, states):
    news = Section.objects.create(origin=ORIGIN, name="news", language="de", capacity=10)
    fill(news, 1, prefix="/news")

    page = html(admin_client, address("contentstate"), section=str(news.pk))

    assert shown(page) == ["/news-3/"]
    assert ">news-de<" in page
    assert "news-de ·" not in page


def test_sections_of_several_origins_are_told_apart(admin_client, section):
    Section.objects.create(origin="https://other.test", name="pages", capacity=10)

    page = html(admin_client, address("contentstate"))

    assert f"pages · {ORIGIN}" in page
    assert "pages · https://other.test" in page


def test_a_row_page_tells_verdict_evidence_dates_and_file(admin_client, states):
    ContentState.objects.filter(pk=states[0].pk).update(
        reason="NOINDEX", evidence='<meta name="robots" content="noindex">', updated_at=NOW
    )

    page = html(admin_client, address("contentstate", states[0].pk))

    assert "NOINDEX" in page
    assert "&lt;meta name=&quot;robots&quot; content=&quot;noindex&quot;&gt;" in page
    assert "pages-1.xml" in page


def test_a_long_loc_leaves_room_for_the_other_columns(admin_client, section):
    """Percent-encoded words have no place to break."""
    fill(section, 1)
    ContentState.objects.update(loc=f"{ORIGIN}/{'%E0%A6%A6' * 200}/")

    (cell,) = re.findall(
        r'<th class="field-[^>]*><a[^>]*>([^<]*)</a>',
        html(admin_client, address("contentstate")),
    )

    assert cell.startswith(f"{ORIGIN}/%E0%A6%A6")
    assert (len(cell), cell[-1]) == (SHOWN_LOC, "…")


def test_a_row_without_a_loc_is_shown_by_its_key(admin_client, states):
    ContentState.objects.filter(pk=states[0].pk).update(loc="", key="articles.article:7")

    assert ">articles.article:7<" in html(admin_client, address("contentstate"))


def test_what_is_not_known_is_told_in_words(admin_client, states, scan, release):
    ContentState.objects.update(slot=None, updated_at=None, published_at=None)
    Scan.objects.update(counts={}, cause=None)
    Origin.objects.update(pinned_why="")

    row, a_scan, a_release = (
        re.findall(r'class="readonly">(.*?)</div>', html(admin_client, address(*of)))
        for of in [
            ("contentstate", states[0].pk),
            ("scan", scan.pk),
            ("release", release.pk),
        ]
    )

    assert {"None", ""}.isdisjoint([*row, *a_scan, *a_release])
    assert {"unknown", "never listed"} <= set(row)
    assert "none" in a_scan
    assert "no" in a_release


def test_a_row_page_tells_the_last_changes_newest_first(admin_client, states, scan):
    for n in range(25):
        ContentChange.objects.create(
            state=states[0],
            scan=scan,
            move="CHANGED",
            after={"reason": ""},
            seen_at=NOW + timedelta(days=n),
        )

    page = html(admin_client, address("contentstate", states[0].pk))

    told = re.findall(r"<time [^>]*>(2026-\S+) ", page)
    assert (len(told), told[0], told[-1]) == (20, "2026-09-03", "2026-08-15")


def test_a_scan_page_tells_counts_and_cause(admin_client, scan):
    page = html(admin_client, address("scan", scan.pk))

    assert "402 listed, 7 NOINDEX" in page
    assert "402 of 402 would move their date" in page
    assert "<strong>391 pages</strong> (97% of those compared)" in page
    assert "<del>1204</del> visits" in page


def test_a_scan_page_tells_what_a_person_answered(admin_client, scan):
    scan.cause |= {"resolution": "rebase", "resolved_why": "the counter moved"}
    scan.save()

    assert "rebase: the counter moved" in html(admin_client, address("scan", scan.pk))


def test_a_scan_that_went_well_has_a_page_too(admin_client, scan):
    Scan.objects.update(cause=None, counts={}, status=Scan.Status.SETTLED)

    assert "0 listed" in html(admin_client, address("scan", scan.pk))


def test_a_release_page_tells_files_and_pin(admin_client, release):
    page = html(admin_client, address("release", release.pk))

    assert "pages-1.xml" in page
    assert "12,345" in page
    assert "news were wrong" in page


def test_the_most_frequent_count_comes_first_and_nothing_is_told_of_nothing():
    assert told({"A": 1, "B": 1_204, "C": 0}) == ["1,204 B", "1 A"]


# A strict Content-Security-Policy.


def test_our_pages_need_no_inline_style_or_script(admin_client, states, scan, release):
    rows = {"contentstate": states[0].pk, "scan": scan.pk, "release": release.pk}
    pages = [html(admin_client, address(model, pk)) for model, pk in rows.items()]
    pages += [html(admin_client, address(model)) for model in LISTS]

    for page in pages:
        assert re.findall(r"\sstyle=|<style", page) == []
        assert re.findall(r"\son[a-z]+=", page) == []
        assert re.findall(r"<script(?![^>]*\ssrc=)[^>]*>", page) == []


def test_what_a_page_said_is_shown_as_text(admin_client, states, release, scan):
    attack = "<script>alert(1)</script>"
    ContentState.objects.update(evidence=attack, canonical=attack)
    ContentChange.objects.create(
        state=states[0], move="CHANGED", after={"loc": attack}, seen_at=NOW
    )
    block = {**BLOCK, "shape": attack, "before": attack, "samples": [attack]}
    Scan.objects.update(
        cause={"why": attack, "blocks": [block]}, counts={"moves": {attack: 1}}
    )
    ReleaseFile.objects.update(name=attack)

    pages = [
        html(admin_client, address("contentstate", states[0].pk)),
        html(admin_client, address("scan", scan.pk)),
        html(admin_client, address("scan")),
        html(admin_client, address("release", release.pk)),
    ]

    assert [page for page in pages if attack in page] == []


def test_a_row_page_shows_the_lines_that_changed_escaped(admin_client, states, scan):
    for digest, lines in (("aa", "text <b>old</b> words"), ("bb", "text new words")):
        CanonicalLines.objects.create(digest=digest, recipe="r", zlib=compress(lines.encode()))
    sides = {"reason": "", "loc": "x", "updated_at": None, "recipe": "r", "parts": ""}
    ContentChange.objects.create(
        state=states[0],
        scan=scan,
        move="CHANGED",
        before={**sides, "digest": "aa"},
        after={**sides, "digest": "bb"},
        seen_at=NOW,
    )

    page = html(admin_client, address("contentstate", states[0].pk))

    assert "text <del>&lt;b&gt;old&lt;/b&gt;</del> words" in page
    assert "text <ins>new</ins> words" in page
