"""What goes live, when, and what never does."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from django.urls import include, path
from lxml import etree

from honest_sitemaps.errors import ConfigurationError
from honest_sitemaps.ledger import ContentState, Scan, Section
from honest_sitemaps.partition import Shard
from honest_sitemaps.publish import Artifact, Origin, Release, ReleaseFile
from tests.partition.rows import ORIGIN
from tests.publish.conftest import DAY, T0, Maps, S

XSD = Path(__file__).resolve().parents[3] / "shared/data/xsd"
SECOND = timedelta(seconds=1)
urlpatterns = [path("maps/", include("honest_sitemaps.urls"))]


def test_a_listed_url_is_in_its_file_and_the_file_in_the_index(maps: Maps):
    pages = maps.section()
    maps.list(pages, "a", "b", updated_at=T0 - DAY)

    report = maps.release()

    assert maps.dates_of("pages-1.xml") == {
        "https://example.test/a": "2026-11-29T08:00:00+00:00",
        "https://example.test/b": "2026-11-29T08:00:00+00:00",
    }
    assert maps.dates_of("sitemap.xml") == {
        "https://example.test/sitemaps/pages-1.xml": "2026-11-30T08:00:00+00:00"
    }
    assert report.as_json() == {
        "release": Release.objects.get().pk,
        "status": "LIVE",
        "files": 1,
        "urls": 2,
        "changed_files": ["pages-1.xml"],
        "findings": [],
    }


def test_files_and_index_are_valid_by_their_schemas(maps: Maps):
    if not XSD.exists():
        pytest.skip("the schemas are not beside the project")
    english, german = maps.section(language="en"), maps.section(language="de")
    for section in (english, german):
        maps.list(
            section,
            f"a & b/{section.language}",
            language=section.language,
            group="g",
            published_at=T0,
            images=["/i.jpg"],
            news={"title": "<News>", "name": "Paper"},
        )
    maps.release()

    etree.XMLSchema(file=str(XSD / "_all-index.xsd")).assertValid(maps.root("sitemap.xml"))
    urlset = etree.XMLSchema(file=str(XSD / "_all-urlset.xsd"))
    urlset.assertValid(maps.root("pages-en-1.xml"))
    urlset.assertValid(maps.root("pages-de-1.xml"))
    assert set(maps.root("pages-en-1.xml").nsmap) == {None, "xhtml", "image", "news"}


def test_an_excluded_url_is_in_no_file(maps: Maps):
    pages = maps.section()
    maps.list(pages, "a", "secret", evidence="why it is secret")
    maps.change("secret", reason="PRIVATE")

    maps.release()

    assert maps.locs("pages-1.xml") == ["https://example.test/a"]
    assert b"secret" not in maps.xml("pages-1.xml") + maps.xml("sitemap.xml")


@pytest.mark.parametrize(
    ("facts", "lastmod"),
    [
        ({}, None),  # unknown is an answer
        ({"published_at": T0 - DAY}, "2026-11-29T08:00:00+00:00"),
        ({"published_at": T0 - DAY, "published_precision": "day"}, "2026-11-29"),
        ({"published_at": T0 - DAY, "updated_at": T0 - SECOND}, "2026-11-30T07:59:59+00:00"),
        # the day is that of publication; a change is known to the second
        (
            {"published_at": T0 - DAY, "updated_at": T0, "published_precision": "day"},
            "2026-11-30T08:00:00+00:00",
        ),
        ({"updated_at": T0.replace(microsecond=123_456) - DAY}, "2026-11-29T08:00:00+00:00"),
        ({"published_at": T0 + SECOND}, None),  # a date to come is not written
    ],
)
def test_lastmod_is_the_ledgers_date(maps: Maps, facts, lastmod):
    maps.list(maps.section(), "a", **facts)

    maps.release()

    assert maps.dates_of("pages-1.xml") == {"https://example.test/a": lastmod}


def test_a_section_without_dates_has_no_lastmod(maps: Maps):
    pages, lists = maps.section(), maps.section("lists")
    maps.list(pages, "a", updated_at=T0)
    maps.list(lists, "b", updated_at=T0)
    maps.dates = {lists.pk: False}

    maps.release()

    assert b"<lastmod>" not in maps.xml("lists-1.xml")
    assert b"<lastmod>" in maps.xml("pages-1.xml")


def test_a_date_that_comes_is_written_once_it_has_come(maps: Maps):
    maps.list(maps.section(), "a", published_at=T0 + DAY)
    maps.release()

    assert maps.release(now=T0 + DAY - SECOND).status == "UNCHANGED"
    assert maps.release(now=T0 + DAY).status == "LIVE"
    assert b"<lastmod>2026-12-01T08:00:00+00:00</lastmod>" in maps.xml("pages-1.xml")


# --- the same bytes, the same date


def test_an_unchanged_site_makes_no_release(maps: Maps):
    maps.list(maps.section(), "a")
    first = maps.release()

    again = maps.release(now=T0 + DAY)

    assert (again.status, again.release) == ("UNCHANGED", first.release)
    assert again.changed_files == []
    assert Release.objects.count() == 1


def test_a_touch_that_changes_no_byte_makes_no_release_and_is_not_built_again(maps: Maps):
    states = maps.list(maps.section(), "a")
    maps.release()
    maps.touch(states)

    assert maps.release(now=T0 + DAY).status == "UNCHANGED"

    built: list[int] = []
    maps.release(now=T0 + DAY, progress=lambda done, total: built.append(done))
    assert built == []
    assert ReleaseFile.objects.get(name="pages-1.xml").changed_at == T0


def test_one_changed_url_rebuilds_its_file_alone(maps: Maps):
    pages = maps.section(capacity=2)
    maps.list(pages, *"abcdef", updated_at=T0 - DAY)
    maps.release()
    before = maps.live()
    maps.change("c", updated_at=T0)
    built: list[int] = []

    report = maps.release(now=T0 + DAY, progress=lambda done, total: built.append(total))

    assert (report.changed_files, built) == (["pages-2.xml"], [1])
    after = maps.live()
    assert {name for name in after if after[name] != before[name]} == {
        "pages-2.xml",
        "sitemap.xml",
    }
    assert maps.dates_of("sitemap.xml") == {
        "https://example.test/sitemaps/pages-1.xml": "2026-11-30T08:00:00+00:00",
        "https://example.test/sitemaps/pages-2.xml": "2026-12-01T08:00:00+00:00",
        "https://example.test/sitemaps/pages-3.xml": "2026-11-30T08:00:00+00:00",
    }


def test_a_url_that_leaves_moves_its_files_date_and_no_other_url(maps: Maps):
    pages = maps.section(capacity=2)
    maps.list(pages, *"abcd")
    maps.release()
    second = maps.xml("pages-2.xml")
    maps.change("a", reason="GONE")

    maps.release(now=T0 + DAY)

    assert maps.locs("pages-1.xml") == ["https://example.test/b"]
    assert maps.xml("pages-2.xml") == second
    first, unmoved = maps.dates_of("sitemap.xml").values()
    assert (first, unmoved) == ("2026-12-01T08:00:00+00:00", "2026-11-30T08:00:00+00:00")


def test_the_date_of_a_file_never_goes_backwards(maps: Maps):
    maps.list(maps.section(), "a")
    maps.release(now=T0 + DAY)  # a clock that ran ahead
    maps.change("a", updated_at=T0 - DAY)

    maps.release(now=T0)

    assert ReleaseFile.objects.order_by("-pk")[0].changed_at == T0 + DAY
    assert b"<lastmod>" not in maps.xml("sitemap.xml")  # a date to come is not written


def test_files_are_the_same_bytes_in_two_databases_worth_of_order(maps: Maps):
    """Rows come by slot, whatever order they were written in."""
    pages = maps.section()
    maps.list(pages, *"abc", updated_at=T0)
    maps.release()
    first = maps.xml("pages-1.xml")
    rows = list(ContentState.objects.order_by("-slot"))
    ContentState.objects.all().delete()
    for row in rows:
        row.pk = None
    ContentState.objects.bulk_create(rows)
    Shard.objects.update(version=7)

    assert maps.release().status == "UNCHANGED"
    assert maps.xml("pages-1.xml") == first


# --- the index


def test_an_empty_shard_stays_live_and_leaves_the_index(maps: Maps):
    pages = maps.section(capacity=1)
    maps.list(pages, *"abc")
    maps.release()
    maps.change("b", reason="GONE")

    report = maps.release()

    assert maps.locs("sitemap.xml") == [
        "https://example.test/sitemaps/pages-1.xml",
        "https://example.test/sitemaps/pages-3.xml",
    ]
    assert maps.locs("pages-2.xml") == []
    assert (report.files, report.urls) == (3, 2)


def test_a_url_that_comes_back_is_in_the_file_it_left(maps: Maps):
    pages = maps.section(capacity=1)
    maps.list(pages, *"ab")
    maps.change("a", reason="NOINDEX")
    maps.release()
    maps.change("a", reason="")

    maps.release()

    assert maps.locs("pages-1.xml") == ["https://example.test/a"]


def test_a_section_no_longer_registered_leaves_the_index(maps: Maps):
    pages, news = maps.section("pages"), maps.section("news")
    maps.list(pages, "a")
    maps.list(news, "b")
    maps.release()

    report = maps.release(sections=[pages], now=T0 + DAY)

    assert report.changed_files == ["news-1.xml"]
    assert set(maps.live()) == {"pages-1.xml", "sitemap.xml"}
    assert maps.dates_of("sitemap.xml") == {
        "https://example.test/sitemaps/pages-1.xml": "2026-11-30T08:00:00+00:00"
    }


def test_a_site_without_urls_has_an_index_without_files(maps: Maps):
    maps.section()

    report = maps.release()

    assert (report.status, report.files, maps.locs("sitemap.xml")) == ("LIVE", 0, [])


def test_no_index_is_ever_listed_in_the_index(maps: Maps):
    maps.list(maps.section(), "a")
    maps.release()

    assert not [loc for loc in maps.locs("sitemap.xml") if loc.endswith("/sitemap.xml")]


def test_files_are_where_the_project_routes_them(maps: Maps, client, settings):
    settings.ROOT_URLCONF = "tests.publish.test_release"
    settings.ALLOWED_HOSTS = ["*"]
    maps.list(maps.section(), "a")

    maps.release()

    (loc,) = maps.locs("sitemap.xml")
    assert loc == "https://example.test/maps/sitemaps/pages-1.xml"
    assert client.get("/maps/sitemaps/pages-1.xml").content == maps.xml("pages-1.xml")


def test_a_project_that_moves_its_routes_gets_a_new_index(maps: Maps, settings):
    maps.list(maps.section(), "a")
    maps.release()
    settings.ROOT_URLCONF = "tests.publish.test_release"

    report = maps.release()

    assert report.status == "LIVE"
    assert maps.locs("sitemap.xml") == ["https://example.test/maps/sitemaps/pages-1.xml"]


def test_routes_that_are_missing_are_said_before_any_work(maps: Maps, settings):
    settings.ROOT_URLCONF = ()
    maps.list(maps.section(), "a")

    with pytest.raises(ConfigurationError, match=r'include\("honest_sitemaps.urls"\)'):
        maps.release()

    assert not Release.objects.exists()


# --- news and language versions


def test_news_leaves_after_two_days_without_any_save(maps: Maps):
    maps.list(
        maps.section("news"),
        "a",
        news={"title": "T", "name": "P", "publication_date": T0.isoformat()},
    )
    maps.release()
    assert b"<news:news>" in maps.xml("news-1.xml")

    assert maps.release(now=T0 + 2 * DAY - SECOND).status == "UNCHANGED"
    assert maps.release(now=T0 + 2 * DAY).status == "LIVE"

    assert maps.locs("news-1.xml") == ["https://example.test/a"]  # a plain entry remains
    assert b"news:" not in maps.xml("news-1.xml")
    assert maps.release(now=T0 + 9 * DAY).status == "UNCHANGED"


def test_a_file_holds_a_thousand_news_the_newest_ones(maps: Maps):
    news = maps.section("news", capacity=2_000)
    states = maps.list(news, *(f"n{n}" for n in range(1_002)))
    for n, state in enumerate(states):
        published_at = T0 - timedelta(minutes=1_001 - n)  # the first slots are the oldest
        state.news = {"title": "T", "name": "P", "publication_date": published_at.isoformat()}
    ContentState.objects.bulk_update(states, ["news"], batch_size=250)

    maps.release()

    xml = maps.xml("news-1.xml")
    assert xml.count(b"<url>") == 1_002
    assert xml.count(b"<news:news>") == 1_000
    assert (T0 - timedelta(minutes=1_000)).isoformat().encode() not in xml
    assert (T0 - timedelta(minutes=999)).isoformat().encode() in xml


def test_news_that_cannot_be_written_keeps_its_url_and_is_logged(maps: Maps, caplog):
    maps.list(maps.section("news"), "a", news={"title": ""})

    maps.release()

    assert maps.locs("news-1.xml") == ["https://example.test/a"]
    assert "title is missing" in caplog.text


def links(maps: Maps, name: str) -> dict[str, dict[str, str]]:
    """Loc to hreflang to href."""
    return {
        entry.findtext(f"{S}loc"): {
            link.get("hreflang"): link.get("href") for link in entry.iter("{*}link")
        }
        for entry in maps.root(name)
    }


def test_language_versions_name_each_other_and_themselves(maps: Maps):
    sections = {code: maps.section(language=code) for code in ("en", "de")}
    for code, section in sections.items():
        maps.list(section, f"{code}/a", language=code, group="a")
        maps.list(section, f"{code}/alone", language=code, group=f"alone-{code}")

    maps.release()

    together = {
        "en": f"{ORIGIN}/en/a",
        "de": f"{ORIGIN}/de/a",
        "x-default": f"{ORIGIN}/en/a",
    }
    for code in ("en", "de"):
        assert links(maps, f"pages-{code}-1.xml") == {
            f"{ORIGIN}/{code}/a": together,
            f"{ORIGIN}/{code}/alone": {},  # a set of one
        }


def test_a_version_that_leaves_the_list_leaves_all_sets(maps: Maps):
    for code in ("en", "de"):
        maps.list(maps.section(language=code), f"{code}/a", language=code, group="a")
    maps.release()
    maps.change("de/a", reason="NOINDEX")

    report = maps.release()

    assert report.changed_files == ["pages-de-1.xml", "pages-en-1.xml"]
    assert links(maps, "pages-en-1.xml") == {f"{ORIGIN}/en/a": {}}


def test_a_site_in_one_language_has_no_links_at_all(maps: Maps):
    maps.list(maps.section(), "a", language="en", group="a")

    maps.release()

    assert b"xhtml" not in maps.xml("pages-1.xml")


def test_a_group_of_another_origin_is_another_group(maps: Maps):
    maps.list(maps.section(), "a", language="en", group="a")
    maps.list(maps.section("p", origin="https://other.test"), "b", language="de", group="a")

    maps.release()

    assert b"other" not in maps.xml("pages-1.xml")


def test_what_a_section_no_longer_registered_holds_is_not_named(maps: Maps):
    english, german = maps.section(language="en"), maps.section(language="de")
    maps.list(english, "a", language="en", group="a")
    maps.list(german, "b", language="de", group="a")
    maps.release()

    maps.release(sections=[english])

    assert links(maps, "pages-en-1.xml") == {f"{ORIGIN}/a": {}}


def test_many_links_are_read_with_few_queries(maps: Maps, django_assert_max_num_queries):
    for code in ("en", "de"):
        section = maps.section(language=code, capacity=2_000)
        states = maps.list(section, *(f"{code}{n}" for n in range(1_000)), language=code)
        for n, state in enumerate(states):
            state.group = f"g{n}"
        ContentState.objects.bulk_update(states, ["group"], batch_size=250)

    with django_assert_max_num_queries(75):
        maps.release()

    assert maps.xml("pages-en-1.xml").count(b"xhtml:link") == 3_000


# --- other terms, other bytes


def test_a_section_that_takes_no_dates_any_more_is_written_anew(maps: Maps):
    pages = maps.section()
    maps.list(pages, "a", updated_at=T0)
    maps.release()
    maps.dates = {pages.pk: False}

    report = maps.release()

    assert report.changed_files == ["pages-1.xml"]
    assert b"<lastmod>" not in maps.xml("pages-1.xml")


def test_another_default_language_moves_x_default(maps: Maps, settings):
    for code in ("en", "de"):
        maps.list(maps.section(language=code), f"{code}/a", language=code, group="a")
    maps.release()
    settings.LANGUAGE_CODE = "de"

    maps.release()

    assert links(maps, "pages-en-1.xml")[f"{ORIGIN}/en/a"]["x-default"] == f"{ORIGIN}/de/a"


# --- refused


def test_a_file_that_the_gate_finds_untrue_never_goes_live(maps: Maps):
    pages = maps.section()
    maps.list(pages, "a")
    first = maps.release()
    maps.change("a", loc="https://staging.example.test/a")

    report = maps.release()

    assert report.status == "REFUSED"
    assert report.findings == [
        "pages-1.xml: names a loc that is not of https://example.test: "
        "https://staging.example.test/a"
    ]
    refused = Release.objects.get(pk=report.release)
    assert (refused.status, refused.why) == ("REFUSED", report.findings[0])
    assert Origin.objects.get().live_release_id == first.release
    assert maps.locs("pages-1.xml") == ["https://example.test/a"]

    maps.change("a", loc="https://example.test/b")
    assert maps.release().status == "LIVE"


def test_rows_that_do_not_fit_a_file_refuse_the_release(maps: Maps, monkeypatch):
    from honest_sitemaps.publish import urlset_xml

    monkeypatch.setattr(urlset_xml, "PROTOCOL_LIMIT_BYTES", 500)
    maps.list(maps.section(), *(f"a-long-key-of-some-length-{n}" for n in range(10)))

    report = maps.release()

    assert report.status == "REFUSED"
    assert "do not fit a sitemap file" in report.findings[0]
    assert Origin.objects.get().live_release is None


def test_a_first_release_that_is_refused_leaves_nothing_live(maps: Maps):
    maps.list(maps.section(), "a", loc="http://localhost:8000/a")

    assert maps.release().status == "REFUSED"
    assert Origin.objects.get().live_release is None


# --- several at once, and in the middle of other work


def test_of_two_releases_at_once_the_second_plans_anew(maps: Maps):
    pages = maps.section(capacity=1)
    maps.list(pages, "a", "b")
    inner: list[str] = []

    def meanwhile(done: int, total: int) -> None:
        if not inner:
            inner.append(maps.release().status)

    report = maps.release(progress=meanwhile)

    assert (inner, report.status) == (["LIVE"], "UNCHANGED")
    assert [release.status for release in Release.objects.all()] == ["LIVE"]


def test_a_release_that_is_overtaken_after_its_build_plans_anew(maps: Maps):
    pages = maps.section(capacity=1)
    maps.list(pages, "a", "b")
    maps.release()
    maps.change("a", updated_at=T0)
    maps.change("b", updated_at=T0)
    inner: list[str] = []

    def meanwhile(done: int, total: int) -> None:
        if done == total and not inner:
            inner.append("")
            maps.change("a", updated_at=T0 - SECOND)
            inner[0] = maps.release(now=T0 + SECOND).status

    report = maps.release(now=T0 + SECOND, progress=meanwhile)

    assert (inner, report.status) == (["LIVE"], "UNCHANGED")
    assert b"07:59:59" in maps.xml("pages-1.xml")


def test_a_release_that_is_overtaken_by_a_later_one_keeps_the_dates_of_the_index(maps: Maps):
    """Two workers: this one began a second before the one that went live first."""
    maps.list(maps.section(), "a")
    maps.release()
    maps.change("a", updated_at=T0)
    clock = [T0 + SECOND]

    def meanwhile(done: int, total: int) -> None:
        if clock == [T0 + SECOND]:
            clock[0] = T0 + 2 * SECOND
            maps.release(now=clock[0])

    report = maps.release(now=T0 + SECOND, clock=lambda: clock[0] + SECOND, progress=meanwhile)

    assert report.status == "UNCHANGED"
    assert maps.dates_of("sitemap.xml") == {
        f"{ORIGIN}/sitemaps/pages-1.xml": "2026-11-30T08:00:02+00:00"
    }


def test_a_release_planned_from_what_is_no_longer_live_plans_anew(maps: Maps):
    """The first file is touched but the same, so nothing is stored when the other starts."""
    pages = maps.section(capacity=1)
    states = maps.list(pages, "a", "b")
    maps.release()
    maps.touch(states[:1])
    maps.change("b", updated_at=T0)
    inner: list[str] = []

    def meanwhile(done: int, total: int) -> None:
        if not inner:
            inner.append(maps.release().status)

    report = maps.release(progress=meanwhile)

    assert (inner, report.status) == (["LIVE"], "UNCHANGED")
    assert Release.objects.count() == 2


def test_a_change_during_the_build_is_in_the_next_release(maps: Maps):
    """The version is read before the rows: the file counts as stale, not as built from it."""
    pages = maps.section(capacity=1)
    maps.list(pages, "a", "b")
    changed: list[object] = []

    def meanwhile(done: int, total: int) -> None:
        if not changed:
            changed.append(maps.change("a", updated_at=T0))

    maps.release(progress=meanwhile)
    assert b"<lastmod>" not in maps.xml("pages-1.xml")

    report = maps.release()

    assert report.changed_files == ["pages-1.xml"]
    assert b"<lastmod>" in maps.xml("pages-1.xml")


def test_a_row_listed_during_the_build_is_in_the_next_release(maps: Maps):
    pages = maps.section()
    maps.list(pages, "a")
    more: list[object] = []

    def meanwhile(done: int, total: int) -> None:
        if not more:
            more.append(maps.list(pages, "b"))

    assert maps.release(progress=meanwhile).urls == 1
    assert maps.release().urls == 2


def test_a_section_that_is_settling_keeps_its_live_files(maps: Maps):
    pages, news = maps.section(), maps.section("news")
    maps.list(pages, "a")
    maps.list(news, "b")
    maps.release()
    maps.change("a", updated_at=T0)
    maps.change("b", updated_at=T0)

    report = maps.release(settling={pages.pk})

    assert report.changed_files == ["news-1.xml"]
    assert b"<lastmod>" not in maps.xml("pages-1.xml")
    assert maps.release().changed_files == ["pages-1.xml"]


def test_a_section_in_its_first_settle_has_no_files_yet(maps: Maps):
    pages, news = maps.section(), maps.section("news")
    maps.list(pages, "a")
    maps.list(news, "b")

    maps.release(settling={pages.pk})

    assert set(maps.live()) == {"news-1.xml", "sitemap.xml"}


def test_a_settle_that_begins_during_the_build_is_noticed(maps: Maps):
    pages, news = maps.section(), maps.section("news")
    maps.list(pages, "a")
    maps.list(news, "b")

    def meanwhile(done: int, total: int) -> None:
        Scan.objects.get_or_create(
            section=pages,
            run="r",
            kind="SWEEP",
            status="SETTLING",
            defaults={"started_at": T0},
        )

    maps.release(progress=meanwhile)

    assert set(maps.live()) == {"news-1.xml", "sitemap.xml"}


def test_versions_of_a_settling_section_wait_for_it(maps: Maps):
    """Else a live page would name a version that does not name it back."""
    english, german = maps.section(language="en"), maps.section(language="de")
    maps.list(german, "de/a", language="de", group="a")
    maps.list(english, "en/b", language="en", group="b")
    maps.release()
    maps.list(english, "en/a", language="en", group="a")  # the settle is half done

    assert maps.release(settling={english.pk}).status == "UNCHANGED"
    assert maps.release().changed_files == ["pages-de-1.xml", "pages-en-1.xml"]


def test_rows_lost_while_reading_are_found(maps: Maps, monkeypatch):
    """The count is asked apart from the rows: a hole in the reading is seen."""
    from honest_sitemaps.publish import rows

    maps.list(maps.section(), *"abc")
    whole = rows.rows_of
    monkeypatch.setattr(rows, "rows_of", lambda *args: list(whole(*args))[1:])

    report = maps.release()

    assert report.findings == ["pages-1.xml: 3 listed rows, but 2 entries were written"]


def test_rows_that_a_settle_added_while_reading_are_no_fault(maps: Maps, monkeypatch):
    from honest_sitemaps.publish import rows

    pages = maps.section()
    maps.list(pages, "a")
    whole = rows.rows_of

    def settled_first(*args):
        if pages.states.count() == 1:
            maps.list(pages, "b")
        return whole(*args)

    monkeypatch.setattr(rows, "rows_of", settled_first)

    report = maps.release()

    assert (report.status, report.urls) == ("LIVE", 2)


def test_a_killed_build_is_cleaned_up_by_the_next(maps: Maps):
    pages = maps.section(capacity=1)
    maps.list(pages, "a", "b")

    def die(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        maps.release(progress=die)
    assert Release.objects.get().status == "BUILDING"

    maps.release(now=maps.now + timedelta(hours=1))

    assert [release.status for release in Release.objects.all()] == ["LIVE"]
    assert Artifact.objects.count() == 3


def test_a_build_that_is_under_way_is_left_alone(maps: Maps):
    pages = maps.section(capacity=1)
    maps.list(pages, "a", "b")
    other: list[str] = []

    def meanwhile(done: int, total: int) -> None:
        if not other:
            other.append("begun")
            other.append(maps.release().status)

    report = maps.release(progress=meanwhile)

    assert (other, report.status) == (["begun", "LIVE"], "UNCHANGED")


def test_a_release_freezes_the_capacity_of_its_sections(maps: Maps):
    pages, empty = maps.section(), maps.section("empty")
    maps.list(pages, "a")

    maps.release()

    assert dict(Section.objects.values_list("name", "released")) == {
        "pages": True,
        "empty": False,
    }
    assert empty.released is False


def test_two_origins_are_released_apart(maps: Maps):
    maps.list(maps.section(), "a")
    maps.list(maps.section("pages", origin="http://other.test:8080"), "b")

    maps.release()
    maps.release(origin="http://other.test:8080")

    assert maps.locs("pages-1.xml") == ["https://example.test/a"]
    assert maps.locs("pages-1.xml", origin="http://other.test:8080") == [
        "http://other.test:8080/b"
    ]
    assert maps.locs("sitemap.xml", origin="http://other.test:8080") == [
        "http://other.test:8080/sitemaps/pages-1.xml"
    ]


def test_memory_and_queries_do_not_grow_with_the_rows_of_a_shard(
    maps: Maps, django_assert_max_num_queries
):
    pages = maps.section(capacity=10_000)
    maps.list(pages, *(f"page-{n}" for n in range(6_000)), updated_at=T0)

    with django_assert_max_num_queries(50):
        report = maps.release()

    assert report.urls == 6_000
