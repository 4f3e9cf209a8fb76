"""
What a source says becomes a `Candidate` that every later room can rely on.

Sources are a project's code: they leave out, mix up and surprise. Here is the one place that
puts this right, so that nothing behind it asks again whether a date has a zone or a text fits
its column. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import UTC, date, datetime, time, tzinfo
from math import isfinite
from typing import Any

from django.utils.dateparse import parse_date, parse_datetime
from django.utils.functional import Promise

from honest_sitemaps.candidates.candidate import Candidate, Precision
from honest_sitemaps.candidates.faults import FAULT_LIMIT, fault_of
from honest_sitemaps.candidates.keys import storable
from honest_sitemaps.loc import LOC_LIMIT, Malformed, absolute, joined, path_of, printable

LANGUAGE_LIMIT = 35
"""Characters that a language's column holds."""

_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""What neither XML nor every database can hold. In a title that readers see it is left out;
what only looks like nothing stays: Persian, emoji and long German words need it."""

_FIRST_YEAR = 1000
"""Where the dates of MariaDB begin. What lies before is a zero that was read as a date."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
"""Another zero."""

_NEVER = datetime(9999, 1, 1, tzinfo=UTC)
"""The latest time; a later one could not be moved to every zone."""


def finished(candidate: Candidate, *, section: str, origin: str, zone: tzinfo) -> Candidate:
    """
    The candidate with section, key, absolute loc and aware dates.

    ``zone`` is that of naive dates. A loc that cannot be one stays as it was said, printable
    and cut at 2,048 characters, and ``fault`` says why; so does it for what is no date.
    """
    loc, fault = _loc(candidate.loc, origin=origin)
    published_at, precision, no_date = _moment(candidate.published_at, zone)
    expires_at, _, no_expiry = _moment(candidate.expires_at, zone)
    language = _text(candidate.language)
    faults = (
        _text(candidate.fault),
        fault,
        no_date and f"published_at: {no_date}",
        no_expiry and f"expires_at: {no_expiry}",
        len(language) > LANGUAGE_LIMIT and f"'{language[:100]}' is no language",
    )
    base = origin if fault else loc
    canonical = joined(_text(candidate.canonical), base=base)
    return replace(
        candidate,
        section=section,
        key=storable(_text(candidate.key) or _key_of_loc(loc, is_malformed=bool(fault))),
        loc=loc,
        language=language[:LANGUAGE_LIMIT],
        group=storable(_text(candidate.group)),
        published_at=published_at,
        published_precision=precision or candidate.published_precision,
        expires_at=expires_at,
        is_live=bool(candidate.is_live),
        is_public=bool(candidate.is_public),
        private_why=_text(candidate.private_why),
        not_live_why=_text(candidate.not_live_why),
        noindex=bool(candidate.noindex),
        canonical=canonical if isinstance(canonical, str) else _text(candidate.canonical),
        canonical_why=_text(candidate.canonical_why),
        withheld_why=_text(candidate.withheld_why),
        images=_images(candidate.images, base=base),
        videos=tuple(_plain(video, zone) for video in _listed(candidate.videos)),
        news=_plain(candidate.news, zone) if candidate.news else None,
        fault=next((str(one)[:FAULT_LIMIT] for one in faults if one), ""),
    )


def _loc(raw: Any, *, origin: str) -> tuple[str, str]:
    """The loc, and why it is none."""
    if isinstance(raw, Promise):
        try:
            raw = str(raw)
        except Exception as error:  # reverse_lazy, or any lazy function of the project
            return "", fault_of(error)
    found = absolute(raw, origin=origin)
    if isinstance(found, Malformed):
        return _text(raw), found.why
    return found, ""


def _key_of_loc(loc: str, *, is_malformed: bool) -> str:
    """The path; of what is no loc, all that was said; ``?`` of nothing."""
    return (loc or "?") if is_malformed else path_of(loc)


def _moment(value: Any, zone: tzinfo) -> tuple[datetime | None, Precision | None, str]:
    """A time in UTC, the precision if the kind of value tells it, and why it is no date."""
    if isinstance(value, str):
        parsed = _parsed(value)
        if parsed is None and value.strip():
            return None, None, f"'{printable(value, limit=100)}' is no date"
        value = parsed
    if value is None:
        return None, None, ""
    if isinstance(value, datetime):
        return _known(_aware(value, zone)), None, ""
    if isinstance(value, date):
        return _known(datetime.combine(value, time.min, zone)), "day", ""
    return None, None, f"{printable(repr(value), limit=100)} is no date"


def _parsed(text: str) -> datetime | date | None:
    try:
        return parse_date(text.strip()) or parse_datetime(text.strip())
    except ValueError:  # the shape of a date, but no such day
        return None


def _aware(value: datetime, zone: tzinfo) -> datetime:
    return value if value.utcoffset() is not None else value.replace(tzinfo=zone)


def _known(value: datetime) -> datetime | None:
    """
    The time in UTC: one in the hour that a zone skips or repeats equals none of another zone.

    ``None`` for the zero dates of old databases; "never" is pulled in, to be movable.
    """
    if value.year < _FIRST_YEAR:
        return None
    try:
        moment = value.astimezone(UTC)
    except OverflowError:  # the last hours that there are, in a zone west of Greenwich
        return _NEVER
    if moment.year < _FIRST_YEAR or moment == _EPOCH:
        return None
    return min(moment, _NEVER)


def _images(images: Any, *, base: str) -> tuple[str, ...]:
    found = (joined(_text(image), base=base) for image in _listed(images))
    return tuple(image for image in found if isinstance(image, str))


def _listed(value: Any) -> list[Any]:
    """One of something is a list of it; nothing is an empty list."""
    if not value:
        return []
    if isinstance(value, Iterable) and not isinstance(value, str | Mapping | Promise):
        return list(value)
    return [value]


def _plain(value: Any, zone: tzinfo) -> Any:
    """What JSON can hold: the ledger keeps it as such."""
    if isinstance(value, Mapping):
        return {_text(key): _plain(it, zone) for key, it in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(it, zone) for it in value]
    if isinstance(value, datetime):
        return _aware(value, zone).isoformat()
    if isinstance(value, date):
        return value.isoformat()
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, float):
        return value if isfinite(value) else str(value)  # JSON knows no NaN
    return _UNWRITABLE.sub("", str(value))[:LOC_LIMIT]


def _text(value: Any) -> str:
    return "" if value is None else printable(str(value), limit=LOC_LIMIT)
