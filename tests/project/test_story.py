"""What the story compares and prints."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from project.story.served import Served, moved, read
from project.story.stage import Answer, StageError
from project.story.tables import Printer
from project.story.telling import Teller

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


def answered(status: str = "SETTLED", **moves: int) -> Answer:
    document = {"status": status, "moves": moves}
    return Answer(exit_code=0, document=document, seconds=0)


@pytest.fixture
def teller():
    return Teller(stage=None, printer=Printer(io.StringIO()))


@pytest.mark.parametrize(
    ("answer", "wanted", "is_so"),
    [
        # what stays does not count
        (answered(SAME=401, KEPT=1), {}, True),
        (answered(SAME=401, CHANGED=1), {"CHANGED": 1}, True),
        # one too many, one of another kind, none
        (answered(SAME=400, CHANGED=2), {"CHANGED": 1}, False),
        (answered(SAME=400, CHANGED=1, NEW=1), {"CHANGED": 1}, False),
        (answered(SAME=402), {"CHANGED": 1}, False),
        # nothing moved, but because the scan failed
        (answered("FAILED"), {}, False),
    ],
)
def test_the_story_insists_on_the_moves_of_a_scan(teller, answer, wanted, is_so):
    teller.expect_moves(answer, wanted, "as promised")

    assert (teller.failures == []) is is_so


@pytest.mark.parametrize(
    ("paths", "is_so"),
    [(["/x/"], True), ([], False), (["/x/", "/y/"], False), (["/y/"], False)],
)
def test_the_story_insists_on_the_pages_that_moved(teller, paths, is_so):
    before = Served(files={}, dates={"https://e.test/x/": "1", "https://e.test/y/": "1"})
    after = Served(files={}, dates={"https://e.test/x/": "2", "https://e.test/y/": "1"})

    teller.expect_moved(before, after, paths)

    assert (teller.failures == []) is is_so


def test_the_demo_never_touches_a_database_that_is_not_its_own(tmp_path):
    theirs = tmp_path / "theirs.sqlite3"
    theirs.write_bytes(b"precious")

    done = subprocess.run(
        [sys.executable, "manage.py", "demo"],
        cwd=Path(__file__).parents[2],
        env=os.environ
        | {
            "DJANGO_SETTINGS_MODULE": "project.settings",
            "DATABASE_URL": f"sqlite:///{theirs}",
        },
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode != 0
    assert "without DATABASE_URL" in done.stderr
    assert theirs.read_bytes() == b"precious"
