"""The demo site. Celery is an extra: its app is made where Celery is installed."""

from importlib.util import find_spec

if find_spec("celery"):
    from project.celery import app as celery_app

    __all__ = ["celery_app"]
