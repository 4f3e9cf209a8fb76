"""
A batch that ended its process is looked at once more with a note before each page.

Memory that runs out, a C library that crashes, a killed worker: whoever comes next reads in
the note which page it was. A page that ends its process again is not asked for any more in
this scan. It is UNREADABLE, with this evidence, and holds nobody else up.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from honest_sitemaps.capture import FIRST, SECOND, Fetcher, Page, Visitor
from honest_sitemaps.ledger import ScanBatch
from honest_sitemaps.pipeline.looking import Lens

TRIES = 3
"""A page is tried so often: once in its batch, then by itself."""


class CarefulFetcher:
    """
    Fetches as another one does. Before each page one row is written, so that it costs a query
    more a page; what a page ended before stands there still.
    """

    def __init__(self, inner: Fetcher, batch: ScanBatch) -> None:
        self._inner = inner
        self._batch = batch
        self._under_way = ""

    def fetch(self, loc: str, *, now: datetime, visitor: Visitor | None = None) -> Page:
        ended = max(self._batch.trying.get(_name(loc, who), 0) for who in (FIRST, SECOND))
        if ended >= TRIES - 1:
            return Page(loc=loc, status=0, taken_at=now, failure=_ended(ended + 1))
        self._note(_name(loc, visitor or FIRST))
        return self._inner.fetch(loc, now=now, visitor=visitor)

    def _note(self, name: str) -> None:
        """The page before is done with: what it ended it did not end this time."""
        trying = self._batch.trying
        trying.pop(self._under_way, None)
        trying[name] = trying.get(name, 0) + 1
        self._under_way = name
        self._batch.save(update_fields=["trying"])


def careful(lens: Lens, batch: ScanBatch) -> Lens:
    """The lens for this try of the batch, counted already: careful from the second on."""
    if batch.attempts < 2:
        return lens
    return replace(lens, fetcher=CarefulFetcher(lens.fetcher, batch))


def _name(loc: str, visitor: Visitor) -> str:
    """One visitor's page: the second visit may be the deadly one, after a first that went."""
    return f"{visitor.seed} {loc}"


def _ended(times: int) -> str:
    return f"The process that rendered it ended, {times} times"
