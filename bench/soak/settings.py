"""Settings of the soak's site. The environment says where its database and broker are."""

from __future__ import annotations

import environ

env = environ.Env()

SECRET_KEY = "soak"
DEBUG = False
ALLOWED_HOSTS = ["127.0.0.1"]
INSTALLED_APPS = [
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "honest_sitemaps",
    "bench.soak",
]
MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
]
ROOT_URLCONF = "bench.soak.site"
DATABASES = {"default": env.db_url("DATABASE_URL")}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
USE_TZ = True
TIME_ZONE = "UTC"

HONEST_SITEMAPS = {"ORIGIN": env.str("SOAK_ORIGIN"), "CAPACITY": 2_000}

CELERY_BROKER_URL = env.str("CELERY_BROKER_URL")
CELERY_TASK_DEFAULT_QUEUE = "soak"
CELERY_TASK_IGNORE_RESULT = True
# A message of a killed worker comes back after so long. The default is an hour.
CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": 60}
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
