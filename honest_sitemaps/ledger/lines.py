"""The canonical lines behind digests: kept for diffs, for causes and for re-basing."""

from __future__ import annotations

import zlib
from collections.abc import Collection, Iterable, Iterator
from typing import TypeVar

from honest_sitemaps.fingerprint import Fingerprint
from honest_sitemaps.ledger.models import (
    CanonicalLines,
    ContentState,
    Scan,
    Section,
    StagedSighting,
)

Item = TypeVar("Item")

SEPARATOR = "\x1e"
"""Stands in no line: the fingerprint strips control characters."""

QUERY_DIGESTS = 500
"""Digests named in one query; SQLite allows 32,766 variables, older builds 999."""


def keep(fingerprints: Iterable[Fingerprint]) -> None:
    """Store the lines of these fingerprints, each digest once. One query."""
    CanonicalLines.objects.bulk_create(
        [
            CanonicalLines(digest=mark.digest, recipe=mark.recipe, zlib=_pack(mark.lines))
            for mark in {mark.digest: mark for mark in fingerprints if mark.lines}.values()
        ],
        ignore_conflicts=True,
    )


def load(digests: Collection[str]) -> dict[str, tuple[str, ...]]:
    """The stored lines of these digests; one that is not stored is left out."""
    found: dict[str, tuple[str, ...]] = {}
    for chunk in chunked(digests, QUERY_DIGESTS):
        rows = CanonicalLines.objects.filter(digest__in=chunk).values_list("digest", "zlib")
        found |= {digest: _unpack(packed) for digest, packed in rows}
    return found


def forget(section: Section, digests: Collection[str]) -> None:
    """
    Drop the lines of digests that no row and no staged sighting has.

    No index holds the rows' digests, so each 500 lines that are stored cost a walk over the
    section, and those that it does not show one over all: a URL that two sections name has the
    same lines in both. A section too large for lines has none stored, and pays nothing.
    """
    for chunk in chunked(digests, QUERY_DIGESTS):
        kept = CanonicalLines.objects.filter(digest__in=chunk)
        unused = set(kept.values_list("digest", flat=True))
        for narrower in ({"section": section}, {}):
            rows = ContentState.objects.filter(digest__in=unused, **narrower)
            unused -= set(rows.values_list("digest", flat=True))
        staged = StagedSighting.objects.filter(digest__in=unused)
        unused -= set(staged.values_list("digest", flat=True))
        CanonicalLines.objects.filter(digest__in=unused).delete()


def drop_staged(scan: Scan) -> None:
    """Delete all that the scan staged, its lines too; in a transaction of the caller's."""
    staged = StagedSighting.objects.filter(scan=scan)
    stored = CanonicalLines.objects.filter(digest__in=staged.values("digest"))
    digests = list(stored.values_list("digest", flat=True))
    staged.delete()
    forget(scan.section, digests)


def chunked(items: Iterable[Item], size: int) -> Iterator[list[Item]]:
    """Lists of at most ``size`` items, in order."""
    chunk: list[Item] = []
    for item in items:
        chunk.append(item)
        if len(chunk) == size:
            yield chunk
            chunk = []
    if chunk:
        yield chunk


def _pack(lines: Iterable[str]) -> bytes:
    return zlib.compress(SEPARATOR.join(lines).encode("utf-8", "surrogatepass"), 6)


def _unpack(packed: bytes | memoryview) -> tuple[str, ...]:
    return tuple(zlib.decompress(packed).decode("utf-8", "surrogatepass").split(SEPARATOR))
