"""
The live release behind the views of ``django.contrib.sitemaps``.

Every app's ``sitemaps`` module is imported when Django starts, this one, too: importing it
does nothing but define the class.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime
from functools import cached_property
from typing import Any

from django.contrib.sitemaps import Sitemap
from django.core.paginator import EmptyPage, PageNotAnInteger

from honest_sitemaps.ledger import Section
from honest_sitemaps.partition import section_files
from honest_sitemaps.publish import ReadEntry, ReleaseFile, gzip_of, live_files, read_entries
from honest_sitemaps.registry import find, origin_for


class HonestSitemap(Sitemap):  # type: ignore[type-arg]  # not generic at run time
    """
    A section for contrib's own views: page n is the section's n-th file.

    ``HonestSitemap("pages")``, or ``HonestSitemap("pages-de")`` for one language of a section
    registered by language. What is shown is what the live release holds, with scheme and host
    of the configuration, whatever Host a request names; contrib's *index* view takes the host
    of its own links from the current Site or the request. An unknown name raises
    `UnknownSection` with the first request.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self) -> HonestSitemap:
        """Contrib calls what can be called, once a request: so each gets its own copy."""
        return type(self)(self.name)

    @property
    def protocol(self) -> str:  # type: ignore[override]
        return self._origin.partition("://")[0]

    @property
    def paginator(self) -> _Files:  # type: ignore[override]
        return _Files(self._files)

    def items(self) -> Iterator[ReadEntry]:
        """The entries of all files, read one after the other."""
        for file in self._files:
            yield from read_entries(gzip_of(file.artifact_id))

    def get_latest_lastmod(self) -> datetime | None:
        """When a file of the section last changed, removals included."""
        return max((file.changed_at for file in self._files), default=None)

    def get_urls(
        self, page: int | str = 1, site: object = None, protocol: str | None = None
    ) -> list[dict[str, Any]]:
        """One file's entries as contrib's template wants them; site and protocol are ours."""
        file = self.paginator.page(page)
        if file is None:
            return []
        self.latest_lastmod = file.changed_at
        return [_url_info(entry) for entry in read_entries(gzip_of(file.artifact_id))]

    @cached_property
    def _files(self) -> list[ReleaseFile]:
        live = {file.name: file for file in live_files(self._origin)}
        names: list[str] = []
        for registration, language in find(self.name):
            section = Section(name=registration.name, language=language)
            names += sorted(section_files(section, set(live)), key=_number)
        return [live[name] for name in names]

    @cached_property
    def _origin(self) -> str:
        return origin_for(find(self.name)[0][0])


class _Files:
    """As much of a paginator as contrib asks for; the first page may be empty."""

    def __init__(self, files: list[ReleaseFile]) -> None:
        self._files = files

    @property
    def num_pages(self) -> int:
        return max(len(self._files), 1)

    def page(self, number: int | str) -> ReleaseFile | None:
        try:
            number = int(number)
        except (TypeError, ValueError):
            raise PageNotAnInteger(f"{number!r} is no page number") from None
        if not 1 <= number <= self.num_pages:
            raise EmptyPage(f"there is no page {number}")
        return self._files[number - 1] if self._files else None


def _number(name: str) -> int:
    return int(name.removesuffix(".xml").rpartition("-")[2])


def _url_info(entry: ReadEntry) -> dict[str, Any]:
    return {
        "item": entry,
        "location": entry.loc,
        "lastmod": _moment(entry.lastmod),
        "changefreq": None,
        "priority": "",
        "alternates": [
            {"location": href, "lang_code": hreflang} for hreflang, href in entry.alternates
        ],
    }


def _moment(lastmod: str) -> date | None:
    if not lastmod:
        return None
    if len(lastmod) == len("2026-11-30"):
        return date.fromisoformat(lastmod)
    return datetime.fromisoformat(lastmod)
