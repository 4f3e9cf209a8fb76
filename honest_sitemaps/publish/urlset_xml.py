"""One sitemap file as XML: streamed, and the same bytes for the same entries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from tempfile import SpooledTemporaryFile
from typing import IO, NamedTuple, Protocol

from honest_sitemaps.errors import ShardOverflow
from honest_sitemaps.partition import PROTOCOL_LIMIT_URLS
from honest_sitemaps.publish.xml_text import escaped, is_plain

NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"
"""The targetNamespace of the schema: ``http``, no slash at the end."""

EXTENSIONS = {
    "xhtml": "http://www.w3.org/1999/xhtml",
    "image": "http://www.google.com/schemas/sitemap-image/1.1",
    "video": "http://www.google.com/schemas/sitemap-video/1.1",
    "news": "http://www.google.com/schemas/sitemap-news/0.9",
}
"""Prefix and namespace of the elements that an entry may hold beside its own."""

PROTOCOL_LIMIT_BYTES = 52_428_800
"""https://www.sitemaps.org/protocol.html#index: 50 MB, uncompressed."""

DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
_FOOTER = b"</urlset>\n"
_ENTRIES = 500
"""Entries that are joined, encoded and written at once."""

SPOOL_BYTES = 8 << 20
"""A file larger than this waits for its root on disk, not in memory."""

PIECE_BYTES = 1 << 16


class UrlEntry(NamedTuple):
    """A tuple and not a dataclass: a release makes a million of them (bench/release.py)."""

    loc: str
    lastmod: str = ""
    """W3C datetime or day; ``""`` writes no element."""

    extensions: str = ""
    """Elements of other namespaces, as XML."""


class XmlSize(NamedTuple):
    urls: int
    size_bytes: int


class Out(Protocol):
    def write(self, plain: bytes, /) -> object: ...


def write_urlset(entries: Iterable[UrlEntry], out: Out) -> XmlSize:
    """
    Write one sitemap file, entry by entry; memory does not grow with the number of entries.

    Elements stand in the order of the schema: loc, lastmod, then extensions; their namespaces
    are declared only if an entry uses them. Raises `ShardOverflow` before anything is written,
    if the entries break 50,000 URLs or 52,428,800 bytes
    (https://www.sitemaps.org/protocol.html#index).
    """
    with SpooledTemporaryFile(max_size=SPOOL_BYTES) as body:
        # The root comes first and names what the entries use, so it can only be written last.
        urls, size_bytes, used = _write_body(entries, body)
        head = (DECLARATION + _root(used)).encode()
        size_bytes = _within_limit(size_bytes + len(head) + len(_FOOTER))
        out.write(head)
        body.seek(0)
        while piece := body.read(PIECE_BYTES):
            out.write(piece)
        out.write(_FOOTER)
    return XmlSize(urls=urls, size_bytes=size_bytes)


def _write_body(entries: Iterable[UrlEntry], body: IO[bytes]) -> tuple[int, int, set[str]]:
    urls = size_bytes = 0
    used: set[str] = set()
    it = iter(entries)
    while some := list(islice(it, _ENTRIES)):
        urls += len(some)
        if urls > PROTOCOL_LIMIT_URLS:
            raise ShardOverflow(urls=urls, limit=PROTOCOL_LIMIT_URLS)
        plain = "".join(_lines(some)).encode()
        size_bytes = _within_limit(size_bytes + len(plain))
        used |= _prefixes(some, used)
        body.write(plain)
    return urls, size_bytes, used


def _within_limit(size_bytes: int) -> int:
    if size_bytes > PROTOCOL_LIMIT_BYTES:
        raise ShardOverflow(size_bytes=size_bytes, limit=PROTOCOL_LIMIT_BYTES)
    return size_bytes


def _lines(entries: Sequence[UrlEntry]) -> Iterator[str]:
    # Most locs need no escaping, and 500 of them are asked at once: 0.1 µs each, not 0.9.
    plain = is_plain("".join([entry[0] for entry in entries]))
    for loc, lastmod, extensions in entries:
        dated = f"<lastmod>{lastmod}</lastmod>" if lastmod else ""
        shown = loc if plain else escaped(loc)
        yield f"<url><loc>{shown}</loc>{dated}{extensions}</url>\n"


def _prefixes(entries: Sequence[UrlEntry], known: set[str]) -> set[str]:
    """The prefixes of the entries' elements. Texts are escaped, so ``<`` opens an element."""
    extensions = [entry.extensions for entry in entries if entry.extensions]
    wanted = [prefix for prefix in EXTENSIONS if prefix not in known] if extensions else []
    return {prefix for prefix in wanted if any(f"<{prefix}:" in xml for xml in extensions)}


def _root(prefixes: set[str]) -> str:
    declared = "".join(
        f' xmlns:{prefix}="{name}"'
        for prefix, name in EXTENSIONS.items()
        if prefix in prefixes
    )
    return f'<urlset xmlns="{NAMESPACE}"{declared}>\n'
