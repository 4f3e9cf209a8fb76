"""One row for each URL, for spreadsheets and programs."""

from __future__ import annotations

import csv
import io
import json
from datetime import UTC, datetime

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis import strategies as st

from honest_sitemaps.eligibility import Reason
from honest_sitemaps.ledger import ContentState
from honest_sitemaps.management.commands import sitemap_report
from honest_sitemaps.verify import report
from tests.site.models import Article

DAY = datetime(2026, 8, 10, tzinfo=UTC)


def read(text):
    return list(csv.DictReader(io.StringIO(text)))


@pytest.fixture
def scanned(articles, run):
    Article.objects.filter(slug="article-3").update(
        body='<meta name="robots" content="noindex">'
    )
    run("sitemap_refresh")
    return articles


def test_a_row_for_each_url_with_five_columns_beside_it(scanned, say):
    rows = read(say("sitemap_report"))

    assert len(rows) == 30
    assert rows[0] == {
        "loc": "https://example.test/articles/article-0/",
        "status": "200",
        "indexability": "indexable",
        "canonical": "https://example.test/articles/article-0/",
        "lastmod_source": "none",
        "inclusion_reason": "LISTED",
    }


def test_it_is_one_document_with_json(scanned, run):
    document, code = run("sitemap_report")

    assert code == 0
    assert len(document["rows"]) == document["urls"] == 30
    assert document["rows"][0]["status"] == 200
    assert list(document["rows"][0]) == list(report.COLUMNS)
    assert document["listed"] + sum(document["excluded"].values()) == 30


def test_format_json_is_the_same_document(scanned, run, say):
    document, _ = run("sitemap_report")

    assert json.loads(say("sitemap_report", "--format", "json"))["rows"] == document["rows"]


def test_only_some_reasons_are_told(scanned, say):
    ContentState.objects.filter(loc__endswith="article-4/").update(reason="GONE")

    gone = read(say("sitemap_report", "--reason", "GONE"))
    both = read(say("sitemap_report", "--reason", "GONE", "--reason", "LISTED"))

    assert [row["loc"][-11:] for row in gone] == ["/article-4/"]
    assert len(both) == 30 - ContentState.objects.exclude(reason__in=["", "GONE"]).count()


def test_wide_rows_say_what_was_seen(scanned, say):
    ContentState.objects.filter(loc__endswith="article-4/").update(
        reason="NOINDEX", evidence="=cmd()", updated_at=DAY
    )

    [row] = read(say("sitemap_report", "--wide", "--reason", "NOINDEX"))

    assert row["evidence"] == "'=cmd()"
    assert (row["lastmod"], row["section"], row["file"]) == (
        DAY.isoformat(),
        "articles",
        "articles-1.xml",
    )


def test_a_file_is_whole_or_not_there(scanned, run, tmp_path, monkeypatch):
    out = tmp_path / "report.csv"

    document, code = run("sitemap_report", "--out", str(out))
    monkeypatch.setattr(report, "CHUNK_ROWS", 10)
    monkeypatch.setattr(report, "indexability", fail_at(15, report.indexability))
    failed, failure = run("sitemap_report", "--out", str(tmp_path / "other.csv"))

    assert (code, document["file"], document["urls"]) == (0, str(out), 30)
    assert len(read(out.read_text())) == 30
    assert (failure, failed["error"]) == (2, "RuntimeError: at 15")
    assert [path.name for path in tmp_path.iterdir()] == ["report.csv"]


def test_a_document_that_fails_half_way_can_be_parsed(scanned, run, monkeypatch):
    monkeypatch.setattr(report, "indexability", fail_at(15, report.indexability))
    monkeypatch.setattr("honest_sitemaps.management.streams.LINES_AT_ONCE", 5)

    document, code = run("sitemap_report")

    assert (code, document["error"]) == (2, "RuntimeError: at 15")
    assert len(document["rows"]) == 10


def fail_at(number, real):
    count = 0

    def indexability(reason):
        nonlocal count
        count += 1
        if count == number:
            raise RuntimeError(f"at {number}")
        return real(reason)

    return indexability


def test_csv_and_the_document_do_not_share_stdout(scanned, run):
    document, code = run("sitemap_report", "--format", "csv")

    assert code == 2
    assert "name the file for the CSV (--out)" in document["error"]


def test_an_unknown_section_or_file_is_said_to_be(scanned, run, tmp_path):
    section, _ = run("sitemap_report", "artcles")
    file, code = run("sitemap_report", "--out", str(tmp_path / "no" / "report.csv"))

    assert "No section is named 'artcles'" in section["error"]
    assert (code, "No such file or directory" in file["error"]) == (2, True)


def test_an_empty_ledger_has_a_head_and_no_rows(articles, say, run):
    assert say("sitemap_report") == ",".join(report.COLUMNS) + "\n"
    assert run("sitemap_report")[0]["rows"] == []


def test_rows_are_read_by_key(scanned, monkeypatch, django_assert_num_queries):
    monkeypatch.setattr(report, "CHUNK_ROWS", 10)

    with django_assert_num_queries(1 + 4):  # the section, then three chunks and an empty one
        call_command("sitemap_report", stdout=io.StringIO(), stderr=io.StringIO())


def test_a_wrong_reason_names_the_right_ones(scanned):
    with pytest.raises(CommandError, match="NOINDEX"):
        call_command("sitemap_report", "--reason", "noindex")


@given(st.text())
def test_no_cell_is_a_formula(text):
    told = sitemap_report.safe(text)

    assert not told.startswith(("=", "+", "-", "@", "\t", "\r"))
    assert told.removeprefix("'") == text.replace("\r", "\n").removeprefix("'")


@given(st.lists(st.lists(st.text(st.characters(codec="utf-8")), min_size=2, max_size=2)))
def test_what_is_written_is_read_again(rows):
    out = io.StringIO()

    sitemap_report.write_csv(out.write, ["a", "b"], rows)

    read_back = list(csv.reader(io.StringIO(out.getvalue(), newline="")))
    assert read_back == [["a", "b"], *([sitemap_report.safe(x) for x in row] for row in rows)]


@pytest.mark.parametrize("reason", [*Reason, ""])
def test_each_reason_has_an_indexability(reason):
    assert report.indexability(reason) in {"indexable", "not indexable", "unknown"}


@pytest.mark.parametrize(
    ("published_at", "updated_at", "override", "source"),
    [
        (None, None, "", "none"),
        (DAY, None, "", "publication"),
        (DAY, DAY, "", "content"),
        (None, DAY, "date", "hand"),
        (DAY, None, "date", "hand"),
        (DAY, DAY, "withhold", "content"),
    ],
)
def test_the_date_says_where_it_is_from(published_at, updated_at, override, source):
    assert report.lastmod_source(published_at, updated_at, override) == source
