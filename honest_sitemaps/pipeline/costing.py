"""What looking at a page costs, and what all of them would."""

from __future__ import annotations

import re
import statistics
import time
from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import connections

from honest_sitemaps.capture import Fetcher, Page, Visitor

STATE_BYTES = 1_150
"""Of a row of the ledger with its indexes, on PostgreSQL 15 (bench/report.py, a million)."""

CHANGE_BYTES = 350
"""Of the step by which it was first listed, with its index (the same)."""

LINES_OVERHEAD_BYTES = 250
"""Of the row that holds a page's canonical lines, beside the lines."""

ARTIFACT_BYTES = 35
"""Of a listed URL in a compressed file (bench/release.py, a million URLs)."""

_WRITE = re.compile(
    r"\s*(INSERT|UPDATE|DELETE|REPLACE|MERGE)\b"
    r"(?:\s+(?:OR\s+\w+|IGNORE|INTO|FROM|ONLY))*\s+[\"`\[]?([\w.]+)",
    re.IGNORECASE,
)
_CONTROL = re.compile(
    r"\s*(?:SAVEPOINT|RELEASE|ROLLBACK|BEGIN|COMMIT|START|SET)\b", re.IGNORECASE
)


class MeasuringFetcher(Fetcher):
    """Another fetcher's pages, with what each asked of the databases."""

    def __init__(self, inner: Fetcher) -> None:
        self._inner = inner
        self.pages = 0
        self.queries: array[int] = array("L")
        """How many the site made for each page."""

        self.writes: Counter[str] = Counter()
        """``INSERT wagtailimages_rendition``: how many statements of it."""

        self.pages_with_writes = 0

    def fetch(self, loc: str, *, now: datetime, visitor: Visitor | None = None) -> Page:
        queries, writes = 0, 0

        def note(execute: Callable[..., Any], sql: str, *arguments: Any) -> Any:
            nonlocal queries, writes
            if not _CONTROL.match(sql):
                queries += 1
            if (what := write_in(sql)) is not None:
                writes += 1
                self.writes[what] += 1
            return execute(sql, *arguments)

        with _noted(note):
            page = self._inner.fetch(loc, now=now, visitor=visitor)
        self.pages += 1
        self.queries.append(queries)
        self.pages_with_writes += bool(writes)
        return page


@contextmanager
def _noted(note: Callable[..., Any]) -> Iterator[None]:
    with ExitStack() as stack:
        for connection in connections.all():
            stack.enter_context(connection.execute_wrapper(note))
        yield


def write_in(sql: str) -> str | None:
    """Verb and table of a statement that writes; ``None`` of any other. Pure."""
    found = _WRITE.match(sql)
    return f"{found[1].upper()} {found[2]}" if found else None


@dataclass(slots=True, kw_only=True)
class Trial:
    """What was looked at in one section, and how much of it there is."""

    label: str
    candidates: int = 0
    """All that its source names."""

    stated: Counter[str] = field(default_factory=Counter)
    """Of all of them: reasons that needed no page."""

    verdicts: Counter[str] = field(default_factory=Counter)
    """Of those looked at: reasons, ``""`` for listed."""

    fetched: Counter[str] = field(default_factory=Counter)
    """Of those whose page was fetched: the same."""

    moves: Counter[str] = field(default_factory=Counter)
    changes: int = 0
    """Of those fetched: how many would be rendered twice."""

    seconds: array[float] = field(default_factory=lambda: array("d"))
    """Of each page fetched: render, parse, rules and fingerprint."""

    lines_bytes: int = 0
    """Of the canonical lines of those listed, compressed."""

    @property
    def pages(self) -> int:
        """How many pages a scan fetches."""
        return self.candidates - self.stated.total()

    @property
    def is_whole(self) -> bool:
        return self.verdicts.total() == self.candidates

    def estimated(self, *, keeps_lines: bool) -> Estimate:
        """The figures of the whole section, from those of the sample. Pure."""
        by_reason = scaled(self.fetched, self.pages)
        excluded = self.stated + by_reason
        listed = excluded.pop("", 0)
        twice = self.changes / max(self.fetched.total(), 1) * self.pages
        lines = 0.0
        if keeps_lines and self.fetched[""]:
            lines = listed * (LINES_OVERHEAD_BYTES + self.lines_bytes / self.fetched[""])
        return Estimate(
            candidates=self.candidates,
            pages=self.pages,
            listed=listed,
            excluded=+excluded,
            seconds=(self.pages + twice) * mean_seconds(self.seconds),
            database_bytes=round(self.candidates * (STATE_BYTES + CHANGE_BYTES) + lines),
            artifact_bytes=listed * ARTIFACT_BYTES,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """What a scan of everything would be."""

    candidates: int
    pages: int
    listed: int
    excluded: Counter[str]
    seconds: float
    """In one process, one page after the other."""

    database_bytes: int
    artifact_bytes: int

    def as_json(self) -> dict[str, Any]:
        return {
            "candidates": self.candidates,
            "pages": self.pages,
            "listed": self.listed,
            "excluded": dict(sorted(self.excluded.items())),
            "seconds": round(self.seconds, 1),
            "database_bytes": self.database_bytes,
            "artifact_bytes": self.artifact_bytes,
        }


def summed(estimates: Sequence[Estimate]) -> Estimate:
    excluded: Counter[str] = Counter()
    for one in estimates:
        excluded += one.excluded
    return Estimate(
        candidates=sum(one.candidates for one in estimates),
        pages=sum(one.pages for one in estimates),
        listed=sum(one.listed for one in estimates),
        excluded=excluded,
        seconds=sum(one.seconds for one in estimates),
        database_bytes=sum(one.database_bytes for one in estimates),
        artifact_bytes=sum(one.artifact_bytes for one in estimates),
    )


def scaled(sample: Counter[str], total: int) -> Counter[str]:
    """
    The sample's shares of ``total``, whole numbers that add up to it: what rounding leaves
    over goes to the largest. Empty of an empty sample. Pure.
    """
    size = sample.total()
    if not size or not total:
        return Counter()
    found = Counter({word: count * total // size for word, count in sample.items()})
    found[sample.most_common(1)[0][0]] += total - found.total()
    return found


def mean_seconds(seconds: Sequence[float]) -> float:
    """Of all pages but the first, which loads the site's code and templates."""
    later = seconds[1:] or seconds
    return statistics.fmean(later) if later else 0.0


def percentile(seconds: Sequence[float], share: float) -> float:
    """The value that this share of them does not exceed; 0 of none."""
    ordered = sorted(seconds)
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)] if ordered else 0.0


def clock_seconds() -> float:
    """Seconds of a clock that only measures."""
    return time.perf_counter()
