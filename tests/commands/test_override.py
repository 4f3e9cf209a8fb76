"""What a person decides about one URL, typed."""

from __future__ import annotations

import getpass

import pytest

from honest_sitemaps import QuerySetSource, registry
from honest_sitemaps.ledger import ContentState
from honest_sitemaps.management.commands import sitemap_override
from tests.site.models import Article

WHY = ("--why", "legal asked")


def test_a_url_is_withheld_and_listed_again(articles, run, say):
    run("sitemap_refresh")

    document, code = run(
        "sitemap_override", "/articles/article-7/", "withhold", *WHY, "--by", "maria"
    )
    left, _ = run("sitemap_refresh")
    back, _ = run("sitemap_override", "/articles/article-7/", "list", "--why", "settled")
    run("sitemap_refresh")

    assert code == 0
    assert (document["reason"], document["by"], document["listed"]) == (
        "WITHHELD",
        "maria",
        False,
    )
    assert document["next"] == "The next sitemap_release takes it out of articles-1.xml."
    assert left["scan"]["excluded"] == {"WITHHELD": 1}
    assert left["release"]["urls"] == 29
    assert back["next"].startswith("It waits for a look: the next sweep")
    assert ContentState.objects.get(loc__contains="article-7/").is_listed


def test_a_date_is_set_and_cleared(articles, run):
    run("sitemap_scan")

    document, _ = run("sitemap_override", "/articles/article-7/", "date", "2026-03-01", *WHY)
    cleared, _ = run(
        "sitemap_override", "/articles/article-7/", "clear", "--why", "it was right"
    )

    assert (document["lastmod"], document["lastmod_before"]) == (
        "2026-03-01T00:00:00+00:00",
        None,
    )
    assert (cleared["lastmod"], cleared["lastmod_before"]) == (
        None,
        "2026-03-01T00:00:00+00:00",
    )


def test_it_says_what_was_done_and_what_comes_next(articles, run, say):
    run("sitemap_scan")

    told = say("sitemap_override", "/articles/article-7/", "withhold", *WHY, "--by", "maria")

    assert told.splitlines()[1:] == [
        "  lastmod unknown",
        "  withhold by maria: legal asked",
        "  The next sitemap_release takes it out of articles-1.xml.",
    ]


def test_explain_tells_who_when_and_why(articles, run):
    run("sitemap_scan")
    run("sitemap_override", "/articles/article-7/", "withhold", *WHY, "--by", "maria")

    document, _ = run("sitemap_explain", "/articles/article-7/")

    answers = {step["question"]: step["answer"] for step in document["steps"]}
    told = answers["Was anything decided by hand?"]
    assert told.startswith("Yes, withhold by maria, 2")
    assert told.endswith(": legal asked")
    assert "WITHHELD: withheld by hand: legal asked" in answers["What do the rules say now?"]
    assert document["changes"][0]["override"] == ["", "withhold"]


def test_without_a_name_it_is_the_user_of_the_process(articles, run, monkeypatch):
    run("sitemap_scan")
    monkeypatch.setattr(getpass, "getuser", lambda: "deploy")

    document, _ = run("sitemap_override", "/articles/article-7/", "withhold", *WHY)

    assert document["by"] == "deploy"


def test_a_container_may_know_no_name_for_its_user(monkeypatch):
    def nobody():
        raise KeyError("getpwuid(): uid not found: 1000")

    monkeypatch.setattr(getpass, "getuser", nobody)

    assert sitemap_override.user_name().startswith("uid ")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["/articles/article-7/", "withhold"],
            'Say why: sitemap_override LOC withhold --why "…"',
        ),
        (["/articles/article-7/", "date", *WHY], "A date goes with date: "),
        (["/articles/article-7/", "withhold", "2026-03-01", *WHY], "A date goes with date: "),
        (["/articles/article-7/", "date", "2026-02-30", *WHY], "'2026-02-30' is no date."),
        (["/articles/article-7/", "date", "soon", *WHY], "'soon' is no date."),
        (["/articles/article-7/", "date", "2999-01-01", *WHY], "lies ahead. Give the time of"),
        (["/articles/article-7/", "list", *WHY], "nobody withholds it by hand."),
        (["/nowhere/", "withhold", *WHY], "no section has named it yet."),
    ],
)
def test_what_cannot_be_done_says_what_can(articles, run, arguments, sentence):
    run("sitemap_scan")

    document, code = run("sitemap_override", *arguments)

    assert code == 2
    assert sentence in document["error"]


def test_the_old_url_of_a_moved_page_leads_to_the_new_one(articles, run):
    run("sitemap_scan")
    Article.objects.filter(slug="article-7").update(slug="renamed")
    run("sitemap_scan")

    document, code = run("sitemap_override", "/articles/article-7/", "withhold", *WHY)

    assert code == 2
    assert "its page moved. Its URL is " in document["error"]
    assert "/renamed/ now." in document["error"]


def test_a_url_of_two_sections_is_the_one_that_is_listed(articles, run):
    registry.register("other", QuerySetSource(Article.objects.filter(slug="article-7")))
    run("sitemap_scan")

    document, _ = run("sitemap_override", "/articles/article-7/", "withhold", *WHY)
    other, code = run(
        "sitemap_override", "/articles/article-7/", "withhold", *WHY, "--section", "others"
    )

    assert document["section"] == "articles"
    assert (code, other["kind"]) == (2, "OverrideRefused")
    assert "section others does not name it, but articles, other." in other["error"]


def test_a_path_of_two_sites_must_be_named_with_its_host(articles, run, settings):
    settings.ALLOWED_HOSTS = ["*"]
    registry.register(
        "twin", QuerySetSource(Article.objects.all()), origin="https://twin.example.org"
    )
    run("sitemap_scan")
    ContentState.objects.filter(section__name="twin").update(reason="")

    document, code = run("sitemap_override", "/articles/article-7/", "withhold", *WHY)

    assert code == 2
    assert "several sites have it. Name it with its host: " in document["error"]
