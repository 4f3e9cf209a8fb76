"""A held scan, resolved by a person: accept, rebase or discard."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from honest_sitemaps import ledger
from honest_sitemaps.capture import Fetcher, InProcessFetcher
from honest_sitemaps.errors import NothingHeld
from honest_sitemaps.ledger import Scan, Section
from honest_sitemaps.pipeline.confirming import confirm_rest
from honest_sitemaps.pipeline.judging import settle_scan
from honest_sitemaps.pipeline.looking import Clock
from honest_sitemaps.pipeline.rebasing import rebase_scan, usable_selectors
from honest_sitemaps.pipeline.report import ScanReport, report_of
from honest_sitemaps.pipeline.sections import lenses
from honest_sitemaps.registry import find


def held() -> list[dict[str, Any]]:
    """Each held scan: section, scan, since when, what was seen, the cause, and an answer that
    waits to be carried out.
    """
    scans = Scan.objects.filter(status=Scan.Status.HELD).select_related("section")
    return [
        {
            "section": scan.section.label,
            "scan": scan.pk,
            "started_at": scan.started_at.isoformat(),
            "listed": scan.counts.get("listed", 0),
            "excluded": scan.counts.get("excluded", {}),
            "cause": scan.cause,
            "answer": scan.answer,
        }
        for scan in scans.order_by("section__name", "section__language")
    ]


def accept(
    label: str,
    *,
    why: str,
    now: datetime,
    by: str = "",
    clock: Clock | None = None,
    fetcher: Fetcher | None = None,
) -> ScanReport:
    """Settle the held scan as it is. Raises `NothingHeld`, `UnknownSection`."""
    return _resolve(label, "accept", why=why, by=by, now=now, clock=clock, fetcher=fetcher)


def rebase(
    label: str,
    *,
    why: str,
    now: datetime,
    by: str = "",
    noise: Sequence[str] = (),
    clock: Clock | None = None,
    fetcher: Fetcher | None = None,
) -> ScanReport:
    """
    Settle the held scan, but move no date of a page whose whole difference lies in the blocks
    that its cause names; the section remembers them as furniture.

    ``noise`` are CSS selectors that are declared noise of the section from now on. Every page
    is then rendered once more and stored under the new rules, so that no edit is swallowed.
    Raises `NothingHeld`, `RebaseImpossible`, `UnknownSection`, and `ConfigurationError` for a
    selector that is none.
    """
    usable_selectors(noise)
    return _resolve(
        label, "rebase", why=why, by=by, now=now, clock=clock, fetcher=fetcher, noise=noise
    )


def discard(label: str, *, why: str, now: datetime, by: str = "") -> None:
    """Forget the held scan of this section; the next sweep looks anew."""
    for section in _sections(label):
        ledger.discard(ledger.held_scan(section), why=why, by=by, now=now)


def _resolve(
    label: str,
    how: str,
    *,
    why: str,
    by: str,
    now: datetime,
    clock: Clock | None,
    fetcher: Fetcher | None,
    noise: Sequence[str] = (),
) -> ScanReport:
    held_sections = {section.pk: ledger.held_scan(section) for section in _sections(label)}
    scans = []
    clock = clock or (lambda: now)
    for lens in lenses(find(label), fetcher=fetcher or InProcessFetcher(), clock=clock):
        scan = held_sections.get(lens.section.pk)
        if scan is None:
            continue
        confirm_rest(lens, scan)
        if how == "rebase":
            rebase_scan(lens, scan, noise=noise)
        ledger.resolve(scan, how=how, why=why, by=by, now=clock())
        ledger.begin(scan)
        settle_scan(scan, now=clock(), terms=lens.terms)
        scans.append(scan)
    return report_of(scans[0].run, scans)


def _sections(label: str) -> list[Section]:
    """The held sections behind a label; of several languages, those with a held scan."""
    pairs = find(label)
    names = {(registration.name, language) for registration, language in pairs}
    sections = [
        section
        for section in Section.objects.filter(name__in={name for name, _ in names})
        if (section.name, section.language) in names
    ]
    held_ones = [
        section
        for section in sections
        if section.scans.filter(status=Scan.Status.HELD).exists()
    ]
    if not held_ones:
        raise NothingHeld(label)
    return held_ones
