"""
A process that scans a site of 60 pages and dies where it is told to.

``python -m tests.faults.driver ACTION`` with ``DATABASE_URL`` set. Prints the report as JSON.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from datetime import timedelta

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from django.core.management import call_command  # noqa: E402  (after setup)

from honest_sitemaps import pipeline  # noqa: E402
from honest_sitemaps.errors import SectionBusy  # noqa: E402
from honest_sitemaps.ledger import settle  # noqa: E402,F401
from honest_sitemaps.pipeline import sweeping  # noqa: E402
from tests.site_in_a_dict import MONDAY, TUESDAY, Site, html, registered  # noqa: E402

settling = sys.modules["honest_sitemaps.ledger.settle"]
settling.CHUNK_ROWS = 7
sweeping.BATCH_URLS = 10


def old_site() -> Site:
    return Site.of(60)


def new_site() -> Site:
    """Fifteen pages edited, three gone, five new."""
    site = old_site()
    for n in range(15):
        site.bodies[f"/{n:03}/"] = html(f"<p>Another text, {n}.</p>")
    for n in (57, 58, 59):
        del site.bodies[f"/{n:03}/"]
    site.bodies |= {f"/new-{n}/": html(f"<p>New {n}.</p>") for n in range(5)}
    return site


def dies_at(module, name: str, call: int) -> None:
    """Kill this process when the function is called for the so-manieth time."""
    original = getattr(module, name)
    calls = iter(range(1, 10_000))

    def killing(*args, **kwargs):
        if next(calls) == call:
            os.kill(os.getpid(), signal.SIGKILL)
        return original(*args, **kwargs)

    setattr(module, name, killing)


def slow(site: Site) -> Site:
    original = site.fetch

    def fetch(loc, *, now, visitor=None):
        time.sleep(0.05)
        return original(loc, now=now, visitor=visitor)

    site.fetch = fetch  # type: ignore[method-assign]
    return site


def main(action: str) -> int:
    site, now = new_site(), TUESDAY
    if action == "prepare":
        call_command("migrate", "--run-syncdb", verbosity=0)
        site, now = old_site(), MONDAY
    elif action == "die-in-walk":
        dies_at(sweeping, "run_batch", 4)
    elif action == "die-in-a-chunk":
        dies_at(settling, "_count", 2)  # in the transaction, before it commits
    elif action == "die-between-chunks":
        dies_at(settling, "beat", 2)  # after the commit
    elif action == "sweep-slowly":
        slow(site)
    elif action == "sweep-later":
        now += timedelta(hours=1)
    with registered(pages=site):
        try:
            report = site.sweep(now)
        except SectionBusy as busy:
            print(busy)
            return 3
        print(json.dumps(report.as_json()))
        pipeline.release(now=now)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
