"""
The demo's clock, as its templates see it.

``CLOCK_OFFSET_DAYS`` lets the demo render every page as if it were another year, while the
ledger keeps the true time. A site of yours needs nothing like it.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone


def now() -> datetime:
    """The time that pages print and reckon with."""
    return timezone.now() + timedelta(days=settings.CLOCK_OFFSET_DAYS)
