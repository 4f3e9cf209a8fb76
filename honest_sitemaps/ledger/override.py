"""
What a person decided about one URL: to keep it out of the files, or which date it has.

==========  ==========  ==========  =========================================================
override    act         after it    the row
==========  ==========  ==========  =========================================================
none        withhold    withhold    WITHHELD, unless what comes before that rule objects
date        withhold    withhold    the same; its dates stay
withhold    withhold    withhold    another why
withhold    list again  as before   stays out until a look has seen it; dates as they are
none, date  set date    date        that date, which stands until the content moves
date        clear date  none        the dates that it had before
==========  ==========  ==========  =========================================================

Anything else is refused. Each act is a `ContentChange` with who and why, which is kept as long
as the override is. A sighting that another process took meanwhile does not undo it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from honest_sitemaps.eligibility import Reason, shown
from honest_sitemaps.errors import OverrideRefused
from honest_sitemaps.ledger import counting
from honest_sitemaps.ledger.models import ContentChange, ContentState, LookMark
from honest_sitemaps.ledger.rows import OVERRIDE_COLUMNS, summary_of
from honest_sitemaps.ledger.scans import lock
from honest_sitemaps.ledger.sighting import Sighting
from honest_sitemaps.ledger.transition import Move

WITHHOLD, DATE = "withhold", "date"
"""Stored words of `ContentState.override`: never rename one."""

AWAITED = "listed again by hand; its next look decides"
"""Evidence of a row that nobody withholds any more and no look has seen since."""

FIRST_YEAR = 1000
"""Where the dates of MariaDB begin."""

EARLIER = {
    Reason.PRIVATE,
    Reason.NOT_LIVE,
    Reason.EXPIRED,
    Reason.MALFORMED,
    Reason.WITHDRAWN,
}
"""Reasons that object before a withholding is asked; a row keeps the one that it has."""

DATES = ("published_at", "published_precision", "updated_at")
COLUMNS = ("reason", "evidence", *DATES, *OVERRIDE_COLUMNS)
"""All that an override may change."""

OverrideAct = Callable[[ContentState, Sequence[ContentChange]], None]
"""Changes the row, unsaved; given what was overridden before, newest first. Raises
`OverrideRefused`."""


def withheld_evidence(why: str) -> str:
    """The same as the rule says of a candidate that carries this as its ``withheld_why``."""
    return shown(withheld_why(why))


def withheld_why(why: str) -> str:
    return f"withheld by hand: {why}"


def under_override(seen: Sighting, row: ContentState | None) -> Sighting:
    """
    The sighting as the row's override lets it count. Pure.

    A page that was looked at before, or while, it was withheld is WITHHELD all the same.
    """
    if row is None or row.override != WITHHOLD or seen.is_stated:
        return seen
    if seen.reason in {Reason.MALFORMED, Reason.WITHDRAWN}:
        return seen
    return replace(
        seen,
        reason=Reason.WITHHELD,
        is_stated=True,
        is_unstable=False,
        fingerprint=None,
        facts=replace(seen.facts, evidence=withheld_evidence(row.override_why)),
    )


def overrides_of(row: ContentState) -> list[ContentChange]:
    """What was overridden of this row, newest first. One query."""
    changes = ContentChange.objects.filter(state=row, move=Move.OVERRIDDEN)
    return list(changes.order_by("-pk"))


def act_of(before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    """What was done by hand: ``withhold``, ``list``, ``date`` or ``clear``. Pure."""
    was, word = before.get("override", ""), str(after.get("override", ""))
    if was == WITHHOLD and word != WITHHOLD:
        return "list"
    return word or "clear"


def override(
    state: ContentState, act: OverrideAct, *, why: str, by: str, now: datetime
) -> tuple[ContentState, ContentChange]:
    """
    Carry out one act on the row as it is now, with its counts and its history; one transaction
    that holds the section's row. The row as written, and its step.
    """
    with transaction.atomic():
        lock(state.section)
        row = ContentState.objects.select_related("section").get(pk=state.pk)
        before, kind = summary_of(row), counting.kind_of(row)
        act(row, overrides_of(row))
        row.save(update_fields=COLUMNS)
        counting.count(
            row.section,
            went=[kind],
            came=[counting.kind_of(row)],
            steps={counting.step_of_day(now, Move.OVERRIDDEN): 1},
            now=now,
        )
        change = ContentChange.objects.create(
            state=row,
            move=Move.OVERRIDDEN,
            before=before,
            after={**summary_of(row), "why": why, "by": by},
            seen_at=now,
        )
    return row, change


def withholding(why: str) -> OverrideAct:
    def act(row: ContentState, earlier: Sequence[ContentChange]) -> None:
        row.override, row.override_why = WITHHOLD, why
        _withhold(row)

    return act


def listing_again(now: datetime) -> OverrideAct:
    """Its key is marked, so that a look sees soon whether it may be listed."""

    def act(row: ContentState, earlier: Sequence[ContentChange]) -> None:
        if row.override != WITHHOLD:
            raise OverrideRefused(row.loc, _why_not_withheld(row))
        began = _began(earlier, WITHHOLD, from_words={"", DATE})
        row.override, row.override_why = (
            began.get("override", ""),
            began.get("override_why", ""),
        )
        if row.reason == Reason.WITHHELD:
            row.evidence = AWAITED
        LookMark.objects.update_or_create(
            section_id=row.section_id, key=row.key, defaults={"saved_at": now}
        )

    return act


def dating(said: date | datetime, *, why: str, now: datetime) -> OverrideAct:
    """A date before the publication is that of the publication, too."""
    moment, precision = moment_of(said)

    def act(row: ContentState, earlier: Sequence[ContentChange]) -> None:
        if moment > now:
            raise OverrideRefused(
                row.loc,
                f"{said.isoformat()} lies ahead. Give the time of a change that has been.",
            )
        if moment.year < FIRST_YEAR:
            raise OverrideRefused(row.loc, f"{said.isoformat()} is no date of a page.")
        if row.override == WITHHOLD:
            raise OverrideRefused(row.loc, "it is withheld by hand. List it again first.")
        row.override, row.override_why = DATE, why
        if row.published_at is not None and moment < row.published_at:
            row.published_at, row.published_precision = moment, precision
            row.updated_at = None
        else:
            row.updated_at = moment

    return act


def undating() -> OverrideAct:
    def act(row: ContentState, earlier: Sequence[ContentChange]) -> None:
        if row.override != DATE:
            raise OverrideRefused(
                row.loc, "no date of it was set by hand, so none is cleared."
            )
        began = _began(earlier, DATE, from_words={""})
        row.override = row.override_why = ""
        # Where its history is lost, the date before is unknown, and none is written.
        row.updated_at = moment_in(began.get("updated_at"))
        if "published_at" in began:
            row.published_at = moment_in(began["published_at"])
            row.published_precision = began.get("published_precision", "second")

    return act


def decided_since(steps: Mapping[int, ContentChange]) -> dict[int, list[ContentChange]]:
    """What was overridden after each of these steps, by the state's primary key. One query."""
    found: dict[int, list[ContentChange]] = {}
    changes = ContentChange.objects.filter(state__in=list(steps), move=Move.OVERRIDDEN)
    for change in changes.order_by("pk"):
        if change.pk > steps[change.state_id].pk:
            found.setdefault(change.state_id, []).append(change)
    return found


