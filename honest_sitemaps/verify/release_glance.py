"""
What differs between two releases, as much of it as a page may read in a moment.

`release_diff` reads everything, entry by entry. Here two versions of a file are compared as
the bytes of their entries, and only those that differ are looked into. What is not read is
named.
"""

from __future__ import annotations

import re
import zlib
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple
from xml.sax.saxutils import unescape

from honest_sitemaps import publish
from honest_sitemaps.partition import INDEX_NAME
from honest_sitemaps.publish import Release
from honest_sitemaps.verify.release_diff import (
    ALTERNATES,
    ENTERED,
    EXTENSIONS,
    LASTMOD,
    LEFT,
    Difference,
)
from honest_sitemaps.verify.release_why import Why, explained

READ_BYTES = 16 * 1024 * 1024
"""Of plain XML, both versions: about ten files of 10,000 URLs. A file alone may have more."""

READ_FILES = 12
SHOWN_OF_A_KIND = 10
"""Differences of each kind that are told of a file; all are counted."""

_ENTRY = re.compile(rb"<url>.*?</url>", re.DOTALL)
_LOC = re.compile(rb"<loc>(.*?)</loc>", re.DOTALL)
_LASTMOD = re.compile(rb"<lastmod>(.*?)</lastmod>")
_LINK = re.compile(rb"<xhtml:link [^>]*>")
_QUOTES = {"&quot;": '"', "&apos;": "'", "&#13;": "\r"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedFile:
    """One name whose bytes are new, other or gone."""

    name: str
    urls_before: int | None
    """``None``: the file is new."""

    urls: int | None
    """``None``: the file is gone."""

    digest_before: str
    digest: str
    size_bytes: int
    """Of both versions."""

    changed_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class FileGlance:
    """What differs in one file."""

    file: ChangedFile
    counts: dict[str, int]
    told: tuple[tuple[Difference, Why], ...]
    fault: str = ""
    """Why it could not be read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Glance:
    files: tuple[ChangedFile, ...]
    """All that differ, by name."""

    read: tuple[FileGlance, ...]
    """Some of them, with what differs."""

    first: int
    """The number of files before those that were read."""

    next_after: str
    """The file behind which the next page begins; ``""`` if there is no next one."""


class _Entry(NamedTuple):
    lastmod: str
    links: tuple[bytes, ...]
    rest: bytes


def changed_files(older: Release | None, newer: Release) -> tuple[ChangedFile, ...]:
    """The files that differ, by name, the index aside. Two queries; no bytes are read."""
    before, after = _files(older), _files(newer)
    names = sorted(
        (
            name
            for name in before.keys() | after.keys()
            if _digest(before, name) != _digest(after, name)
        ),
        key=_in_order,
    )
    return tuple(_changed(name, before, after, newer) for name in names)


def glance(older: Release | None, newer: Release, *, after: str = "") -> Glance:
    """
    The changed files, and what differs in those behind ``after``, as many as fit `READ_BYTES`.

    Two queries, two for each file that is read, and two or three for the steps behind it.
    """
    files = changed_files(older, newer)
    first = next((at + 1 for at, file in enumerate(files) if file.name == after), 0)
    chosen = _within(files[first:])
    found = [(file, *_differences(file)) for file in chosen]
    shown = [one for _, differences, _ in found for one in _some(differences)]
    whys = iter(list(explained(shown, older=older, newer=newer)))
    read = tuple(
        FileGlance(
            file=file,
            counts=dict(Counter(one.kind for one in differences)),
            told=tuple(next(whys) for _ in _some(differences)),
            fault=fault,
        )
        for file, differences, fault in found
    )
    is_last = first + len(chosen) >= len(files)
    return Glance(
        files=files,
        read=read,
        first=first,
        next_after="" if is_last else chosen[-1].name,
    )


def differences_in(name: str, before: bytes, after: bytes) -> list[Difference]:
    """
    What differs between two versions of a file, each as its plain XML: what stayed and shows
    otherwise, what entered, what left, each in the order of the file. Pure.
    """
    old, new = _ENTRY.findall(before), _ENTRY.findall(after)
    went, came = _unlike(old, set(new)), _unlike(new, set(old))
    stayed = [
        one
        for loc, entry in came.items()
        if loc in went
        for one in _shown_otherwise(name, loc, went[loc], entry)
    ]
    entered = [
        Difference(kind=ENTERED, loc=loc, file=name, lastmod=entry.lastmod)
        for loc, entry in came.items()
        if loc not in went
    ]
    left = [
        Difference(kind=LEFT, loc=loc, file=name, lastmod_before=entry.lastmod)
        for loc, entry in went.items()
        if loc not in came
    ]
    return stayed + entered + left


def _differences(file: ChangedFile) -> tuple[list[Difference], str]:
    """What differs in a file, or why that cannot be told."""
    try:
        return differences_in(file.name, _plain(file.digest_before), _plain(file.digest)), ""
    except (OSError, zlib.error, publish.Artifact.DoesNotExist) as error:
        return [], f"Its bytes cannot be read: {error}"


def _plain(digest: str) -> bytes:
    return b"".join(publish.decoded(publish.gzip_of(digest))) if digest else b""


def _unlike(entries: Sequence[bytes], others: Collection[bytes]) -> dict[str, _Entry]:
    """The entries that the other version has not, by their loc."""
    return {_text(_LOC, entry): _entry(entry) for entry in entries if entry not in others}


def _entry(entry: bytes) -> _Entry:
    rest = _LINK.sub(b"", _LASTMOD.sub(b"", entry, count=1))
    return _Entry(lastmod=_text(_LASTMOD, entry), links=tuple(_LINK.findall(entry)), rest=rest)


def _text(pattern: re.Pattern[bytes], entry: bytes) -> str:
    found = pattern.search(entry)
    return unescape(found[1].decode(), _QUOTES) if found else ""


def _shown_otherwise(name: str, loc: str, was: _Entry, now: _Entry) -> Iterator[Difference]:
    for kind, differs in (
        (LASTMOD, was.lastmod != now.lastmod),
        (ALTERNATES, was.links != now.links),
        (EXTENSIONS, was.rest != now.rest),
    ):
        if differs:
            yield Difference(
                kind=kind,
                loc=loc,
                file=name,
                lastmod_before=was.lastmod,
                lastmod=now.lastmod,
            )


def _some(differences: Sequence[Difference]) -> list[Difference]:
    """The first of each kind; what entered before what left, as `explained` wants it."""
    seen: Counter[str] = Counter()
    some = []
    for one in differences:
        seen[one.kind] += 1
        if seen[one.kind] <= SHOWN_OF_A_KIND:
            some.append(one)
    return some


def _within(files: Sequence[ChangedFile]) -> list[ChangedFile]:
    """The first of them that fit a page: one at least."""
    chosen: list[ChangedFile] = []
    size = 0
    for file in files[:READ_FILES]:
        size += file.size_bytes
        if chosen and size > READ_BYTES:
            break
        chosen.append(file)
    return chosen


_File = tuple[str, int, int, datetime]
"""Digest, URLs, bytes, and when the bytes changed."""


def _files(release: Release | None) -> dict[str, _File]:
    if release is None:
        return {}
    found = release.files.exclude(name=INDEX_NAME).values_list(
        "name", "artifact_id", "artifact__urls", "artifact__size_bytes", "changed_at"
    )
    return {name: (digest, urls, size, changed) for name, digest, urls, size, changed in found}


def _digest(files: dict[str, _File], name: str) -> str:
    return files[name][0] if name in files else ""


def _changed(
    name: str, before: dict[str, _File], after: dict[str, _File], newer: Release
) -> ChangedFile:
    was, now = before.get(name), after.get(name)
    return ChangedFile(
        name=name,
        urls_before=was[1] if was else None,
        urls=now[1] if now else None,
        digest_before=was[0] if was else "",
        digest=now[0] if now else "",
        size_bytes=(was[2] if was else 0) + (now[2] if now else 0),
        changed_at=now[3] if now else newer.at,
    )


def _in_order(name: str) -> tuple[str, int, str]:
    """``shop-2.xml`` before ``shop-10.xml``."""
    stem, _, number = name.removesuffix(".xml").rpartition("-")
    return (stem, int(number), name) if number.isdecimal() else (name, 0, name)
