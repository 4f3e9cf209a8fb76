"""
The Celery app of the demo. ``celery -A project worker -B`` scans and releases by the clock.

Without Celery installed nothing imports this module, and the commands do the same work.
"""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")

app = Celery("project")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
