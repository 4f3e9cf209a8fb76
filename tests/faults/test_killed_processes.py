"""SIGKILL where it hurts: nothing lost, nothing double, the old release never absent."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
MOVES = {"CHANGED": 15, "NEW": 5, "SAME": 42, "WITHDRAWN": 3}

pytestmark = pytest.mark.slow


@pytest.fixture
def database(tmp_path):
    file = tmp_path / "site.sqlite3"
    done = drive(file, "prepare")
    assert done.returncode == 0, done.stderr
    return file


def started(file: Path, action: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.faults.driver", action],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": f"sqlite:///{file}"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def drive(file: Path, action: str) -> subprocess.CompletedProcess[str]:
    process = started(file, action)
    out, err = process.communicate(timeout=120)
    return subprocess.CompletedProcess(action, process.returncode, out, err)


def ask(file: Path, query: str):
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(query).fetchall()


STATE = "honest_sitemaps_contentstate"
CHANGE = "honest_sitemaps_contentchange"


@pytest.mark.parametrize("action", ["die-in-walk", "die-in-a-chunk", "die-between-chunks"])
def test_the_next_sweep_goes_on_where_a_killed_one_stopped(database, action):
    killed = drive(database, action)
    assert killed.returncode == -signal.SIGKILL
    live = "SELECT status FROM honest_sitemaps_release"
    assert ask(database, live) == [("LIVE",)]

    done = drive(database, "sweep")

    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["moves"] == MOVES
    assert ask(database, f"SELECT count(*), count(DISTINCT key) FROM {STATE}") == [(65, 65)]
    assert ask(database, f"SELECT count(*) FROM {CHANGE} WHERE move='CHANGED'") == [(15,)]
    assert ask(database, "SELECT count(*) FROM honest_sitemaps_stagedsighting") == [(0,)]
    slots = f"SELECT count(slot), count(DISTINCT slot), max(slot) FROM {STATE}"
    assert ask(database, slots) == [(65, 65, 65)]
    scans = "SELECT count(*) FROM honest_sitemaps_scan WHERE status='SETTLED'"
    assert ask(database, scans) == [(2,)]


def test_a_reader_never_misses_a_release_while_settles_are_killed(database):
    absent = 0
    for action in ("die-in-a-chunk", "die-between-chunks", "sweep"):
        process = started(database, action)
        while process.poll() is None:
            rows = ask(
                database,
                "SELECT count(*) FROM honest_sitemaps_origin o "
                "JOIN honest_sitemaps_releasefile f ON f.release_id = o.live_release_id",
            )
            absent += rows[0][0] < 2
            time.sleep(0.005)
        process.communicate()

    assert absent == 0


def test_two_commands_at_once_one_scans_and_one_says_who(database):
    first = started(database, "sweep-slowly")
    running = "SELECT count(*) FROM honest_sitemaps_scan WHERE status='RUNNING'"
    while first.poll() is None and ask(database, running) == [(0,)]:
        time.sleep(0.02)

    second = drive(database, "sweep-later")
    out, err = first.communicate(timeout=120)

    assert second.returncode == 3
    assert f"is being scanned by {os.uname().nodename}:{first.pid}" in second.stdout
    assert (first.returncode, json.loads(out)["moves"]) == (0, MOVES), err
