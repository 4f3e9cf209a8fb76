"""A contrib sitemap with a ``get_urls`` or ``_urls`` of its own, page by page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.core.paginator import EmptyPage
from django.db.models import Model
from django.utils import translation

from honest_sitemaps.candidates.candidate import Candidate
from honest_sitemaps.candidates.contrib_reading import Reading
from honest_sitemaps.candidates.keys import storable
from honest_sitemaps.conf import default_language
from honest_sitemaps.loc import path_of


class UrlReading(Reading):
    """
    Through the sitemap's own ``get_urls``, as contrib's view calls it.

    What it writes for one item cannot be told from what it writes for the next before it is
    done, so an item that raises ends the walk.
    """

    def candidates(
        self, *, after: str | None = None, keys: Sequence[str] | None = None
    ) -> Iterator[Candidate]:
        seen: set[tuple[str, str]] = set()
        model = self._model_of_items()
        for entry in self._entries():
            one = self.candidate_of(entry, model)
            if (one.key, one.language) in seen:
                one = replace(one, key=with_path(one))
            if one.key:
                seen.add((one.key, one.language))
            yield one

    def candidate_of(self, entry: Mapping[str, Any], model: type[Model] | None) -> Candidate:
        """``entry`` is one URL as contrib's template takes it: ``location``, ``lastmod``, …"""
        item, language = _item_and_language(entry, is_i18n=self.sitemap.i18n)
        alternates = list(entry.get("alternates") or ())
        scheme = self.sitemap.get_protocol(self.scheme)
        loc = self.without_origin(entry.get("location"), scheme=scheme)
        key = self.key_for(item, model)
        return Candidate(
            loc=loc,
            key=key,
            language=language or _language_of(entry.get("location"), alternates),
            group=(key if language else "") or _group_of(alternates) if alternates else "",
            published_at=self.first_date(entry.get("lastmod")),
        )

    def _entries(self) -> Iterator[Mapping[str, Any]]:
        for page in range(1, self._pages() + 1):
            try:
                with translation.override(default_language()):
                    urls = self.sitemap.get_urls(
                        page=page, site=self.site, protocol=self.scheme
                    )
            except EmptyPage:  # rows went since they were counted
                return
            yield from urls

    def _pages(self) -> int:
        try:
            return int(self.sitemap.paginator.num_pages)
        except TypeError:  # items without a length: get_urls does not page then
            return 1

    def _model_of_items(self) -> type[Model] | None:
        """Names the keys. ``items()`` may be of no use where ``get_urls`` is written anew."""
        try:
            return self.model
        except Exception:  # the walk ends by get_urls, or needs no items
            return None


def with_path(candidate: Candidate) -> str:
    """``key#path``: tells the second and further URLs of one object apart."""
    return storable(f"{candidate.key}#{path_of(str(candidate.loc))}")


def _item_and_language(entry: Mapping[str, Any], *, is_i18n: bool) -> tuple[Any, str]:
    item = entry.get("item")
    if is_i18n and isinstance(item, tuple) and len(item) == 2:
        return item[0], str(item[1])
    return item, ""


def _language_of(location: object, alternates: Sequence[Mapping[str, Any]]) -> str:
    """The language that the page's own alternate link gives it."""
    own = (
        str(one.get("lang_code") or "")
        for one in alternates
        if one.get("location") == location and one.get("lang_code") != "x-default"
    )
    return next(own, "")


def _group_of(alternates: Sequence[Mapping[str, Any]]) -> str:
    """A name for the set that all its members find: the first of its locations."""
    locations = (
        str(one.get("location") or "")
        for one in alternates
        if one.get("lang_code") != "x-default"
    )
    return min(locations, default="")
