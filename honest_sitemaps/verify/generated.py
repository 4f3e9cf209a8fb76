"""The Generated set: what our own files name, read back from their bytes."""

from __future__ import annotations

from collections.abc import Iterator

from honest_sitemaps import publish


def locs_in(digest: str) -> Iterator[str]:
    """The loc of each entry of an artifact, in its order; memory does not grow with them."""
    return (entry.loc for entry in publish.read_entries(publish.gzip_of(digest)))
