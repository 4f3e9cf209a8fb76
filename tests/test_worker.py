"""The whole way with a real Celery worker process, on a real broker and database."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import uuid
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
BROKER = os.environ.get("HONEST_TEST_BROKER", "")
DATABASE = os.environ.get("DATABASE_URL", "")
PATIENCE_SECONDS = 120

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not BROKER or not DATABASE.startswith("postgres"),
        reason="needs HONEST_TEST_BROKER (redis://…) and DATABASE_URL (postgres://…)",
    ),
]


@pytest.fixture
def environment():
    """A database and a queue of their own, with the demo's site in it."""
    name = f"honest_worker_{uuid.uuid4().hex[:8]}"
    base, _, _ = DATABASE.rpartition("/")
    run_sql(f'CREATE DATABASE "{name}"')
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "project.settings",
        "DATABASE_URL": f"{base}/{name}",
        "CELERY_BROKER_URL": BROKER,
        "CELERY_TASK_DEFAULT_QUEUE": name,
    }
    try:
        manage(environment, "migrate", "--verbosity", "0")
        manage(environment, "demo_content")
        yield environment
    finally:
        run_sql(f'DROP DATABASE "{name}" WITH (FORCE)')


@pytest.fixture
def worker(environment):
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "celery",
            "-A",
            "project",
            "worker",
            "--concurrency=2",
            "--loglevel=WARNING",
            f"--queues={environment['CELERY_TASK_DEFAULT_QUEUE']}",
        ],
        cwd=ROOT,
        env=environment,
        start_new_session=True,
    )
    yield process
    os.killpg(process.pid, signal.SIGTERM)
    process.wait(timeout=30)


def test_a_worker_scans_in_batches_settles_and_releases(environment, worker):
    send(environment, "sweep")

    stored = wait_for(environment, lambda stored: stored["live"])

    assert stored["statuses"] == ["SETTLED"]
    assert stored["batches_done"] == stored["batches"] >= 3
    assert stored["rows"] == 402

    send(environment, "sweep")
    again = wait_for(
        environment, lambda now: now["scans"] == 2 * stored["scans"] and now["settled"]
    )

    assert (again["moved"], again["releases"]) == (0, 1)


SECONDS_TO_LIVE = 30
"""Two to three on an idle machine; one that runs other tests beside is slower."""


def test_what_is_saved_is_live_within_seconds(environment, worker):
    manage(environment, "sitemap_refresh")

    told = json.loads(shell(environment, SAVE_AND_WAIT).splitlines()[-1])

    assert told["save_seconds"] < 1
    assert told["live_seconds"] < SECONDS_TO_LIVE
    assert (told["moved"], told["marks"]) == (1, 0)


SAVE_AND_WAIT = f"""
import json, time
from django.test import Client
from honest_sitemaps.models import *
from project.cms.models import Article
row = ContentState.objects.listed().filter(section__name="features").first()
article = Article.objects.get(pk=row.key.partition(":")[2])
article.body += "\\n\\nWhat an editor wrote."
browser = Client(headers={{"host": "127.0.0.1:8000"}})
def live():
    return b"".join(browser.get("/sitemaps/features-1.xml"))
before = live()
began = time.monotonic()
article.save()
saved = time.monotonic()
while live() == before and time.monotonic() - began < {SECONDS_TO_LIVE}:
    time.sleep(0.1)
shown = time.monotonic()
print(json.dumps({{
    "save_seconds": saved - began,
    "live_seconds": shown - began,
    "moved": ContentState.objects.filter(updated_at__gt=row.seen_at).count(),
    "marks": LookMark.objects.count(),
}}))
"""


def send(environment, task: str) -> None:
    shell(
        environment,
        f"from honest_sitemaps import tasks; import project.celery; tasks.{task}.delay()",
    )


def wait_for(environment, is_so):
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline:
        stored = json.loads(shell(environment, QUESTION))
        if is_so(stored):
            return stored
        time.sleep(1)
    raise AssertionError(f"not within {PATIENCE_SECONDS} s: {stored}")


QUESTION = """
import json
from honest_sitemaps.models import *
scans = Scan.objects.all()
print(json.dumps({
    "scans": scans.count(),
    "statuses": sorted(set(scans.values_list("status", flat=True))),
    "settled": scans.exists() and not scans.exclude(status="SETTLED").exists(),
    "batches": sum(scans.values_list("batches", flat=True)),
    "batches_done": ScanBatch.objects.filter(done_at__isnull=False).count(),
    "rows": ContentState.objects.count(),
    "moved": ContentChange.objects.exclude(move="NEW").count(),
    "live": Origin.objects.filter(live_release__isnull=False).exists()
            and not scans.exclude(status="SETTLED").exists(),
    "releases": Release.objects.filter(status="LIVE").count(),
}))
"""


def shell(environment, code: str) -> str:
    return manage(environment, "shell", "--verbosity", "0", "-c", code)


def manage(environment, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def run_sql(statement: str) -> None:
    import psycopg

    with psycopg.connect(DATABASE, autocommit=True) as connection:
        connection.execute(statement)
