"""
A release against a bare loop that reads the same rows and writes the same gzip bytes.

    DATABASE_URL=sqlite:////tmp/bench.sqlite3 python bench/release.py 100000
    DATABASE_URL=postgres://postgres@127.0.0.1/bench python bench/release.py 1000000

Prints the ratio of each of N runs (median of 5 unless --runs says otherwise), the peak memory
of one release in a process of its own, and what one changed URL costs. The database is emptied
first: name one that holds nothing else. Without ``DATABASE_URL``: a file of its own.
"""

from __future__ import annotations

import argparse
import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
import zlib
from datetime import UTC, datetime, timedelta
from html import escape
from pathlib import Path
from time import perf_counter
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parents[1]
ORIGIN = "https://www.example.org"
NOW = datetime(2026, 11, 30, 8, tzinfo=UTC)
CAPACITY = 10_000


def database(url: str) -> dict[str, object]:
    parts = urlsplit(url)
    if parts.scheme == "sqlite":
        return {"ENGINE": "django.db.backends.sqlite3", "NAME": parts.path[1:]}
    engine = {"postgres": "postgresql", "mysql": "mysql"}[parts.scheme]
    return {
        "ENGINE": f"django.db.backends.{engine}",
        "NAME": parts.path[1:],
        "USER": parts.username or "",
        "PASSWORD": parts.password or "",
        "HOST": parts.hostname or "",
        "PORT": parts.port or "",
    }


def set_up() -> None:
    sys.path.insert(0, str(ROOT))
    scratch = Path(tempfile.gettempdir()) / "honest_sitemaps_bench.sqlite3"
    os.environ.setdefault("DATABASE_URL", f"sqlite:///{scratch}")
    import django
    from django.conf import settings

    settings.configure(
        DATABASES={"default": database(os.environ["DATABASE_URL"])},
        DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
        HONEST_SITEMAPS={"ORIGIN": ORIGIN},
        INSTALLED_APPS=["django.contrib.sitemaps", "honest_sitemaps"],
        MIGRATION_MODULES={"honest_sitemaps": None},
        ROOT_URLCONF="honest_sitemaps.urls_for_bench",
        USE_TZ=True,
    )
    import types

    from django.urls import include, path

    django.setup()
    routes = types.ModuleType("honest_sitemaps.urls_for_bench")
    routes.urlpatterns = [path("", include("honest_sitemaps.urls"))]  # type: ignore[attr-defined]
    sys.modules[routes.__name__] = routes


def fill(urls: int) -> None:
    """``urls`` listed rows of which half changed once; slots in the order of keys."""
    from django.core.management import call_command

    from honest_sitemaps.ledger import ContentState, Section
    from honest_sitemaps.loc import loc_digest
    from honest_sitemaps.partition import Shard

    call_command("migrate", run_syncdb=True, verbosity=0)
    forget_releases()
    ContentState.objects.all()._raw_delete("default")
    Shard.objects.all().delete()
    Section.objects.all().delete()
    section = Section.objects.create(
        origin=ORIGIN, name="articles", capacity=CAPACITY, next_slot=urls + 1
    )
    for first in range(0, urls, 5_000):
        ContentState.objects.bulk_create(
            row(section.pk, n, loc_digest) for n in range(first, min(first + 5_000, urls))
        )


def row(section_id: int, n: int, loc_digest: object) -> object:
    from honest_sitemaps.ledger import ContentState

    loc = f"{ORIGIN}/articles/{n * 2_654_435_761 % 2**32:08x}/a-headline-of-some-length-{n}/"
    published_at = NOW - timedelta(seconds=61 * n + 86_400)
    return ContentState(
        section_id=section_id,
        key=f"news.article:{n}",
        loc=loc,
        loc_digest=loc_digest(loc),  # type: ignore[operator]
        slot=n + 1,
        digest=f"{n:064x}",
        recipe="hs1/libxml2-2.14.6/0123456789abcdef",
        published_at=published_at,
        updated_at=published_at + timedelta(seconds=7 * n % 80_000) if n % 2 else None,
    )


def forget_releases() -> None:
    from honest_sitemaps.publish import Artifact, Origin, Release, ReleaseFile

    Origin.objects.all().delete()
    ReleaseFile.objects.all().delete()
    Release.objects.all().delete()
    Artifact.objects.all().delete()


def a_release() -> float:
    from honest_sitemaps.ledger import Section
    from honest_sitemaps.publish import release

    began = perf_counter()
    report = release(ORIGIN, list(Section.objects.all()), dates={}, settling=(), now=NOW)
    took = perf_counter() - began
    assert report.status in ("LIVE", "UNCHANGED"), report
    return took


def bare_loop(urls: int) -> float:
    """One query for each file, one string for each row, one gzip for each file, in memory."""
    from honest_sitemaps.ledger import ContentState, Section

    section = Section.objects.get()
    began = perf_counter()
    for first in range(1, urls + 1, CAPACITY):
        rows = ContentState.objects.filter(
            section=section, slot__gte=first, slot__lt=first + CAPACITY
        ).order_by("slot")
        lines = ['<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="…">\n']
        for loc, updated_at, published_at in rows.values_list(
            "loc", "updated_at", "published_at"
        ):
            lastmod = (updated_at or published_at).isoformat(timespec="seconds")
            lines.append(f"<url><loc>{escape(loc)}</loc><lastmod>{lastmod}</lastmod></url>\n")
        lines.append("</urlset>\n")
        coder = zlib.compressobj(6, zlib.DEFLATED, 31)
        coder.compress("".join(lines).encode()) + coder.flush()
    return perf_counter() - began


def one_changed() -> float:
    from honest_sitemaps.ledger import ContentState
    from honest_sitemaps.partition import touch

    state = ContentState.objects.get(slot=5)
    state.updated_at = (state.updated_at or state.published_at) + timedelta(seconds=1)
    state.save(update_fields=["updated_at"])
    touch(ORIGIN, [state], [])
    return a_release()


def peak_megabytes() -> float:
    """Of a process that does one full release and nothing else."""
    command = [sys.executable, __file__, "--peak"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return float(done.stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("urls", type=int, nargs="?", default=100_000)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--peak", action="store_true", help="used by itself")
    options = parser.parse_args()
    set_up()
    if options.peak:
        forget_releases()
        a_release()
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
        return
    report(options.urls, options.runs)


def report(urls: int, runs: int) -> None:
    import django
    from django.db import connection

    fill(urls)
    ours, theirs = [], []
    bare_loop(urls)  # reads the table into the machine's memory, for both
    for _ in range(runs):
        forget_releases()
        theirs.append(bare_loop(urls))
        ours.append(a_release())
    unchanged = a_release()
    changed = statistics.median(one_changed() for _ in range(runs))
    full = statistics.median(ours)
    print(f"{platform.machine()}, {os.cpu_count()} CPUs, Python {platform.python_version()}")
    print(
        f"Django {django.__version__}, {connection.vendor}, zlib {zlib.ZLIB_RUNTIME_VERSION}"
    )
    print(f"{urls:,} URLs, {-(-urls // CAPACITY)} files, median of {runs}")
    print(f"bare loop        {statistics.median(theirs):8.2f} s")
    print(f"release          {full:8.2f} s   ratio {full / statistics.median(theirs):.2f}")
    print(f"unchanged        {unchanged:8.3f} s")
    print(f"one URL changed  {changed:8.3f} s   {full / changed:.0f} times faster")
    print(f"peak memory      {peak_megabytes():8.0f} MB")


if __name__ == "__main__":
    main()
