"""
What a scan costs beside the bare render of its pages, and how many queries of its own.

Run: ``python bench/scan.py``. Makes the demo's site in a temporary SQLite file. Prints
machine, versions, N and medians; ratios are of one run.
"""

from __future__ import annotations

import os
import platform
import statistics
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
RUNS = 5
ORIGIN = "http://127.0.0.1:8000"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DATABASE_URL"] = f"sqlite:///{folder}/bench.sqlite3"
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")
        sys.path.insert(0, str(ROOT))
        measure()


def measure() -> None:
    import django

    django.setup()
    import lxml.etree
    from django.core.management import call_command
    from django.db import connection
    from django.utils import timezone

    from honest_sitemaps import pipeline
    from honest_sitemaps.ledger import ContentState

    call_command("migrate", verbosity=0)
    call_command("demo_content", verbosity=0)
    print(f"{platform.platform()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    print(f"Django {django.__version__}, lxml {lxml.etree.LXML_VERSION}, median of {RUNS}")

    for name in ("new", "unchanged"):
        ours = OurQueries()
        with connection.execute_wrapper(ours):
            report = pipeline.sweep(now=timezone.now(), clock=timezone.now, fetcher=ours)
        per_url = ours.count / report.candidates
        print(f"{name:<10} {report.candidates} candidates, {per_url:.3f} own queries a URL")

    locs = list(ContentState.objects.listed().values_list("loc", flat=True))
    bookkeeping(10_000)
    bare = bare_handler()
    for loc in locs:
        bare(loc)  # warm
    scans, renders, pages = [], [], []
    for _ in range(RUNS):
        started = time.perf_counter()
        for loc in locs:
            page = time.perf_counter()
            bare(loc)
            pages.append(time.perf_counter() - page)
        renders.append(time.perf_counter() - started)
        started = time.perf_counter()
        report = pipeline.sweep(now=timezone.now(), clock=timezone.now)
        scans.append(time.perf_counter() - started)
    scan, render = (1000 * statistics.median(times) / len(locs) for times in (scans, renders))
    print(f"bare render {render:.1f} ms a page (p50 {1000 * statistics.median(pages):.1f})")
    print(f"whole scan  {scan:.1f} ms a listed page, ratio {scan / render:.2f}")
    print(f"everything but the render: {scan - render:.1f} ms a page")


def bookkeeping(urls: int) -> None:
    """A section of pages that cost nothing to render: what the ledger itself takes."""
    from datetime import UTC, datetime

    from django.db import connection

    from honest_sitemaps import Candidate, Source, pipeline, registry
    from honest_sitemaps.capture import Page

    class Numbers(Source):
        is_ordered = True

        def candidates(self, *, after=None, keys=None):
            start = int(after.partition(":")[2]) + 1 if after else 0
            wanted = range(start, urls) if keys is None else ()
            for n in wanted:
                yield Candidate(loc=f"/{n}/", key=f"number:{n:07}")

    class Free:
        def fetch(self, loc, *, now, visitor=None):
            status = 404 if loc.endswith("robots.txt") else 200
            body = f"<main><p>Page {loc}</p></main>".encode()
            headers = (("content-type", "text/html"),)
            return Page(loc=loc, status=status, headers=headers, body=body, taken_at=now)

    now = datetime(2026, 1, 1, tzinfo=UTC)
    with registry.replaced():
        registry.register("numbers", Numbers(), origin=ORIGIN)
        for name in ("new", "unchanged"):
            queries = Queries()
            started = time.perf_counter()
            with connection.execute_wrapper(queries):
                pipeline.sweep(now=now, fetcher=Free())
            took = 1000 * (time.perf_counter() - started) / urls
            print(
                f"{name:<10} {urls:,} URLs in one section, {queries.count / urls:.3f} own "
                f"queries a URL, {took:.2f} ms a URL with a page that costs nothing"
            )


class Queries:
    def __init__(self) -> None:
        self.count = 0

    def __call__(self, execute, sql, params, many, context):
        self.count += 1
        return execute(sql, params, many, context)


class OurQueries:
    """Counts the queries outside of a render: what a page asks for is the page's own."""

    def __init__(self) -> None:
        from honest_sitemaps.capture import InProcessFetcher

        self.fetcher = InProcessFetcher()
        self.is_rendering = False
        self.count = 0

    def __call__(self, execute, sql, params, many, context):
        self.count += not self.is_rendering
        return execute(sql, params, many, context)

    def fetch(self, loc, **how):
        self.is_rendering = True
        try:
            return self.fetcher.fetch(loc, **how)
        finally:
            self.is_rendering = False


def bare_handler():
    """One anonymous GET through Django's own handler chain, nothing else."""
    from django.conf import settings
    from django.core.handlers.base import BaseHandler
    from django.test import RequestFactory

    handler = BaseHandler()
    handler.load_middleware()
    origin = settings.HONEST_SITEMAPS["ORIGIN"]
    scheme, _, host = origin.partition("://")
    factory = RequestFactory(SERVER_NAME=host.partition(":")[0], HTTP_HOST=host)

    def get(loc: str) -> bytes:
        path = loc.removeprefix(origin)
        response = handler.get_response(factory.get(path, secure=scheme == "https"))
        return response.content

    return get


if __name__ == "__main__":
    main()
