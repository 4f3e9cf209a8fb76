"""What this process needs so that it renders the pages that the web server renders."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings
from django.http.request import validate_host


def check_environment(origin: str) -> list[str]:
    """Sentences on what would make every page of the origin fail in this process; pure reading."""
    host = urlsplit(origin).hostname or ""
    if validate_host(host, settings.ALLOWED_HOSTS or [".localhost", "127.0.0.1", "[::1]"]):
        return []
    return [f"ALLOWED_HOSTS lacks {host!r}."]
