"""
The date that the sitemap gives a page, for the page itself.

::

    {% load honest_dates %}
    {% lastmod_of page as when %}              a date, or None
    {% lastmod_of pages as dated %}            [(page, date or None), …] with one query
    {% last_updated page %}                    <time datetime="…" data-sitemap-noise>…</time>
    {% date_modified page as modified %}       2026-08-12T06:00:00+00:00, for JSON-LD

``page`` is a model instance, or a loc where there is none: absolute, or a path. The date comes
from the row that the sitemap is built from, so a page shows one only where the sitemap does:
while the page is listed, in a section with dates, and not later than now. An excluded page is
not fingerprinted, so nobody knows whether its last date is still true: it shows none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime

from django import template
from django.db.models import Model, Q
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.html import format_html

from honest_sitemaps.candidates import instance_key, storable
from honest_sitemaps.clock import utc_now
from honest_sitemaps.loc import absolute, loc_digest
from honest_sitemaps.models import ContentState
from honest_sitemaps.registry import origin_for, registrations

register = template.Library()

Page = Model | str | None
When = datetime | date | None
"""A `date` where only the day of publication is known; ``None`` where nothing is."""


@register.simple_tag
def lastmod_of(page: Page | Iterable[Page]) -> When | list[tuple[Page, When]]:
    """The date of a page; for several pages, pairs of page and date in the same order."""
    if page is None or isinstance(page, Model | str):
        return _dates([page])[0]
    pages = list(page)
    return list(zip(pages, _dates(pages), strict=True))


@register.simple_tag
def last_updated(page: Page, shape: str = "DATE_FORMAT") -> str:
    """
    The date for readers, in the active language and time zone; ``""`` if there is none.

    ``shape`` is a format of Django's ``date`` filter or the name of one. The element is marked
    as noise: printing the date moves none. Words around it are not marked; where they come and
    go with the date, mark the element that holds both.
    """
    when = _dates([page])[0]
    if when is None:
        return ""
    shown = timezone.localtime(when) if isinstance(when, datetime) else when
    return format_html(
        '<time datetime="{}" data-sitemap-noise>{}</time>',
        _iso(when),
        date_format(shown, shape),
    )


@register.simple_tag
def date_modified(page: Page) -> str:
    """``dateModified`` for JSON-LD, as the sitemap writes it; ``""`` if there is none."""
    when = _dates([page])[0]
    return "" if when is None else _iso(when)


def _dates(pages: Sequence[Page]) -> list[When]:
    """One date a page, with one query for all."""
    names = [_names(page) for page in pages]
    found = _rows(set().union(*names))
    return [_date([row for name in own for row in found.get(name, ())]) for own in names]


def _names(page: Page) -> set[str]:
    """
    What the ledger may call a page: keys of an object, digests of a loc.

    A child of multi-table inheritance also has its parents' keys: a source of the parent names
    it by those.
    """
    if isinstance(page, Model):
        models = [type(page), *page._meta.get_parent_list()]
        return {storable(instance_key(page, model=model)) for model in models}
    if not page:
        return set()
    locs = {absolute(page, origin=origin) for origin in _origins()}
    return {loc_digest(loc) for loc in locs if isinstance(loc, str)}


def _origins() -> set[str]:
    return {origin_for(registration) for registration in registrations()}


def _rows(names: set[str]) -> dict[str, list[ContentState]]:
    """The rows that a sitemap dates, by key and by digest of their loc."""
    if not names:
        return {}
    dated = [registration.name for registration in registrations() if registration.dates]
    rows = (
        ContentState.objects.listed()
        .filter(Q(key__in=names) | Q(loc_digest__in=names), section__name__in=dated)
        .order_by("section", "pk")
        .only(
            "key",
            "loc_digest",
            "language",
            "published_at",
            "published_precision",
            "updated_at",
        )
    )
    found: dict[str, list[ContentState]] = {}
    for row in rows:
        found.setdefault(row.key, []).append(row)
        found.setdefault(row.loc_digest, []).append(row)
    return found


def _date(rows: Sequence[ContentState]) -> When:
    """
    The date of the row that is meant: of the active language, else of a source without
    languages, else of the only language there is.
    """
    languages = {row.language for row in rows}
    active = translation.get_language() or ""
    only = languages.pop() if len(languages) == 1 else ""
    meant = next((row for row in rows if row.language == active), None) or next(
        (row for row in rows if row.language == only), None
    )
    return None if meant is None else _lastmod(meant, now=utc_now())


def _lastmod(row: ContentState, *, now: datetime) -> When:
    when = row.lastmod
    if when is None or when > now:
        return None
    if row.updated_at is None and row.published_precision == "day":
        return _aware(when).astimezone(timezone.get_default_timezone()).date()
    return _aware(when)


def _aware(when: datetime) -> datetime:
    """With ``USE_TZ=False`` the database gives times without a zone, in the default one."""
    zone = timezone.get_default_timezone()
    return timezone.make_aware(when, zone) if timezone.is_naive(when) else when


def _iso(when: datetime | date) -> str:
    if isinstance(when, datetime):
        return when.astimezone(UTC).isoformat(timespec="seconds")
    return when.isoformat()
