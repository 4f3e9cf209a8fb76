"""
Every new file is read again before it goes live, by other code than wrote it.

The gate judges truth only: is it well-formed, within the limits, of this origin, without dates
to come, and does it hold what was read? Whether too much moved was the guard's matter.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from functools import cache
from hashlib import sha256
from typing import cast

from lxml import etree

from honest_sitemaps.loc import LOC_LIMIT
from honest_sitemaps.partition import INDEX_NAME, PROTOCOL_LIMIT_URLS
from honest_sitemaps.publish.addresses import is_public
from honest_sitemaps.publish.artifacts import decoded, gzip_of
from honest_sitemaps.publish.draft import File
from honest_sitemaps.publish.extensions_xml import IMAGE_LIMIT
from honest_sitemaps.publish.news_xml import NEWS_LIMIT
from honest_sitemaps.publish.urlset_xml import EXTENSIONS, NAMESPACE, PROTOCOL_LIMIT_BYTES
from honest_sitemaps.publish.xml_text import w3c

SAMPLES = 3
"""Locs that a finding names."""

_NAMES = {"s": NAMESPACE, **EXTENSIONS}
_W3C = re.compile(
    r"[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])"
    r"(?:T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\+00:00)?"
)
"""A day, or a time in UTC to the second: the two forms that we write."""

_ALL_W3C = re.compile(rf"(?:{_W3C.pattern}\n)*")
_DAY = len("2026-11-30")
_ADDRESSES = "self::video:thumbnail_loc or self::video:content_loc or self::video:player_loc"
_HEAD = b'<?xml version="1.0" encoding="UTF-8"?>\n<'


def examine(files: Sequence[File], *, origin: str, now: datetime) -> list[str]:
    """The faults of these stored files, each beginning with the file's name."""
    return [
        f"{file.name}: {fault}"
        for file in files
        for fault in _faults(file, origin=origin, now=now)
    ]


def _faults(file: File, *, origin: str, now: datetime) -> Iterator[str]:
    reader = _Reader(is_index=file.name == INDEX_NAME, origin=origin, now=now)
    try:
        reader.read(gzip_of(file.digest))
    except (etree.XMLSyntaxError, zlib.error, OSError) as broken:
        yield f"cannot be read: {broken}"
        return
    yield from reader.faults
    if reader.digest != file.digest:
        yield f"its bytes have digest {reader.digest}, not {file.digest}"
    if reader.entries != file.urls:
        yield f"holds {reader.entries:,} entries where {file.urls:,} were written"
    if reader.entries > PROTOCOL_LIMIT_URLS:
        yield f"holds {reader.entries:,} entries; the protocol allows {PROTOCOL_LIMIT_URLS:,}"
    if reader.size_bytes > PROTOCOL_LIMIT_BYTES:
        yield f"has {reader.size_bytes:,} bytes; the protocol allows {PROTOCOL_LIMIT_BYTES:,}"
    if reader.news > NEWS_LIMIT:
        yield f"holds {reader.news:,} news; a file may hold {NEWS_LIMIT:,}"


