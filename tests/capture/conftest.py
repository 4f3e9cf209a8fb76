"""A small project on one host, and a fetcher of it."""

from datetime import UTC, datetime

import pytest

from honest_sitemaps.capture import InProcessFetcher
from tests.capture import urls

ORIGIN = "https://example.test"
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def site(settings):
    """The project of `tests.capture.urls`, with Django's usual middleware."""
    settings.ROOT_URLCONF = "tests.capture.urls"
    settings.ALLOWED_HOSTS = ["example.test", "www.example.test"]
    settings.LANGUAGE_CODE = "en"
    settings.TIME_ZONE = "UTC"
    settings.CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "LOCATION": "capture-tests",
        },
    }
    settings.SESSION_ENGINE = "django.contrib.sessions.backends.cache"
    settings.TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates"}]
    settings.MIDDLEWARE = [
        "django.middleware.security.SecurityMiddleware",
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.locale.LocaleMiddleware",
        "django.middleware.common.CommonMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
    ]
    urls.CLOSED.clear()
    return settings


@pytest.fixture
def get(site):
    """``get("/path")`` → `Page`; keyword arguments go to the fetcher or to its ``fetch``."""

    def fetch(path, *, visitor=None, origin=ORIGIN, **options):
        fetcher = InProcessFetcher(**options)
        return fetcher.fetch(f"{origin}{path}", now=NOW, visitor=visitor)

    return fetch
