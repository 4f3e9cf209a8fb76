"""What a source's own code raises: the fault of one object, or the end of the walk."""

from __future__ import annotations

from django.db import InterfaceError, InternalError, OperationalError

from honest_sitemaps.loc import printable

LOST_DATABASE = (OperationalError, InterfaceError, InternalError)
"""Not the object's fault: the connection is gone, or its transaction is. The walk ends and
nothing is settled, where every further object would look malformed."""

FAULT_LIMIT = 500
"""Characters that the evidence of a row holds."""


def fault_of(error: Exception) -> str:
    """``ValueError: the first line of its text``."""
    text = next(iter(str(error).splitlines()), "")
    name = type(error).__name__
    return printable(f"{name}: {text}" if text else name, limit=FAULT_LIMIT)
