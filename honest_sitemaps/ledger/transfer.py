"""
The ledger as JSON Lines, so that it travels with a deploy artifact or between databases.

One object a line. The first names the format; each other is one URL with its dates and its
fingerprint. A foreign ledger of ``loc``, ``hash`` and ``date`` is read as dates alone.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, time
from typing import Any, NamedTuple, cast

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import JSONField
from django.utils.dateparse import parse_date, parse_datetime

from honest_sitemaps.eligibility import Reason
from honest_sitemaps.errors import TransferError
from honest_sitemaps.ledger import counting
from honest_sitemaps.ledger.lines import chunked
from honest_sitemaps.ledger.models import ContentChange, ContentState, Section
from honest_sitemaps.ledger.override import (
    DATE,
    DATES,
    WITHHOLD,
    exported_overrides,
    imported_override,
)
from honest_sitemaps.ledger.rows import OVERRIDE_COLUMNS
from honest_sitemaps.ledger.scans import lock, section_row
from honest_sitemaps.loc import Malformed, absolute, loc_digest, normal_origin, printable
from honest_sitemaps.registry import CAPACITY_LIMIT

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

FIRST_YEAR = 1000
"""Where the dates of MariaDB begin."""

UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
"""No database takes a lone surrogate, and PostgreSQL no null byte."""

SectionOf = Callable[[Mapping[str, Any], int], Section]
"""The section that a line (its object, its number) belongs to."""


class _Line(NamedTuple):
    """What a line of an export becomes."""

    row: ContentState
    decided: ContentChange | None
    """The override's step, without its state until the row is stored."""


OnRows = Callable[[Section, Sequence[ContentState]], None]
"""Called in the import's transaction with the rows written."""


def export_ledger() -> Iterator[str]:
    """Each line of the export, without its end, sections and rows in a stable order."""
    yield json.dumps(FORMAT)
    for section in Section.objects.order_by("origin", "name", "language"):
        last = 0
        rows = ContentState.objects.filter(section=section).order_by("pk")
        while chunk := list(rows.filter(pk__gt=last)[:CHUNK_ROWS]):
            overridden = exported_overrides(chunk)
            for row in chunk:
                said = {**_exported(section, row), **overridden.get(row.pk, {})}
                yield json.dumps(said, ensure_ascii=False)
            last = chunk[-1].pk


def import_ledger(text: Iterable[str], *, section_of: SectionOf, on_rows: OnRows) -> int:
    """
    Write the rows of an export; answer how many. All or none.

    A URL that the ledger knows already is left as it is: what was seen here is newer than what
    was seen elsewhere. So is one that comes again in the file. Raises `TransferError` naming
    the line.
    """
    written = 0
    with transaction.atomic():
        last = ContentState.objects.order_by("pk").values_list("pk", flat=True).last() or 0
        for chunk in chunked(_parsed(_lines(text)), CHUNK_ROWS):
            by_section: dict[int, tuple[Section, list[_Line]]] = {}
            for number, said in chunk:
                section = section_of(said, number)
                row = _row(section, said, number)
                line = _Line(row, _decided(row, said, number))
                by_section.setdefault(section.pk, (section, []))[1].append(line)
            for section, lines in by_section.values():
                new = _insert(section, lines, last_known=last)
                on_rows(section, new)
                written += len(new)
    return written


def named_section(said: Mapping[str, Any], number: int) -> Section:
    """The section that a line of an export names, made if it is new."""
    origin = normal_origin(said.get("origin", ""))
    if isinstance(origin, Malformed):
        raise TransferError(f"origin: {origin.why}", line=number)
    named = Section(
        origin=origin,
        name=said["section"],
        language=said.get("section_language", ""),
        capacity=cast("int", said.get("capacity")),  # clean_fields looks
    )
    _require_usable(named, number)
    if not 1 <= named.capacity <= CAPACITY_LIMIT:
        raise TransferError(f"capacity: {named.capacity} is not 1 to 50,000", line=number)
    section = section_row(
        origin=origin, name=named.name, language=named.language, capacity=named.capacity
    )
    if said.get("released") and not section.released:
        section.released = True
        section.save(update_fields=["released"])
    return section


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


