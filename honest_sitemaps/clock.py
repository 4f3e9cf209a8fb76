"""The clock, for entry points alone: everything else is handed ``now``."""

from __future__ import annotations

from datetime import UTC, datetime


def utc_now() -> datetime:
    """Now, aware, in UTC. Django's own is naive with ``USE_TZ=False``."""
    return datetime.now(tz=UTC)
