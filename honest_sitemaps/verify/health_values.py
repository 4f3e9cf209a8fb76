"""What the health of the sitemaps is told with: frozen values, read once for one page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from honest_sitemaps.ledger import Series

LISTED = "LISTED"
"""The word of listed rows in `DayCount`."""

Level = Literal["act", "watch", "well"]
"""``act``: somebody has to do something. ``watch``: it mends itself, or may wait."""

About = Literal["scan", "release", "section", "unstable", "state", ""]
"""What a finding is about, and so which page has more of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that is not as it should be, in one sentence."""

    level: Level
    text: str
    remedy: str = ""
    about: About = ""
    pk: int | None = None
    """Of what it is about; ``None`` where that is a list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScanSeen:
    """What is told of a scan."""

    pk: int
    label: str
    """Of its section."""

    status: str
    started_at: datetime
    settled_at: datetime | None = None
    why: str = ""
    """Why it is held or failed."""

    answer: Mapping[str, Any] = field(default_factory=dict)
    """What a person answered and nobody carried out yet."""

    is_lost: bool = False
    """Whether it is under way and its process is gone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileSeen:
    """One live file of a section."""

    name: str
    urls: int
    size_bytes: int
    changed_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionSeen:
    """One section: what the ledger has of it, and what is live."""

    pk: int
    label: str
    origin: str
    is_registered: bool
    """``False``: its source is gone, and its rows are in no file any more."""

    listed: int
    excluded: Mapping[str, int]
    """URLs by reason, the most first."""

    unstable: int
    files: tuple[FileSeen, ...]
    last_sweep: ScanSeen | None
    swept_at: datetime | None
    """When the last sweep that was let into the ledger was begun."""

    @property
    def excluded_total(self) -> int:
        return sum(self.excluded.values())

    @property
    def live(self) -> int:
        """Entries in its live files."""
        return sum(file.urls for file in self.files)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleaseSeen:
    """What is told of a release."""

    pk: int
    at: datetime
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OriginSeen:
    """One site: what is live there."""

    origin: str
    live: ReleaseSeen | None
    refused: ReleaseSeen | None
    """The newest one that the gate refused after the live one was begun."""

    pinned_why: str
    unpin_why: str
    files: int
    urls: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    """Saves whose pages nobody looked at yet."""

    waiting: int
    is_more: bool
    """``waiting`` is where counting stopped."""

    oldest_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Future:
    """A listed URL whose date lies ahead; no file shows that date until then."""

    pk: int
    loc: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Vitals:
    """All that was read."""

    at: datetime
    sections: tuple[SectionSeen, ...]
    origins: tuple[OriginSeen, ...]
    held: tuple[ScanSeen, ...]
    marks: Marks
    future: tuple[Future, ...]
    moves: Series
    states: Series
    fault: str = ""
    """Why the registrations cannot be read; ``""`` if they can."""

    @property
    def listed(self) -> int:
        return sum(section.listed for section in self.sections)

    @property
    def excluded(self) -> dict[str, int]:
        """URLs by reason, the most first."""
        totals: dict[str, int] = {}
        for section in self.sections:
            for reason, urls in section.excluded.items():
                totals[reason] = totals.get(reason, 0) + urls
        return dict(sorted(totals.items(), key=lambda item: (-item[1], item[0])))

    @property
    def listed_per_day(self) -> tuple[int, ...]:
        return self.states.urls.get(LISTED, ())

    @property
    def excluded_per_day(self) -> Series:
        rows = self.states.urls.items()
        kept = {word: row for word, row in rows if word != LISTED}
        return Series(days=self.states.days, urls=kept)

    @property
    def unstable(self) -> int:
        return sum(section.unstable for section in self.sections)


@dataclass(frozen=True, slots=True, kw_only=True)
class Health:
    """What was read, and what follows from it."""

    vitals: Vitals
    findings: tuple[Finding, ...]
    """The most urgent first."""

    @property
    def verdict(self) -> Finding:
        """The most urgent finding, or that all is well."""
        well = Finding(level="well", text="All well.")
        return self.findings[0] if self.findings else well