def _lines(text: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The lines that hold something, numbered from 1."""
    number, it = 0, iter(text)
    while True:
        try:
            line = next(it, None)
        except UnicodeDecodeError as error:  # read ahead: it may lie some lines behind
            raise TransferError(
                f"from here on it is not UTF-8: {error}", line=number + 1
            ) from error
        if line is None:
            return
        number += 1
        if line.strip():
            yield number, line


def _parsed(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in lines:
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
    is_ours = "key" in said
    # A candidate that has no usable loc is a row as well, but an excluded one.
    may_lack = is_ours and said.get("reason")
    if not isinstance(said.get("loc"), str) or not (said["loc"] or may_lack):
        raise TransferError("no 'loc'", line=number)
    values = (
        {name: said[name] for name in EXPORTED if name in said}
        if is_ours
        else _foreign(said, section, _loc(said["loc"], section, number))
    )
    for name in TIMES & values.keys():
        values[name] = _time(values[name], name, number)
    row = ContentState(section=section, **values)
    _require_usable(row, number)
    row.loc_digest = loc_digest(row.loc)
    if row.slot == 0:
        raise TransferError("slot: the first is 1", line=number)
    if row.updated_at and row.published_at and row.updated_at < row.published_at:
        raise TransferError("updated_at lies before published_at", line=number)
    return row


def _decided(row: ContentState, said: Mapping[str, Any], number: int) -> ContentChange | None:
    """Who overrode it, when, and what was before, so far as the line says."""
    if row.override not in {"", WITHHOLD, DATE}:
        raise TransferError(f"override: {row.override!r} is no word for one", line=number)
    by, told = said.get("override_by", ""), said.get("override_before", {})
    if not isinstance(by, str) or not isinstance(told, dict):
        raise TransferError("override_by, override_before: a text and an object", line=number)
    before = {name: told[name] for name in (*DATES, *OVERRIDE_COLUMNS) if name in told}
    for name in {"published_at", "updated_at"} & before.keys():
        moment = _time(before[name], f"override_before.{name}", number)
        before[name] = moment.isoformat() if moment else None
    at = _time(said.get("override_at"), "override_at", number)
    return imported_override(row, by=by, at=at, before=before)


def _require_usable(row: ContentState | Section, number: int) -> None:
    """Raise `TransferError` unless each value is what its column can hold."""
    empty = {"loc"} if getattr(row, "loc", None) == "" else set()  # `_row` judged that
    for field in row._meta.concrete_fields:
        value = getattr(row, field.attname)
        if value is None and not (field.null or field.primary_key):
            raise TransferError(f"{field.name}: null", line=number)
        if isinstance(value, list | dict) and not isinstance(field, JSONField):
            raise TransferError(f"{field.name}: not a single value", line=number)
        if isinstance(value, str) and UNSTORABLE.search(value):
            told = printable(value)
            raise TransferError(f"{field.name}: {told!r} cannot be stored", line=number)
    try:
        row.clean_fields(exclude={"section", "loc_digest", *empty})
    except ValidationError as error:
        name, [message, *_] = next(iter(error.message_dict.items()))
        raise TransferError(f"{name}: {message}", line=number) from error


def _loc(raw: str, section: Section, number: int) -> str:
    loc = absolute(raw, origin=section.origin)
    if isinstance(loc, Malformed):
        raise TransferError(f"loc: {loc.why}", line=number)
    return loc


def _foreign(said: Mapping[str, Any], section: Section, loc: str) -> dict[str, Any]:
    """
    A row of a foreign ledger: dates, waiting for a sweep that sees the loc and adopts it.

    Its hash was made by other rules and says nothing here.
    """
    date = said.get("lastmod", said.get("date", said.get("updatedAt")))
    return {
        "key": f"imported:{loc_digest(loc)}",
        "language": section.language,
        "loc": loc,
        "published_at": said.get("published_at", said.get("publishedAt")),
        "updated_at": date,
        "reason": Reason.WITHDRAWN,
        "evidence": "imported; no scan has seen it yet",
    }


def _time(value: object, name: str, number: int) -> datetime | None:
    if value is None or value == "":
        return None
    moment = _moment(value) if isinstance(value, str) else None
    if moment is None or moment.year < FIRST_YEAR:
        raise TransferError(f"{name} is no ISO 8601 time: {value!r}", line=number)
    return moment


def _moment(text: str) -> datetime | None:
    """In UTC; a day is its midnight. ``None`` if it is no time that there is."""
    try:
        day = parse_date(text)
        parsed = datetime.combine(day, time()) if day else parse_datetime(text)
        if parsed is None:
            return None
        return (parsed if parsed.tzinfo else parsed.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def _insert(section: Section, lines: list[_Line], *, last_known: int) -> list[ContentState]:
    """
    Write the rows that are not known: by their key, or by their loc in a row that was here
    before the import (``last_known`` is the last one's primary key).
    """
    lock(section)
    mine = ContentState.objects.filter(section=section)
    rows = [line.row for line in lines]
    keys, digests = [row.key for row in rows], [row.loc_digest for row in rows]
    known = set(mine.filter(key__in=keys).values_list("key", "language"))
    here = mine.filter(pk__lte=last_known, loc_digest__in=digests)
    # Rows without a loc share its digest and are told apart by their keys.
    known_locs = set(here.exclude(loc="").values_list("loc_digest", flat=True))
    slots = [row.slot for row in rows if row.slot]
    taken = set(mine.filter(slot__in=slots).values_list("slot", flat=True))
    new: list[_Line] = []
    for line in lines:
        row = line.row
        if (row.key, row.language) in known or row.loc_digest in known_locs:
            continue
        known.add((row.key, row.language))
        if row.slot in taken:
            row.slot = None
        taken |= {row.slot} - {None}
        new.append(line)
    _write(section, new)
    highest = max((line.row.slot for line in new if line.row.slot), default=0)
    Section.objects.filter(pk=section.pk, next_slot__lte=highest).update(next_slot=highest + 1)
    return [line.row for line in new]


def _write(section: Section, new: Sequence[_Line]) -> None:
    """The rows, who overrode them, and their figures."""
    ContentState.objects.bulk_create([line.row for line in new])
    changes = []
    for row, decided in new:
        if decided is not None:
            decided.state = row
            changes.append(decided)
    ContentChange.objects.bulk_create(changes)
    counting.count(
        section,
        came=[counting.kind_of(line.row) for line in new],
        steps=Counter(counting.step_of_day(one.seen_at, one.move) for one in changes),
    )
