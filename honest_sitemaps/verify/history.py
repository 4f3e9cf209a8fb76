"""The steps of one URL: what moved at each, and which lines of the page."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from honest_sitemaps import fingerprint, ledger
from honest_sitemaps.ledger import ContentChange, ContentState

SHOWN_CHANGES = 20
SHOWN_LINES = 20


def changes_of(row: ContentState) -> list[dict[str, Any]]:
    """
    The newest steps of a row, newest first, as JSON: what moved, who did it by hand and why,
    and the lines that differ where they are stored. Two queries.
    """
    latest = ContentChange.objects.filter(state=row).order_by("-pk")[:SHOWN_CHANGES]
    changes = list(latest)
    digests = {change.after.get("digest", "") for change in changes}
    digests |= {change.before.get("digest", "") for change in changes if change.before}
    stored = ledger.load_lines(digests - {""})
    return [_change(change, stored) for change in changes]


def change_of_date(row: ContentState) -> ContentChange | None:
    """The step that gave the row the date it has; ``None`` if it only was published."""
    if row.updated_at is None:
        return None
    moved = ContentChange.objects.filter(state=row, after__updated_at=iso(row.updated_at))
    return moved.order_by("pk").first()


def moved_parts(before: dict[str, Any] | None, after: dict[str, Any]) -> list[str]:
    """
    Names of the fingerprint's parts that differ between two sides of a change; none where a
    side has none, or the sides have two recipes.
    """
    old, new = (before or {}).get("parts") or "", after.get("parts") or ""
    if not old or not new or (before or {}).get("recipe") != after.get("recipe"):
        return []
    pairs = zip(fingerprint.PARTS, old.split("-"), new.split("-"), strict=False)
    return [name for name, was, now in pairs if was != now]


def iso(time: datetime | None) -> str | None:
    return time.isoformat() if time else None


def _change(change: ContentChange, stored: dict[str, tuple[str, ...]]) -> dict[str, Any]:
    before, after = change.before or {}, change.after
    lines = _lines(before.get("digest", ""), after.get("digest", ""), stored)
    return {
        "seen_at": iso(change.seen_at),
        "move": change.move,
        "scan": change.scan_id,
        **{
            name: [before.get(name), after.get(name)]
            for name in ("reason", "loc", "published_at", "updated_at")
        },
        "override": [before.get("override", ""), after.get("override", "")],
        "act": ledger.act_of(before, after) if change.move == "OVERRIDDEN" else "",
        "why": after.get("why", ""),
        "by": after.get("by", ""),
        "parts": moved_parts(change.before, after),
        "lines": lines[:SHOWN_LINES],
        "more_lines": max(0, len(lines) - SHOWN_LINES),
    }


def _lines(
    before: str, after: str, stored: dict[str, tuple[str, ...]]
) -> list[dict[str, str]]:
    if before == after or before not in stored or after not in stored:
        return []
    return [
        {"before": change.before, "after": change.after}
        for change in fingerprint.differing(stored[before], stored[after])
    ]
