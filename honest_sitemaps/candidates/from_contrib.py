"""`SitemapSource`: a sitemap class of ``django.contrib.sitemaps``, exactly as it is."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from django.contrib.sitemaps import Sitemap
from django.db.models import Model

from honest_sitemaps.candidates import keys as key_names
from honest_sitemaps.candidates.candidate import Candidate
from honest_sitemaps.candidates.contrib_items import ItemReading
from honest_sitemaps.candidates.contrib_reading import Reading, fresh, own_methods
from honest_sitemaps.candidates.contrib_urls import UrlReading
from honest_sitemaps.candidates.contrib_wagtail import WagtailReading
from honest_sitemaps.candidates.source import Source
from honest_sitemaps.errors import ConfigurationError

logger = logging.getLogger(__name__)

AnySitemap: TypeAlias = "Sitemap[Any] | type[Sitemap[Any]]"


class SitemapSource(Source):
    """
    What a contrib sitemap yields: its items one by one, or its own ``get_urls`` if it has one.

    A class is instantiated anew for each walk, with a request if it takes one. Priority and
    changefreq are never read, and lastmod only with ``trust_dates``: then it is the first
    date of a page that has none.
    """

    def __init__(self, sitemap: AnySitemap, *, trust_dates: bool = False) -> None:
        self.sitemap = sitemap
        self.trust_dates = trust_dates
        self._model: type[Model] | None = None
        self._is_model_known = False
        _check(sitemap)

    def __repr__(self) -> str:
        kind = self.sitemap if isinstance(self.sitemap, type) else type(self.sitemap)
        return f"SitemapSource({kind.__module__}.{kind.__qualname__})"

    @property
    def is_ordered(self) -> bool:  # type: ignore[override]  # known only once items() is
        return self.on("").is_ordered

    def candidates(
        self, *, after: str | None = None, keys: Sequence[str] | None = None
    ) -> Iterator[Candidate]:
        return self.on("").candidates(after=after, keys=keys)

    def order_fault(self) -> str:
        return self.on("").order_fault()

    def on(self, origin: str) -> Reading:
        """The sitemap as one walk reads it: an instance of its own, asked for this origin."""
        sitemap = fresh(self.sitemap, origin=origin)
        own = own_methods(sitemap)
        kind: type[Reading] = UrlReading if own else ItemReading
        if WagtailReading.fits(sitemap, own):
            kind = WagtailReading
        return kind(sitemap, origin=origin, trust_dates=self.trust_dates, name=repr(self))

    def key_of(self, value: object) -> str | None:
        """
        The key of an instance of the model that ``items()`` is a queryset of.

        ``None`` if it is anything else: a list would have to be built on every save of any
        object. The registration's ``affects`` can name the objects then.
        """
        if not isinstance(value, Model) or not key_names.has_pk(value):
            return None
        if not self._is_model_known:
            self._ask_for_model()
        if self._model is None or not isinstance(value, key_names.concrete(self._model)):
            return None
        return key_names.instance_key(value, model=self._model)

    def _ask_for_model(self) -> None:
        """Once, as ``items()`` may be a list that takes long to build."""
        try:
            self._model = self.on("").model
        except Exception:  # items() may raise anything, and an editor's save must not fail
            logger.debug("action=key-of source=%r", self, exc_info=True)
        else:
            self._is_model_known = True


def as_source(source: object, *, trust_dates: bool = False) -> Source:
    """
    A `Source` as it is; a contrib sitemap, class or instance, as a `SitemapSource`.

    Raises `ConfigurationError` that names what was given instead.
    """
    if isinstance(source, SitemapSource) and trust_dates and not source.trust_dates:
        return SitemapSource(source.sitemap, trust_dates=True)
    if isinstance(source, Source):
        return source
    if isinstance(source, Sitemap) or (
        isinstance(source, type) and issubclass(source, Sitemap)
    ):
        return SitemapSource(source, trust_dates=trust_dates)
    hint = " Did you mean an instance of it?" if isinstance(source, type) else ""
    raise ConfigurationError(
        f"{source!r} is no source of URLs: give a Source (QuerySetSource, RouteSource, …) or "
        f"a django.contrib.sitemaps.Sitemap.{hint}"
    )


def _check(sitemap: object) -> None:
    if isinstance(sitemap, Sitemap):
        return
    if not (isinstance(sitemap, type) and issubclass(sitemap, Sitemap)):
        raise ConfigurationError(f"{sitemap!r} is no django.contrib.sitemaps.Sitemap.")
    wanted = inspect.signature(sitemap).parameters.values()
    missing = [
        it.name
        for it in wanted
        if it.default is it.empty
        and it.kind not in (it.VAR_POSITIONAL, it.VAR_KEYWORD)
        and it.name != "request"
    ]
    if missing:
        raise ConfigurationError(
            f"{sitemap.__qualname__} needs the arguments {', '.join(missing)}: register an "
            f"instance of it, {sitemap.__qualname__}({'=…, '.join(missing)}=…)."
        )
