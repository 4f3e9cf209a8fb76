"""The Generated set: what our own files name, read back from their bytes."""

from __future__ import annotations

from collections.abc import Iterator

from honest_sitemaps import publish


def locs_in(digest: str) -> Iterator[str]:
    """The loc of each entry of an artifact, in its order; memory does not grow with them."""
    return (entry.loc for entry in publish.read_entries(publish.gzip_of(digest)))


def lastmod_in(digest: str, loc: str) -> str | None:
    """
    The lastmod that an artifact has for this loc: ``""`` where it has none, ``None`` where it
    does not name the loc.

    Searched for as the bytes that our writer makes of it: to parse a file of 50,000 URLs takes
    a second, and a page of the admin waits for this. Raises as `publish.gzip_of` does, and
    ``zlib.error`` where the file is damaged before the entry.
    """
    wanted = f"<loc>{publish.escaped(loc)}</loc>".encode()
    seen = b""
    for piece in publish.decoded(publish.gzip_of(digest)):
        seen += piece
        start = seen.find(wanted)
        if start < 0:
            seen = seen[-len(wanted) :]
            continue
        entry, is_whole, _ = seen[start:].partition(b"</url>")
        if is_whole:
            return entry.partition(b"<lastmod>")[2].partition(b"</lastmod>")[0].decode()
        seen = seen[start:]
    return None
