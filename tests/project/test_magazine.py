"""The Wagtail demo without its own settings; with them, its story is the test."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from honest_sitemaps.eligibility import Reason
from project.magazine.odd import LEAKS, ODD
from project.magazine.writing import LANGUAGES, THEMES, piece, read, slug_of, words

HOME = Path(__file__).parents[2]
PLACES = read("places")["place"]


def manage(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    settings = {"DJANGO_SETTINGS_MODULE": "project.magazine.settings"}
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=HOME,
        env=os.environ | settings | environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_piece_is_written_of_every_place(language):
    written = [
        piece(theme, place=place, language=language)
        for place in PLACES
        for theme in (*THEMES, "event")
    ]

    assert not [said for said in written if "{" in "".join(said.values())]
    assert len({slug_of(said["title"]) for said in written}) == len(written)
    assert len({said["body"] for said in written}) == len(written)


def test_the_templates_find_their_words_in_both_languages():
    assert words("en").keys() == words("de").keys()


def test_a_slug_spells_umlauts_out():
    assert slug_of("Grüße aus Ål, süß & spät") == "gruesse-aus-al-suess-spaet"


def test_every_odd_page_has_a_path_of_its_own_and_a_reason_that_exists():
    assert len({odd.path for odd in ODD}) == len(ODD)
    assert {odd.reason for odd in ODD} <= {reason.value for reason in Reason}


def test_what_would_be_a_leak_is_private_or_not_live():
    assert {odd.reason for odd in LEAKS} == {"PRIVATE", "NOT_LIVE"}


def test_the_demo_never_touches_a_database_that_is_not_its_own(tmp_path):
    theirs = tmp_path / "theirs.sqlite3"
    theirs.write_bytes(b"precious")

    done = manage("demo_wagtail", DATABASE_URL=f"sqlite:///{theirs}")

    assert done.returncode != 0
    assert "without DATABASE_URL" in done.stderr
    assert theirs.read_bytes() == b"precious"


def test_a_site_whose_password_everybody_knows_is_not_served_to_everybody():
    done = manage("serve_wagtail", ORIGIN="http://magazine.example")

    assert done.returncode != 0
    assert "127.0.0.1 alone" in done.stderr
