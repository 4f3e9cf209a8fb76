"""
Celery tasks: each one call into `pipeline`. Progress lives in the database, so a task that is
lost, repeated or killed costs time and nothing else.

Needs the extra ``celery``. ``beat_schedule()`` is what a project adds to its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from celery import shared_task
from django.utils import timezone

from honest_sitemaps import pipeline

SWEEP_EVERY = timedelta(hours=6)
RESUME_EVERY = timedelta(minutes=10)


@shared_task(name="honest_sitemaps.sweep", acks_late=True, ignore_result=True)
def sweep(labels: Sequence[str] = (), trigger: str = "beat", revision: str = "") -> None:
    """
    Cut a sweep of these sections into batches and send each as a task.

    Called while one is under way, it sends again what is not done.
    """
    batches = pipeline.spread_sweep(
        labels,
        now=timezone.now(),
        clock=timezone.now,
        trigger=trigger,
        revision=revision,
    )
    for scan, number in batches:
        scan_batch.delay(scan, number)


@shared_task(name="honest_sitemaps.scan_batch", acks_late=True, ignore_result=True)
def scan_batch(scan: int, number: int) -> None:
    """Look at one batch; the last one of its scan settles it and releases."""
    pipeline.scan_batch(scan, number, now=timezone.now(), clock=timezone.now)
    report = pipeline.finish_sweeps([scan], now=timezone.now(), clock=timezone.now)
    if report is not None and report.status == "SETTLED":
        release.delay()


@shared_task(name="honest_sitemaps.look", acks_late=True, ignore_result=True)
def look(label: str, keys: Sequence[str]) -> None:
    """Scan the candidates of these keys, and release."""
    pipeline.look(label, keys, now=timezone.now(), clock=timezone.now, trigger="task")
    release.delay()


@shared_task(name="honest_sitemaps.release", acks_late=True, ignore_result=True)
def release() -> None:
    """Let what is settled go live. An origin pinned by a rollback stays as it is."""
    pipeline.release(now=timezone.now(), why="task")


def beat_schedule() -> dict[str, dict[str, Any]]:
    """
    Entries for ``app.conf.beat_schedule``: a full sweep every six hours, and every ten minutes
    the resumption of what a dead worker left.
    """
    return {
        "honest-sitemaps-sweep": {
            "task": "honest_sitemaps.sweep",
            "schedule": SWEEP_EVERY,
        },
        "honest-sitemaps-release": {
            "task": "honest_sitemaps.release",
            "schedule": RESUME_EVERY,
        },
    }
