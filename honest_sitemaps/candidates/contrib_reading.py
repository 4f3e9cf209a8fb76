"""What the three ways of reading a contrib sitemap share."""

from __future__ import annotations

import copy
import inspect
import io
import logging
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any
from urllib.parse import urlsplit

from django.contrib.sitemaps import Sitemap
from django.core.handlers.wsgi import WSGIRequest
from django.db.models import Model, QuerySet
from django.db.models.manager import BaseManager
from django.utils import translation

from honest_sitemaps.candidates import keys as key_names
from honest_sitemaps.candidates import rows
from honest_sitemaps.candidates.source import Source
from honest_sitemaps.conf import default_language

logger = logging.getLogger(__name__)

_UNKNOWN_HOST = "https://unknown.invalid"
"""Stands for the origin where a sitemap is read without one; never seen outside."""

_SAID = re.compile(r"$|[/?]|https?://", re.IGNORECASE)

_WRITERS = ("get_urls", "_urls", "_items", "paginator", "get_domain")
"""What a sitemap overrides if its URLs are not its items one by one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OriginSite:
    """What contrib's views hand to ``get_urls`` as the site."""

    domain: str
    """Host, and port if it is not the scheme's own."""

    @property
    def name(self) -> str:
        return self.domain


class Reading(Source):
    """A sitemap instance as one walk reads it."""

    def __init__(
        self, sitemap: Sitemap[Any], *, origin: str, trust_dates: bool, name: str
    ) -> None:
        self.sitemap: Any = sitemap  # its stubs lack the methods that its views call
        self.scheme, _, host = (origin or _UNKNOWN_HOST).partition("://")
        self.site = OriginSite(domain=host)
        self.trust_dates = trust_dates
        self._name = name
        self._held: Any = None

    def __repr__(self) -> str:
        return self._name

    @property
    def model(self) -> type[Model] | None:
        """The model that ``items()`` is a queryset of."""
        items = self._kept_items
        if isinstance(items, QuerySet) and not rows.is_of_values(items):
            return items.model
        return None

    def items(self) -> Any:
        """
        What ``items()`` answers; a queryset as a clone that has read nothing yet.

        Asked once for both the question whether it can be ordered and the reading, as it may
        be a list that took long to build; but never served twice, as it may be a generator.
        """
        items = self._kept_items
        del self._kept_items
        return items

    @cached_property
    def _kept_items(self) -> Any:
        with translation.override(default_language()):
            items = self.sitemap.items
            items = items() if callable(items) else items
        return items.all() if isinstance(items, QuerySet | BaseManager) else items

    def order_fault(self) -> str:
        items = self.items()
        if isinstance(items, QuerySet):
            return rows.order_fault(items)
        # The hash of a text is another in each process.
        is_hashed = isinstance(items, set | frozenset)
        return "its items() are a set, which has no order" if is_hashed else ""

    def key_for(self, item: object, model: type[Model] | None) -> str:
        """``app_label.model:pk`` of a model instance, ``""`` for any other item."""
        if not isinstance(item, Model) or not key_names.has_pk(item):
            return ""
        held = model if model and isinstance(item, key_names.concrete(model)) else None
        return key_names.instance_key(item, model=held)

    def first_date(self, lastmod: object) -> Any:
        """A lastmod that is trusted. Contrib's template leaves out what is no date."""
        return lastmod if self.trust_dates and isinstance(lastmod, date) else None

    def without_origin(self, location: object, *, scheme: str | None = None) -> Any:
        """
        A location as the sitemap's own method said it, relative or absolute.

        Contrib puts scheme and host before every location, also before one that has them.
        """
        prefix = f"{scheme or self.scheme}://{self.site.domain}"
        if not isinstance(location, str) or not location.startswith(prefix):
            return location
        said = location.removeprefix(prefix)
        # "https://ex.test.evil/" starts with our prefix too; it stays what it is.
        return said or "/" if _SAID.match(said) else location

    def warn_of_own_order(self, why: str) -> None:
        logger.warning("action=walk source=%s order=own why=%r", self, why)


def own_methods(sitemap: Sitemap[Any]) -> set[str]:
    """Which of the methods that write URLs are not contrib's."""
    return {
        name
        for name in _WRITERS
        if name in vars(sitemap) or getattr(type(sitemap), name) is not getattr(Sitemap, name)
    }


def fresh(sitemap: Any, *, origin: str) -> Any:
    """An instance for one walk, with an anonymous request on this origin if it takes one."""
    if isinstance(sitemap, type):
        takes_request = "request" in inspect.signature(sitemap).parameters
        return sitemap(request=anonymous_request(origin)) if takes_request else sitemap()
    if getattr(sitemap, "request", sitemap) is not None:
        return sitemap
    own = copy.copy(sitemap)
    own.request = anonymous_request(origin)
    return own


def languages_of(sitemap: Sitemap[Any], item: Any) -> Iterable[str]:
    """The languages that an item is shown in, each once."""
    return dict.fromkeys(sitemap.get_languages_for_item(item))


def anonymous_request(origin: str) -> WSGIRequest:
    """What a visitor without cookies asks of this origin."""
    where = urlsplit(origin or _UNKNOWN_HOST)
    port = where.port or (443 if where.scheme == "https" else 80)
    return WSGIRequest(
        {
            "REQUEST_METHOD": "GET",
            "PATH_INFO": "/sitemap.xml",
            "QUERY_STRING": "",
            "SERVER_NAME": where.hostname or "",
            "SERVER_PORT": str(port),
            "SERVER_PROTOCOL": "HTTP/1.1",
            "HTTP_HOST": where.netloc,
            "wsgi.url_scheme": where.scheme,
            "wsgi.input": io.BytesIO(),
            "wsgi.errors": io.BytesIO(),
        }
    )
