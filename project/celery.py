"""
The Celery app of the demo. ``celery -A project worker -B`` scans and releases by the clock.

Without Celery installed nothing imports this module, and the commands do the same work.
"""

from __future__ import annotations

import os
from typing import Any

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")

app = Celery("project")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@app.on_after_finalize.connect
def schedule(sender: Celery, **kwargs: Any) -> None:
    """Add our beat entries. Not at import: the tasks need models, and Django still loads."""
    from honest_sitemaps.tasks import beat_schedule

    sender.conf.beat_schedule = {**(sender.conf.beat_schedule or {}), **beat_schedule()}
