"""What differs between two releases, as an operator reads it."""

from __future__ import annotations

import pytest

from honest_sitemaps.management.commands import sitemap_diff
from honest_sitemaps.models import Release
from tests.site.models import Article


def edited(articles):
    Article.objects.filter(slug="article-7").update(body="Edited.")
    Article.objects.filter(slug="article-8").delete()
    Article.objects.create(title="New", slug="new", body="New.")


def test_the_live_release_is_compared_with_the_one_before(articles, run):
    run("sitemap_refresh")
    edited(articles)
    run("sitemap_refresh")

    document, code = run("sitemap_diff")

    assert code == 0
    assert document["counts"] == {
        "entered": 1,
        "left": 1,
        "file": 0,
        "lastmod": 1,
        "alternates": 0,
        "extensions": 0,
    }
    assert document["causes"] == {
        "entered": {"NEW": 1},
        "left": {"WITHDRAWN": 1},
        "lastmod": {"text": 1},
    }
    assert (document["changed_files"], document["omitted"]) == (1, 0)
    [lastmod] = [one for one in document["differences"] if one["kind"] == "lastmod"]
    assert lastmod["loc"].endswith("/articles/article-7/")
    assert (lastmod["move"], lastmod["parts"]) == ("CHANGED", ["text"])


def test_it_reads_as_a_summary_with_examples(articles, run, say):
    run("sitemap_refresh")
    edited(articles)
    run("sitemap_refresh")

    told = say("sitemap_diff").splitlines()

    assert told[1:4] == ["1 file differs.", "1 entered", "  1 NEW"]
    assert told[4].endswith("/articles/new/")
    assert "  1 WITHDRAWN" in told
    assert "  1 text" in told
    assert told[-1].endswith("CHANGED: text")


@pytest.fixture
def many(articles, run):
    run("sitemap_refresh")
    Article.objects.update(body="Another text.")
    run("sitemap_scan")
    run("sitemap_holds", "accept", "articles", "--why", "a redesign")
    run("sitemap_release")
    return articles


def test_no_more_than_a_few_examples_of_each_cause_are_listed(many, run, say):
    document, _ = run("sitemap_diff")

    assert document["counts"]["lastmod"] == 30
    assert len(document["differences"]) == sitemap_diff.SAMPLE
    assert document["omitted"] == 30 - sitemap_diff.SAMPLE
    assert say("sitemap_diff").endswith("25 more: --all lists every one.\n")


def test_all_lists_every_one(many, run, say):
    document, _ = run("sitemap_diff", "--all")

    assert len(document["differences"]) == 30
    assert (document["counts"]["lastmod"], document["omitted"]) == (30, 0)
    assert say("sitemap_diff", "--all").count("CHANGED: text") == 30


def test_a_streamed_document_that_fails_is_closed(many, run, monkeypatch):
    artifact = Release.objects.order_by("pk").first().files.get(name="articles-1.xml").artifact
    type(artifact).objects.filter(pk=artifact.pk).update(gzip=b"x")

    document, code = run("sitemap_diff", "--all")

    assert code == 2
    assert document["differences"] == []
    assert "articles-1.xml of release" in document["error"]


def test_two_releases_are_named_by_number(many, run):
    first, second = Release.objects.order_by("pk").values_list("pk", flat=True)

    there, _ = run("sitemap_diff", str(first), str(second))
    back, _ = run("sitemap_diff", str(second), str(first))
    older_alone, _ = run("sitemap_diff", str(first))

    assert there["counts"] == back["counts"] == older_alone["counts"]
    assert back["newer"]["release"] == first


def test_nothing_differs_from_itself(many, run, say):
    live = str(Release.objects.latest("pk").pk)

    assert say("sitemap_diff", live, live).endswith("No URL differs.\n")


def test_what_cannot_be_compared_says_why(articles, run):
    unreleased, _ = run("sitemap_diff")
    run("sitemap_refresh")
    first, code = run("sitemap_diff")
    unknown, _ = run("sitemap_diff", "99")
    refused = Release.objects.create(
        origin=Release.objects.get().origin, status="REFUSED", at=Release.objects.get().at
    )
    never, _ = run("sitemap_diff", str(refused.pk))
    elsewhere, _ = run("sitemap_diff", "--origin", "https://else.example.org")

    assert unreleased["error"] == "Nothing is live. Origins with a release: none yet."
    assert (code, "is the oldest of" in first["error"]) == (2, True)
    assert unknown["error"].startswith("Release 99 is not kept. The last that were live: ")
    assert "is REFUSED: it never was live" in never["error"]
    assert elsewhere["error"].startswith("Nothing is live on https://else.example.org.")
