"""
Wagtail's sitemap, read page by page instead of file by file.

``wagtail.contrib.sitemaps.Sitemap`` writes its URLs itself, as ``page.get_sitemap_urls`` says.
Its dicts hold no page, so `UrlReading` could name them only by their path, and a new slug
would be a new URL. Here the same method is asked, one page at a time: keys are those of the
pages, one page that raises is one candidate with a fault, and the order is that of the primary
keys.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.contrib.sitemaps import Sitemap
from django.db.models import Model, QuerySet
from django.utils import translation

from honest_sitemaps.candidates import keys as key_names
from honest_sitemaps.candidates import rows
from honest_sitemaps.candidates.candidate import Candidate
from honest_sitemaps.candidates.contrib_urls import UrlReading, with_path
from honest_sitemaps.candidates.faults import LOST_DATABASE, fault_of
from honest_sitemaps.conf import default_language

_MODULE = "wagtail.contrib.sitemaps"


class WagtailReading(UrlReading):
    """Pages by primary key, each with the URLs that it names."""

    is_ordered = True

    @classmethod
    def fits(cls, sitemap: Sitemap[Any], own: set[str]) -> bool:
        """Whether the URLs are written by Wagtail's own ``_urls`` and nothing else."""
        writer: Any = getattr(type(sitemap), "_urls")  # noqa: B009  (its stubs lack it)
        return own == {"_urls"} and writer.__module__.startswith(_MODULE)

    def candidates(
        self, *, after: str | None = None, keys: Sequence[str] | None = None
    ) -> Iterator[Candidate]:
        pages: QuerySet[Any, Any] = self.items()
        is_behind = after is None
        for page in self._chosen(pages, after=after, keys=keys):
            urls = list(self._of_page(page, pages.model))
            if not is_behind:
                urls = _behind(urls, after)
                is_behind = True
            yield from urls

    def _chosen(
        self, pages: QuerySet[Any, Any], *, after: str | None, keys: Sequence[str] | None
    ) -> Iterator[Any]:
        if keys is not None:
            bare = dict.fromkeys(_page_key(key) for key in keys)
            return rows.of_pks(pages, key_names.pks_of(bare, pages.model))
        first = None if after is None else key_names.pk_of(_page_key(after), pages.model)
        return rows.by_pk(pages, at_least=first)

    def _of_page(self, page: Any, model: type[Model]) -> Iterator[Candidate]:
        key = self.key_for(page, model)
        entries: list[Mapping[str, Any]] = []
        try:
            with translation.override(default_language()):
                entries = list(page.get_sitemap_urls(getattr(self.sitemap, "request", None)))
                fallback = "" if entries else self.sitemap.location(page)
        except LOST_DATABASE:
            raise
        except Exception as error:  # a page's method may raise anything
            yield Candidate(loc="", key=key, fault=fault_of(error))
            return
        if not entries:
            yield Candidate(loc=fallback, key=key, withheld_why="get_sitemap_urls() is empty")
        for number, entry in enumerate(entries):
            one = replace(self.candidate_of(entry, model), key=key)
            yield replace(one, key=with_path(one)) if number else one


def _behind(urls: list[Candidate], after: str | None) -> list[Candidate]:
    """Those behind the one with this key; all, if the page no longer has it."""
    names = [url.key for url in urls]
    return urls[names.index(after) + 1 :] if after in names else urls


def _page_key(key: str) -> str:
    return key.partition("#")[0]
