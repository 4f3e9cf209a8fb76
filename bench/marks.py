"""
What a save costs more since it is marked: for one object and for a thousand, and with a
broker that is down or never answers.

Run: ``python bench/marks.py [postgres://…]``. Makes the demo's site in a temporary SQLite
file, or in the database that is named, which has to be empty. Prints machine, versions, N and
medians.
"""

from __future__ import annotations

import os
import platform
import socket
import statistics
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
SAVES = 200
BURST = 1_000
RUNS = 5
BLACK_HOLE = "redis://10.255.255.1:6379/0"
"""A private address to which no packet gets through."""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        url = sys.argv[1] if len(sys.argv) > 1 else f"sqlite:///{folder}/bench.sqlite3"
        os.environ["DATABASE_URL"] = url
        os.environ["DJANGO_SETTINGS_MODULE"] = "project.settings"
        sys.path.insert(0, str(ROOT))
        measure()


def measure() -> None:
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection
    from django.utils import timezone

    from honest_sitemaps import pipeline
    from project.cms.models import Article

    call_command("migrate", verbosity=0)
    call_command("demo_content", verbosity=0)
    pipeline.sweep(now=timezone.now(), clock=timezone.now)
    print(f"{platform.platform()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    print(f"Django {django.__version__}, {connection.vendor}, median of {SAVES} saves")
    article = Article.objects.first()

    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        with socket.create_server(("127.0.0.1", 0)) as closed:
            closed_port = closed.getsockname()[1]
        brokers = {
            "without marks": None,
            "no Celery app": "",
            "broker is down": f"redis://127.0.0.1:{closed_port}/0",
            "broker never answers": f"redis://127.0.0.1:{port}/0",
            "broker is a black hole": BLACK_HOLE,
        }
        for name, broker in brokers.items():
            with Hearing(broker):
                times = [timed(article.save) for _ in range(SAVES)]
            print(
                f"{name:<24}{1000 * statistics.median(times):7.2f} ms a save, "
                f"slowest {1000 * max(times):.1f} ms"
            )
    for name, broker in (("without marks", None), ("no Celery app", "")):
        with Hearing(broker):
            times = [timed(lambda: burst(Article)) for _ in range(RUNS)]
        print(
            f"{name:<24}{statistics.median(times):7.2f} s for {BURST} saves in a transaction"
        )


def burst(model) -> None:
    from django.db import transaction

    rows = list(model.objects.all())
    with transaction.atomic():
        for n in range(BURST):
            rows[n % len(rows)].save()


def timed(act) -> float:
    began = time.perf_counter()
    act()
    return time.perf_counter() - began


class Hearing:
    """Our receivers with this broker; ``""``: without Celery; ``None``: not connected."""

    def __init__(self, broker: str | None) -> None:
        self.broker = broker

    def __enter__(self) -> None:
        from celery import Celery
        from django.db.models import signals

        from honest_sitemaps import bell

        self.signals = (signals.post_save, signals.pre_delete, signals.m2m_changed)
        self.kept = [list(signal.receivers) for signal in self.signals]
        self.app = bell._celery_app
        app = (
            Celery("bench", broker=self.broker, set_as_current=False) if self.broker else None
        )
        bell._celery_app = lambda: app
        bell._bell = bell._Bell()
        if self.broker is None:
            self.put([[] for _ in self.signals])

    def __exit__(self, *args: object) -> None:
        from honest_sitemaps import bell

        bell._celery_app = self.app
        self.put(self.kept)

    def put(self, receivers) -> None:
        for signal, its in zip(self.signals, receivers, strict=True):
            signal.receivers = its
            signal.sender_receivers_cache.clear()


if __name__ == "__main__":
    main()
