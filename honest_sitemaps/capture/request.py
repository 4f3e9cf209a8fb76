"""The request of a capture, as a WSGI server would have made it for an anonymous visitor."""

from __future__ import annotations

import sys
from io import BytesIO
from typing import Any
from urllib.parse import unquote_to_bytes, urlsplit

from django.conf import settings

MARKER = "honest_sitemaps.capture"
"""Key of ``request.META``, true during a capture, for sites that count their visitors."""

VISITOR_ADDRESS = "192.0.2.1"
"""Not 127.0.0.1: that is in INTERNAL_IPS, and would put debug output on the page. This one is
reserved for documentation, nobody's (RFC 5737)."""

# What Googlebot sends, so that negotiated content is what it gets.
_ACCEPT = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


def environ_of(loc: str, *, user_agent: str) -> dict[str, Any]:
    """
    WSGI environ (PEP 3333) of a GET for an absolute loc: its host, port and scheme, the site's
    default language, no cookie. Raises ValueError for a loc that is no URL.
    """
    parts = urlsplit(loc)
    is_secure = parts.scheme == "https"
    script_name = script_name_of(parts.path)
    path = unquote_to_bytes(parts.path[len(script_name) :] or "/")
    return {
        "REQUEST_METHOD": "GET",
        "SCRIPT_NAME": script_name,
        # PEP 3333: bytes, each written as the character of its number.
        "PATH_INFO": path.decode("iso-8859-1"),
        "QUERY_STRING": parts.query,
        "SERVER_PROTOCOL": "HTTP/1.1",
        "SERVER_NAME": parts.hostname or "",
        "SERVER_PORT": str(parts.port or (443 if is_secure else 80)),
        "REMOTE_ADDR": VISITOR_ADDRESS,
        "HTTP_HOST": parts.netloc,
        "HTTP_USER_AGENT": user_agent,
        "HTTP_ACCEPT": _ACCEPT,
        "HTTP_ACCEPT_LANGUAGE": settings.LANGUAGE_CODE,
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": parts.scheme,
        "wsgi.input": BytesIO(),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        MARKER: True,
        **_proxy_header(is_secure=is_secure),
    }


def script_name_of(path: str) -> str:
    """The part of a loc's path that the project is mounted under (FORCE_SCRIPT_NAME)."""
    mounted = (settings.FORCE_SCRIPT_NAME or "").rstrip("/")
    is_below = path == mounted or path.startswith(f"{mounted}/")
    return mounted if is_below else ""


def _proxy_header(*, is_secure: bool) -> dict[str, str]:
    """What the proxy in front of the site adds; without it https would look like http."""
    if not (settings.SECURE_PROXY_SSL_HEADER and is_secure):
        return {}
    name, value = settings.SECURE_PROXY_SSL_HEADER
    return {name: value}