def put_back_override(
    row: ContentState, said: Mapping[str, Any], decided: Sequence[ContentChange]
) -> None:
    """
    Give a row that was put back to what ``said`` tells the dates and the override it has now:
    those from then, under what a person decided since, oldest first.
    """
    dates, word = said, decided[-1].after if decided else said
    for change in decided:
        before = change.before or {}
        if any(before.get(name) != change.after.get(name) for name in DATES):
            dates = change.after if change.after.get("override") == DATE else said
    row.published_at = moment_in(dates["published_at"])
    row.published_precision = dates["published_precision"]
    row.updated_at = moment_in(dates["updated_at"])
    row.override, row.override_why = word.get("override", ""), word.get("override_why", "")
    if row.override == WITHHOLD:
        _withhold(row)
    elif row.reason == Reason.WITHHELD and said.get("override") == WITHHOLD:
        row.evidence = AWAITED


def exported_overrides(rows: Iterable[ContentState]) -> dict[int, dict[str, Any]]:
    """What an export says of who overrode these rows, by primary key. At most one query."""
    overridden = {row.pk: row.override for row in rows if row.override}
    if not overridden:
        return {}
    earlier: dict[int, list[ContentChange]] = {}
    changes = ContentChange.objects.filter(state__in=overridden, move=Move.OVERRIDDEN)
    for change in changes.order_by("-pk"):
        earlier.setdefault(change.state_id, []).append(change)
    return {
        pk: {
            "override_by": found[0].after.get("by", ""),
            "override_at": found[0].seen_at.isoformat(),
            "override_before": _told_before(found, overridden[pk]),
        }
        for pk, found in earlier.items()
    }


def imported_override(
    row: ContentState, *, by: str, at: datetime | None, before: Mapping[str, Any]
) -> ContentChange | None:
    """The step, unsaved, that keeps who overrode an imported row; ``None`` if nobody did."""
    if row.override == WITHHOLD:
        _withhold(row)
    at = at or row.seen_at
    if not row.override or at is None:
        return None
    now = summary_of(row)
    plain = {name: said for name, said in now.items() if name not in OVERRIDE_COLUMNS}
    return ContentChange(
        move=Move.OVERRIDDEN,
        before={**plain, **(before or {"updated_at": None})},
        after={**now, "why": row.override_why, "by": by},
        seen_at=at,
    )


def _told_before(earlier: Sequence[ContentChange], word: str) -> dict[str, Any]:
    began = _began(earlier, word, from_words={"", DATE} - {word})
    return {name: began[name] for name in (*DATES, *OVERRIDE_COLUMNS) if name in began}


def moment_of(said: date | datetime) -> tuple[datetime, str]:
    """The time in UTC and its precision; a day is its first instant in the default zone."""
    zone = timezone.get_default_timezone()
    if isinstance(said, datetime):
        aware = said if said.utcoffset() is not None else said.replace(tzinfo=zone)
        return aware.astimezone(UTC), "second"
    return datetime.combine(said, time.min, zone).astimezone(UTC), "day"


def moment_in(text: str | None) -> datetime | None:
    return parse_datetime(text) if text else None


def _withhold(row: ContentState) -> None:
    if row.reason not in EARLIER:
        row.reason, row.evidence = Reason.WITHHELD, withheld_evidence(row.override_why)


def _began(
    earlier: Sequence[ContentChange], word: str, *, from_words: set[str]
) -> dict[str, Any]:
    """What the row was before the override of this word in force; ``{}`` if unknown."""
    for change in earlier:
        before: dict[str, Any] = change.before or {}
        is_begin = change.after.get("override") == word
        if is_begin and before.get("override", "") in from_words:
            return before
    return {}


def _why_not_withheld(row: ContentState) -> str:
    if row.reason != Reason.WITHHELD:
        return "nobody withholds it by hand."
    if row.evidence == AWAITED:
        return "it is listed again already; its next look decides."
    return f"the site itself opts it out ({row.evidence}). Change that where it is said."
