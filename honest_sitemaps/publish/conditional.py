"""
What a client's conditions make of an answer: RFC 9110, section 13.2.2.

For GET and HEAD alone; both end the same way.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Literal

from django.utils.http import parse_http_date_safe

from honest_sitemaps.publish.coding import Coding

Status = Literal[200, 304, 412]

_TAG = re.compile(r'(W/)?"([\x21\x23-\x7e\x80-\xff]*)"')
_ADDED = re.compile(r"-(?:gzip|br)$")
"""What mod_deflate and mod_brotli append to the tag of an answer that they compress, and do
not take off again (https://bz.apache.org/bugzilla/show_bug.cgi?id=45023)."""


def etag_of(digest: str, coding: Coding) -> str:
    """A strong tag, another one for each coding (section 8.8.3.3)."""
    return f'"{digest[:32]}-{"gz" if coding == "gzip" else "id"}"'


def status_for(headers: Mapping[str, str], *, etag: str, changed_at: datetime) -> Status:
    """
    200, 304 or 412; ``headers`` are the request's, in any case.

    ``If-None-Match`` wins over ``If-Modified-Since``, even where it names no tag that can be
    read; it is compared weakly. A date that is none is ignored.
    """
    tag = etag.strip('"')
    if _has_failed(headers, tag, changed_at):
        return 412
    none_match = headers.get("If-None-Match")
    if none_match is not None:
        return 304 if _is_among(tag, none_match, weakly=True) else 200
    since = _date(headers.get("If-Modified-Since"))
    return 304 if since is not None and _seconds(changed_at) <= since else 200


def _has_failed(headers: Mapping[str, str], tag: str, changed_at: datetime) -> bool:
    match = headers.get("If-Match")
    if match is not None:
        return not _is_among(tag, match, weakly=False)
    before = _date(headers.get("If-Unmodified-Since"))
    return before is not None and _seconds(changed_at) > before


def _is_among(tag: str, header: str, *, weakly: bool) -> bool:
    if header.strip() == "*":
        return True
    return any(
        tag in (seen, _ADDED.sub("", seen))
        for weak, seen in _TAG.findall(header)
        if weakly or not weak
    )


def _date(header: str | None) -> int | None:
    return None if header is None else parse_http_date_safe(header)


def _seconds(moment: datetime) -> int:
    """HTTP's dates have no fractions; what happened within a second has happened by it."""
    return int(moment.timestamp())
