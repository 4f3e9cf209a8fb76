"""The sitemap index as XML."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from honest_sitemaps.errors import ShardOverflow
from honest_sitemaps.publish.urlset_xml import (
    DECLARATION,
    NAMESPACE,
    PROTOCOL_LIMIT_BYTES,
    Out,
    XmlSize,
)
from honest_sitemaps.publish.xml_text import escaped, w3c

INDEX_LIMIT_FILES = 50_000
"""https://www.sitemaps.org/protocol.html#index: at most 50,000 sitemaps in an index."""


class IndexEntry(NamedTuple):
    loc: str
    changed_at: datetime
    """When the file's bytes last changed, removals included."""


def write_index(entries: Sequence[IndexEntry], out: Out, *, now: datetime) -> XmlSize:
    """
    Write the index; each file with the date of its own last change.

    A date later than ``now`` is not written. Raises `ShardOverflow` before it writes anything,
    if there are more than 50,000 files or 52,428,800 bytes.
    """
    if len(entries) > INDEX_LIMIT_FILES:
        raise ShardOverflow(urls=len(entries), limit=INDEX_LIMIT_FILES)
    lines = "".join(_line(entry, now) for entry in entries)
    root = f'<sitemapindex xmlns="{NAMESPACE}">\n'
    plain = f"{DECLARATION}{root}{lines}</sitemapindex>\n".encode()
    if len(plain) > PROTOCOL_LIMIT_BYTES:
        raise ShardOverflow(size_bytes=len(plain), limit=PROTOCOL_LIMIT_BYTES)
    out.write(plain)
    return XmlSize(urls=len(entries), size_bytes=len(plain))


def _line(entry: IndexEntry, now: datetime) -> str:
    dated = f"<lastmod>{w3c(entry.changed_at)}</lastmod>" if entry.changed_at <= now else ""
    return f"<sitemap><loc>{escaped(entry.loc)}</loc>{dated}</sitemap>\n"
