"""What a person decides about one URL, carried out at once. Renders nothing."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime
from functools import partial

from django.db import transaction
from django.db.models import Q

from honest_sitemaps import ledger, partition, signals
from honest_sitemaps.candidates import Candidate
from honest_sitemaps.errors import OverrideRefused, UnknownSection
from honest_sitemaps.ledger import ContentChange, ContentState, OverrideAct, Section
from honest_sitemaps.loc import loc_digest, printable
from honest_sitemaps.registry import find

logger = logging.getLogger(__name__)

WHY_LIMIT, BY_LIMIT = 2_000, 150
"""Characters that are kept of why, and of who."""


def withhold(state: ContentState, *, why: str, by: str, now: datetime) -> ContentChange:
    """
    Keep this URL out of the files until it is listed again, whatever its page says; answer the
    recorded step.

    The row is WITHHELD at once, and no sweep fetches its page. Its slot and dates stay. A
    second one gives another why. Raises `OverrideRefused` without a why or a who, as all four
    do. ``state`` is refreshed.
    """
    why = _said("why", why, WHY_LIMIT)
    return _carried_out(state, ledger.withholding(why), why=why, by=by, now=now)


def list_again(state: ContentState, *, why: str, by: str, now: datetime) -> ContentChange:
    """
    Withhold this URL no longer. What its page says meanwhile nobody knows, so its key is
    marked, and the next look or sweep lists it or says why not.

    Raises `OverrideRefused` if nobody withholds it by hand.
    """
    why = _said("why", why, WHY_LIMIT)
    return _carried_out(state, ledger.listing_again(now), why=why, by=by, now=now)


def set_date(
    state: ContentState, *, date: date | datetime, why: str, by: str, now: datetime
) -> ContentChange:
    """
    Say when its content last changed; this stands until its content moves.

    A day is its first instant in the default time zone. A date before the publication is taken
    as that of the publication, too. Raises `OverrideRefused` for a date later than ``now``,
    for a URL that is withheld, and for one whose section has no dates.
    """
    why = _said("why", why, WHY_LIMIT)
    if not _has_dates(state.section):
        raise OverrideRefused(
            state.loc,
            f"its section {state.section.label} is registered with dates=False, so that no "
            f"date of it is shown. Register it with dates=True first.",
        )
    act = ledger.dating(date, why=why, now=now)
    return _carried_out(state, act, why=why, by=by, now=now)


def clear_date(state: ContentState, *, why: str, by: str, now: datetime) -> ContentChange:
    """
    Take back the date that was set by hand: the dates from before it are there again.

    Raises `OverrideRefused` if none was set, or if the content has moved since.
    """
    why = _said("why", why, WHY_LIMIT)
    return _carried_out(state, ledger.undating(), why=why, by=by, now=now)


def with_withheld(section: Section, group: Sequence[Candidate]) -> list[Candidate]:
    """
    The candidates of a batch; those that a person withheld say so, and are not fetched. One
    query.

    Found by key, or by loc: what was withheld is a URL, which another key or section may name.
    """
    rows = ContentState.objects.filter(override=ledger.WITHHOLD).filter(
        Q(section=section.pk, key__in={one.key for one in group})
        | Q(loc_digest__in={loc_digest(one.loc) for one in group if not one.fault})
    )
    found = list(rows.select_related("section"))
    if not found:
        return list(group)
    own = {(row.key, row.language): row for row in found if row.section_id == section.pk}
    by_loc = {row.loc: row for row in found if row.loc}
    return [
        _withheld(one, own.get((one.key, one.language)), by_loc.get(one.loc)) for one in group
    ]


def _withheld(
    candidate: Candidate, own: ContentState | None, other: ContentState | None
) -> Candidate:
    if own is not None:
        return replace(candidate, withheld_why=ledger.withheld_why(own.override_why))
    if other is None:
        return candidate
    why = f"{other.override_why} (as {other.section.label} {other.key})"
    return replace(candidate, withheld_why=ledger.withheld_why(why))


def _carried_out(
    state: ContentState, act: OverrideAct, *, why: str, by: str, now: datetime
) -> ContentChange:
    """The act, with what must be true together with the ledger: the versions of the files."""
    by = _said("who", by, BY_LIMIT)
    with transaction.atomic():
        row, change = ledger.override(state, act, why=why, by=by, now=now)
        partition.touch(row.section.origin, [row], {row.group})
        transaction.on_commit(
            partial(
                signals.content_changed.send_robust,
                sender=ContentChange,
                scan=None,
                changes=[change],
            )
        )
    state.refresh_from_db()
    logger.info(
        "action=override section=%s state=%s override=%s by=%s",
        *(row.section.label, row.pk, row.override or "none", by),
    )
    return change


def _said(what: str, text: str, limit: int) -> str:
    """On one line, printable, cut; refused if nothing is said."""
    told = printable(" ".join(text.split()), limit=limit)
    if not told:
        raise OverrideRefused("", f"say {what}; it is kept with what was decided.")
    return told


def _has_dates(section: Section) -> bool:
    """A section that is no longer registered shows no file, and so no date, either way."""
    try:
        return any(registration.dates for registration, _ in find(section.label))
    except UnknownSection:
        return True
