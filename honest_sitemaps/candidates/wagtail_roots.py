"""
Which Site answers on an origin, and under which address it serves a page.

Read from the tables, not through ``Site.get_site_root_paths()``: that is kept in the cache for
an hour, and the cache of a worker does not hear that a Site was saved elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.urls import NoReverseMatch, reverse
from django.utils import translation

from honest_sitemaps.candidates.wagtail_models import core_model, page_model
from honest_sitemaps.conf import default_language, has_wagtail_locales
from honest_sitemaps.errors import ConfigurationError


@dataclass(frozen=True, slots=True, kw_only=True)
class Root:
    """A tree of pages that a Site serves: its own, or a translation of it."""

    site_id: int
    url_path: str
    """Wagtail's own: ``/home/``. What follows it in a page's is the page's address."""

    host: str
    """As a browser writes it: with the port unless it is 80 or 443."""

    port: int
    is_default: bool
    language: str
    """Locale's code; what the address is reversed under where there are locales."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where the Site of an origin serves a page."""

    root: Root
    nearest: Root
    """The most specific root that holds the page: `root`, or that of a Site inside."""

    @property
    def is_nearest(self) -> bool:
        return self.root.url_path == self.nearest.url_path


@dataclass(frozen=True, slots=True, kw_only=True)
class Roots:
    """All roots, most specific first, as an origin sees them."""

    all: tuple[Root, ...]
    site_id: int
    """The Site that answers on the origin."""

    holds_strays: bool
    """Whether the pages outside of every Site are told of here: with the default Site."""

    scheme: str
    """Of the origin."""

    def of(self, url_path: str) -> list[Root]:
        """The roots that hold the page; empty: it has no address."""
        return [root for root in self.all if url_path.startswith(root.url_path)]

    def place_of(self, url_path: str) -> tuple[bool, Place | None]:
        """Whether the page is told of here, and its place; ``None``: it has no address."""
        holders = self.of(url_path)
        place = self.place_among(holders)
        return place is not None or (self.holds_strays and not holders), place

    def place_among(self, holders: list[Root]) -> Place | None:
        """The page's place here; ``None`` if this Site does not serve it."""
        own = next((root for root in holders if root.site_id == self.site_id), None)
        return Place(root=own, nearest=holders[0]) if own else None

    def hosts(self) -> set[str]:
        return {root.host for root in self.all if root.site_id == self.site_id}


def roots_for(request: Any, *, origin: str) -> Roots:
    """
    The roots as ``request``, one to the origin, finds them. Two queries, or three.

    Raises `ConfigurationError` where no Site answers: every page would seem to be gone.
    """
    answering = core_model("Site").find_for_request(request)
    if answering is None:
        raise ConfigurationError(
            f"No Site of Wagtail answers on {origin}. In Wagtail's admin, under Settings, "
            f"Sites, add one for this host, or make one the default."
        )
    roots = all_roots()
    defaults = {root.site_id for root in roots if root.is_default}
    return Roots(
        all=roots,
        site_id=answering.pk,
        holds_strays=not defaults or answering.pk in defaults,
        scheme=request.scheme,
    )


def path_under(root: Root, url_path: str) -> str | None:
    """Path of the page's address under the root; ``None`` where no route leads to it."""
    from wagtail.coreutils import WAGTAIL_APPEND_SLASH

    language = _spoken(root.language) if has_wagtail_locales() else default_language()
    try:
        with translation.override(language):
            path = reverse("wagtail_serve", args=(url_path[len(root.url_path) :],))
    except NoReverseMatch:
        return None
    return path if WAGTAIL_APPEND_SLASH or path == "/" else path.rstrip("/")


def as_wagtail_caches(roots: Roots) -> list[Any]:
    """As Wagtail keeps the roots on a request, so that it asks neither cache nor table."""
    from wagtail.models.sites import SiteRootPath

    return [
        SiteRootPath(root.site_id, root.url_path, _root_url(root), root.language)
        for root in roots.all
    ]


def all_roots() -> tuple[Root, ...]:
    """The roots of all Sites, most specific first. One query, two with locales."""
    return _sorted(_read_roots())


def _read_roots() -> Iterable[Root]:
    sites = list(core_model("Site").objects.select_related("root_page__locale"))
    for site in sites:
        yield _root(site, site.root_page.url_path, site.root_page.locale.language_code)
    if not has_wagtail_locales():
        return
    translated: dict[Any, list[tuple[str, str]]] = {}
    for key, url_path, language in (
        page_model()
        .objects.filter(translation_key__in=[one.root_page.translation_key for one in sites])
        .order_by()
        .values_list("translation_key", "url_path", "locale__language_code")
    ):
        translated.setdefault(key, []).append((url_path, language))
    for site in sites:
        for url_path, language in translated.get(site.root_page.translation_key, ()):
            if url_path != site.root_page.url_path:
                yield _root(site, url_path, language)


def _root(site: Any, url_path: str, language: str) -> Root:
    return Root(
        site_id=site.pk,
        url_path=url_path,
        host=site.hostname if site.port in (80, 443) else f"{site.hostname}:{site.port}",
        port=site.port,
        is_default=site.is_default_site,
        language=language,
    )


def _sorted(roots: Iterable[Root]) -> tuple[Root, ...]:
    """Longest first; of equal ones as Wagtail has it: the default Site, then by host."""
    return tuple(
        sorted(roots, key=lambda one: (-len(one.url_path), not one.is_default, one.host))
    )


def _root_url(root: Root) -> str:
    return f"{'https' if root.port == 443 else 'http'}://{root.host}"


def _spoken(language: str) -> str:
    """
    The code that addresses of a locale have: where LANGUAGES knows variants of a content
    language (``en-gb`` of ``en``), that of ``LANGUAGE_CODE``.
    """
    from wagtail.coreutils import get_supported_content_language_variant

    try:
        supported: str = get_supported_content_language_variant(default_language())
    except LookupError:
        return language
    return default_language() if supported == language else language
