"""The entries of a stored file, read one by one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from lxml import etree

from honest_sitemaps.publish.artifacts import decoded
from honest_sitemaps.publish.urlset_xml import EXTENSIONS, NAMESPACE

_S = f"{{{NAMESPACE}}}"
_LINK = f"{{{EXTENSIONS['xhtml']}}}link"
_PLAIN = {f"{_S}loc", f"{_S}lastmod", _LINK}


class ReadEntry(NamedTuple):
    """A ``url`` of a sitemap, or a ``sitemap`` of the index."""

    loc: str
    lastmod: str
    """As it is written; ``""`` if there is none."""

    alternates: tuple[tuple[str, str], ...]
    """``hreflang`` and ``href``."""

    extensions: bytes = b""
    """Images, videos and news, as canonical XML."""


def read_entries(gzip: bytes) -> Iterator[ReadEntry]:
    """
    The entries in the order of the file; memory does not grow with it.

    Raises ``lxml.etree.XMLSyntaxError`` or ``zlib.error`` where the file is damaged.
    """
    parser = etree.XMLPullParser(
        events=("end",),
        tag=(f"{_S}url", f"{_S}sitemap"),
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
    )
    for piece in decoded(gzip):
        parser.feed(piece)
        for _, element in parser.read_events():
            yield _entry(element)  # type: ignore[arg-type]
            _forget(element)  # type: ignore[arg-type]
    parser.close()


def _entry(element: etree._Element) -> ReadEntry:
    links = [(link.get("hreflang", ""), link.get("href", "")) for link in element.iter(_LINK)]
    return ReadEntry(
        loc=element.findtext(f"{_S}loc") or "",
        lastmod=element.findtext(f"{_S}lastmod") or "",
        alternates=tuple(links),
        extensions=b"".join(
            # Exclusive: else it names what the root declares, and so what other entries use.
            etree.tostring(child, method="c14n", exclusive=True, with_tail=False)
            for child in element
            if child.tag not in _PLAIN
        ),
    )


def _forget(element: etree._Element) -> None:
    element.clear()
    parent = element.getparent()
    while parent is not None and element.getprevious() is not None:
        del parent[0]
