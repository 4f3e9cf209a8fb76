"""What the story compares and prints."""

from __future__ import annotations

import io

import pytest

from project.story.served import Served, moved, read
from project.story.stage import StageError
from project.story.tables import Printer

INDEX = b"""<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<sitemap><loc>https://example.test/sitemaps/a-1.xml</loc></sitemap></sitemapindex>"""
FILE = b"""<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>https://example.test/x/</loc><lastmod>2026-08-12</lastmod></url>
<url><loc>https://example.test/y/</loc></url></urlset>"""


def served(**dates: str) -> Served:
    return Served(files={}, dates=dates)


def test_a_crawler_starts_at_the_index_and_reads_every_file():
    site = {"/sitemap.xml": INDEX, "/sitemaps/a-1.xml": FILE}

    found = read(lambda path: (200, site[path]))

    assert found.files == site
    assert found.children == {"/sitemaps/a-1.xml": FILE}
    assert found.dates == {
        "https://example.test/x/": "2026-08-12",
        "https://example.test/y/": "",
    }


def test_a_file_that_does_not_answer_stops_the_story():
    with pytest.raises(StageError, match="answers 500"):
        read(lambda path: (500, b""))


@pytest.mark.parametrize(
    ("before", "after", "locs"),
    [
        # nothing moved
        ({"a": "1", "b": ""}, {"a": "1", "b": ""}, []),
        # a date moved, one came, one went
        ({"a": "1"}, {"a": "2"}, ["a"]),
        ({"a": ""}, {"a": "2"}, ["a"]),
        ({"a": "1"}, {"a": ""}, ["a"]),
        # a page came, a page went
        ({}, {"a": ""}, ["a"]),
        ({"a": ""}, {}, ["a"]),
    ],
)
def test_what_moved_is_every_page_whose_entry_differs(before, after, locs):
    assert moved(served(**before), served(**after)) == locs


def test_a_table_is_aligned_whatever_the_script():
    out = io.StringIO()

    Printer(out).table(("page", "date"), [("/মাঠ/", "1"), ("/field/", "2")])

    # vowel signs take no column of their own
    assert out.getvalue().splitlines() == [
        "  page     date",
        "  ───────  ────",
        "  /মাঠ/     1",
        "  /field/  2",
    ]


def test_a_file_gets_no_colours():
    out = io.StringIO()

    Printer(out).expectation("all is well", is_so=False, seen="it is not")

    assert out.getvalue() == "   NOT all is well  [it is not]\n"
