"""Pages asked for no faster than the settings allow, whoever else asks for some."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime, timedelta

from honest_sitemaps import ledger
from honest_sitemaps.capture import Fetcher, Page, Visitor
from honest_sitemaps.pipeline.looking import Clock

BLOCK = timedelta(seconds=2)
"""Turns are taken for so long at once, and at least one."""


class PoliteFetcher:
    """Fetches as another one does, and waits before each page until it is its turn."""

    def __init__(
        self,
        inner: Fetcher,
        origin: str,
        *,
        per_second: float,
        clock: Clock,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._inner = inner
        self._origin = origin
        self._per_second = per_second
        self._clock = clock
        self._sleep = sleep
        self._pages = max(1, int(per_second * BLOCK.total_seconds()))
        self._left = 0
        self._next_at: datetime | None = None

    def fetch(self, loc: str, *, now: datetime, visitor: Visitor | None = None) -> Page:
        self._wait()
        return self._inner.fetch(loc, now=now, visitor=visitor)

    def _wait(self) -> None:
        now = self._clock()
        if self._left == 0 or self._next_at is None:
            self._left = self._pages
            self._next_at = ledger.take_turns(
                self._origin, pages=self._pages, per_second=self._per_second, now=now
            )
        if self._next_at > now:
            self._sleep((self._next_at - now).total_seconds())
        self._left -= 1
        self._next_at += timedelta(seconds=1 / self._per_second)
