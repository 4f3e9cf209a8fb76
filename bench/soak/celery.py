"""The soak's Celery app: the product's own schedule, only faster."""

from __future__ import annotations

import os
from datetime import timedelta

from celery import Celery

from honest_sitemaps.tasks import beat_schedule

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bench.soak.settings")

FASTER = {"honest_sitemaps.sweep": 90, "honest_sitemaps.resume": 30}
"""Seconds between two of them; the others come every twenty."""

app = Celery("soak")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.conf.beat_schedule = {
    name: {**entry, "schedule": timedelta(seconds=FASTER.get(entry["task"], 20))}
    for name, entry in beat_schedule().items()
}
