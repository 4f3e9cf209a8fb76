"""
The ledger as JSON Lines, so that it travels with a deploy artifact or between databases.

One object a line. The first names the format; each other is one URL with its dates and its
fingerprint. A foreign ledger of ``loc``, ``hash`` and ``date`` is read as dates alone.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime, time
from typing import Any

from django.db import transaction
from django.utils.dateparse import parse_date, parse_datetime

from honest_sitemaps.eligibility import Reason
from honest_sitemaps.errors import TransferError
from honest_sitemaps.ledger.lines import chunked
from honest_sitemaps.ledger.models import ContentState, Section
from honest_sitemaps.ledger.scans import lock
from honest_sitemaps.loc import loc_digest

FORMAT = {"format": "honest_sitemaps.ledger", "version": 1}

EXPORTED = (
    "key",
    "language",
    "loc",
    "group",
    "slot",
    "digest",
    "recipe",
    "parts",
    "published_at",
    "published_precision",
    "updated_at",
    "due_at",
    "reason",
    "evidence",
    "http_status",
    "canonical",
    "override",
    "override_why",
    "seen_at",
)
TIMES = {"published_at", "updated_at", "due_at", "seen_at"}
CHUNK_ROWS = 1_000

SectionOf = Callable[[Mapping[str, Any], int], Section]
"""The section that a line (its object, its number) belongs to."""


def export_ledger() -> Iterator[str]:
    """Each line of the export, without its end, sections and rows in a stable order."""
    yield json.dumps(FORMAT)
    for section in Section.objects.order_by("origin", "name", "language"):
        last = 0
        rows = ContentState.objects.filter(section=section).order_by("pk")
        while chunk := list(rows.filter(pk__gt=last)[:CHUNK_ROWS]):
            for row in chunk:
                yield json.dumps(_exported(section, row), ensure_ascii=False)
            last = chunk[-1].pk


def import_ledger(text: Iterable[str], *, section_of: SectionOf) -> int:
    """
    Write the rows of an export; answer how many. All or none.

    A URL that the ledger knows already is left as it is: what was seen here is newer than what
    was seen elsewhere. Raises `TransferError` naming the line.
    """
    written = 0
    with transaction.atomic():
        for chunk in chunked(_parsed(text), CHUNK_ROWS):
            by_section: dict[int, tuple[Section, list[ContentState]]] = {}
            for number, said in chunk:
                section = section_of(said, number)
                row = _row(section, said, number)
                by_section.setdefault(section.pk, (section, []))[1].append(row)
            for section, rows in by_section.values():
                written += _insert(section, rows)
    return written


def _exported(section: Section, row: ContentState) -> dict[str, Any]:
    said: dict[str, Any] = {
        "origin": section.origin,
        "section": section.name,
        "section_language": section.language,
        "capacity": section.capacity,
        "released": section.released,
    }
    for name in EXPORTED:
        value = getattr(row, name)
        said[name] = value.isoformat() if isinstance(value, datetime) else value
    return said


def _parsed(text: Iterable[str]) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in enumerate(text, start=1):
        if not line.strip():
            continue
        try:
            said = json.loads(line)
        except ValueError as error:
            raise TransferError(f"not JSON: {error}", line=number) from error
        if not isinstance(said, dict):
            raise TransferError("not a JSON object", line=number)
        if said.get("format") == FORMAT["format"]:
            if said.get("version") != FORMAT["version"]:
                raise TransferError(f"unknown version {said.get('version')!r}", line=number)
            continue
        yield number, said


def _row(section: Section, said: Mapping[str, Any], number: int) -> ContentState:
    if not isinstance(said.get("loc"), str) or not said["loc"]:
        raise TransferError("no 'loc'", line=number)
    is_ours = "key" in said
    values = (
        {name: said[name] for name in EXPORTED if name in said} if is_ours else _foreign(said)
    )
    for name in TIMES & values.keys():
        values[name] = _time(values[name], name, number)
    row = ContentState(section=section, **values)
    row.loc_digest = loc_digest(row.loc)
    if row.updated_at and row.published_at and row.updated_at < row.published_at:
        raise TransferError("updated_at lies before published_at", line=number)
    return row


def _foreign(said: Mapping[str, Any]) -> dict[str, Any]:
    """
    A row of a foreign ledger: dates, waiting for a sweep that sees the loc and adopts it.

    Its hash was made by other rules and says nothing here.
    """
    date = said.get("lastmod", said.get("date", said.get("updatedAt")))
    return {
        "key": f"imported:{loc_digest(said['loc'])}",
        "loc": said["loc"],
        "published_at": said.get("published_at", said.get("publishedAt")),
        "updated_at": date,
        "reason": Reason.WITHDRAWN,
        "evidence": "imported; no scan has seen it yet",
    }


def _time(value: object, name: str, number: int) -> datetime | None:
    if value is None or value == "":
        return None
    parsed: datetime | None = None
    if isinstance(value, str):
        try:
            parsed = parse_datetime(value)
            if parsed is None and (day := parse_date(value)) is not None:
                parsed = datetime.combine(day, time(), tzinfo=UTC)
        except ValueError:
            parsed = None
    if parsed is None:
        raise TransferError(f"{name} is no ISO 8601 time: {value!r}", line=number)
    return parsed if parsed.tzinfo else parsed.replace(tzinfo=UTC)


def _insert(section: Section, rows: list[ContentState]) -> int:
    lock(section)
    keys = [row.key for row in rows]
    digests = [row.loc_digest for row in rows]
    mine = ContentState.objects.filter(section=section)
    known = set(mine.filter(key__in=keys).values_list("key", "language"))
    known_locs = set(mine.filter(loc_digest__in=digests).values_list("loc_digest", flat=True))
    taken = set(
        mine.filter(slot__in=[row.slot for row in rows if row.slot]).values_list(
            "slot", flat=True
        )
    )
    new = [
        row
        for row in rows
        if (row.key, row.language) not in known and row.loc_digest not in known_locs
    ]
    for row in new:
        if row.slot in taken:
            row.slot = None
    ContentState.objects.bulk_create(new)
    highest = max((row.slot for row in new if row.slot), default=0)
    Section.objects.filter(pk=section.pk, next_slot__lte=highest).update(next_slot=highest + 1)
    return len(new)
