"""Why two releases differ: for each difference the step of the ledger behind it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models.functions import Coalesce

from honest_sitemaps.ledger import ContentChange, ContentState, Move, Section, chunked
from honest_sitemaps.loc import loc_digest
from honest_sitemaps.publish import Release
from honest_sitemaps.verify.history import iso, moved_parts
from honest_sitemaps.verify.release_diff import (
    ALTERNATES,
    ENTERED,
    EXTENSIONS,
    FILE,
    LASTMOD,
    LEFT,
    Difference,
)
from honest_sitemaps.verify.steps import file_of, is_registered

CHUNK_URLS = 500
"""Differences explained at once, with two or three queries."""

NO_STEP = "the ledger keeps no step for it: imported, taken back, or its history was pruned"
UNREGISTERED = "its section {section} is not registered any more"
BY_ITSELF = {
    ALTERNATES: "its language versions came, went or moved",
    EXTENSIONS: "the source names other images, videos or news",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Why:
    """What made one difference."""

    cause: str = ""
    """One word to count by: a reason for what left, a move for what entered; of a date the
    parts that moved, ``by hand``, or ``published``; ``unknown``."""

    sentence: str = ""
    change: ContentChange | None = None

    def as_json(self) -> dict[str, Any]:
        change = self.change
        if change is None:
            return {"cause": self.cause, "why": self.sentence}
        return {
            "cause": self.cause,
            "why": self.sentence,
            "move": change.move,
            "reason": change.after.get("reason", ""),
            "evidence": change.after.get("evidence", ""),
            "parts": moved_parts(change.before, change.after),
            "seen_at": iso(change.seen_at),
            "scan": change.scan_id,
            "by": change.after.get("by", ""),
        }


def explained(
    differences: Iterable[Difference], *, older: Release | None, newer: Release
) -> Iterator[tuple[Difference, Why]]:
    """
    Each difference with its cause, in their order. Two or three queries for 500 of them.

    The steps asked are those up to the newer release; the latest that does what is seen is it.
    """
    since, until = (older.at if older else None), newer.at
    moved: dict[str, ContentChange] = {}
    file = ""
    for chunk in chunked(differences, CHUNK_URLS):
        rows = _rows_of({one.loc for one in chunk})
        steps = _steps_of(rows, chunk, since=since, until=until)
        for one in chunk:
            if one.file != file:
                file, moved = one.file, {}
            row = _row_for(one, rows.get(one.loc, ()))
            change = _step_behind(one, steps.get(row.pk, ())) if row else None
            if one.kind == ENTERED and change is not None and change.before:
                moved[change.before["loc"]] = change
            if one.kind == LEFT and change is None:
                change = moved.get(one.loc)
            yield one, _why(one, row, change)


def _rows_of(locs: Collection[str]) -> dict[str, list[ContentState]]:
    found = ContentState.objects.filter(loc_digest__in=[loc_digest(loc) for loc in locs])
    rows: dict[str, list[ContentState]] = {}
    sections: dict[int, Section] = {}
    for row in found.only("pk", "loc", "slot", "section_id").order_by("pk"):
        # Not joined: a million instances of one section would cost more than their rows.
        if row.section_id not in sections:
            sections[row.section_id] = row.section
        row.section = sections[row.section_id]
        rows.setdefault(row.loc, []).append(row)
    return rows


def _row_for(one: Difference, rows: Sequence[ContentState]) -> ContentState | None:
    """The row in that file, else any with this loc."""
    return next((row for row in rows if file_of(row) == one.file), rows[0] if rows else None)


def _steps_of(
    rows: dict[str, list[ContentState]],
    chunk: Sequence[Difference],
    *,
    since: datetime | None,
    until: datetime,
) -> dict[int, list[ContentChange]]:
    """
    The steps of these rows, newest first. Those since the older release almost always tell;
    where one does not (a scan that was held then), all older ones are asked.
    """
    ids = [row.pk for each in rows.values() for row in each]
    steps = _grouped(ids, since=since, until=until)
    untold = [
        row.pk
        for one in chunk
        if (row := _row_for(one, rows.get(one.loc, ()))) is not None
        and one.kind not in BY_ITSELF
        and _step_behind(one, steps.get(row.pk, ())) is None
    ]
    if since is not None and untold:
        steps |= _grouped(untold, since=None, until=until)
    return steps


def _grouped(
    ids: Collection[int], *, since: datetime | None, until: datetime
) -> dict[int, list[ContentChange]]:
    # Coalesce hides the column from its own index. After a mass change the statistics know
    # none of its steps, and the database would read all of them by their time for each chunk:
    # 658 ms and not 12 (bench/report.py, a million rows on PostgreSQL 15).
    found = ContentChange.objects.annotate(at=Coalesce("seen_at", "seen_at"))
    found = found.filter(state__in=ids, at__lte=until)
    if since is not None:
        found = found.filter(at__gt=since)
    steps: dict[int, list[ContentChange]] = {}
    for change in found.order_by("-pk"):
        steps.setdefault(change.state_id, []).append(change)
    return steps


def _step_behind(one: Difference, steps: Iterable[ContentChange]) -> ContentChange | None:
    does = _DOES.get(one.kind)
    if does is None:
        return None
    return next((step for step in steps if does(one.loc, step.before, step.after)), None)


Side = dict[str, Any]


def _enters(loc: str, before: Side | None, after: Side) -> bool:
    is_new = before is None or before["reason"] or before["loc"] != loc
    return bool(is_new) and not after["reason"] and after["loc"] == loc


def _leaves(loc: str, before: Side | None, after: Side) -> bool:
    was_listed = before is not None and not before["reason"] and before["loc"] == loc
    return was_listed and bool(after["reason"] or after["loc"] != loc)


def _redates(loc: str, before: Side | None, after: Side) -> bool:
    was = before or {"updated_at": None, "published_at": None}
    return any(was[name] != after[name] for name in ("updated_at", "published_at"))


_DOES: dict[str, Callable[[str, Side | None, Side], bool]] = {
    ENTERED: _enters,
    FILE: _enters,
    LEFT: _leaves,
    LASTMOD: _redates,
}


def _why(one: Difference, row: ContentState | None, change: ContentChange | None) -> Why:
    if one.kind in BY_ITSELF:
        return Why(cause=one.kind, sentence=BY_ITSELF[one.kind])
    if change is None:
        if one.kind == LEFT and row is not None and not is_registered(row.section):
            said = UNREGISTERED.format(section=row.section.label)
            return Why(cause="unregistered", sentence=said)
        return Why(cause="unknown", sentence=NO_STEP)
    cause, told = _told(one, change.before or {}, change.after, change.move)
    if change.move == Move.OVERRIDDEN:
        told = f"by hand, {change.after.get('by', '')}: {change.after.get('why', '')}"
    return Why(cause=cause, sentence=told, change=change)


def _told(one: Difference, before: Side, after: Side, move: str) -> tuple[str, str]:
    """The word to count by, and the sentence. Pure."""
    if one.kind == LASTMOD:
        if move == Move.OVERRIDDEN:
            return "by hand", ""
        parts = ", ".join(moved_parts(before, after))
        if parts:
            return parts, f"{move}: {parts}"
        return ("published", "its publication") if not after["updated_at"] else (move, move)
    if one.kind == LEFT:
        if after["loc"] != one.loc:
            return Move.MOVED, f"its URL is {after['loc']} now"
        return after["reason"], f"{after['reason']}: {after['evidence']}"
    if before and before["loc"] != one.loc and not before["reason"]:
        return Move.MOVED, f"its URL was {before['loc']}"
    was = f", it was {before['reason']}: {before['evidence']}" if before.get("reason") else ""
    return move, f"{move}{was}"
