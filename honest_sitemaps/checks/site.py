"""``django.contrib.sites``, where the origin comes from it."""

from __future__ import annotations

from typing import Any

from django.apps import apps
from django.core.checks import CheckMessage, Tags, register
from django.core.checks import Warning as CheckWarning
from django.db import DatabaseError

from honest_sitemaps.errors import ConfigurationError
from honest_sitemaps.registry import origin_for, registrations


@register(Tags.database)
def check_site(*, databases: Any = None, **kwargs: Any) -> list[CheckMessage]:
    """Where the origin comes from ``django.contrib.sites``: whether the Site was edited."""
    if not databases or not apps.is_installed("django.contrib.sites"):
        return []
    try:
        for registration in registrations():
            origin_for(registration)
    except ConfigurationError as error:
        # No error: migrate runs this check, and must not refuse to make the very table.
        return [CheckWarning(str(error), id="honest_sitemaps.W006")]
    except DatabaseError:
        return []  # before the first migrate
    return []
