"""What is kept for a rollback, and what is forgotten."""

from __future__ import annotations

from logging import getLogger

from django.db import IntegrityError, transaction

from honest_sitemaps.conf import get_conf
from honest_sitemaps.publish.artifacts import remove
from honest_sitemaps.publish.models import Artifact, Release

logger = getLogger(__name__)

BATCH_ROWS = 250


def prune(origin: str) -> None:
    """
    Delete the origin's releases beyond ``KEEP_RELEASES``, and artifacts that no release uses.

    Releases that were live and refused ones are counted apart, so that a site refused every
    hour does not lose what it could roll back to. The live one always stays.
    """
    keep = max(get_conf().KEEP_RELEASES, 1)
    _prune(origin, [Release.Status.RETIRED], keep=keep - 1)
    _prune(origin, [Release.Status.REFUSED], keep=keep)
    _prune_artifacts()


def _prune(origin: str, statuses: list[Release.Status], *, keep: int) -> None:
    rows = Release.objects.filter(origin=origin, status__in=statuses, live_for=None)
    doomed = list(rows.order_by("-pk").values_list("pk", flat=True)[keep:])
    for start in range(0, len(doomed), BATCH_ROWS):
        some = doomed[start : start + BATCH_ROWS]
        Release.objects.filter(pk__in=some, status__in=statuses).delete()


def _prune_artifacts() -> None:
    unused = list(Artifact.objects.filter(files=None).values_list("pk", flat=True))
    for start in range(0, len(unused), BATCH_ROWS):
        try:
            with transaction.atomic():
                remove(unused[start : start + BATCH_ROWS])
        except IntegrityError:
            # A release that is being built took one of them up meanwhile. The next prune
            # finds those that are still unused.
            logger.info("action=prune_later artifacts=%d", len(unused) - start)
            return
