"""Back to the last good release, and a stop until a person says go on."""

from __future__ import annotations

from datetime import datetime
from logging import getLogger

from django.db import transaction

from honest_sitemaps.errors import NothingPinned, NothingToRollBackTo
from honest_sitemaps.publish.draft import base_of
from honest_sitemaps.publish.models import Origin, Release, ReleaseFile
from honest_sitemaps.publish.origins import locked

logger = getLogger(__name__)


def rollback(origin: str, *, why: str, now: datetime) -> Release:
    """
    Make the newest once-live release older than the live one live again, bytes and all.

    Pins the origin with ``why``: until `release` is told to unpin, nothing newer goes live.
    Files whose bytes differ from what was live until now get ``now`` as their ``changed_at``:
    an older one would answer 304 to a client that holds the bytes rolled back from. Raises
    `NothingToRollBackTo`.
    """
    if not why.strip():
        raise ValueError("A rollback says why.")
    row = Origin.objects.filter(origin=origin).first()
    if row is None:
        raise NothingToRollBackTo(origin)
    with transaction.atomic():
        live = locked(row).live_release
        target = _older_than(live, origin)
        if live is None or target is None:
            raise NothingToRollBackTo(origin)
        _restamp(target, live=live, now=now)
        Release.objects.filter(pk=live.pk).update(status=Release.Status.RETIRED)
        Release.objects.filter(pk=target.pk).update(status=Release.Status.LIVE)
        Origin.objects.filter(pk=row.pk).update(
            live_release=target, pinned_why=why, unpin_why=""
        )
    logger.warning(
        "action=rollback origin=%s from=%d to=%d why=%s", origin, live.pk, target.pk, why
    )
    target.refresh_from_db()
    return target


def ask_unpin(origin: str, *, why: str) -> None:
    """
    Leave word for the next release to unpin this origin, and why. Raises `NothingPinned`.

    A release may take long, so a web request asks and does not build.
    """
    if not why.strip():
        raise ValueError("Who unpins says why.")
    pinned = Origin.objects.filter(origin=origin).exclude(pinned_why="")
    if not pinned.update(unpin_why=why):
        raise NothingPinned(origin)


def _older_than(live: Release | None, origin: str) -> Release | None:
    if live is None:
        return None
    older = Release.objects.filter(
        origin=origin, status=Release.Status.RETIRED, pk__lt=live.pk
    )
    return older.order_by("-pk").first()


def _restamp(target: Release, *, live: Release, now: datetime) -> None:
    leaving = base_of(live).files
    changed = [
        file
        for file in ReleaseFile.objects.filter(release=target)
        if file.name not in leaving or leaving[file.name].digest != file.artifact_id
    ]
    for file in changed:
        before = leaving.get(file.name)
        file.changed_at = now if before is None else max(now, before.changed_at)
    ReleaseFile.objects.bulk_update(changed, ["changed_at"], batch_size=250)