class _Reader:
    """
    Parses a file piece by piece, and forgets the entries of a piece once it looked at them.

    They are looked at by XPath, all of a piece at once: a call in Python for each of them
    would cost more than writing them did (bench/release.py).
    """

    def __init__(self, *, is_index: bool, origin: str, now: datetime) -> None:
        self._root_name, self._entry = (
            ("sitemapindex", "sitemap") if is_index else ("urlset", "url")
        )
        self._origin = origin
        self._now = now
        self._may_be_private = not is_public(origin)
        self._sha = sha256()
        self._root: etree._Element | None = None
        self._faults: dict[str, list[str]] = {}
        self.entries = self.news = self.size_bytes = 0

    @property
    def digest(self) -> str:
        return self._sha.hexdigest()

    @property
    def faults(self) -> list[str]:
        return [f"{what}: {', '.join(s)}" if s else what for what, s in self._faults.items()]

    def read(self, gzip: bytes) -> None:
        # Only the root makes an event: events that nobody takes keep their elements alive.
        parser = etree.XMLPullParser(
            events=("start",),
            tag=f"{{{NAMESPACE}}}{self._root_name}",
            resolve_entities=False,
            no_network=True,
            load_dtd=False,
            huge_tree=False,
        )
        for piece in decoded(gzip):
            if not self.size_bytes and not piece.startswith(_HEAD):
                self._fault("does not begin with the XML declaration", [repr(piece[:40])])
            self._sha.update(piece)
            self.size_bytes += len(piece)
            parser.feed(piece)
            self._look(parser, is_whole=False)
        parser.close()
        self._look(parser, is_whole=True)

    def _look(self, parser: etree.XMLPullParser, *, is_whole: bool) -> None:
        if self._root is None:
            self._root = _first_element(parser)
            if self._root is not None:
                self._look_at_root(self._root)
            elif is_whole:
                self._fault(f"its root is no {self._root_name} of {NAMESPACE}")
        if self._root is None:
            return
        complete = len(self._root) - (0 if is_whole else 1)
        if complete > 0:
            self._look_at_entries(self._root, complete, is_whole)
            self.entries += complete
            del self._root[:complete]

    def _look_at_root(self, root: etree._Element) -> None:
        if root.getroottree().docinfo.internalDTD is not None:
            self._fault("has a DOCTYPE")
        declared = {prefix or "s": name for prefix, name in root.nsmap.items()}
        unknown = [name for prefix, name in declared.items() if _NAMES.get(prefix) != name]
        self._fault("declares an unknown namespace", unknown)

    def _look_at_entries(self, root: etree._Element, complete: int, is_whole: bool) -> None:
        # The last entry may still be growing.
        entries = f"s:{self._entry}" if is_whole else f"s:{self._entry}[position()<last()]"

        def texts(path: str) -> list[str]:
            return cast(list[str], _xpath(entries + path)(root))

        locs = texts("/s:loc/text()")
        single = _xpath(f"count({entries}[count(s:loc)=1])")(root)
        if not len(locs) == single == complete:
            self._fault(f"holds something else than {self._entry} elements of one loc each")
        self._look_at_locs("a loc", locs)
        self._look_at_dates(texts("/s:lastmod/text()"))
        if "xhtml" in root.nsmap:
            self._look_at_locs("an alternate", texts("/xhtml:link/@href"))
        if "image" in root.nsmap:
            self._look_at_media(texts("/image:image/image:loc/text()"))
            crowded = texts(f"[count(image:image)>{IMAGE_LIMIT}]/s:loc/text()")
            self._fault(f"has more than {IMAGE_LIMIT:,} images at a page", crowded)
        if "video" in root.nsmap:
            self._look_at_media(texts(f"/video:video/*[{_ADDRESSES}]/text()"))
        if "news" in root.nsmap:
            self.news += len(texts("/news:news"))

    def _look_at_locs(self, what: str, locs: Sequence[str]) -> None:
        inside = self._origin + "/"
        foreign = [loc for loc in locs if not loc.startswith(inside)]
        self._fault(f"names {what} that is not of {self._origin}", foreign)
        self._fault(
            f"names {what} of {LOC_LIMIT:,} characters or more",
            [loc for loc in locs if len(loc) >= LOC_LIMIT],
        )

    def _look_at_dates(self, dates: Sequence[str]) -> None:
        # All at once: a match for each date would cost more than writing it did.
        if not _ALL_W3C.fullmatch("\n".join([*dates, ""])):
            self._fault("holds no W3C datetime", [text for text in dates if not _is_w3c(text)])
        # Times are all in UTC, so their order is that of their text. A day is one of the
        # site's own zone, which may be ahead of UTC by 14 hours.
        now, today = w3c(self._now), w3c(self._now + timedelta(hours=14))[:_DAY]
        late = [text for text in dates if text > (today if len(text) == _DAY else now)]
        self._fault("holds a date to come", late)

    def _look_at_media(self, locs: Sequence[str]) -> None:
        if not self._may_be_private:
            private = [loc for loc in locs if not is_public(loc)]
            self._fault("names a host that is not public", private)

    def _fault(self, what: str, seen: Sequence[str] | None = None) -> None:
        """Note a fault, once a kind; ``seen`` are the texts at fault, none if it is empty."""
        if seen is None:
            self._faults.setdefault(what, [])
        elif seen:
            self._faults.setdefault(what, list(seen[:SAMPLES]))


def _is_w3c(text: str) -> bool:
    return _W3C.fullmatch(text) is not None


def _first_element(parser: etree.XMLPullParser) -> etree._Element | None:
    for _, element in parser.read_events():
        return cast(etree._Element, element)
    return None


@cache
def _xpath(path: str) -> etree.XPath:
    return etree.XPath(path, namespaces=_NAMES, smart_strings=False)
