"""The demo site is what its story needs: 402 candidates, true noise, every fault."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

HOME = Path(__file__).parents[2]


def ask(question: str, *, folder: Path, **environment: str) -> dict:
    """What ``tests.project.inside`` saw, in a process with the demo's settings."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.project.inside", question],
        cwd=HOME,
        env=os.environ
        | {
            "DJANGO_SETTINGS_MODULE": "project.settings",
            "DATABASE_URL": f"sqlite:///{folder}/demo.sqlite3",
            "STATIC_ROOT": str(folder / "static"),
            "ASSETS": "hashed",
        }
        | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    return ask("site", folder=tmp_path_factory.mktemp("demo"))


def test_the_content_command_makes_402_candidates(site):
    assert sum(site["candidates"].values()) == 402
    assert min(site["candidates"].values()) > 0


def test_the_content_command_does_not_add_to_what_is_there(site):
    assert "--replace" in site["second_try"]


def test_the_content_is_the_same_on_every_machine(tmp_path):
    one = ask("content", folder=tmp_path, PYTHONHASHSEED="1")
    other = ask("content", folder=tmp_path, PYTHONHASHSEED="2")

    assert one["digest"] == other["digest"]
    assert one["rows"] == 16 + 56 + 222


KINDS = [
    "home",
    "feature",
    "news",
    "club",
    "match",
    "match to come",
    "table",
    "fixtures",
    "text page",
]


@pytest.mark.parametrize("kind", KINDS)
def test_every_render_of_a_page_has_other_bytes_and_the_same_content(site, kind):
    seen = site["renders"][kind]

    assert seen["statuses"] == [200, 200, 200]
    assert seen["bodies"] == 3
    assert seen["digests"] == 1


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_has_one_main_element(site, kind):
    assert site["renders"][kind]["mains"] == [1, 1, 1]


@pytest.mark.parametrize(
    ("title", "status"),
    [
        # a draft, and one of tomorrow: no page yet
        ("A draft about the smell of new nets", 404),
        ("What the final will teach us", 404),
        # private: to the login
        ("Supporters' club minutes", 302),
        ("The boot room, for members", 403),
        # moved for good
        ("The old tables page", 301),
        ("A club that left the cup", 404),
        ("An interview withdrawn by the club", 410),
        ("Live ticker", 503),
        # these are pages; what is wrong with them stands in them
        ("Style guide of the desk", 200),
        ("Print version of the rules", 200),
        ("The winter raffle", 200),
        # no page of their own
        ("Our friends write", 0),
        ("An article without a slug", 0),
    ],
)
def test_an_odd_page_answers_as_a_real_site_would(site, title, status):
    assert site["odd"][title] == status


def test_a_visit_is_counted_and_a_capture_is_not(site):
    assert site["reads"] == {"visit": 1, "capture": 0}


def test_the_table_adds_up(site):
    rows = site["standings"]

    assert [played for _, played, _, _ in rows] == [6] * 8
    assert sum(difference for *_, difference in rows) == 0
    assert [points for _, _, points, _ in rows] == sorted(
        (points for _, _, points, _ in rows), reverse=True
    )


def test_the_example_of_the_environment_names_what_the_settings_read():
    settings = [HOME / "project/settings.py", HOME / "project/magazine/settings.py"]
    text = "".join(path.read_text() for path in settings)
    read = set(re.findall(r'env\.\w+\(\s*"(\w+)"', text))
    shown = set(
        re.findall(r"^# ([A-Z_]+)=", (HOME / ".env.example").read_text(), re.MULTILINE)
    )

    assert shown == read
