"""Between table rows and the values that are judged. No queries."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

from django.utils.dateparse import parse_datetime

from honest_sitemaps.eligibility import Reason
from honest_sitemaps.fingerprint import Fingerprint
from honest_sitemaps.ledger.models import ContentState, Scan, StagedSighting
from honest_sitemaps.ledger.sighting import Facts, Record, Sighting
from honest_sitemaps.ledger.transition import Move
from honest_sitemaps.loc import loc_digest

FACT_COLUMNS = (
    "loc",
    "loc_digest",
    "group",
    "canonical",
    "evidence",
    "http_status",
    "due_at",
    "images",
    "videos",
    "news",
)
RECORD_COLUMNS = (
    "digest",
    "recipe",
    "parts",
    "is_unstable",
    "published_at",
    "published_precision",
    "updated_at",
    "reason",
    "unreadable_sightings",
    "unreadable_since",
)
OVERRIDE_COLUMNS = ("override", "override_why")
WRITTEN_COLUMNS = (
    "key",
    *FACT_COLUMNS,
    *RECORD_COLUMNS,
    *OVERRIDE_COLUMNS,
    "seen_scan",
    "seen_at",
)
"""All that a settle may change. The slot is partition's; of the override it only lets a date
go, and whoever sets one holds the section's row as it does."""


def record_of(row: ContentState) -> Record:
    return Record(
        published_at=row.published_at,
        published_precision=row.published_precision,
        updated_at=row.updated_at,
        fingerprint=_fingerprint(row.digest, row.recipe, row.parts),
        reason=Reason(row.reason) if row.reason else None,
        was_listed=row.slot is not None,
        is_unstable=row.is_unstable,
        unreadable_sightings=row.unreadable_sightings,
        unreadable_since=row.unreadable_since,
        is_dated_by_hand=row.override == "date",
    )


def facts_of(row: ContentState) -> Facts:
    return Facts(
        loc=row.loc,
        group=row.group,
        canonical=row.canonical,
        evidence=row.evidence,
        http_status=row.http_status,
        due_at=row.due_at,
        images=tuple(row.images),
        videos=tuple(row.videos),
        news=row.news,
    )


def facts_after(row: ContentState | None, seen: Sighting) -> Facts:
    """
    The facts that the row keeps. An unreadable page, or a source that could not name the
    loc, leaves what was known of a row and says only what went wrong.
    """
    if row is None:
        return seen.facts
    known = facts_of(row)
    if seen.reason not in {Reason.UNREADABLE, Reason.MALFORMED}:
        # What was unstable stays said until the page is known to have settled down.
        keeps = row.is_unstable and seen.reason is None and not seen.facts.evidence
        return replace(seen.facts, evidence=known.evidence) if keeps else seen.facts
    return replace(known, evidence=seen.facts.evidence, http_status=seen.facts.http_status)


def write(row: ContentState, seen: Sighting, after: Record, scan: int) -> ContentState:
    """Put record and facts on the row, unsaved."""
    facts = facts_after(row if row.pk else None, seen)
    row.key, row.language = seen.key, seen.language
    row.loc, row.loc_digest = facts.loc, loc_digest(facts.loc)
    row.group, row.canonical, row.evidence = facts.group, facts.canonical, facts.evidence
    row.http_status, row.due_at = facts.http_status, facts.due_at
    row.images, row.videos, row.news = list(facts.images), list(facts.videos), facts.news
    mark = after.fingerprint
    row.digest, row.recipe, row.parts = (
        (mark.digest, mark.recipe, mark.parts) if mark else ("", "", "")
    )
    row.is_unstable = after.is_unstable
    row.published_at, row.published_precision = after.published_at, after.published_precision
    row.updated_at, row.reason = after.updated_at, after.reason or ""
    row.unreadable_sightings = after.unreadable_sightings
    row.unreadable_since = after.unreadable_since
    if row.override == "date" and not after.is_dated_by_hand:
        row.override = row.override_why = ""
    row.seen_scan, row.seen_at = scan, seen.seen_at
    return row


def summary_of(row: ContentState) -> dict[str, Any]:
    """What a `ContentChange` keeps of one side of a step."""
    return {
        "digest": row.digest,
        "recipe": row.recipe,
        "parts": row.parts,
        "reason": row.reason,
        "evidence": row.evidence,
        "loc": row.loc,
        "published_at": _text(row.published_at),
        "published_precision": row.published_precision,
        "updated_at": _text(row.updated_at),
        # Left out where there is none: most rows of a million have none.
        **({name: getattr(row, name) for name in OVERRIDE_COLUMNS} if row.override else {}),
    }


def staged_of(
    scan: Scan, seen: Sighting, *, row: ContentState | None, move: Move, moves_date: bool
) -> StagedSighting:
    """The staging row of a sighting, unsaved."""
    facts, mark = seen.facts, seen.fingerprint
    return StagedSighting(
        scan=scan,
        key=seen.key,
        language=seen.language,
        state_id=row.pk if row else None,
        candidate={
            "group": facts.group,
            "due_at": _text(facts.due_at),
            "published_at": _text(seen.published_at),
            "published_precision": seen.published_precision,
            "images": list(facts.images),
            "videos": [dict(video) for video in facts.videos],
            "news": dict(facts.news) if facts.news is not None else None,
        },
        loc=facts.loc,
        loc_digest=loc_digest(facts.loc),
        digest=mark.digest if mark else "",
        recipe=mark.recipe if mark else "",
        parts=mark.parts if mark else "",
        reason=seen.reason or "",
        evidence=facts.evidence,
        is_stated=seen.is_stated,
        http_status=facts.http_status,
        canonical=facts.canonical,
        move=move,
        moves_date=moves_date,
        seen_at=seen.seen_at,
        is_confirmed=seen.is_confirmed,
        is_unstable=seen.is_unstable,
    )


def sighting_from(staged: StagedSighting) -> Sighting:
    """The sighting that was staged."""
    said = staged.candidate
    return Sighting(
        seen_at=staged.seen_at,
        key=staged.key,
        language=staged.language,
        facts=Facts(
            loc=staged.loc,
            group=said["group"],
            canonical=staged.canonical,
            evidence=staged.evidence,
            http_status=staged.http_status,
            due_at=_time(said["due_at"]),
            images=tuple(said["images"]),
            videos=tuple(said["videos"]),
            news=said["news"],
        ),
        reason=Reason(staged.reason) if staged.reason else None,
        is_stated=staged.is_stated,
        fingerprint=_fingerprint(staged.digest, staged.recipe, staged.parts),
        published_at=_time(said["published_at"]),
        published_precision=said["published_precision"],
        is_confirmed=staged.is_confirmed,
        is_unstable=staged.is_unstable,
        is_rebase=staged.move == Move.REBASED,
        is_ruled_change=staged.move == Move.CHANGED,
    )


def _fingerprint(digest: str, recipe: str, parts: str) -> Fingerprint | None:
    return Fingerprint(digest=digest, recipe=recipe, parts=parts) if digest else None


def _text(time: datetime | None) -> str | None:
    return time.isoformat() if time else None


def _time(text: str | None) -> datetime | None:
    return parse_datetime(text) if text else None
