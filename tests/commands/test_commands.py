"""What an operator types, and what comes back."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import override_settings

from honest_sitemaps import QuerySetSource, registry
from honest_sitemaps.ledger import ContentState, Scan, Section
from honest_sitemaps.management.commands.sitemap_ledger import Command as SitemapLedger
from honest_sitemaps.management.commands.sitemap_scan import Command as SitemapScan
from tests.site.models import Article

ROOT = Path(__file__).parent.parent.parent


def edit(articles, *, text="Another text."):
    articles.update(body=text)


def test_scan_answers_candidates_listed_and_moves(articles, run):
    document, code = run("sitemap_scan")

    assert code == 0
    assert {key: document[key] for key in ("status", "candidates", "listed")} == {
        "status": "SETTLED",
        "candidates": 30,
        "listed": 30,
    }
    assert (document["excluded"], document["moves"], document["held"]) == (
        {},
        {"NEW": 30},
        [],
    )


def test_a_second_scan_and_release_change_nothing(articles, run):
    run("sitemap_refresh")

    document, code = run("sitemap_refresh")

    assert code == 0
    assert document["scan"]["moves"] == {"SAME": 30}
    assert document["release"]["status"] == "UNCHANGED"


def test_one_edit_moves_one_date_and_changes_one_file(articles, run):
    run("sitemap_refresh")
    Article.objects.filter(slug="article-7").update(body="Edited.")

    document, _ = run("sitemap_refresh")

    assert document["scan"]["moves"] == {"CHANGED": 1, "SAME": 29}
    assert document["release"]["changed_files"] == ["articles-1.xml"]


def test_a_held_scan_exits_3_and_names_the_section(articles, run):
    run("sitemap_scan")
    edit(articles)

    document, code = run("sitemap_scan")

    assert (code, document["status"], document["held"]) == (3, "HELD", ["articles"])
    assert "30 of 30 listed URLs would move their date" in document["causes"]["articles"]


def test_the_holds_are_listed_with_their_cause(articles, run, say):
    run("sitemap_scan")
    edit(articles)
    run("sitemap_scan")

    document, code = run("sitemap_holds", "list")

    assert code == 0
    assert [one["section"] for one in document["held"]] == ["articles"]
    assert "30 of 30" in say("sitemap_holds", "list")


@pytest.mark.parametrize(("action", "moved"), [("accept", 30), ("discard", 0)])
def test_a_hold_is_resolved_with_a_reason(articles, run, action, moved):
    run("sitemap_scan")
    edit(articles)
    run("sitemap_scan")

    _, code = run("sitemap_holds", action, "articles", "--why", "we rewrote them")

    assert code == 0
    assert ContentState.objects.filter(updated_at__isnull=False).count() == moved
    assert Scan.objects.latest("pk").cause["resolved_why"] == "we rewrote them"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["accept", "articles"], 'sitemap_holds accept SECTION --why "…"'),
        (["accept", "articles", "--why", " "], 'sitemap_holds accept SECTION --why "…"'),
        (["accept", "artcles", "--why", "x"], "No section is named 'artcles'"),
        (["accept", "articles", "--why", "x"], "No scan of section articles is held."),
    ],
)
def test_a_hold_that_cannot_be_resolved_says_why(articles, run, arguments, sentence):
    document, code = run("sitemap_holds", *arguments)

    assert code == 2
    assert sentence in document["error"]


def test_an_unknown_section_is_named_with_those_there_are(articles, run):
    document, code = run("sitemap_scan", "pages")

    assert code == 2
    assert document["error"] == "No section is named 'pages'. Registered: articles."


def test_a_busy_section_exits_3(articles, run):
    run("sitemap_scan")
    Scan.objects.create(
        section=Section.objects.get(),
        run="x",
        kind="SWEEP",
        started_at=Scan.objects.get().started_at,
        owner="elsewhere:1",
        beat_at=Scan.objects.get().settled_at,
    )

    document, code = run("sitemap_scan")

    assert code == 3
    assert "is being scanned by elsewhere:1" in document["error"]


def test_a_dry_run_writes_nothing(articles, run):
    document, code = run("sitemap_scan", "--dry-run", "--limit", "5")

    assert code == 0
    assert (document["candidates"], document["moves"]) == (5, {"NEW": 5})
    assert not Section.objects.exists()
    assert not Scan.objects.exists()


@pytest.mark.parametrize(
    "arguments", [["--limit", "5"], ["--dry-run", "--limit", "0"], ["--dry-run", "nope"]]
)
def test_a_dry_run_that_makes_no_sense_is_refused(articles, run, arguments):
    document, code = run("sitemap_scan", *arguments)

    assert code == 2
    assert document["error"]


def test_explain_tells_the_whole_way(articles, run, say):
    run("sitemap_refresh")
    Article.objects.filter(slug="article-7").update(body="Edited.")
    run("sitemap_refresh")
    loc = ContentState.objects.get(updated_at__isnull=False).loc

    document, code = run("sitemap_explain", loc)

    assert code == 0
    assert (document["listed"], document["file"]) == (True, "articles-1.xml")
    assert [step["question"] for step in document["steps"]] == [
        "Is it a candidate?",
        "Which rule spoke?",
        "What was seen?",
        "What do the rules say now?",
        "In which file?",
        "Is that file live?",
        "When did it last change, and what?",
        "Was anything decided by hand?",
    ]
    change = document["changes"][0]
    assert (change["move"], change["parts"]) == ("CHANGED", ["text"])
    assert "Edited." in change["lines"][0]["after"]
    assert "Edited." in say("sitemap_explain", loc)


def test_explain_lists_every_objection_not_the_first_alone(articles, run):
    Article.objects.filter(slug="article-7").update(is_public=False, noindex=True)
    with_flags = Article.objects.get(slug="article-7")
    with registry.replaced():
        registry.register(
            "articles",
            QuerySetSource(Article.objects.all(), is_public="is_public", noindex="noindex"),
        )
        run("sitemap_scan")
        document, _ = run("sitemap_explain", with_flags.get_absolute_url())

    assert document["reason"] == "PRIVATE"
    said = next(
        step["answer"] for step in document["steps"] if "rules say now" in step["question"]
    )
    assert "PRIVATE" in said
    assert "NOINDEX" in said


def test_explain_after_a_section_was_renamed_tells_of_the_new_one(articles, run):
    run("sitemap_refresh")
    loc = ContentState.objects.first().loc
    with registry.replaced():
        gone, _ = run("sitemap_explain", "--stored", loc)
        registry.register("news", QuerySetSource(Article.objects.all()))
        run("sitemap_refresh")
        document, _ = run("sitemap_explain", loc)

    assert (gone["listed"], gone["evidence"]) == (
        False,
        "its section articles is not registered any more",
    )
    assert (document["listed"], document["section"]) == (True, "news")
    assert document["steps"][0]["answer"].startswith("Yes: news names it")
    assert "Also named" not in document["steps"][0]["answer"]


def test_explain_says_that_the_section_is_held(articles, run):
    run("sitemap_scan")
    edit(articles)
    run("sitemap_scan")

    document, _ = run("sitemap_explain", "/articles/article-7/")

    said = [step["answer"] for step in document["steps"] if "wait" in step["question"]]
    assert "30 of 30" in said[0]


def test_explain_of_an_unknown_url_exits_1(articles, run):
    run("sitemap_scan")

    document, code = run("sitemap_explain", "/nowhere/")

    assert code == 1
    assert document["loc"] == "https://example.test/nowhere/"
    assert "no source names this URL" in document["evidence"]


def test_explain_of_an_unknown_url_says_so_on_stderr_too(articles, run, say):
    run("sitemap_scan")

    with pytest.raises(CommandError, match="no source names this URL"):
        say("sitemap_explain", "/nowhere/")


def test_the_list_of_held_scans_names_a_page_for_each_block(articles, run, say):
    run("sitemap_scan")
    Article.objects.update(body="The same for all.")
    run("sitemap_scan")

    said = say("sitemap_holds", "list")

    assert "30 of 30 listed URLs would move their date" in said
    assert "such as https://example.test" in said


def test_a_rollback_wants_a_reason_and_pins(articles, run):
    run("sitemap_refresh")
    Article.objects.filter(slug="article-7").update(body="Edited.")
    run("sitemap_refresh")

    refused, code_without = run("sitemap_rollback")
    document, code = run("sitemap_rollback", "--why", "wrong dates")
    pinned, code_pinned = run("sitemap_release")
    again, code_unpinned = run("sitemap_release", "--unpin")

    assert (code_without, code, code_pinned, code_unpinned) == (2, 0, 3, 0)
    assert "--why" in refused["error"]
    assert document["pinned_why"] == "wrong dates"
    assert pinned["status"] == "REFUSED"
    assert "wrong dates" in pinned["findings"][0]
    assert again["status"] == "LIVE"


def test_a_refresh_of_a_pinned_site_scans_and_refuses(articles, run):
    run("sitemap_refresh")
    Article.objects.filter(slug="article-7").update(body="Edited.")
    run("sitemap_refresh")
    run("sitemap_rollback", "--why", "wrong dates")

    document, code = run("sitemap_refresh")

    assert (code, document["scan"]["status"]) == (3, "SETTLED")
    assert document["release"]["status"] == "REFUSED"


def test_a_refresh_that_is_refused_says_why_on_stderr_too(articles, run, say):
    run("sitemap_refresh")
    Article.objects.filter(slug="article-7").update(body="Edited.")
    run("sitemap_refresh")
    run("sitemap_rollback", "--why", "wrong dates")

    with pytest.raises(CommandError, match="wrong dates"):
        say("sitemap_refresh")


def test_nothing_to_roll_back_to_is_said(articles, run):
    run("sitemap_refresh")

    document, code = run("sitemap_rollback", "--why", "x")

    assert code == 2
    assert "No earlier release" in document["error"]


def test_the_ledger_goes_out_and_comes_back(articles, run, tmp_path):
    run("sitemap_scan")
    file = tmp_path / "ledger.jsonl"

    exported, _ = run("sitemap_ledger", "export", str(file))
    imported, _ = run("sitemap_ledger", "import", str(file))

    assert (exported["exported"], imported["imported"]) == (30, 0)
    assert len([json.loads(line) for line in file.read_text().splitlines()]) == 31


@pytest.mark.parametrize(
    ("text", "sentence"),
    [(None, "No such file"), ("{\n", "Line 1: not JSON"), ('{"loc": "/a/"}\n', "--section")],
)
def test_an_import_that_cannot_be_read_says_where(articles, run, tmp_path, text, sentence):
    file = tmp_path / "ledger.jsonl"
    if text is not None:
        file.write_text(text)

    document, code = run("sitemap_ledger", "import", str(file))

    assert code == 2
    assert sentence in document["error"]


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"ALLOWED_HOSTS": ["other.test"]}, "ALLOWED_HOSTS"),
        ({"HONEST_SITEMAPS": {"ORIGIN": "https://example.com"}}, "example.com"),
        ({"HONEST_SITEMAPS": {}}, "ORIGIN"),
        ({"HONEST_SITEMAPS": {"ORIGN": "https://a.test"}}, "Did you mean 'ORIGIN'?"),
        (
            {
                "HONEST_SITEMAPS": {"ORIGIN": "http://example.test"},
                "SECURE_SSL_REDIRECT": True,
            },
            "SECURE_SSL_REDIRECT",
        ),
    ],
)
def test_a_site_that_cannot_be_scanned_says_so_in_one_sentence(
    articles, run, settings, sentence
):
    with override_settings(**settings):
        document, code = run("sitemap_scan")

    assert code == 2
    assert sentence in document["error"]
    assert not ContentState.objects.exists()


def test_the_report_in_words_is_for_people(articles, say):
    said = say("sitemap_refresh")

    assert "SETTLED: 30 candidates = 30 listed + 0 excluded" in said
    assert "LIVE: release" in said


def test_a_held_scan_tells_a_line_for_each_section_and_what_to_do(articles, say):
    say("sitemap_scan")
    edit(articles)

    with pytest.raises(CommandError) as held:
        say("sitemap_scan")

    first, last = str(held.value).splitlines()
    assert first.startswith("articles: 30 of 30 listed URLs would move their date")
    assert "sitemap_holds list" in last


def test_a_refused_release_is_told_without_a_number_that_it_has_not(articles, run, capsys):
    run("sitemap_refresh")
    Article.objects.filter(slug="article-7").update(body="Edited.")
    run("sitemap_refresh")
    run("sitemap_rollback", "--why", "wrong dates")

    with pytest.raises(CommandError, match=r"earlier release: wrong dates\. Run"):
        call_command("sitemap_release")

    assert capsys.readouterr().out.startswith("REFUSED: what was live stays live\n")


def test_a_failing_command_raises_with_its_exit_code(articles, say):
    with pytest.raises(CommandError, match="No section is named"):
        say("sitemap_scan", "nope")


def test_an_option_may_stand_before_a_word(articles, tmp_path):
    file = tmp_path / "ledger.jsonl"
    command = SitemapLedger()

    options = command.create_parser("manage.py", "sitemap_ledger").parse_args(
        ["export", "--json", str(file)]
    )

    assert (options.action, options.file, options.json) == ("export", str(file), True)


TALKATIVE = """
import django
from django.conf import settings

