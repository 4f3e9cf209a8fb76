"""The one moment at which what is served changes."""

from __future__ import annotations

from datetime import datetime, timedelta
from logging import getLogger

from django.db import transaction

from honest_sitemaps.errors import OriginPinned
from honest_sitemaps.ledger import Scan, Section
from honest_sitemaps.partition import Shard
from honest_sitemaps.publish.compose import BaseMoved, Draft, Wanted, row_of
from honest_sitemaps.publish.draft import File
from honest_sitemaps.publish.models import Origin, Release, ReleaseFile
from honest_sitemaps.publish.origins import locked

logger = getLogger(__name__)

BATCH_ROWS = 250

SILENCE = timedelta(hours=1)
"""A build that has stored no file for so long counts as dead."""


def go_live(draft: Draft, wanted: Wanted, *, row: Origin, why: str, unpin: bool) -> Release:
    """
    Make the draft the live release, in one transaction.

    Raises `BaseMoved` if what the draft was planned from is no longer live, and `OriginPinned`
    if a rollback came first; then nothing changed.
    """
    with transaction.atomic():
        unpinned = _unpinned(locked(row), draft, unpin=unpin)
        _require_settled(wanted)
        release = draft.begun()
        mine = Release.objects.filter(pk=release.pk, status=Release.Status.BUILDING)
        if not mine.update(status=Release.Status.LIVE, why=why, at=draft.now):
            raise BaseMoved
        carried = [row_of(file, release) for file in _carried(draft)]
        ReleaseFile.objects.bulk_create(carried, batch_size=BATCH_ROWS)
        if draft.base.release_id is not None:
            retired = Release.objects.filter(pk=draft.base.release_id)
            retired.update(status=Release.Status.RETIRED)
        Origin.objects.filter(pk=row.pk).update(live_release=release, **unpinned)
        _mark_released(wanted)
    release.refresh_from_db()
    return release


def stay(draft: Draft, *, row: Origin, unpin: bool) -> None:
    """
    Keep the live release: its files now count as built from the versions just read.

    Also clears the pin if asked to. Raises as `go_live` does.
    """
    with transaction.atomic():
        unpinned = _unpinned(locked(row), draft, unpin=unpin)
        _bring_up_to_date(draft)
        if unpinned:
            Origin.objects.filter(pk=row.pk).update(**unpinned)


def refuse(draft: Draft, *, why: str) -> Release:
    """Keep what was built beside the reasons against it. It never goes live."""
    release = draft.begun()
    release.status, release.why = Release.Status.REFUSED, why
    release.at = draft.now
    release.save(update_fields=["status", "why", "at"])
    return release


def discard(draft: Draft) -> None:
    """Forget a draft that was planned from what is no longer live."""
    if draft.release is not None:
        drop(draft.release.pk)


def drop(release_id: int) -> None:
    """Delete a release that is being built, if it still is."""
    with transaction.atomic():
        mine = Release.objects.filter(pk=release_id, status=Release.Status.BUILDING)
        # Locked before its files are collected: a builder that still lives waits here, and
        # then finds its release gone.
        if mine.update(status=Release.Status.BUILDING):
            mine.delete()


def drop_leftovers(origin: str, *, now: datetime) -> None:
    """
    Delete what a process that died left half built: no file of it was stored for `SILENCE`.

    If the process still lives it notices, and plans again.
    """
    left = Release.objects.filter(
        origin=origin, status=Release.Status.BUILDING, at__lte=now - SILENCE
    )
    for release_id in left.values_list("pk", flat=True):
        logger.warning("action=drop_leftover origin=%s release=%d", origin, release_id)
        drop(release_id)


def _unpinned(row: Origin, draft: Draft, *, unpin: bool) -> dict[str, str]:
    """The columns to write so that the origin is pinned no more; none if it stays as it is."""
    asked = unpin or bool(row.unpin_why)
    if row.pinned_why and not asked:
        raise OriginPinned(origin=row.origin, why=row.pinned_why)
    if row.live_release_id != draft.base.release_id:
        raise BaseMoved
    return {"pinned_why": "", "unpin_why": ""} if asked else {}


def _require_settled(wanted: Wanted) -> None:
    """A section that began to settle since the plan may have been read half settled."""
    ids = [section.pk for section in wanted.sections if section.pk not in wanted.settling]
    scans = Scan.objects.filter(section_id__in=ids, status=Scan.Status.SETTLING)
    begun = set(scans.values_list("section_id", flat=True))
    if begun:
        raise BaseMoved(settling=begun)


def _carried(draft: Draft) -> list[File]:
    stored = {file.name for file in draft.stored}
    return [file for file in draft.files if file.name not in stored]


def _bring_up_to_date(draft: Draft) -> None:
    after = {file.name: file for file in draft.files if file != draft.base.files[file.name]}
    if not after:
        return
    live = ReleaseFile.objects.filter(release__live_for__origin=draft.origin)
    rows = [row for row in live if row.name in after]
    for row in rows:
        file = after[row.name]
        row.version, row.terms, row.due_at = file.version, file.terms, file.due_at
    ReleaseFile.objects.bulk_update(rows, ["version", "terms", "due_at"], BATCH_ROWS)


def _mark_released(wanted: Wanted) -> None:
    """Their capacity is frozen from now on."""
    ids = [section.pk for section in wanted.sections if not section.released]
    with_files = set(
        Shard.objects.filter(section_id__in=ids).values_list("section_id", flat=True)
    )
    if with_files:
        Section.objects.filter(pk__in=with_files).update(released=True)
