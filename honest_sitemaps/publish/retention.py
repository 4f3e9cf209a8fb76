"""What is kept for a rollback, and what is forgotten."""

from __future__ import annotations

from logging import getLogger

from django.db import DatabaseError

from honest_sitemaps.conf import get_conf
from honest_sitemaps.publish.artifacts import remove
from honest_sitemaps.publish.models import Artifact, Release

logger = getLogger(__name__)

BATCH_ROWS = 250


def prune(origin: str) -> None:
    """
    Delete the origin's releases beyond ``KEEP_RELEASES``, and artifacts that no release uses.

    Releases that were live and refused ones are counted apart, so that a site refused every
    hour does not lose what it could roll back to. The live one always stays. A failure is
    logged and not raised: what is live is live, and the next release prunes the rest.
    """
    keep = max(get_conf().KEEP_RELEASES, 1)
    try:
        _prune_releases(origin, Release.Status.RETIRED, keep=keep - 1)
        _prune_releases(origin, Release.Status.REFUSED, keep=keep)
        _prune_artifacts()
    except (DatabaseError, OSError):
        # Also an artifact that a release being built took up between two statements.
        logger.warning("action=prune_later origin=%s", origin, exc_info=True)


def _prune_releases(origin: str, status: Release.Status, *, keep: int) -> None:
    rows = Release.objects.filter(origin=origin, status=status)
    doomed = list(rows.order_by("-pk").values_list("pk", flat=True)[keep:])
    for start in range(0, len(doomed), BATCH_ROWS):
        some = doomed[start : start + BATCH_ROWS]
        Release.objects.filter(pk__in=some, status=status).delete()


def _prune_artifacts() -> None:
    unused = list(Artifact.objects.filter(files=None).values_list("pk", flat=True))
    for start in range(0, len(unused), BATCH_ROWS):
        remove(unused[start : start + BATCH_ROWS])
