"""Which addresses a public file may name."""

from __future__ import annotations

import ipaddress
import re
from functools import lru_cache
from urllib.parse import urlsplit

from honest_sitemaps.loc import LOC_LIMIT, Malformed, joined

PRIVATE_SUFFIXES = (".local", ".internal", ".localhost", ".test", ".invalid", ".example")
"""Names that no public resolver answers: RFC 2606, RFC 6761, RFC 6762, and ICANN of 2024 on
``.internal``."""

_PLAIN = re.compile(r"https?://[a-z0-9-]+(?:\.[a-z0-9-]+)+/[A-Za-z0-9/_?=&+,;:@!-]*")
"""An address without dots in its path, escapes or port; with them it is parsed."""


def media_loc(value: object, *, origin: str) -> str | Malformed:
    """
    The absolute address of an image, thumbnail, file or player; another host may serve it.

    A relative one is joined to the origin. An address that only our own network can reach is
    malformed, unless the origin is of that kind itself.
    """
    loc = _absolute(value, origin)
    if isinstance(loc, str) and not is_public(loc) and is_public(origin):
        return Malformed(why=f"its host is not public: {loc:.200}")
    return loc


def is_public(loc: str) -> bool:
    """Whether the host of an absolute address is no private name and no private number."""
    try:
        return _is_public_host(urlsplit(loc).hostname or "")
    except ValueError:
        return False


def _absolute(value: object, origin: str) -> str | Malformed:
    if isinstance(value, str) and len(value) < LOC_LIMIT and _PLAIN.fullmatch(value):
        return value
    return joined(value, base=f"{origin}/")


@lru_cache(maxsize=1024)
def _is_public_host(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_global
    except ValueError:
        return "." in host and not host.endswith(PRIVATE_SUFFIXES)
