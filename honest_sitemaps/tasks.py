"""
Celery tasks: each one call into `pipeline`. Progress lives in the database, so a task that is
lost, repeated or killed costs time and nothing else.

Needs the extra ``celery``. ``beat_schedule()`` is what a project adds to its own. A project's
Celery module is imported before Django's apps are ready, so `pipeline`, which needs the
tables, is imported by the tasks when they run.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from celery import shared_task

from honest_sitemaps.clock import utc_now
from honest_sitemaps.errors import OriginBusy

logger = logging.getLogger(__name__)

MARKS_EVERY = timedelta(minutes=1)
SWEEP_EVERY = timedelta(hours=6)
RESUME_EVERY = timedelta(minutes=10)
ANSWER_EVERY = timedelta(minutes=1)
BUSY_SECONDS = 10
"""A batch that has to wait for others of its origin is tried again after so long."""


LOOKS_QUEUE = "honest-looks"
URGENT_TASKS = ("answers", "look", "marks", "release")

LOOK_URLS = 100
"""Marks of a section looked at before what was found goes live."""

MARKS_ROUNDS = 10
"""Looks that one task takes in turn, with a release after each: under a script that never
stops saving, too, a worker is free again at some time."""


@shared_task(name="honest_sitemaps.sweep", acks_late=True, ignore_result=True)
def sweep(labels: Sequence[str] = (), trigger: str = "beat", revision: str = "") -> None:
    """
    Cut a sweep of these sections into batches and send each as a task.

    Called while one is under way, it sends again what is not done.
    """
    from honest_sitemaps import pipeline

    batches = pipeline.spread_sweep(
        labels,
        now=utc_now(),
        clock=utc_now,
        trigger=trigger,
        revision=revision,
    )
    for scan, number in batches:
        scan_batch.delay(scan, number)


@shared_task(name="honest_sitemaps.resume", acks_late=True, ignore_result=True)
def resume() -> None:
    """Take up the sweeps that a dead worker or a lost message left behind."""
    from honest_sitemaps import pipeline

    labels = pipeline.stuck_sections(now=utc_now())
    if labels:
        sweep.delay(labels, trigger="resume")


@shared_task(
    name="honest_sitemaps.scan_batch",
    acks_late=True,
    bind=True,
    ignore_result=True,
    max_retries=None,
    reject_on_worker_lost=True,
)
def scan_batch(self: Any, scan: int, number: int) -> None:
    """
    Look at one batch; the last one of its scan settles it and releases.

    What was saved meanwhile comes first: in a queue that is full of batches its own task
    stands last. Sent again at once if its process dies: it then finds out which page it was.
    """
    from honest_sitemaps import pipeline

    try:
        if pipeline.has_marks():
            marks()
    except Exception:  # whatever it is, the batch is not to wait for it
        logger.exception("action=marks")
    try:
        pipeline.scan_batch(scan, number, now=utc_now(), clock=utc_now)
    except OriginBusy as busy:
        raise self.retry(exc=busy, countdown=BUSY_SECONDS) from busy
    report = pipeline.finish_sweeps([scan], now=utc_now(), clock=utc_now)
    if report is not None and report.status == "SETTLED":
        release.delay()


@shared_task(name="honest_sitemaps.marks", acks_late=True, ignore_result=True)
def marks() -> None:
    """
    Look at what was saved and release; sweep the sections of which everything was marked.

    Sent whenever a mark is written, and once a minute besides.
    """
    from honest_sitemaps import pipeline

    for _ in range(MARKS_ROUNDS):
        reports = pipeline.look_at_marks(now=utc_now(), clock=utc_now, limit=LOOK_URLS)
        if not reports:
            break
        if any(report.status == "SETTLED" for report in reports):
            release()
    labels = pipeline.sections_to_sweep()
    if labels:
        sweep.delay(labels, trigger="marks")


@shared_task(name="honest_sitemaps.answers", acks_late=True, ignore_result=True)
def answers() -> None:
    """Do what somebody answered to a held scan in the admin, and release."""
    from honest_sitemaps import pipeline

    if pipeline.carry_out_answers(now=utc_now(), clock=utc_now):
        release.delay()


@shared_task(name="honest_sitemaps.look", acks_late=True, ignore_result=True)
def look(label: str, keys: Sequence[str]) -> None:
    """Scan the candidates of these keys, and release."""
    from honest_sitemaps import pipeline

    pipeline.look(label, keys, now=utc_now(), clock=utc_now, trigger="task")
    release.delay()


@shared_task(name="honest_sitemaps.release", acks_late=True, ignore_result=True)
def release() -> None:
    """Let what is settled go live. An origin pinned by a rollback stays as it is."""
    from honest_sitemaps import pipeline

    pipeline.release(now=utc_now(), clock=utc_now, why="task")


def task_routes(queue: str = LOOKS_QUEUE) -> dict[str, dict[str, str]]:
    """
    Entries for ``app.conf.task_routes``: what somebody waits for goes to a queue of its own,
    and never stands behind the batches of a sweep. A worker has to serve that queue.
    """
    return {f"honest_sitemaps.{task}": {"queue": queue} for task in URGENT_TASKS}


def beat_schedule() -> dict[str, dict[str, Any]]:
    """
    Entries for ``app.conf.beat_schedule``: every minute a look at what was saved, and what was
    answered to held scans is done; a full sweep every six hours; every ten minutes what a dead
    worker left is taken up, and what is settled goes live.
    """
    return {
        "honest-sitemaps-marks": {
            "task": "honest_sitemaps.marks",
            "schedule": MARKS_EVERY,
            "options": {"expires": MARKS_EVERY.total_seconds()},
        },
        "honest-sitemaps-answers": {
            "task": "honest_sitemaps.answers",
            "schedule": ANSWER_EVERY,
        },
        "honest-sitemaps-sweep": {
            "task": "honest_sitemaps.sweep",
            "schedule": SWEEP_EVERY,
        },
        "honest-sitemaps-resume": {
            "task": "honest_sitemaps.resume",
            "schedule": RESUME_EVERY,
        },
        "honest-sitemaps-release": {
            "task": "honest_sitemaps.release",
            "schedule": RESUME_EVERY,
        },
    }
