"""One shard becomes one file's bytes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from heapq import nlargest
from logging import getLogger

from honest_sitemaps.partition import PlannedShard, Shard, SlotRange
from honest_sitemaps.publish import rows
from honest_sitemaps.publish.alternates_xml import NO_LINKS, link_set
from honest_sitemaps.publish.artifacts import Coded, Coder
from honest_sitemaps.publish.extensions_xml import Written, images_xml, videos_xml
from honest_sitemaps.publish.news_xml import NEWS_LIMIT, Article, article
from honest_sitemaps.publish.urlset_xml import UrlEntry, write_urlset
from honest_sitemaps.publish.xml_text import w3c, w3c_day

logger = getLogger(__name__)

SAMPLES = 5
"""Things left out of a file that a log line names."""


WRITER = 1
"""Raised with a change of this package that writes other bytes for the same rows: each file is
then built anew once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What all files of a release share."""

    origin: str
    now: datetime
    sections: tuple[int, ...]
    """Primary keys of the sections whose rows may be named as language versions."""

    default_language: str
    news_name: str

    def mark(self, *, has_dates: bool) -> str:
        """16 hex digits of all but the time: a file built under others is stale."""
        parts = (WRITER, self.origin, sorted(self.sections), self.default_language)
        told = repr((*parts, self.news_name, has_dates))
        return sha256(told.encode("utf-8", "surrogatepass")).hexdigest()[:16]


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    coded: Coded
    urls: int
    due_at: datetime | None
    """When the clock alone will change the bytes: news that age, a date that comes."""

    finding: str
    """Why the rows read cannot be all of the shard's; ``""`` if they are."""


@dataclass(slots=True)
class _Gathered:
    """What building a file learns beside its bytes."""

    due_at: datetime | None = None
    left_out: list[str] = field(default_factory=list)

    def due(self, moment: datetime) -> None:
        self.due_at = moment if self.due_at is None else min(self.due_at, moment)


def build(shard: PlannedShard, *, terms: Terms, has_dates: bool) -> Built:
    """
    Read the shard's rows and write its file; constant memory, a handful of queries.

    Raises `ShardOverflow` if the rows do not fit a file.
    """
    facts = rows.facts_of(shard)
    gathered = _Gathered()
    coder = Coder()
    size = write_urlset(_entries(shard, facts, terms, has_dates, gathered), coder)
    if gathered.left_out:
        logger.warning(
            "action=leave_out file=%s count=%d first=%s",
            shard.name,
            len(gathered.left_out),
            "; ".join(gathered.left_out[:SAMPLES]),
        )
    return Built(
        coded=coder.close(),
        urls=size.urls,
        due_at=gathered.due_at,
        finding=_miscount(shard, planned=facts.urls, written=size.urls),
    )


def _miscount(shard: PlannedShard, *, planned: int, written: int) -> str:
    """A settle meanwhile explains another count: it raised the version, the file is stale."""
    if planned == written:
        return ""
    is_same = Shard.objects.filter(
        section_id=shard.section.pk, number=shard.number, version=shard.version
    ).exists()
    counts = f"{shard.name}: {planned:,} listed rows, but {written:,} entries were written"
    return counts if is_same else ""


def _entries(
    shard: PlannedShard,
    facts: rows.Facts,
    terms: Terms,
    has_dates: bool,
    gathered: _Gathered,
) -> Iterator[UrlEntry]:
    news = _news(shard, terms, gathered) if facts.news else {}
    lastmod = _Dates(terms.now, gathered).lastmod
    for slots in rows.pieces(shard.slots):
        extensions = _extensions(shard, slots, facts, terms, gathered)
        for row in rows.rows_of(shard, slots):
            slot, reason, loc = row[:3]
            if not reason:
                xml = extensions.get(slot, "") + news.get(slot, "")
                yield UrlEntry(loc, lastmod(*row[3:]) if has_dates else "", xml)


class _Dates:
    """Writes the ``lastmod`` of rows."""

    def __init__(self, now: datetime, gathered: _Gathered) -> None:
        self._clock = rows.Clock()
        self._now = w3c(now)
        self._gathered = gathered

    def lastmod(self, updated_at: str | None, published_at: str | None, precision: str) -> str:
        """``updated_at``, else ``published_at`` with its precision; never a date to come."""
        text = updated_at or published_at
        if not text:
            return ""
        written = self._clock.w3c(text)
        if written > self._now:  # both in UTC: their order is that of their text
            self._gathered.due(self._clock.moment(text))
            return ""
        if precision == "day" and not updated_at:
            return w3c_day(self._clock.moment(text))
        return written


def _extensions(
    shard: PlannedShard,
    slots: SlotRange,
    facts: rows.Facts,
    terms: Terms,
    gathered: _Gathered,
) -> dict[int, str]:
    """Slot to XML: links, then images, then videos."""
    xml = _links(shard, slots, terms) if facts.grouped else {}
    if facts.images:
        for slot, (loc, images) in rows.texts_of(shard, slots, "images"):
            written = images_xml(images, origin=terms.origin)
            xml[slot] = xml.get(slot, "") + _noted(written, loc, gathered)
    if facts.videos:
        for slot, (loc, videos) in rows.texts_of(shard, slots, "videos"):
            written = videos_xml(videos, loc=loc, origin=terms.origin)
            xml[slot] = xml.get(slot, "") + _noted(written, loc, gathered)
    return xml


def _noted(written: Written, loc: str, gathered: _Gathered) -> str:
    gathered.left_out += [f"{loc}: {clause}" for clause in written.left_out]
    return written.xml


def _links(shard: PlannedShard, slots: SlotRange, terms: Terms) -> dict[int, str]:
    groups = rows.groups_of(shard, slots)
    members = rows.members_of(sorted(set(groups.values())), terms.sections)
    sets = {
        group: link_set(found, default_language=terms.default_language)
        for group, found in members.items()
    }
    xml: dict[int, str] = {}
    for slot, group in groups.items():
        links = sets.get(group, NO_LINKS)
        if (shard.section.pk, slot) in links.members:
            xml[slot] = links.xml
    return xml


def _news(shard: PlannedShard, terms: Terms, gathered: _Gathered) -> dict[int, str]:
    """Slot to ``news:news``: of more than 1,000 the newest."""
    fresh: list[tuple[datetime, int, Article]] = []
    for slot, news, published_at, language in rows.news_of(shard):
        language = language or terms.default_language
        found = article(
            news, published_at=published_at, language=language, name=terms.news_name
        )
        if isinstance(found, str):
            gathered.left_out.append(f"slot {slot}: news: {found}")
            continue
        turns_at = found.turns_at(terms.now)
        if turns_at is not None:
            gathered.due(turns_at)
        if found.is_news(terms.now):
            fresh.append((found.published_at, slot, found))
    return {slot: found.xml for _, slot, found in nlargest(NEWS_LIMIT, fresh)}
