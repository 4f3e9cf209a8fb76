"""
Settings of the Wagtail demo. Each value that differs between machines comes from the
environment, or from a file ``.env`` beside ``manage.py``; see ``.env.example``.

The sports site has its own settings in `project.settings`; nothing is shared but the folder
``.demo``, in which each keeps its own files.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import environ

BASE_DIR = Path(__file__).resolve().parent.parent.parent
DEMO_DIR = BASE_DIR / ".demo"
"""What the demo writes: database, media files. Safe to delete."""

DEMO_DATABASE = DEMO_DIR / "magazine.sqlite3"

env = environ.Env()
if (BASE_DIR / ".env").is_file():
    env.read_env(BASE_DIR / ".env")

DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY", default="demo-secret-that-guards-nothing")
ORIGIN = env.str("ORIGIN", default="http://127.0.0.1:8000")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["127.0.0.1", "localhost"])

INSTALLED_APPS = [
    "honest_sitemaps",
    "project.magazine",
    "wagtail.contrib.redirects",
    "wagtail.contrib.routable_page",
    "wagtail.contrib.settings",
    "wagtail.contrib.simple_translation",
    "wagtail.embeds",
    "wagtail.sites",
    "wagtail.users",
    "wagtail.snippets",
    "wagtail.documents",
    "wagtail.images",
    "wagtail.search",
    "wagtail.admin",
    "wagtail",
    "modelcluster",
    "taggit",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "wagtail.contrib.redirects.middleware.RedirectMiddleware",
]
ROOT_URLCONF = "project.magazine.urls"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "wagtail.contrib.settings.context_processors.settings",
            ]
        },
    }
]

DATABASES: dict[str, dict[str, Any]] = {
    "default": env.db_url("DATABASE_URL", default=f"sqlite:///{DEMO_DATABASE}")
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DEMO_DIR.mkdir(exist_ok=True)
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

USE_TZ = True
TIME_ZONE = "UTC"
USE_I18N = True
LANGUAGE_CODE = "en"
LANGUAGES = WAGTAIL_CONTENT_LANGUAGES = [("en", "English"), ("de", "Deutsch")]

STATIC_URL = "/static/"
MEDIA_URL = "/media/"
MEDIA_ROOT = env.str("MEDIA_ROOT", default=str(DEMO_DIR / "magazine-media"))

WAGTAIL_SITE_NAME = "Spülsaum"
WAGTAIL_I18N_ENABLED = True
WAGTAILADMIN_BASE_URL = ORIGIN
WAGTAIL_ENABLE_UPDATE_CHECK = False
"""The admin asks nobody on the network."""

WAGTAIL_GRAVATAR_PROVIDER_URL = None

CELERY_BROKER_URL = env.str("CELERY_BROKER_URL", default="redis://127.0.0.1:6379/0")
CELERY_TASK_DEFAULT_QUEUE = env.str("CELERY_TASK_DEFAULT_QUEUE", default="celery")
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_IGNORE_RESULT = True

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"stderr": {"class": "logging.StreamHandler"}},
    "loggers": {
        "honest_sitemaps": {
            "handlers": ["stderr"],
            "level": env.str("LOG_LEVEL", default="WARNING"),
        }
    },
}

HONEST_SITEMAPS = {"ORIGIN": ORIGIN}
