"""For all tests: laws are tried on examples, never against a clock."""

from __future__ import annotations

from django.conf import settings as django_settings
from django.core.signals import setting_changed
from django.dispatch import receiver
from django.urls import clear_url_caches
from hypothesis import HealthCheck, settings

settings.register_profile(
    "suite",
    deadline=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("suite")


# Wagtail's own settings: pytest --ds=tests.cms.settings tests/cms
collect_ignore = [] if django_settings.SETTINGS_MODULE == "tests.cms.settings" else ["cms"]


@receiver(setting_changed)
def _forget_routes(*, setting: str, **kwargs: object) -> None:
    """Django keeps the reversed prefixes of a language; the default one's may have none."""
    if setting in {"LANGUAGE_CODE", "LANGUAGES"}:
        clear_url_caches()
