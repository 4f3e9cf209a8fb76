"""What a scan would cost and bring, told before anything is stored."""

from __future__ import annotations

from array import array
from collections import Counter

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from honest_sitemaps import QuerySetSource, pipeline, registry
from honest_sitemaps.ledger import Section
from honest_sitemaps.management.reports import duration, size
from honest_sitemaps.pipeline import costing, trying
from tests.site import views
from tests.site.models import Article
from tests.site_in_a_dict import MONDAY, TUESDAY, Site, html, registered


def test_a_sample_tells_of_all(articles, run):
    document, _ = run("sitemap_scan", "--dry-run", "--limit", "5")

    assert (document["candidates"], document["pages"]) == (5, 5)
    estimate = document["estimate"]
    assert {name: estimate[name] for name in ("candidates", "pages", "listed")} == {
        "candidates": 30,
        "pages": 30,
        "listed": 30,
    }
    assert not estimate["is_exact"]
    assert estimate["seconds"] >= 0
    assert document["sections"]["articles"]["looked_at"] == 5


def test_without_a_limit_it_is_exact(articles, run):
    document, _ = run("sitemap_scan", "--dry-run")

    assert document["candidates"] == document["estimate"]["candidates"] == 30
    assert document["estimate"]["is_exact"]


def test_what_needs_no_page_is_counted_in_all_of_them(db):
    site = Site.of(40)
    for number in range(1, 40, 2):
        site.said[f"/{number:03}/"] = {"is_live": False}
    with registered(pages=site):
        report = pipeline.dry_run(now=MONDAY, limit=8, fetcher=site).as_json()

    assert report["estimate"]["excluded"] == {"NOT_LIVE": 20}
    assert report["estimate"]["listed"] == report["estimate"]["pages"] == 20
    assert report["examples"]["NOT_LIVE"].endswith(
        "/001/: the source says that it is not live"
    )


def test_the_sample_is_spread_over_the_section(db):
    site = Site.of(40)
    with registered(pages=site):
        pipeline.dry_run(now=MONDAY, limit=4, fetcher=site)

    assert site.fetched == ["/000/", "/008/", "/016/", "/024/"]


def test_what_the_site_writes_while_it_is_rendered_is_told(articles, run, say, monkeypatch):
    def counting(request, **context):
        Article.objects.filter(slug="article-0").update(title="Seen again")
        return page(request, **context)

    page = views.page
    monkeypatch.setattr(views, "page", counting)
    document, _ = run("sitemap_scan", "--dry-run", "--limit", "5")

    assert document["writes"] == {f"UPDATE {Article._meta.db_table}": 5}
    assert document["pages_with_writes"] == 5
    assert document["queries_most"] >= 2
    told = say("sitemap_scan", "--dry-run", "--limit", "5")
    assert "The site itself wrote, and this stays, on 5 pages: UPDATE" in told


def test_it_runs_before_the_ledger_has_tables(articles, run, say, monkeypatch):
    monkeypatch.setattr(trying, "has_tables", lambda: False)

    with CaptureQueriesContext(connection) as captured:
        document, code = run("sitemap_scan", "--dry-run", "--limit", "5")

    assert code == 0
    assert (document["is_migrated"], document["moves"]) == (False, {"NEW": 5})
    asked = [one["sql"] for one in captured if '"honest_sitemaps_' in one["sql"]]
    # The site's own robots.txt is ours, and asks for the origin.
    assert [sql for sql in asked if "honest_sitemaps_origin" not in sql] == []
    assert "There is no ledger yet (manage.py migrate)" in say(
        "sitemap_scan", "--dry-run", "--limit", "5"
    )


