"""
The owners are told: by a signal, in the log and by mail. Once for a cause, never for a URL.

A silent hold is a frozen sitemap; a mail every six hours is one that nobody reads.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.core.mail import mail_managers
from django.urls import NoReverseMatch, reverse

from honest_sitemaps import signals
from honest_sitemaps.ledger import Scan
from honest_sitemaps.publish import Origin, Release

logger = logging.getLogger(__name__)

QUIET = timedelta(hours=24)
"""A section that is held, or fails, again is mailed about once in so long."""


def tell_held(scan: Scan, *, why: str, now: datetime) -> None:
    """A scan waits for a person."""
    logger.warning("action=hold section=%s scan=%s why=%s", scan.section.label, scan.pk, why)
    signals.scan_held.send_robust(sender=Scan, scan=scan)
    if _is_news(scan, "held", now=now):
        place = _where(scan.section.origin, "scan", scan.pk, "sitemap_holds list")
        _mail(
            f"The scan of {scan.section.label} is held",
            f"{why}\n\nUntil it is answered, the dates of this section stand still.\n{place}",
        )


def tell_failed(scan: Scan, *, why: str, now: datetime) -> None:
    """A scan was given up."""
    logger.error("action=fail section=%s scan=%s why=%s", scan.section.label, scan.pk, why)
    signals.scan_failed.send_robust(sender=Scan, scan=scan)
    if _is_news(scan, "failed", now=now):
        place = _where(scan.section.origin, "scan", scan.pk, "sitemap_scan")
        _mail(
            f"The scan of {scan.section.label} failed",
            f"{why}\n\nNothing was moved; the last good release is served.\n{place}",
        )


def tell_pinned(restored: Release, *, why: str) -> None:
    """A rollback keeps newer releases of its origin out."""
    origin = Origin.objects.get(origin=restored.origin)
    logger.warning("action=pin origin=%s release=%s why=%s", origin, restored.pk, why)
    signals.origin_pinned.send_robust(sender=Origin, origin=origin)
    place = _where(restored.origin, "release", restored.pk, "sitemap_release --unpin")
    _mail(
        f"{restored.origin} is rolled back and pinned",
        f"{why}\n\nUntil it is unpinned, nothing newer goes live.\n{place}",
    )


def _is_news(scan: Scan, what: str, *, now: datetime) -> bool:
    """Whether nobody was mailed that since the section last settled; if so, it is noted."""
    earlier = Scan.objects.filter(
        section=scan.section, kind=scan.kind, pk__lt=scan.pk, started_at__gte=now - QUIET
    )
    for one in earlier.order_by("-pk"):
        if one.status == Scan.Status.SETTLED:
            break
        if (one.cause or {}).get("mailed") == what:
            return False
    scan.cause = {**(scan.cause or {}), "mailed": what}
    scan.save(update_fields=["cause"])
    return True


def _where(origin: str, model: str, pk: int, command: str) -> str:
    """Where it is looked at: in the admin, if the project has one, else by a command."""
    try:
        path = reverse(f"admin:honest_sitemaps_{model}_change", args=[pk])
    except NoReverseMatch:
        return f"See: manage.py {command}\n"
    return f"See: {origin}{path}\nOr: manage.py {command}\n"


def _mail(subject: str, text: str) -> None:
    try:
        mail_managers(subject, text)
    # A mail server that is down must not undo a hold, and its client may raise anything.
    except Exception:
        logger.exception("action=mail subject=%s", subject)
