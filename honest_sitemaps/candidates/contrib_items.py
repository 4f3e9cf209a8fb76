"""A contrib sitemap that writes its URLs as contrib does: one an item, or one a language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from django.db.models import QuerySet
from django.utils import translation

from honest_sitemaps.candidates import keys as key_names
from honest_sitemaps.candidates import rows
from honest_sitemaps.candidates.candidate import Candidate
from honest_sitemaps.candidates.contrib_reading import Reading, languages_of
from honest_sitemaps.candidates.faults import LOST_DATABASE, fault_of
from honest_sitemaps.conf import default_language


class ItemReading(Reading):
    """Item by item, so that one that raises is one candidate with a fault."""

    @property
    def is_ordered(self) -> bool:  # type: ignore[override]  # known only once items() is
        return _is_by_pk(self._kept_items)

    def candidates(
        self, *, after: str | None = None, keys: Sequence[str] | None = None
    ) -> Iterator[Candidate]:
        model = self.model
        for item in self._chosen(self.items(), after=after, keys=keys):
            yield from self._of_item(item, self.key_for(item, model))

    def _chosen(
        self, items: Any, *, after: str | None, keys: Sequence[str] | None
    ) -> Iterator[Any]:
        if not isinstance(items, QuerySet):
            return iter(items)
        if not _is_by_pk(items):
            if after is None and keys is None:
                self.warn_of_own_order(rows.why_not_by_pk(items))
            return rows.in_own_order(items)
        if keys is not None:
            return rows.of_pks(items, key_names.pks_of(keys, items.model))
        behind = None if after is None else key_names.pk_of(after, items.model)
        return rows.by_pk(items, after=behind)

    def _of_item(self, item: Any, key: str) -> Iterator[Candidate]:
        name = key or (item if isinstance(item, str) else "")
        if not self.sitemap.i18n:
            yield self._candidate(item, key=key, name=name)
            return
        try:
            languages = list(languages_of(self.sitemap, item))
        except LOST_DATABASE:
            raise
        except Exception as error:  # a sitemap's method may raise anything
            yield Candidate(loc="", key=name, fault=fault_of(error))
            return
        group = key
        for language in languages:
            one = self._candidate((item, language), key=key, name=name, language=language)
            group = group or str(one.loc)
            yield replace(one, group=group) if self.sitemap.alternates else one

    def _candidate(self, entry: Any, *, key: str, name: str, language: str = "") -> Candidate:
        """``entry`` is what contrib's own methods take: the item, or (item, language)."""
        loc: Any = ""
        try:
            with translation.override(default_language()):
                loc = self.sitemap._location(entry)
                lastmod = self.sitemap._get("lastmod", entry) if self.trust_dates else None
        except LOST_DATABASE:
            raise
        except Exception as error:  # a sitemap's method may raise anything
            return Candidate(loc=loc, key=name, language=language, fault=fault_of(error))
        date = self.first_date(lastmod)
        return Candidate(loc=loc, key=key, language=language, published_at=date)


def _is_by_pk(items: Any) -> bool:
    return isinstance(items, QuerySet) and not rows.why_not_by_pk(items)
