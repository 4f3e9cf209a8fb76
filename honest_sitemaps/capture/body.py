"""The body of a response, read as far as the cap, and the response closed."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterable
from contextlib import aclosing, suppress
from typing import Any

from asgiref.sync import async_to_sync

from honest_sitemaps.capture.deadline import cancelling


class TooLarge(Exception):
    """More than the cap. Never leaves the room."""


def read_body(response: Any, *, limit_bytes: int) -> bytes:
    """
    All bytes of a Django response; none where HTTP has none (1xx, 204, 304).

    Raises `TooLarge` instead of keeping more than ``limit_bytes``, and what the view's own
    iterator raises.
    """
    if response.status_code < 200 or response.status_code in {204, 304}:
        return b""
    if not response.streaming:
        return _joined([response.content], limit_bytes)
    if response.is_async:
        return async_to_sync(_joined_async)(response.streaming_content, limit_bytes)
    return _joined(response.streaming_content, limit_bytes)


def close(response: Any) -> None:
    """
    Run what the response closes (files, generators), but do not say ``request_finished``: its
    receivers close the database connections and caches that the scan goes on to use.
    """
    for closer in response._resource_closers:
        # As HttpResponse.close() does: a closer is foreign, and the page is already there.
        with suppress(Exception):
            closer()
    response._resource_closers.clear()
    response.closed = True


def _joined(chunks: Iterable[bytes], limit_bytes: int) -> bytes:
    kept, size = [], 0
    for chunk in chunks:
        size += len(chunk)
        if size > limit_bytes:
            raise TooLarge
        kept.append(chunk)
    return b"".join(kept)


async def _joined_async(chunks: AsyncGenerator[bytes], limit_bytes: int) -> bytes:
    kept, size = [], 0
    async with cancelling(), aclosing(chunks):
        async for chunk in chunks:
            size += len(chunk)
            if size > limit_bytes:
                raise TooLarge
            kept.append(chunk)
    return b"".join(kept)
