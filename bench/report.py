"""
What ``sitemap_report`` and ``sitemap_diff`` cost, each in a process of its own.

    DATABASE_URL=postgres://postgres@127.0.0.1/bench python bench/report.py 1000000

Fills the ledger with rows of which one in twenty is excluded and each has its first step,
makes a release, changes some of them, makes another, and compares. Prints seconds and peak
memory, and how many bytes of the database a URL takes. The database is emptied first: name one
that holds nothing else. Without ``DATABASE_URL``: a file of its own.
"""

from __future__ import annotations

import argparse
import io
import platform
import re
import resource
import subprocess
import sys
from datetime import datetime, timedelta
from pathlib import Path
from time import perf_counter
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.release import NOW, ORIGIN, fill, set_up

CHUNK = 10_000
REASONS = ("NOINDEX", "REDIRECT", "NOT_FOUND")


def give_steps() -> None:
    """The step by which each row was first listed."""
    from honest_sitemaps.ledger import ContentChange, ContentState

    for rows in chunks(ContentState.objects.all()):
        ContentChange.objects.bulk_create(
            ContentChange(
                state=row,
                move="NEW",
                before=None,
                after=side(row),
                seen_at=NOW - timedelta(days=30),
            )
            for row in rows
        )


def release(now: datetime) -> None:
    from honest_sitemaps import publish
    from honest_sitemaps.ledger import Section

    sections = list(Section.objects.all())
    publish.release(ORIGIN, sections, dates={}, settling=(), now=now)


def change(urls: int, now: datetime) -> None:
    """So many listed rows change their date, each with its step."""
    from honest_sitemaps.ledger import ContentChange, ContentState
    from honest_sitemaps.partition import touch

    left = urls
    for rows in chunks(ContentState.objects.listed()):
        rows = rows[:left]
        changes = []
        for row in rows:
            before = side(row)
            row.updated_at = now
            row.parts = "b" * 16
            changes.append(
                ContentChange(
                    state=row, move="CHANGED", before=before, after=side(row), seen_at=now
                )
            )
        ContentState.objects.filter(pk__in=[row.pk for row in rows]).update(updated_at=now)
        ContentChange.objects.bulk_create(changes)
        touch(ORIGIN, rows, [])
        left -= len(rows)
        if not left:
            return


def side(row: Any) -> dict[str, Any]:
    return {
        "digest": row.digest,
        "recipe": row.recipe,
        "parts": row.parts,
        "reason": row.reason,
        "evidence": row.evidence,
        "loc": row.loc,
        "published_at": row.published_at and row.published_at.isoformat(),
        "published_precision": row.published_precision,
        "updated_at": row.updated_at and row.updated_at.isoformat(),
    }


def chunks(rows: Any) -> Any:
    last = 0
    while chunk := list(rows.filter(pk__gt=last).order_by("pk")[:CHUNK]):
        yield chunk
        last = chunk[-1].pk


def register() -> None:
    from honest_sitemaps import RouteSource, registry

    registry.register("articles", RouteSource(["x"]), origin=ORIGIN)


def measured(*command: str) -> str:
    """Seconds and peak memory of one command in a process of its own."""
    done = subprocess.run(
        [sys.executable, __file__, "--child", " ".join(command)],
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout.strip()


def child(command: str) -> None:
    from django.core.management import call_command

    register()
    name, *arguments = command.split()
    out = open("/dev/null", "w")  # noqa: PTH123, SIM115 - until the process ends
    began = perf_counter()
    call_command(name, *arguments, stdout=out, stderr=io.StringIO())
    took = perf_counter() - began
    used = resource.getrusage(resource.RUSAGE_SELF)
    cpu = used.ru_utime + used.ru_stime
    print(f"{took:8.1f} s   {cpu:6.1f} s of CPU here   {peak_megabytes():6.0f} MB")


def peak_megabytes() -> float:
    """Of this program alone: ``ru_maxrss`` begins with that of its parent."""
    status = Path("/proc/self/status").read_text()
    return float(re.search(r"VmHWM:\s+(\d+) kB", status)[1]) / 1024  # type: ignore[index]


def bytes_a_url(urls: int) -> str:
    from django.db import connection

    if connection.vendor != "postgresql":
        return "only told on PostgreSQL"
    with connection.cursor() as cursor:
        sizes = []
        for table in ("contentstate", "contentchange", "artifact"):
            cursor.execute("SELECT pg_total_relation_size(%s)", [f"honest_sitemaps_{table}"])
            sizes.append(f"{table} {cursor.fetchone()[0] / urls:,.0f}")
    return ", ".join(sizes)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("urls", type=int, nargs="?", default=100_000)
    parser.add_argument("--child", help="used by itself")
    options = parser.parse_args()
    set_up()
    if options.child:
        child(options.child)
        return
    report(options.urls)


def report(urls: int) -> None:
    import django
    from django.core.management import call_command
    from django.db import connection
    from django.db.models import F

    from honest_sitemaps.ledger import ContentChange, ContentState

    call_command("migrate", run_syncdb=True, verbosity=0)
    ContentChange.objects.all()._raw_delete("default")
    fill(urls)
    rows = ContentState.objects.annotate(rest=F("slot") % 60)
    for number, reason in enumerate(REASONS):
        rows.filter(rest=number).update(
            reason=reason, evidence="=what was seen", http_status=200
        )
    give_steps()
    with connection.cursor() as cursor:
        # As autovacuum does by itself; without it each chunk sorts all rows behind it.
        cursor.execute("ANALYZE")
    release(NOW)
    print(f"{platform.machine()}, Python {platform.python_version()}")
    print(f"Django {django.__version__}, {connection.vendor}, {urls:,} URLs")
    print(f"bytes a URL: {bytes_a_url(urls)}")
    print(f"report, CSV               {measured('sitemap_report')}")
    print(f"report, CSV, wide         {measured('sitemap_report', '--wide')}")
    print(f"report, JSON              {measured('sitemap_report', '--json')}")
    print(f"report, one reason        {measured('sitemap_report', '--reason', 'NOINDEX')}")
    for day, changed in enumerate((min(1_000, urls), urls), start=1):
        change(changed, NOW + timedelta(days=day))
        release(NOW + timedelta(days=day, hours=1))
        print(f"diff, {changed:>9,} changed    {measured('sitemap_diff')}")
        print(f"diff --all --json         {measured('sitemap_diff', '--all', '--json')}")


if __name__ == "__main__":
    main()
