"""
`WagtailSource`: the pages of a Wagtail site.

Wagtail is an extra. Nothing here imports it before a walk or a save needs it, so a project
without it, or one that is still loading, can import this module.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from importlib.util import find_spec
from typing import Any

from django.apps import apps
from django.db.models import Model

from honest_sitemaps.candidates import keys as key_names
from honest_sitemaps.candidates.candidate import Candidate
from honest_sitemaps.candidates.source import MarkKeys, Source
from honest_sitemaps.candidates.wagtail_models import page_key, page_model
from honest_sitemaps.candidates.wagtail_rows import checked_pages
from honest_sitemaps.candidates.wagtail_signals import listen
from honest_sitemaps.candidates.wagtail_specific import Reader
from honest_sitemaps.candidates.wagtail_touching import keys_touched
from honest_sitemaps.candidates.wagtail_walking import WagtailPages
from honest_sitemaps.errors import ConfigurationError

Given = Any
"""A queryset of pages, a function that returns one, or ``None`` for all pages."""


class WagtailSource(Source):
    """
    Every page of the Site that answers on the section's origin, drafts too, in all locales.

    The facts are read for many pages at once: restrictions along the tree and through aliases,
    schedules, aliases, the Sites. ``noindex``, ``canonical``, ``withheld`` (why, or whether),
    ``images``, ``videos``, ``news`` and ``published_at`` are names of a field, property or
    method, or functions of the page; classes of pages that lack the name say nothing. Of
    ``aliases`` in one language the page itself decides whether it is listed; without, their
    source is. ``exclude`` names page models that are withheld, with all their subclasses.

    Raises `ConfigurationError` where Wagtail is not installed.
    """

    is_ordered = True

    def __init__(
        self,
        pages: Given = None,
        *,
        noindex: Reader | None = None,
        canonical: Reader | None = None,
        withheld: Reader | None = None,
        published_at: Reader | None = None,
        images: Reader | None = None,
        videos: Reader | None = None,
        news: Reader | None = None,
        aliases: bool = False,
        exclude: Collection[type[Model] | str] = (),
    ) -> None:
        if find_spec("wagtail") is None:
            raise ConfigurationError(
                "WagtailSource needs Wagtail, which is not installed: "
                "pip install honest-sitemaps[wagtail]"
            )
        given = {
            "noindex": noindex,
            "canonical": canonical,
            "withheld": withheld,
            "published_at": published_at,
            "images": images,
            "videos": videos,
            "news": news,
        }
        self._given = pages
        self._readers = {
            name: _checked_reader(name, reader)
            for name, reader in given.items()
            if reader is not None
        }
        self._lists_aliases = aliases
        self._exclude = _checked_models(exclude)

    def __repr__(self) -> str:
        model = getattr(self._given, "model", None)
        return f"WagtailSource({model._meta.label})" if model else "WagtailSource()"

    def candidates(
        self, *, after: str | None = None, keys: Sequence[str] | None = None
    ) -> Iterator[Candidate]:
        return self.on("").candidates(after=after, keys=keys)

    def on(self, origin: str) -> WagtailPages:
        return WagtailPages(
            lambda: checked_pages(self._given),
            readers=self._readers,
            excluded=self._excluded_models,
            lists_aliases=self._lists_aliases,
            origin=origin,
            name=repr(self),
        )

    def key_of(self, value: object) -> str | None:
        if not isinstance(value, page_model()) or not key_names.has_pk(value):
            return None
        return page_key(value.pk)

    def touched_by(
        self, value: object, *, fields: Collection[str] | None = None
    ) -> Iterable[str]:
        """
        As `Source.touched_by`. Of a page: itself, its aliases and translations and what refers
        to it; of a snippet, an image, a document: what refers to it, after Wagtail's reference
        index; and the pages above any of them, which list it. Of a restriction: all below it;
        of a Site, a Locale, a setting: everything.
        """
        return keys_touched(value, fields=fields) if isinstance(value, Model) else ()

    def connect(self, mark: MarkKeys) -> None:
        listen(mark)

    def _excluded_models(self) -> dict[type, str]:
        """From each page model that is excluded to why."""
        named = [apps.get_model(one) if isinstance(one, str) else one for one in self._exclude]
        return {
            model: f"the source excludes {one._meta.label}"
            for one in named
            for model in apps.get_models()
            if issubclass(model, one)
        }


def _checked_reader(name: str, reader: object) -> Any:
    if callable(reader) or (isinstance(reader, str) and reader):
        return reader
    raise ConfigurationError(
        f"{name} of a WagtailSource must be an attribute's name or a function of the page, "
        f"not {reader!r}."
    )


def _checked_models(exclude: object) -> tuple[type[Model] | str, ...]:
    is_list = isinstance(exclude, Iterable) and not isinstance(exclude, str)
    checked: tuple[Any, ...] = tuple(exclude) if is_list else ()  # type: ignore[arg-type]  # it is a list
    if not is_list or not all(_is_model(one) for one in checked):
        raise ConfigurationError(
            f"exclude of a WagtailSource must be a list of page models, or their names "
            f"'app_label.Model', not {exclude!r}."
        )
    return checked


def _is_model(one: object) -> bool:
    if isinstance(one, str):
        return one.count(".") == 1
    return isinstance(one, type) and issubclass(one, Model)
