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
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
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

READ_BYTES = 8 * 1024 * 1024
"""Of plain XML, both versions: about three files of 10,000 URLs. One file may have more."""

READ_FILES = 12
SHOWN_OF_A_KIND = 10
"""Differences of each kind that are told of a file; all are counted."""

_END = b"</url>\n"
"""Behind every entry that `publish` writes, and nowhere else: texts are escaped."""

_ENTRY = re.compile(rb"<url><loc>(.*?)</loc>(?:<lastmod>(.*?)</lastmod>)?(.*)\Z", re.DOTALL)
"""One entry without its end: loc, lastmod and extensions, without anything between them."""

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
    """As it is written; ``loc`` is still escaped."""

    loc: bytes
    lastmod: bytes
    extensions: bytes


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
    found = [(file, *_read(file)) for file in chosen]
    shown = [one for _, _, some, _ in found for one in some]
    whys = iter(list(explained(shown, older=older, newer=newer)))
    read = tuple(
        FileGlance(file=file, counts=counts, told=tuple(islice(whys, len(some))), fault=fault)
        for file, counts, some, fault in found
    )
    is_last = first + len(chosen) >= len(files)
    return Glance(
        files=files,
        read=read,
        first=first,
        next_after="" if is_last else chosen[-1].name,
    )


def differences_in(name: str, before: bytes, after: bytes) -> Iterator[Difference]:
    """
    What differs between two versions of a file, each as its plain XML: what stayed and shows
    otherwise, what entered, what left, each in the order of the file. Pure.
    """
    old, new = before.split(_END), after.split(_END)
    went, came = _unlike(old, set(new)), _unlike(new, set(old))
    for loc, entry in came.items():
        if loc in went:
            for kind in _shown_otherwise(went[loc], entry):
                yield _difference(kind, name, went[loc], entry)
    for loc, entry in came.items():
        if loc not in went:
            yield _difference(ENTERED, name, None, entry)
    for loc, entry in went.items():
        if loc not in came:
            yield _difference(LEFT, name, entry, None)


def _read(file: ChangedFile) -> tuple[dict[str, int], list[Difference], str]:
    """
    How much differs of each kind, the first of each, or why that cannot be told. What entered
    stands before what left, as `explained` wants it.
    """
    counts: Counter[str] = Counter()
    some: list[Difference] = []
    try:
        found = differences_in(file.name, _plain(file.digest_before), _plain(file.digest))
        for one in found:
            counts[one.kind] += 1
            if counts[one.kind] <= SHOWN_OF_A_KIND:
                some.append(one)
    except (OSError, zlib.error, publish.Artifact.DoesNotExist) as error:
        return {}, [], f"Its bytes cannot be read: {error}"
    return dict(counts), some, ""


def _plain(digest: str) -> bytes:
    return b"".join(publish.decoded(publish.gzip_of(digest))) if digest else b""


def _unlike(written: Iterable[bytes], others: Collection[bytes]) -> dict[bytes, _Entry]:
    """
    The entries that the other version has not, by their loc. The first stands behind the head
    of the file; behind the last stands its foot, which is none.
    """
    found = [_ENTRY.search(one) for one in written if one not in others]
    entries = [_Entry(*one.groups(b"")) for one in found if one]
    return {entry.loc: entry for entry in entries}


def _shown_otherwise(was: _Entry, now: _Entry) -> Iterator[str]:
    """The kinds of what differs."""
    if was.lastmod != now.lastmod:
        yield LASTMOD
    if was.extensions == now.extensions:
        return
    if _LINK.findall(was.extensions) != _LINK.findall(now.extensions):
        yield ALTERNATES
    if _LINK.sub(b"", was.extensions) != _LINK.sub(b"", now.extensions):
        yield EXTENSIONS


def _difference(kind: str, name: str, was: _Entry | None, now: _Entry | None) -> Difference:
    entry = now or was
    return Difference(
        kind=kind,
        loc=_text(entry.loc) if entry else "",
        file=name,
        lastmod_before=_text(was.lastmod) if was else "",
        lastmod=_text(now.lastmod) if now else "",
    )


def _text(written: bytes) -> str:
    return unescape(written.decode(), _QUOTES) if b"&" in written else written.decode()


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
