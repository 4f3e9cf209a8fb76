"""An origin that is none any more."""

from __future__ import annotations

from logging import getLogger

from django.db import transaction

from honest_sitemaps.publish.models import Origin, Release
from honest_sitemaps.publish.origins import locked

logger = getLogger(__name__)


def retire(origin: str) -> bool:
    """
    Serve nothing more under this origin; whether anything was. Its releases are kept, so that
    it can be looked up what was live.
    """
    row = Origin.objects.filter(origin=origin, live_release__isnull=False).first()
    if row is None:
        return False
    with transaction.atomic():
        row = locked(row)
        Release.objects.filter(live_for=row).update(status=Release.Status.RETIRED)
        row.delete()
    logger.warning("action=retire origin=%s", origin)
    return True
