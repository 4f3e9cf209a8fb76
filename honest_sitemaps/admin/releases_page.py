"""What a release's page says: what entered, left and moved, and what can be done about it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from honest_sitemaps.models import Origin, Release
from honest_sitemaps.verify import (
    ONCE_LIVE,
    ChangedFile,
    Difference,
    FileGlance,
    Why,
    age,
    glance,
    release_before,
)

SHOWN_FILES = 200
"""Changed files that are named on one page."""

WORDS = {
    "lastmod": "moved their date",
    "entered": "entered",
    "left": "left",
    "alternates": "have other language versions",
    "extensions": "have other images, videos or news",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class FileTold:
    name: str
    before: str
    """URLs in it before, or ``new``."""

    after: str
    """URLs in it now, or ``gone``."""

    changed_at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferenceTold:
    kind: str
    loc: str
    before: str
    after: str
    why: str
    state: int | None
    """Primary key of the row whose step it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One changed file that was read."""

    name: str
    sums: str
    """``1,204 moved their date, 3 entered``."""

    rows: tuple[DifferenceTold, ...]
    fault: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleasePage:
    when: str
    is_live: bool
    findings: tuple[str, ...]
    """What the gate found, of a refused one."""

    older: Release | None
    """What was live before it."""

    is_compared: bool
    files: tuple[FileTold, ...]
    more_files: int
    parts: tuple[Part, ...]
    first: int
    """Number of changed files before those that are told in `parts`."""

    changed: int
    next_after: str
    pinned_why: str
    unpin_why: str
    can_roll_back: bool


def page_of(release: Release, *, after: str, now: datetime) -> ReleasePage:
    """The page of a release; reads as much of its files as `verify.glance` does."""
    is_compared = release.status in ONCE_LIVE
    older = release_before(release) if is_compared else None
    found = glance(older, release, after=after) if is_compared else None
    origin = Origin.objects.filter(origin=release.origin).first()
    is_live = origin is not None and origin.live_release_id == release.pk
    files = found.files if found else ()
    return ReleasePage(
        when=f"{release.at:%Y-%m-%d %H:%M} ({age(now - release.at)} ago)",
        is_live=is_live,
        findings=_findings(release),
        older=older,
        is_compared=is_compared,
        files=tuple(_file(file) for file in files[:SHOWN_FILES]),
        more_files=max(0, len(files) - SHOWN_FILES),
        parts=tuple(_part(one) for one in found.read) if found else (),
        first=found.first if found else 0,
        changed=len(files),
        next_after=found.next_after if found else "",
        pinned_why=origin.pinned_why if origin and is_live else "",
        unpin_why=origin.unpin_why if origin and is_live else "",
        can_roll_back=is_live and older is not None,
    )


def _findings(release: Release) -> tuple[str, ...]:
    if release.status != Release.Status.REFUSED:
        return ()
    return tuple(filter(None, release.why.splitlines()))


def _file(file: ChangedFile) -> FileTold:
    return FileTold(
        name=file.name,
        before="new" if file.urls_before is None else f"{file.urls_before:,}",
        after="gone" if file.urls is None else f"{file.urls:,}",
        changed_at=f"{file.changed_at:%Y-%m-%d %H:%M}",
    )


def _part(one: FileGlance) -> Part:
    return Part(
        name=one.file.name,
        sums=", ".join(
            f"{number:,} {WORDS.get(kind, kind)}" for kind, number in one.counts.items()
        ),
        rows=tuple(_told(difference, why) for difference, why in one.told),
        fault=one.fault,
    )


def _told(one: Difference, why: Why) -> DifferenceTold:
    return DifferenceTold(
        kind=one.kind,
        loc=one.loc,
        before=_short(one.lastmod_before),
        after=_short(one.lastmod),
        why=why.sentence,
        state=why.change.state_id if why.change else None,
    )


def _short(lastmod: str) -> str:
    """``2026-11-30 06:00`` of a W3C datetime; a day stays a day."""
    return lastmod[:16].replace("T", " ")