settings.configure()
django.setup()

from honest_sitemaps.management.command import SitemapCommand


class Command(SitemapCommand):
    def run(self, **options):
        for _ in range(1000):
            self.stdout.write("x" * 1000)
        return {}, 0


Command().run_from_argv(["manage.py", "talk"])
"""


def test_a_reader_that_has_seen_enough_gets_no_traceback():
    with subprocess.Popen(
        [sys.executable, "-c", TALKATIVE],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as talker:
        talker.stdout.read(10)
        talker.stdout.close()
        said = talker.stderr.read()

    assert (said, talker.returncode) == (b"", 0)


@pytest.mark.parametrize(
    ("prepare", "sentence"),
    [
        (lambda: Article.objects.update(slug=""), "Nothing is listed: 1 MALFORMED"),
        (lambda: Article.objects.all().delete(), "No candidate was found"),
    ],
)
def test_a_scan_that_lists_nothing_says_so(articles, capsys, prepare, sentence):
    Article.objects.exclude(slug="article-1").delete()
    prepare()

    call_command("sitemap_scan", stdout=io.StringIO())

    assert sentence in capsys.readouterr().err


def test_a_refresh_that_cannot_release_keeps_the_scans_document(articles, run, settings):
    settings.ROOT_URLCONF = "tests.capture.urls"

    document, code = run("sitemap_refresh")

    assert code == 3
    assert document["scan"]["candidates"] == 30
    assert document["release"]["status"] == "REFUSED"
    assert "honest_sitemaps.urls" in document["release"]["findings"][0]


def test_what_the_site_prints_does_not_mix_with_the_answer(articles, capsys):
    def loc(article):
        print("looking at", article)
        return article.get_absolute_url()

    with registry.replaced():
        registry.register("articles", QuerySetSource(Article.objects.all(), loc=loc))
        call_command("sitemap_scan", "--json")

    said = capsys.readouterr()
    assert json.loads(said.out)["listed"] == 30
    assert "looking at" in said.err


def test_a_fault_that_nobody_foresaw_is_one_document_too(articles, run, monkeypatch, caplog):
    monkeypatch.setattr("honest_sitemaps.pipeline.release", lambda **_: 1 / 0)

    document, code = run("sitemap_release")

    assert (document["error"], code) == ("ZeroDivisionError: division by zero", 2)
    assert "Traceback" in caplog.text


def test_words_that_cannot_be_parsed_are_answered_in_json_too(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["manage.py", "sitemap_scan", "--limit", "x", "--json"])

    with pytest.raises(SystemExit) as ended:
        SitemapScan().run_from_argv(sys.argv)

    assert ended.value.code == 2
    assert "invalid int value" in json.loads(capsys.readouterr().out)["error"]


@pytest.mark.parametrize(
    "text", ["\udcff", "x" * 300, "a\x00b"], ids=["bytes", "long", "null"]
)
def test_no_argument_is_more_than_the_database_takes(articles, run, text):
    document, code = run("sitemap_scan", "--trigger", text, "--revision", text)
    explained, _ = run("sitemap_explain", f"/{text}/")

    assert (document["status"], code) == ("SETTLED", 0)
    assert explained["listed"] is False
