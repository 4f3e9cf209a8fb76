"""
What differs between two releases, read from the bytes of their files.

Only files whose digest differs are read, one pair at a time, so memory holds two files at most
(50,000 entries each). A URL never changes its file while it lives; that it does not is seen
here, too: what left one file and entered another waits in a database on disk until all files
are read.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace

from lxml import etree

from honest_sitemaps import publish
from honest_sitemaps.errors import ReleaseError
from honest_sitemaps.partition import INDEX_NAME
from honest_sitemaps.publish import ReadEntry, Release

ENTERED, LEFT, FILE, LASTMOD, ALTERNATES, EXTENSIONS = KINDS = (
    "entered",
    "left",
    "file",
    "lastmod",
    "alternates",
    "extensions",
)
"""``file``: listed in both, but in another file. ``extensions``: images, videos or news."""

Progress = Callable[[int, int], None]
"""Called with the number of differing files read so far, and of all of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One thing that differs about one URL; a URL may have several."""

    kind: str
    loc: str
    file: str
    """Where the newer release has it; of one that left, where the older had it."""

    file_before: str = ""
    """Only where ``kind`` is ``file``."""

    lastmod_before: str = ""
    lastmod: str = ""
    """As they are written; ``""`` where there is none."""


def difference(
    older: Release | None, newer: Release, *, progress: Progress | None = None
) -> Iterator[Difference]:
    """
    Everything that differs: first what stayed and shows otherwise, then what came, went or is
    in another file, each file by file and those that came before those that went.

    ``None``: nothing was live before. One query, and one for each file read. Raises
    `ReleaseError` where the bytes of a release are no longer there.
    """
    before, after = _digests(older), _digests(newer)
    names = before.keys() | after.keys()
    differing = sorted(name for name in names if before.get(name) != after.get(name))
    with closing(_Crossing()) as crossing:
        for number, name in enumerate(differing, start=1):
            pair = _entries(older, name, before), _entries(newer, name, after)
            for one in file_difference(name, *pair):
                if one.kind in {ENTERED, LEFT}:
                    crossing.add(one)
                else:
                    yield one
            if progress is not None:
                progress(number, len(differing))
        yield from crossing.resolved()


def file_difference(
    name: str, older: Iterable[ReadEntry], newer: Iterable[ReadEntry]
) -> Iterator[Difference]:
    """What differs between two versions of one file, what left it last. Pure."""
    known = {entry.loc: entry for entry in older}
    for entry in newer:
        before = known.pop(entry.loc, None)
        if before is None:
            yield Difference(kind=ENTERED, loc=entry.loc, file=name, lastmod=entry.lastmod)
        elif before != entry:
            yield from _shown_otherwise(name, before, entry)
    for entry in known.values():
        yield Difference(kind=LEFT, loc=entry.loc, file=name, lastmod_before=entry.lastmod)


def _shown_otherwise(name: str, before: ReadEntry, after: ReadEntry) -> Iterator[Difference]:
    found = Difference(
        kind=LASTMOD,
        loc=after.loc,
        file=name,
        lastmod_before=before.lastmod,
        lastmod=after.lastmod,
    )
    if before.lastmod != after.lastmod:
        yield found
    if before.alternates != after.alternates:
        yield replace(found, kind=ALTERNATES)
    if before.extensions != after.extensions:
        yield replace(found, kind=EXTENSIONS)


class _Crossing:
    """What left and what entered, until both are known; on disk, and deleted with it."""

    def __init__(self) -> None:
        self._database = sqlite3.connect("")
        for table in ("went", "came"):
            self._database.execute(
                f"CREATE TABLE {table} (loc TEXT PRIMARY KEY, file TEXT, lastmod TEXT)"
            )

    def add(self, one: Difference) -> None:
        if one.kind == LEFT:
            insert, lastmod = "INSERT OR IGNORE INTO went VALUES (?, ?, ?)", one.lastmod_before
        else:
            insert, lastmod = "INSERT OR IGNORE INTO came VALUES (?, ?, ?)", one.lastmod
        self._database.execute(insert, (one.loc, one.file, lastmod))

    def resolved(self) -> Iterator[Difference]:
        """File by file, those that entered first."""
        rows = self._database.execute(
            "SELECT came.file, 0, came.rowid, came.loc, went.file, went.lastmod, came.lastmod"
            " FROM came LEFT JOIN went ON went.loc = came.loc"
            " UNION ALL"
            " SELECT file, 1, rowid, loc, NULL, lastmod, ''"
            " FROM went WHERE NOT EXISTS (SELECT 1 FROM came WHERE came.loc = went.loc)"
            " ORDER BY 1, 2, 3"
        )
        for file, turn, _, loc, file_before, lastmod_before, lastmod in rows:
            kind = FILE if file_before else LEFT if turn else ENTERED
            found = Difference(
                kind=kind,
                loc=loc,
                file=file,
                file_before=file_before or "",
                lastmod_before=lastmod_before or "",
                lastmod=lastmod,
            )
            yield found
            if kind == FILE and lastmod_before != lastmod:
                yield replace(found, kind=LASTMOD)

    def close(self) -> None:
        self._database.close()


def _digests(release: Release | None) -> dict[str, str]:
    """Digest by name, without the index."""
    if release is None:
        return {}
    files = release.files.exclude(name=INDEX_NAME)
    return dict(files.values_list("name", "artifact_id"))


def _entries(
    release: Release | None, name: str, digests: dict[str, str]
) -> Iterator[ReadEntry]:
    if release is None or name not in digests:
        return
    try:
        yield from publish.read_entries(publish.gzip_of(digests[name]))
    except (OSError, zlib.error, etree.XMLSyntaxError) as error:
        raise ReleaseError(
            f"{name} of release {release.pk} cannot be read: {error}"
        ) from error
