"""
The live files over HTTP, as their bytes are.

An answer depends on the live file and on the coding and the conditions that the request names,
on nothing else: no template, no content table, no query string. ``docs/reference/http.md`` has
the table of statuses.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from logging import getLogger

from django.db import InterfaceError, OperationalError, transaction
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.http import http_date
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from honest_sitemaps.clock import utc_now
from honest_sitemaps.conf import get_conf
from honest_sitemaps.partition import INDEX_NAME
from honest_sitemaps.publish import (
    Artifact,
    Coding,
    LastSent,
    ReleaseFile,
    Sent,
    coding_for,
    decoded,
    etag_of,
    gzip_bytes,
    gzip_of,
    is_gone,
    live_file,
    origin_for_host,
    robots_txt,
    status_for,
)

logger = getLogger(__name__)

RETRY_SECONDS = 600
"""``Retry-After`` while there is nothing to send."""

READS = 3
"""How often a file is looked up whose bytes were pruned before they were read: each time
another release went live meanwhile."""

_SETTLED = (
    "HTTP_ACCEPT_ENCODING",
    "HTTP_IF_MATCH",
    "HTTP_IF_MODIFIED_SINCE",
    "HTTP_IF_NONE_MATCH",
    "HTTP_IF_UNMODIFIED_SINCE",
)
"""What an answer has taken into account. GZip and ConditionalGet middleware would do so once
more, each with its own idea of ``gzip;q=0`` or of a tag that cannot be read."""

_DOWN = (OperationalError, InterfaceError, OSError)
"""What the database, or the storage, raises when it is not there."""

last_sent = LastSent()
"""Of this process."""


@csrf_exempt  # or the answer to a POST is 403 and not 405
@require_safe
@transaction.non_atomic_requests
def index(request: HttpRequest) -> HttpResponse:
    """The index of the live release."""
    return _answer(request, INDEX_NAME)


@csrf_exempt  # or the answer to a POST is 403 and not 405
@require_safe
@transaction.non_atomic_requests
def file(request: HttpRequest, stem: str) -> HttpResponse:
    """One file of the live release: ``pages-1`` is ``pages-1.xml``."""
    name = f"{stem}.xml"
    return _nothing(404) if name == INDEX_NAME else _answer(request, name)


@csrf_exempt  # or the answer to a POST is 403 and not 405
@require_safe
@transaction.non_atomic_requests
def robots(request: HttpRequest) -> HttpResponse:
    """
    The project's rules, and the ``Sitemap:`` line of what is live.

    Never fails for want of the database: a robots.txt that answers 500 forbids the whole site.
    """
    try:
        found = origin_for_host(request.scheme or "", _host(request))
        origin = found.origin if found is not None and found.live_release_id else ""
    except _DOWN as failure:
        logger.warning("action=robots_without_database failure=%s", failure)
        origin = get_conf().ORIGIN
    sitemaps = [origin + reverse("honest_sitemaps:index")] if origin else []
    text = robots_txt(get_conf().ROBOTS, sitemaps=sitemaps)
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    response["Cache-Control"] = _cache_control()
    return response


def _answer(request: HttpRequest, name: str) -> HttpResponse:
    now, host = utc_now(), _host(request)
    try:
        response = _live(request, host, name, now)
    except _DOWN as failure:
        response = _once_more(request, host, name, now, failure)
    response["X-Robots-Tag"] = "noindex"
    for header in _SETTLED:
        request.META.pop(header, None)
    return response


def _host(request: HttpRequest) -> str:
    """The Host header without a default port."""
    host = request.get_host().lower()
    return host.removesuffix(":443" if request.is_secure() else ":80")


def _live(request: HttpRequest, host: str, name: str, now: datetime) -> HttpResponse:
    origin = origin_for_host(request.scheme or "", host)
    if origin is None:
        return _nothing(404)
    if origin.live_release_id is None:
        return _nothing(503)
    for _ in range(READS):
        found = live_file(origin.origin, name)
        if found is None:
            return _nothing(410 if is_gone(origin.origin, name) else 404)
        try:
            return _send(request, found, host=host, now=now)
        except Artifact.DoesNotExist:
            continue
    raise OSError(f"{name} was released anew at each of {READS} reads")


def _send(
    request: HttpRequest, found: ReleaseFile, *, host: str, now: datetime
) -> HttpResponse:
    def body() -> bytes:
        gzip = gzip_of(found.artifact_id)
        sent = Sent(
            digest=found.artifact_id,
            gzip=gzip,
            size_bytes=found.artifact.size_bytes,
            changed_at=found.changed_at,
            sent_at=now,
        )
        last_sent.keep(host, found.name, sent)
        return gzip

    return _response(
        request,
        digest=found.artifact_id,
        changed_at=found.changed_at,
        now=now,
        size_bytes=found.artifact.size_bytes,
        gzip_size=lambda: gzip_bytes(found.artifact_id),
        gzip=body,
    )


def _once_more(
    request: HttpRequest, host: str, name: str, now: datetime, failure: Exception
) -> HttpResponse:
    """The last artifact that this process sent, its age logged; 503 if it sent none."""
    sent = last_sent.find(host, name)
    if sent is None:
        logger.error("action=serve_nothing file=%s failure=%s", name, failure)
        return _nothing(503)
    age = (now - sent.sent_at).total_seconds()
    logger.warning(
        "action=serve_last_sent file=%s age_seconds=%.0f failure=%s", name, age, failure
    )
    return _response(
        request,
        digest=sent.digest,
        changed_at=sent.changed_at,
        now=now,
        size_bytes=sent.size_bytes,
        gzip_size=lambda: len(sent.gzip),
        gzip=lambda: sent.gzip,
    )


def _response(
    request: HttpRequest,
    *,
    digest: str,
    changed_at: datetime,
    now: datetime,
    size_bytes: int,
    gzip_size: Callable[[], int],
    gzip: Callable[[], bytes],
) -> HttpResponse:
    """200, 304 or 412; reads the bytes only for a body."""
    coding: Coding = coding_for(request.headers.get("Accept-Encoding"))
    etag = etag_of(digest, coding)
    status = status_for(request.headers, etag=etag, changed_at=changed_at)
    response = HttpResponse(status=status, content_type="application/xml; charset=utf-8")
    response["ETag"] = etag
    response["Vary"] = "Accept-Encoding"
    response["Cache-Control"] = _cache_control()
    if status != 200:
        del response["Content-Type"]
        return response
    # Never later than Date (RFC 9110, section 8.8.2.1), even after a clock that ran ahead.
    response["Last-Modified"] = http_date(min(changed_at, now).timestamp())
    if coding == "gzip":
        response["Content-Encoding"] = "gzip"
    if request.method == "HEAD":
        response["Content-Length"] = str(gzip_size() if coding == "gzip" else size_bytes)
        return response
    response.content = gzip() if coding == "gzip" else b"".join(decoded(gzip()))
    response["Content-Length"] = str(len(response.content))
    return response


def _nothing(status: int) -> HttpResponse:
    response = HttpResponse(status=status, content_type="text/plain; charset=utf-8")
    if status == 503:
        response["Retry-After"] = str(RETRY_SECONDS)
        response["Cache-Control"] = "no-store"
    return response


def _cache_control() -> str:
    return f"public, max-age={get_conf().MAX_AGE_SECONDS}"
