"""Two visitors at one moment: what both saw is so; what they saw differently is noise."""

from __future__ import annotations

from dataclasses import replace

from honest_sitemaps import fingerprint
from honest_sitemaps.eligibility import Reason
from honest_sitemaps.ledger import lines
from honest_sitemaps.ledger.models import ContentState, StagedSighting
from honest_sitemaps.ledger.rows import staged_of
from honest_sitemaps.ledger.sighting import Sighting
from honest_sitemaps.ledger.stage import compared
from honest_sitemaps.ledger.transition import Terms

SHOWN_LINES = 3
"""Differing lines kept as evidence of an unstable page."""


def agreed(first: Sighting, second: Sighting, *, is_listed: bool) -> Sighting:
    """
    What two fresh sightings of one URL prove together; ``is_listed`` says whether it is until
    now. Pure.

    Equal verdict and equal content confirm each other, and so do two exclusions, of which the
    first one's reason is kept. If either could not be read, neither counts. Two contents, or a
    listed page that is excluded for another visitor, make it unstable: it keeps what it has,
    as an excluded page does that only one of them would list.
    """
    if first.reason is Reason.UNREADABLE or second.reason is Reason.UNREADABLE:
        unreadable = first if first.reason is Reason.UNREADABLE else second
        return replace(unreadable, is_confirmed=True)
    if first.reason is None and second.reason is None:
        if _digest(first) == _digest(second):
            return replace(first, is_confirmed=True)
        return _unstable(first, _difference(first, second))
    if first.reason is not None and second.reason is not None:
        return replace(first, is_confirmed=True)
    listed, excluded = (first, second) if first.reason is None else (second, first)
    if not is_listed:
        return replace(excluded, is_confirmed=True)
    return _unstable(listed, f"listed for one visitor, {excluded.reason} for another")


def _unstable(seen: Sighting, evidence: str) -> Sighting:
    return replace(
        seen,
        is_confirmed=True,
        is_unstable=True,
        facts=replace(seen.facts, evidence=f"unstable: {evidence}"[:500]),
    )


def _difference(first: Sighting, second: Sighting) -> str:
    one = first.fingerprint.lines if first.fingerprint else ()
    two = second.fingerprint.lines if second.fingerprint else ()
    changes = fingerprint.differing(one, two)[:SHOWN_LINES]
    shown = "; ".join(f"“{change.before}” then “{change.after}”" for change in changes)
    return shown or "two visitors saw two contents"


def _digest(seen: Sighting) -> str:
    return seen.fingerprint.digest if seen.fingerprint else ""


def restage(
    staged: StagedSighting, seen: Sighting, *, row: ContentState | None, terms: Terms
) -> None:
    """Put another sighting in the place of a staged one, its lines beside it."""
    one = compared(seen, row, terms)
    fresh = staged_of(staged.scan, one.seen, row=row, move=one.move, moves_date=one.moves_date)
    fresh.pk = staged.pk
    fresh.save(force_update=True)
    if seen.fingerprint is not None and seen.fingerprint.lines:
        lines.keep([seen.fingerprint])


def still_sees(staged: StagedSighting, again: Sighting) -> bool:
    """Whether a later sighting shows what was staged."""
    return staged.digest == _digest(again) and staged.reason == (again.reason or "")
