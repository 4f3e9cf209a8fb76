"""Columns that mean the same whatever the project's settings say."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.db import models
from django.utils import timezone


class MomentField(models.DateTimeField):  # type: ignore[type-arg]  # not generic at run time
    """
    A point in time, aware and in UTC in Python whatever ``USE_TZ`` says.

    With ``USE_TZ=False`` a database takes and gives times without a zone, by Django's custom
    in ``TIME_ZONE``; this column converts on both ways. The hour that a zone repeats in autumn
    is read as its first one.
    """

    def get_prep_value(self, value: Any) -> Any:
        value = super().get_prep_value(value)
        if isinstance(value, datetime) and not settings.USE_TZ and timezone.is_aware(value):
            return timezone.make_naive(value, timezone.get_default_timezone())
        return value

    def from_db_value(self, value: Any, expression: object, connection: object) -> Any:
        """Attach the zone where the database gave none."""
        if isinstance(value, datetime) and timezone.is_naive(value):
            aware = timezone.make_aware(value, timezone.get_default_timezone())
            return aware.astimezone(UTC)
        return value
