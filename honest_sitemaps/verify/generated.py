"""The Generated set: what our own files name, read back from their bytes."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from honest_sitemaps import publish

_LOC = "{http://www.sitemaps.org/schemas/sitemap/0.9}loc"


def locs_in(digest: str) -> Iterator[str]:
    """The loc of each entry of an artifact, in its order; memory does not grow with them."""
    parser = etree.XMLPullParser(
        events=("end",), tag=_LOC, resolve_entities=False, no_network=True, huge_tree=False
    )
    for piece in publish.decoded(publish.gzip_of(digest)):
        parser.feed(piece)
        for _, element in parser.read_events():
            if isinstance(element, etree._Element):
                yield element.text or ""
                _forget(element.getparent())


def _forget(entry: etree._Element | None) -> None:
    """Drop what was read of an entry, and the entries before it."""
    if entry is None:
        return
    entry.clear()
    parent = entry.getparent()
    while parent is not None and entry.getprevious() is not None:
        del parent[0]
