"""From the plan to the files of a release: what is live is kept, what is stale is built."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction

from honest_sitemaps.errors import ShardOverflow
from honest_sitemaps.ledger import Section
from honest_sitemaps.partition import INDEX_NAME, PlannedShard, plan
from honest_sitemaps.publish import rows
from honest_sitemaps.publish.artifacts import Coded, Coder, keep
from honest_sitemaps.publish.build import Terms, build
from honest_sitemaps.publish.draft import Base, File, changed_at
from honest_sitemaps.publish.index_xml import IndexEntry, write_index
from honest_sitemaps.publish.models import Release, ReleaseFile
from honest_sitemaps.publish.routes import file_loc

Progress = Callable[[int, int], None]
"""Called with the number of files built so far, and of those to build."""


class BaseMoved(Exception):
    """Another release went live, or took this one for a leftover: plan again."""

    def __init__(self, *, settling: Collection[int] = ()) -> None:
        self.settling = frozenset(settling)
        """Sections that began to settle since the plan."""


@dataclass(slots=True)
class Draft:
    """The files of a release that is not live yet. What changed is stored as it is built."""

    origin: str
    now: datetime
    base: Base
    clock: Callable[[], datetime]
    """Each stored file shows that the draft is alive."""

    files: list[File] = field(default_factory=list)
    findings: list[str] = field(default_factory=list)
    release: Release | None = None
    """Made with the first file that changed: an unchanged site makes none."""

    stored: list[File] = field(default_factory=list)
    """Those of `files` whose bytes are new; their rows exist already."""

    def take(
        self,
        name: str,
        coded: Coded,
        *,
        urls: int,
        version: int = 0,
        terms: str = "",
        due_at: datetime | None = None,
    ) -> None:
        """Add a built file; store its bytes if they are not what is live under its name."""
        file = File(
            name=name,
            digest=coded.digest,
            version=version,
            urls=urls,
            terms=terms,
            due_at=due_at,
            changed_at=changed_at(name, coded.digest, base=self.base, now=self.now),
        )
        before = self.base.files.get(name)
        if before is None or before.digest != coded.digest:
            self._store(file, coded)
        self.files.append(file)

    def _store(self, file: File, coded: Coded) -> None:
        """
        Artifact and release file in one transaction, begun by locking the release's row.

        So pruning never sees the artifact without its file, and a release that takes this one
        for the leftover of a dead process is noticed.
        """
        release = self.begun()
        with transaction.atomic():
            mine = Release.objects.filter(pk=release.pk, status=Release.Status.BUILDING)
            if not mine.update(at=self.clock()):
                raise BaseMoved
            keep(coded, urls=file.urls)
            row_of(file, release).save(force_insert=True)
        self.stored.append(file)

    def begun(self) -> Release:
        if self.release is None:
            self.release = Release.objects.create(origin=self.origin, at=self.clock())
        return self.release


def row_of(file: File, release: Release) -> ReleaseFile:
    return ReleaseFile(
        release=release,
        name=file.name,
        artifact_id=file.digest,
        version=file.version,
        terms=file.terms,
        due_at=file.due_at,
        changed_at=file.changed_at,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What a release is to hold."""

    sections: Sequence[Section]
    terms: Terms
    dates: Mapping[int, bool]
    """By primary key, whether a section's entries get a ``lastmod``; ``True`` if not named."""

    settling: Collection[int]
    """Primary keys of the sections whose live files stay."""

    def has_dates(self, section: Section) -> bool:
        return self.dates.get(section.pk, True)


def compose(draft: Draft, wanted: Wanted, *, progress: Progress | None = None) -> None:
    """
    Fill the draft: every shard of the sections, then the index.

    A section that is settling keeps its live files, and has none if it never had any. A file
    that cannot be written becomes a finding.
    """
    shards = plan(wanted.sections)
    stale = {shard.name for shard in shards if _is_stale(shard, draft, wanted)}
    built = 0
    for shard in shards:
        if shard.name in stale:
            _build(draft, shard, wanted)
            built += 1
            if progress is not None:
                progress(built, len(stale))
        elif shard.name in draft.base.files:
            draft.files.append(draft.base.files[shard.name])
    _write_index(draft)


def _is_stale(shard: PlannedShard, draft: Draft, wanted: Wanted) -> bool:
    """
    Whether what is live is not what the ledger says now, and may be changed.

    Not while its section is settling, nor while language versions are that its pages name:
    one of a set would name another that does not yet name it.
    """
    if shard.section.pk in wanted.settling:
        return False
    live = draft.base.files.get(shard.name)
    if live is not None and _is_current(live, shard, draft.now, wanted):
        return False
    return not (wanted.settling and rows.names_rows_of(shard, wanted.settling))


def _is_current(live: File, shard: PlannedShard, now: datetime, wanted: Wanted) -> bool:
    is_due = live.due_at is not None and live.due_at <= now
    terms = wanted.terms.mark(has_dates=wanted.has_dates(shard.section))
    return live.version == shard.version and live.terms == terms and not is_due


def _build(draft: Draft, shard: PlannedShard, wanted: Wanted) -> None:
    has_dates = wanted.has_dates(shard.section)
    try:
        built = build(shard, terms=wanted.terms, has_dates=has_dates)
    except ShardOverflow as overflow:
        draft.findings.append(f"{shard.name}: {overflow}")
        return
    if built.finding:
        draft.findings.append(built.finding)
    draft.take(
        shard.name,
        built.coded,
        urls=built.urls,
        version=shard.version,
        terms=wanted.terms.mark(has_dates=has_dates),
        due_at=built.due_at,
    )


def _write_index(draft: Draft) -> None:
    """Of the files that hold a URL, in the plan's order."""
    entries = [
        IndexEntry(loc=file_loc(draft.origin, file.name), changed_at=file.changed_at)
        for file in draft.files
        if file.urls
    ]
    coder = Coder()
    try:
        size = write_index(entries, coder, now=draft.now)
    except ShardOverflow as overflow:
        draft.findings.append(f"{INDEX_NAME}: {overflow}")
        return
    draft.take(INDEX_NAME, coder.close(), urls=size.urls)
