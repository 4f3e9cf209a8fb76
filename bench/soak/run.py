"""
The soak: ``DATABASE_URL=postgres://…/postgres python -m bench.soak.run --minutes 60``.

Makes a database and takes a broker of its own, which it empties: give it one that nobody uses.
Exit code 0 if the ledger and the oracle agree and the reader was always answered.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import sys
import tempfile
import time
import urllib.request
import uuid
from collections import Counter
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from bench.soak.reader import locs_of

PORT = 8765
ORIGIN = f"http://127.0.0.1:{PORT}"
WORKERS = 2
FAULT_EVERY_SECONDS = 60
PATIENCE_SECONDS = 1_800
"""For the first sweep, and for the last."""


def main() -> int:
    given = _arguments()
    base, _, _ = os.environ["DATABASE_URL"].rpartition("/")
    name = f"soak_{uuid.uuid4().hex[:8]}"
    _run_sql(f"{base}/postgres", f'CREATE DATABASE "{name}"')
    os.environ |= {
        "DATABASE_URL": f"{base}/{name}",
        "DJANGO_SETTINGS_MODULE": "bench.soak.settings",
        "SOAK_ORIGIN": ORIGIN,
    }
    os.environ.setdefault("CELERY_BROKER_URL", "redis://127.0.0.1:6379/15")
    import django

    django.setup()
    folder = Path(given.logs or tempfile.mkdtemp(prefix="soak-"))
    folder.mkdir(exist_ok=True)
    print(f"{platform.platform()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    print(f"{given.pages:,} pages, {given.minutes} minutes, seed {given.seed}, logs {folder}")
    try:
        return Soak(given, folder).run()
    finally:
        _run_sql(f"{base}/postgres", f'DROP DATABASE "{name}" WITH (FORCE)')


class Soak:
    """One run of it."""

    def __init__(self, given: argparse.Namespace, folder: Path) -> None:
        from bench.soak import processes
        from bench.soak.editors import Editors
        from bench.soak.reader import Reader

        self._minutes, self._pages = given.minutes, given.pages
        self._acts_per_second = given.acts
        self._editors = Editors(given.seed)
        self._chance = random.Random(given.seed + 1)
        self._workers = processes.workers(WORKERS, folder=folder)
        self._beat = processes.beat(folder=folder)
        self._server = processes.server(PORT, folder=folder)
        self._reader = Reader(ORIGIN)
        self._faults: Counter[str] = Counter()

    def run(self) -> int:
        from django.core.management import call_command

        from bench.soak.models import Build

        call_command("migrate", run_syncdb=True, verbosity=0)
        Build.objects.create()
        self._editors.fill(self._pages)
        _empty_broker()
        started = [*self._workers, self._beat, self._server]
        for one in started:
            one.start()
        try:
            _send("sweep")
            _wait_until("the first release", _is_live)
            if not self._server.is_alive:
                raise SystemExit(f"The server did not start; is port {PORT} in use?")
            self._reader.start()
            self._soak()
            self._come_to_rest()
            self._reader.finish()
            return self._report()
        finally:
            for one in started:
                one.kill()

    def _soak(self) -> None:
        end = time.monotonic() + self._minutes * 60
        next_fault = time.monotonic() + FAULT_EVERY_SECONDS
        while time.monotonic() < end:
            self._editors.act()
            if time.monotonic() > next_fault:
                self._break_something()
                next_fault += FAULT_EVERY_SECONDS
                left = int(end - time.monotonic())
                print(f"  {left} s left, {self._editors.done.total():,} acts", file=sys.stderr)
            time.sleep(1 / self._acts_per_second)

    def _break_something(self) -> None:
        fault = self._chance.choice(FAULTS)
        self._faults[fault] += 1
        worker = self._chance.choice(self._workers)
        if fault == "worker killed":
            worker.kill()
            time.sleep(2)
            worker.start()
        elif fault == "child of a worker killed":
            worker.kill_child()
        elif fault == "beat killed":
            self._beat.kill()
            self._beat.start()
        elif fault == "broker emptied":
            _empty_broker()
        elif fault == "database connections cut":
            _cut_connections()

    def _come_to_rest(self) -> None:
        """A sweep that began after the last edit settles, and goes live."""
        print("  no more edits; waiting for a whole sweep", file=sys.stderr)
        for one in self._workers:
            if not one.is_alive:
                one.start()
        last = _now()
        _wait_until("a last sweep", lambda: _is_swept_since(last))
        _send("release")
        _wait_until("a last release", _is_released)

    def _report(self) -> int:
        from bench.soak.oracle import compared

        found = compared(self._editors.truths, _known())
        wrong = _wrong_in_the_files()
        told: dict[str, Any] = {
            "acts": dict(self._editors.done),
            "faults": dict(self._faults),
            "scans": _scans(),
            "entries": len(self._editors.truths),
            "moves": sum(len(one.moved) for one in _known().values()),
            "edits": sum(len(one.edits) for one in self._editors.truths.values()),
            "false": found.false[:20],
            "missed": found.missed[:20],
            "lost": found.lost[:20],
            "wrong_in_the_files": {name: [len(it), it[:20]] for name, it in wrong.items()},
            "reader": {"asked": self._reader.asked, "faults": dict(self._reader.faults)},
        }
        print(json.dumps(told, indent=2))
        is_clean = found.is_clean and not wrong and not self._reader.faults
        print("0 false, 0 missed, 0 lost" if is_clean else "The soak found faults.")
        return 0 if is_clean else 1


FAULTS = (
    "worker killed",
    "child of a worker killed",
    "child of a worker killed",
    "beat killed",
    "broker emptied",
    "database connections cut",
)


def _known() -> dict[str, Any]:
    from bench.soak.oracle import Known
    from honest_sitemaps.models import ContentChange, ContentState

    moved: dict[str, list[datetime]] = {}
    begun: dict[str, list[datetime]] = {}
    changes = ContentChange.objects.select_related("state").order_by("pk")
    for change in changes.iterator(chunk_size=2_000):
        key = change.state.key
        if change.move == "NEW":
            begun.setdefault(key, []).append(change.seen_at)
        before, after = change.before or {}, change.after or {}
        if before.get("updated_at") != after.get("updated_at") and after.get("updated_at"):
            moved.setdefault(key, []).append(change.seen_at)
    return {
        row.key: Known(
            is_listed=row.is_listed,
            moved=tuple(moved.get(row.key, ())),
            begun=tuple(begun.get(row.key, ())),
        )
        for row in ContentState.objects.all().iterator(chunk_size=2_000)
    }


def _wrong_in_the_files() -> dict[str, list[str]]:
    """What is live and in no file, in a file and not live, or in two places."""
    from bench.soak.models import Entry

    files = {path: _locs(path) for path in map(_path, _locs("/sitemap.xml"))}
    listed = Counter(loc for locs in files.values() for loc in locs)
    live = {f"{ORIGIN}{it.get_absolute_url()}" for it in Entry.objects.filter(is_live=True)}
    print("  " + ", ".join(f"{path}: {len(locs):,}" for path, locs in files.items()))
    found = {
        "missing": sorted(live - set(listed)),
        "not live": sorted(set(listed) - live),
        "twice": [loc for loc, times in listed.items() if times > 1],
    }
    return {name: locs for name, locs in found.items() if locs}


def _path(loc: str) -> str:
    return urlsplit(loc).path


def _locs(path: str) -> list[str]:
    with urllib.request.urlopen(f"{ORIGIN}{path}", timeout=60) as answer:
        return locs_of(answer.read())


def _scans() -> dict[str, int]:
    from honest_sitemaps.models import Scan

    kinds = Scan.objects.values_list("kind", "status")
    return dict(Counter(f"{kind} {status}" for kind, status in kinds))


def _is_live() -> bool:
    from honest_sitemaps.models import Origin

    return Origin.objects.filter(live_release__isnull=False).exists()


def _is_swept_since(last: datetime) -> bool:
    from honest_sitemaps.models import LookMark, Scan

    sweeps = Scan.objects.filter(kind="SWEEP", started_at__gt=last, status="SETTLED")
    is_quiet = not Scan.objects.filter(status__in=["RUNNING", "SETTLING"]).exists()
    return sweeps.exists() and is_quiet and not LookMark.objects.exists()


def _is_released() -> bool:
    from honest_sitemaps import pipeline

    [report] = pipeline.release(now=_now(), clock=_now)
    return report.status == "UNCHANGED"


def _now() -> datetime:
    from django.utils import timezone

    return timezone.now()


def _send(task: str) -> None:
    from bench.soak.celery import app

    app.send_task(f"honest_sitemaps.{task}")


def _empty_broker() -> None:
    import redis

    redis.Redis.from_url(os.environ["CELERY_BROKER_URL"]).flushdb()


def _cut_connections() -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


def _wait_until(what: str, is_so: Any) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not is_so():
        if time.monotonic() > deadline:
            raise TimeoutError(f"{what} did not come within {PATIENCE_SECONDS} s")
        time.sleep(2)


def _run_sql(url: str, statement: str) -> None:
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(statement)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--pages", type=int, default=20_000)
    parser.add_argument("--acts", type=float, default=5, help="acts of editors in a second")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--logs", help="where the processes' output goes")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
