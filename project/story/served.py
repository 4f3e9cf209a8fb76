"""What the server gives to a crawler that starts at ``/sitemap.xml``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

from lxml import etree

from project.story.stage import StageError

_SITEMAPS = "{http://www.sitemaps.org/schemas/sitemap/0.9}"

Get = Callable[[str], tuple[int, bytes]]
"""From a path to status and body."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Served:
    """All files of the live release, as bytes and as what they say."""

    files: dict[str, bytes]
    """Body by path; the index among them."""

    dates: dict[str, str]
    """``lastmod`` by loc, as written; ``""`` for an entry without one."""

    @property
    def children(self) -> dict[str, bytes]:
        """The files without the index."""
        return {path: body for path, body in self.files.items() if path != "/sitemap.xml"}


def read(get: Get) -> Served:
    """Fetch the index and every file that it names. Raises `StageError` if one is missing."""
    files = {"/sitemap.xml": _body(get, "/sitemap.xml")}
    for loc, _ in _entries(files["/sitemap.xml"], "sitemap"):
        path = urlsplit(loc).path
        files[path] = _body(get, path)
    dates = {
        loc: lastmod
        for path, body in files.items()
        if path != "/sitemap.xml"
        for loc, lastmod in _entries(body, "url")
    }
    return Served(files=files, dates=dates)


def moved(before: Served, after: Served) -> list[str]:
    """The locs whose date is another one, or that are new or gone."""
    every = before.dates.keys() | after.dates.keys()
    return sorted(loc for loc in every if before.dates.get(loc) != after.dates.get(loc))


def _body(get: Get, path: str) -> bytes:
    status, body = get(path)
    if status != 200:
        raise StageError(f"{path} answers {status} instead of a sitemap.")
    return body


def _entries(xml: bytes, name: str) -> list[tuple[str, str]]:
    root = etree.fromstring(xml)
    return [
        (
            entry.findtext(f"{_SITEMAPS}loc", default=""),
            entry.findtext(f"{_SITEMAPS}lastmod", default=""),
        )
        for entry in root.iterfind(f"{_SITEMAPS}{name}")
    ]
