"""
The state machine, as one pure function.

================  ===========================  =========  ==================================
before            seen                         move       dates and fingerprint
================  ===========================  =========  ==================================
nothing           listed                       NEW        published_at by `first_date`
nothing           excluded or unreadable       NEW        none
never listed      listed                       NEW        published_at by `first_date`
listed            same digest                  SAME       untouched
listed            other digest                 CHANGED    updated_at = seen_at, not earlier
                                                          than any date it has
listed, dated by  other digest                 CHANGED    the same; the date set by hand
hand                                                      gives way
listed            other recipe, or re-based    REBASED    new fingerprint, dates untouched
listed            unstable                     KEPT       untouched
left the list     listed                       RELISTED   as CHANGED if the content differs
                                                          from when it left, else untouched
listed            excluded                     EXCLUDED   untouched; fingerprint kept
any               withdrawn                    WITHDRAWN  untouched; fingerprint kept
excluded          excluded                     SAME       untouched
listed            unreadable                   KEPT       untouched; the count rises
listed            unreadable too often         EXCLUDED   untouched
excluded          unreadable                   KEPT       untouched; the count rises
================  ===========================  =========  ==================================

A page that was unstable and has settled down is re-based: what it showed meanwhile is unknown.
In a section without dates a change is a re-base, too. MOVED (another loc under the same key)
is told beside these moves, never instead of one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from honest_sitemaps.eligibility import Reason
from honest_sitemaps.ledger.sighting import Record, Sighting


class Move(StrEnum):
    """Stored words: never rename one."""

    NEW = "NEW"
    SAME = "SAME"
    CHANGED = "CHANGED"
    REBASED = "REBASED"
    KEPT = "KEPT"
    RELISTED = "RELISTED"
    EXCLUDED = "EXCLUDED"
    WITHDRAWN = "WITHDRAWN"
    OVERRIDDEN = "OVERRIDDEN"
    MOVED = "MOVED"


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What the section and the settings say about how to judge."""

    is_newcomer: bool = False
    """Whether the key first came up after the section's first sweep, among few others: the
    sighting's own time is then its publication."""

    has_dates: bool = True
    """``False``: the section's pages only aggregate others and get no dates."""

    known_since: datetime | None = None
    """When the section's first sweep began; ``None`` until one is settled. A page that it
    listed without a date was not first published later, whatever the source says then."""

    exclude_sightings: int = 5
    exclude_after: timedelta = timedelta(hours=72)
    """An unreadable page leaves the list after so many sightings over so long."""


def advance(
    before: Record | None, seen: Sighting, *, terms: Terms = Terms()
) -> tuple[Move, Record]:
    """
    The next record of a URL, and the kind of step it is.

    Pure: the only time is the sighting's own, so a replay gives the same record. Seeing the
    same again yields ``SAME`` or ``KEPT`` and keeps every date.
    """
    if seen.reason is Reason.UNREADABLE:
        return _unreadable(before, seen, terms)
    if before is None:
        return Move.NEW, _first(seen, terms)
    before = replace(before, unreadable_sightings=0, unreadable_since=None)
    if seen.reason is not None:
        return _excluded(before, seen.reason)
    if not before.was_listed:
        return Move.NEW, _listed_first(before, seen, terms)
    return _listed_again(before, seen, terms)


def _unreadable(before: Record | None, seen: Sighting, terms: Terms) -> tuple[Move, Record]:
    if before is None:
        return Move.NEW, Record(
            reason=Reason.UNREADABLE, unreadable_sightings=1, unreadable_since=seen.seen_at
        )
    since = before.unreadable_since or seen.seen_at
    after = replace(
        before,
        unreadable_sightings=before.unreadable_sightings + 1,
        unreadable_since=since,
    )
    lasted = seen.seen_at - since >= terms.exclude_after
    if before.is_listed and after.unreadable_sightings >= terms.exclude_sightings and lasted:
        return Move.EXCLUDED, replace(after, reason=Reason.UNREADABLE)
    return Move.KEPT, after


def _first(seen: Sighting, terms: Terms) -> Record:
    if seen.reason is not None:
        return Record(reason=seen.reason)
    return _listed_first(Record(), seen, terms)


def _excluded(before: Record, reason: Reason) -> tuple[Move, Record]:
    after = replace(before, reason=reason)
    if reason is Reason.WITHDRAWN and before.reason is not Reason.WITHDRAWN:
        return Move.WITHDRAWN, after
    return (Move.EXCLUDED if before.is_listed else Move.SAME), after


def _listed_first(before: Record, seen: Sighting, terms: Terms) -> Record:
    published_at, precision = first_date(before, seen, terms)
    if published_at and before.updated_at and before.updated_at < published_at:
        published_at = None  # an imported date is older: this one is no publication
    return replace(
        before,
        reason=None,
        was_listed=True,
        fingerprint=seen.fingerprint,
        is_unstable=seen.is_unstable,
        published_at=before.published_at or published_at,
        published_precision=before.published_precision if before.published_at else precision,
    )


def _listed_again(before: Record, seen: Sighting, terms: Terms) -> tuple[Move, Record]:
    relisted = not before.is_listed
    after = _with_source_date(replace(before, reason=None), seen, terms)
    if seen.is_unstable:
        return (Move.RELISTED if relisted else Move.KEPT), replace(after, is_unstable=True)
    if seen.fingerprint is None or seen.fingerprint == before.fingerprint:
        return (Move.RELISTED if relisted else Move.SAME), after
    after = replace(after, fingerprint=seen.fingerprint, is_unstable=False)
    if not terms.has_dates or _is_rebase(before, seen):
        return (Move.RELISTED if relisted else Move.REBASED), after
    dates = [seen.seen_at, after.published_at, after.updated_at]
    moved_at = max(date for date in dates if date is not None)
    after = replace(after, updated_at=moved_at, is_dated_by_hand=False)
    return (Move.RELISTED if relisted else Move.CHANGED), after


def _is_rebase(before: Record, seen: Sighting) -> bool:
    if seen.is_ruled_change:
        return False
    had, has = before.fingerprint, seen.fingerprint
    same_recipe = had is not None and has is not None and had.recipe == has.recipe
    return seen.is_rebase or before.is_unstable or not same_recipe


def _with_source_date(before: Record, seen: Sighting, terms: Terms) -> Record:
    """
    An unknown publication may later take the source's date, if no date of ours is older and
    the page was not known already: a CMS calls the first time that it publishes an imported
    page the first publication.
    """
    trusted = _source_date(seen) if terms.has_dates else None
    if trusted is None or before.published_at is not None:
        return before
    if terms.known_since is not None and trusted > terms.known_since:
        return before
    if before.updated_at is not None and before.updated_at < trusted:
        return before
    return replace(before, published_at=trusted, published_precision=seen.published_precision)


def _source_date(seen: Sighting) -> datetime | None:
    if seen.published_at is None or seen.published_at > seen.seen_at:
        return None
    return seen.published_at


def first_date(before: Record, seen: Sighting, terms: Terms) -> tuple[datetime | None, str]:
    """
    When a page now listed for the first time was published, and with which precision.

    The source's date, if it does not lie after the sighting; else the sighting's own time, if
    we saw it go live; else unknown. The first scan of an old site invents no date.
    """
    if not terms.has_dates:
        return None, "second"
    trusted = _source_date(seen)
    if trusted is not None:
        return trusted, seen.published_precision
    if terms.is_newcomer or before.reason is Reason.NOT_LIVE:
        return seen.seen_at, "second"
    return None, "second"
