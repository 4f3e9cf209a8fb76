"""A held scan, resolved by a person: accept, rebase or discard."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from honest_sitemaps import ledger
from honest_sitemaps.candidates import Candidate
from honest_sitemaps.capture import SECOND, Fetcher, InProcessFetcher
from honest_sitemaps.errors import NothingHeld
from honest_sitemaps.ledger import ContentState, Scan, Section, StagedSighting
from honest_sitemaps.pipeline.judging import settle_scan
from honest_sitemaps.pipeline.looking import Clock, Lens, look_at
from honest_sitemaps.pipeline.report import ScanReport, report_of
from honest_sitemaps.pipeline.sweeping import candidates_of, lenses
from honest_sitemaps.registry import find

CONFIRM_URLS = 250


def held() -> list[dict[str, Any]]:
    """Each held scan: section, scan, since when, what was seen, and the cause."""
    scans = Scan.objects.filter(status=Scan.Status.HELD).select_related("section")
    return [
        {
            "section": scan.section.label,
            "scan": scan.pk,
            "started_at": scan.started_at.isoformat(),
            "listed": scan.counts.get("listed", 0),
            "excluded": scan.counts.get("excluded", {}),
            "cause": scan.cause,
        }
        for scan in scans.order_by("section__name", "section__language")
    ]


def accept(
    label: str,
    *,
    why: str,
    now: datetime,
    clock: Clock | None = None,
    fetcher: Fetcher | None = None,
) -> ScanReport:
    """Settle the held scan as it is. Raises `NothingHeld`, `UnknownSection`."""
    return _resolve(label, "accept", why=why, now=now, clock=clock, fetcher=fetcher)


def rebase(
    label: str,
    *,
    why: str,
    now: datetime,
    clock: Clock | None = None,
    fetcher: Fetcher | None = None,
) -> ScanReport:
    """
    Settle the held scan, but move no date of a page whose whole difference lies in the blocks
    that its cause names. Raises `NothingHeld`, `RebaseImpossible`, `UnknownSection`.
    """
    return _resolve(label, "rebase", why=why, now=now, clock=clock, fetcher=fetcher)


def discard(label: str, *, why: str, now: datetime) -> None:
    """Forget the held scan of this section; the next sweep looks anew."""
    for section in _sections(label):
        ledger.discard(ledger.held_scan(section), why=why, now=now)


def _resolve(
    label: str,
    how: str,
    *,
    why: str,
    now: datetime,
    clock: Clock | None,
    fetcher: Fetcher | None,
) -> ScanReport:
    held_sections = {section.pk: ledger.held_scan(section) for section in _sections(label)}
    scans = []
    clock = clock or (lambda: now)
    for lens in lenses(find(label), fetcher=fetcher or InProcessFetcher(), clock=clock):
        scan = held_sections.get(lens.section.pk)
        if scan is None:
            continue
        _confirm_rest(lens, scan)
        if how == "rebase":
            ledger.mark_rebased(scan)
        ledger.resolve(scan, how=how, why=why)
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


def _confirm_rest(lens: Lens, scan: Scan) -> None:
    """Let a second visitor look at the differences that none has confirmed yet."""
    for chunk in _chunks(ledger.unconfirmed(scan), CONFIRM_URLS):
        by_identity = {(one.key, one.language): one for one in chunk}
        keys = list(dict.fromkeys(one.key for one in chunk))
        rows = ContentState.objects.in_bulk([one.state_id for one in chunk if one.state_id])
        for candidate in candidates_of(lens, keys=keys):
            staged = by_identity.get((candidate.key, candidate.language))
            if staged is None:
                continue
            _confirm(lens, staged, candidate, row=rows.get(staged.state_id or 0))


def _confirm(
    lens: Lens, staged: StagedSighting, candidate: Candidate, *, row: ContentState | None
) -> None:
    again = look_at(lens, candidate, visitor=SECOND)
    if ledger.still_sees(staged, again):
        StagedSighting.objects.filter(pk=staged.pk).update(is_confirmed=True)
        return
    # Edited since, or unstable: only two looks of one moment can tell.
    seen = ledger.agreed(look_at(lens, candidate), again)
    ledger.restage(staged, seen, row=row, terms=lens.terms)


def _chunks(rows: Iterator[StagedSighting], size: int) -> Iterator[Sequence[StagedSighting]]:
    chunk: list[StagedSighting] = []
    for row in rows:
        chunk.append(row)
        if len(chunk) == size:
            yield chunk
            chunk = []
    if chunk:
        yield chunk
