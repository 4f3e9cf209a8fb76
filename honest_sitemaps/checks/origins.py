"""Origins that are known without asking the database."""

from __future__ import annotations

from honest_sitemaps.conf import get_conf
from honest_sitemaps.errors import ConfigurationError
from honest_sitemaps.loc import normal_origin
from honest_sitemaps.registry import registrations

PLACEHOLDERS = ("//example.com", "//www.example.com", "//example.org", "//example.net")

LOOPBACK = ("http://localhost", "http://127.0.0.1", "http://[::1]")


def known_origins() -> list[str]:
    """Origins that are known without the database and may be somebody's site."""
    try:
        configured = get_conf().ORIGIN
    except ConfigurationError:
        configured = ""
    named = {registration.origin or configured for registration in registrations()}
    normal = [normal_origin(origin) for origin in sorted(named) if origin]
    return [
        origin
        for origin in normal
        if isinstance(origin, str) and not origin.endswith(PLACEHOLDERS)
    ]
