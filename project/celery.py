"""
The Celery app of the demo. ``celery -A project worker -B`` scans and releases by the clock.

Without Celery installed nothing imports this module, and the commands do the same work.
"""

from __future__ import annotations

import os

from celery import Celery

from honest_sitemaps.tasks import beat_schedule

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")

app = Celery("project")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.conf.beat_schedule = beat_schedule()
