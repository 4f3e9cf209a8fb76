"""One row for each URL: what was seen of it, and why it is listed or not."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from typing import Any

from honest_sitemaps.eligibility import Reason
from honest_sitemaps.ledger import ContentState, Section
from honest_sitemaps.partition import file_name, shard_of

LISTED = "LISTED"
"""What the reason's column says of a listed URL, where an empty cell would say nothing."""

COLUMNS = ("loc", "status", "indexability", "canonical", "lastmod_source", "inclusion_reason")
WIDE_COLUMNS = (*COLUMNS, "evidence", "lastmod", "section", "language", "file", "seen_at")

CHUNK_ROWS = 5_000

INDEXABLE, NOT_INDEXABLE, UNKNOWN = "indexable", "not indexable", "unknown"

_FIELDS = (
    "pk",
    "loc",
    "http_status",
    "reason",
    "canonical",
    "published_at",
    "updated_at",
    "override",
)
_WIDE_FIELDS = (*_FIELDS, "evidence", "language", "slot", "seen_at")

_SEEN_TO_BE_OUT = {
    Reason.PRIVATE,
    Reason.ROBOTS_BLOCKED,
    Reason.NOT_FOUND,
    Reason.GONE,
    Reason.REDIRECT,
    Reason.NOINDEX,
    Reason.NON_CANONICAL,
    Reason.NOT_LIVE,
    Reason.EXPIRED,
}
"""A search engine that comes to such a page keeps it out of its index, or finds none."""

Row = tuple[Any, ...]


def report_rows(
    sections: Sequence[Section],
    *,
    reasons: Collection[str] = (),
    is_wide: bool = False,
) -> Iterator[Row]:
    """
    The cells of `COLUMNS`, or of `WIDE_COLUMNS`, for each URL of these sections; with
    ``reasons`` (`LISTED` among them) only those with one of them, reason by reason.

    Read by key, 5,000 rows a query; memory does not grow with them.
    """
    told = [None] if not reasons else ["" if one == LISTED else one for one in reasons]
    for section in sections:
        for reason in told:
            for values in _walk(section, reason, _WIDE_FIELDS if is_wide else _FIELDS):
                row = row_of(*values[1:8])
                yield (*row, *_more(section, values)) if is_wide else row


def row_of(
    loc: str,
    status: int | None,
    reason: str,
    canonical: str,
    published_at: datetime | None,
    updated_at: datetime | None,
    override: str,
) -> Row:
    """The cells of `COLUMNS`. Pure."""
    return (
        loc,
        status,
        indexability(reason),
        canonical,
        lastmod_source(published_at, updated_at, override),
        reason or LISTED,
    )


def indexability(reason: str) -> str:
    """
    Whether a search engine may index the page, by what was seen. A page that nobody fetched
    (withheld, withdrawn, a parameter variant) or could read is ``unknown``.
    """
    if reason in ("", Reason.DUPLICATE):
        return INDEXABLE
    return NOT_INDEXABLE if reason in _SEEN_TO_BE_OUT else UNKNOWN


def lastmod_source(
    published_at: datetime | None, updated_at: datetime | None, override: str
) -> str:
    """Where the date comes from: ``hand``, ``content``, ``publication`` or ``none``."""
    if override == "date":
        return "hand"
    if updated_at is not None:
        return "content"
    return "none" if published_at is None else "publication"


def _walk(section: Section, reason: str | None, fields: Sequence[str]) -> Iterator[Row]:
    rows = ContentState.objects.filter(section=section)
    if reason is not None:
        rows = rows.filter(reason=reason)
    last = 0
    while True:
        chunk = list(rows.filter(pk__gt=last).order_by("pk").values_list(*fields)[:CHUNK_ROWS])
        yield from chunk
        if len(chunk) < CHUNK_ROWS:
            return
        last = chunk[-1][0]


def _more(section: Section, values: Row) -> Row:
    published_at, updated_at = values[5:7]
    evidence, language, slot, seen_at = values[8:]
    lastmod = updated_at or published_at
    number = shard_of(slot, capacity=section.capacity) if slot is not None else None
    return (
        evidence,
        lastmod.isoformat() if lastmod else "",
        section.label,
        language,
        file_name(section, number) if number is not None else "",
        seen_at.isoformat() if seen_at else "",
    )
