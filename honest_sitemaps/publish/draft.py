"""What a release will hold, file by file, beside what is live."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from honest_sitemaps.partition import INDEX_NAME
from honest_sitemaps.publish.models import Release, ReleaseFile


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """One name in a release."""

    name: str
    digest: str
    version: int
    """`Shard.version` that it was built from; 0 for the index."""

    urls: int
    terms: str
    """`Terms.mark` that it was built under; ``""`` for the index."""

    due_at: datetime | None
    """When the clock alone makes it stale."""

    changed_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Base:
    """What was live when a release was planned."""

    release_id: int | None
    files: Mapping[str, File]
    """By name; the index is among them."""


def base_of(release: Release | None) -> Base:
    """The files of the live release, with one query; none if nothing was ever released."""
    if release is None:
        return Base(release_id=None, files={})
    found = ReleaseFile.objects.filter(release=release).values_list(
        "name", "artifact_id", "version", "artifact__urls", "terms", "due_at", "changed_at"
    )
    files = {
        name: File(
            name=name,
            digest=digest,
            version=version,
            urls=urls,
            terms=terms,
            due_at=due_at,
            changed_at=changed_at,
        )
        for name, digest, version, urls, terms, due_at, changed_at in found
    }
    return Base(release_id=release.pk, files=files)


def changed_at(name: str, digest: str, *, base: Base, now: datetime) -> datetime:
    """
    When the bytes under this name last changed: carried over for equal bytes, else ``now``.

    A clock that ran ahead once does not make it go backwards.
    """
    before = base.files.get(name)
    if before is None:
        return now
    return before.changed_at if before.digest == digest else max(now, before.changed_at)


def changed_names(files: Sequence[File], *, base: Base) -> list[str]:
    """Names whose bytes are new, other or gone, the index aside; sorted."""
    after = {file.name: file.digest for file in files}
    before = {name: file.digest for name, file in base.files.items()}
    names = {
        name for name in after.keys() | before.keys() if after.get(name) != before.get(name)
    }
    return sorted(names - {INDEX_NAME})