def test_it_stores_nothing_and_says_what_a_person_reads(articles, say):
    told = say("sitemap_scan", "--dry-run", "--limit", "5")

    lines = told.splitlines()
    assert lines[0] == (
        "DRY RUN: 30 candidates, 5 looked at, 5 pages rendered. Nothing of the sitemaps was "
        "stored."
    )
    assert lines[1:4] == [
        "Would be listed: about 30",
        "Would be excluded: 0",
        "Moves of those looked at: NEW 5",
    ]
    assert lines[4].startswith("Time: ")
    assert "for all 30 pages in one process." in lines[4]
    assert lines[6] == "The site itself wrote nothing while its pages were rendered."
    assert not Section.objects.exists()


def test_what_changed_since_is_told_and_costs_a_second_render(db):
    site = Site.of(10)
    with registered(pages=site):
        site.sweep(MONDAY)
        site.bodies["/003/"] = html("<p>Edited.</p>")
        report = pipeline.dry_run(now=TUESDAY, fetcher=site)

    assert report.as_json()["moves"] == {"CHANGED": 1, "SAME": 9}
    assert report.trials[0].changes == 1


def test_what_is_withheld_by_hand_needs_no_page(db):
    from tests.laws.test_overrides import withhold

    site = Site.of(10)
    with registered(pages=site):
        site.sweep(MONDAY)
        withhold()
        site.fetched.clear()
        report = pipeline.dry_run(now=TUESDAY, fetcher=site).as_json()

    assert report["excluded"] == {"WITHHELD": 1}
    assert "/007/" not in site.fetched


def test_a_section_without_candidates_costs_nothing(articles, run):
    with registry.replaced():
        registry.register("none", QuerySetSource(Article.objects.none()))
        document, code = run("sitemap_scan", "--dry-run", "--limit", "5")

    assert (code, document["candidates"], document["estimate"]["seconds"]) == (0, 0, 0.0)


@pytest.mark.parametrize(
    ("sql", "what"),
    [
        ('INSERT INTO "wagtailimages_rendition" ("a") VALUES (1)', "wagtailimages_rendition"),
        ("INSERT OR IGNORE INTO `t` VALUES (1)", "t"),
        ('UPDATE "shop"."product" SET "views" = 1', "shop"),
        ("  delete from django_session", "django_session"),
        ("REPLACE INTO t VALUES (1)", "t"),
    ],
)
def test_a_statement_that_writes_names_its_table(sql, what):
    assert costing.write_in(sql).endswith(f" {what}")


@pytest.mark.parametrize("sql", ["SELECT 1", "SAVEPOINT s", "WITH a AS (SELECT 1) SELECT 2"])
def test_a_statement_that_reads_names_none(sql):
    assert costing.write_in(sql) is None


@given(
    sample=st.dictionaries(st.sampled_from(["", "NOINDEX", "GONE"]), st.integers(0, 50)),
    total=st.integers(0, 10**7),
)
def test_a_scaled_sample_adds_up(sample, total):
    found = costing.scaled(Counter(sample), total)

    assert found.total() == (total if sum(sample.values()) else 0)
    assert all(count >= 0 for count in found.values())


def test_the_first_page_loads_the_site_and_is_not_counted():
    assert costing.mean_seconds(array("d", [5.0, 1.0, 3.0])) == 2.0
    assert costing.mean_seconds(array("d", [5.0])) == 5.0
    assert costing.mean_seconds(array("d")) == 0.0


def test_the_slowest_in_twenty():
    seconds = array("d", [n / 100 for n in range(100)])

    assert costing.percentile(seconds, 0.95) == 0.95
    assert costing.percentile(seconds, 0.5) == 0.5
    assert costing.percentile(array("d"), 0.95) == 0.0


@pytest.mark.parametrize(
    ("seconds", "told"),
    [(40, "40.0 s"), (600, "10.0 min"), (12_600, "3.5 h"), (200_000, "2.3 days")],
)
def test_a_duration_is_as_exact_as_an_estimate(seconds, told):
    assert duration(seconds) == told


@pytest.mark.parametrize(
    ("count", "told"), [(12, "12 bytes"), (14_000, "14.0 kB"), (1.5e6, "1.5 MB")]
)
def test_a_size_in_words(count, told):
    assert size(count) == told
