"""A process killed in the middle of a release, while a reader looks on."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

KILLED_AFTER = [
    'INSERT INTO "honest_sitemaps_releasefile"',  # the first file is half stored
    'UPDATE "honest_sitemaps_release" SET "status"',  # go-live has begun
    'UPDATE "honest_sitemaps_origin" SET "live_release_id"',  # all but the commit
]


def run(database: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.publish.crashing", str(database), *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)


@pytest.mark.slow
def test_a_kill_at_any_point_of_a_release_is_never_seen(tmp_path: Path):
    database, stop = tmp_path / "site.sqlite3", tmp_path / "stop"
    assert run(database, "prepare").returncode == 0
    reader = subprocess.Popen(
        [sys.executable, "-m", "tests.publish.crashing", str(database), "read", str(stop)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert reader.stdout is not None
    assert reader.stdout.readline() == "reading\n"

    killed = [
        run(database, "release", str(n), pattern).returncode
        for n, pattern in enumerate(KILLED_AFTER, start=1)
    ]
    last = run(database, "release", "99")
    stop.touch()
    seen = json.loads(reader.communicate(timeout=60)[0])

    assert killed == [-signal.SIGKILL] * len(KILLED_AFTER)
    assert json.loads(last.stdout)["status"] == "LIVE"
    # every answer was a whole file of one release, or of the next
    assert set(seen) == {"index 200 of 3", "file 200 with 1 dates"}
