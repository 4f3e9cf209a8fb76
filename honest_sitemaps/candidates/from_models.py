"""`QuerySetSource`: one candidate for each row of a queryset."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

from django.db.models import Manager, Model, QuerySet
from django.db.models.manager import BaseManager
from django.utils import translation

from honest_sitemaps.candidates import keys as key_names
from honest_sitemaps.candidates import rows
from honest_sitemaps.candidates.candidate import Candidate
from honest_sitemaps.candidates.faults import LOST_DATABASE, fault_of
from honest_sitemaps.candidates.source import Source
from honest_sitemaps.conf import default_language
from honest_sitemaps.errors import ConfigurationError

logger = logging.getLogger(__name__)

Reader = str | Callable[[Any], object]
"""An attribute's name (a method of that name is called), or a function of the object."""

Given = QuerySet[Any, Any] | Manager[Any] | type[Model] | Callable[[], QuerySet[Any, Any]]


class QuerySetSource(Source):
    """
    The rows of ``queryset``, drafts too, each fact read from an attribute or by a function.

    It is read in the order of its primary key, in short queries, anew on every walk. A
    queryset with an order of its own, a slice or a union is read in its own order, with a
    warning: such a walk cannot be resumed without reading what lies before. ``queryset`` may
    be a function that returns one, for what must not be built while Django loads.
    """

    def __init__(
        self,
        queryset: Given,
        *,
        loc: Reader = "get_absolute_url",
        published_at: Reader | None = None,
        expires_at: Reader | None = None,
        is_live: Reader | None = None,
        is_public: Reader | None = None,
        noindex: Reader | None = None,
        language: Reader | None = None,
        group: Reader | None = None,
        images: Reader | None = None,
        videos: Reader | None = None,
        news: Reader | None = None,
    ) -> None:
        given = {
            "language": language,
            "loc": loc,
            "group": group,
            "published_at": published_at,
            "expires_at": expires_at,
            "is_live": is_live,
            "is_public": is_public,
            "noindex": noindex,
            "images": images,
            "videos": videos,
            "news": news,
        }
        self._given = _checked_queryset(queryset)
        self._readers = {
            name: _checked_reader(name, reader)
            for name, reader in given.items()
            if reader is not None
        }

    def __repr__(self) -> str:
        if isinstance(self._given, QuerySet | BaseManager):
            return f"QuerySetSource({self._given.model._meta.label})"
        return f"QuerySetSource({getattr(self._given, '__qualname__', 'function')})"

    @property
    def is_ordered(self) -> bool:  # type: ignore[override]  # known only once the queryset is
        return not _why_own_order(self._queryset())

    def candidates(
        self, *, after: str | None = None, keys: Sequence[str] | None = None
    ) -> Iterator[Candidate]:
        queryset = self._queryset()
        for row in self._rows(queryset, after=after, keys=keys):
            yield self._candidate(row, queryset.model)

    def key_of(self, value: object) -> str | None:
        model = self._queryset().model
        if isinstance(value, key_names.concrete(model)) and key_names.has_pk(value):
            return key_names.instance_key(value, model=model)
        return None

    def models(self) -> Collection[type[Model]] | None:
        given = self._given
        return (given.model,) if isinstance(given, QuerySet | BaseManager) else None

    def order_fault(self) -> str:
        return rows.order_fault(self._queryset())

    def _queryset(self) -> QuerySet[Any, Any]:
        """A fresh clone: nothing that an earlier walk has read is served again."""
        if isinstance(self._given, QuerySet | BaseManager):
            return self._given.all()
        made = self._given()
        if not isinstance(made, QuerySet | BaseManager):
            raise ConfigurationError(f"{self!r} returned {made!r}, which is no queryset.")
        return made.all()

    def _rows(
        self, queryset: QuerySet[Any, Any], *, after: str | None, keys: Sequence[str] | None
    ) -> Iterator[Any]:
        if keys is not None and not rows.why_not_by_pk(queryset):
            return rows.of_pks(queryset, key_names.pks_of(keys, queryset.model))
        why = _why_own_order(queryset)
        if why:
            if after is None and keys is None:
                logger.warning("action=walk source=%r order=own why=%r", self, why)
            return rows.in_own_order(queryset)
        behind = None if after is None else key_names.pk_of(after, queryset.model)
        return rows.by_pk(queryset, after=behind)

    def _candidate(self, row: Any, model: type[Model]) -> Candidate:
        facts: dict[str, Any] = {"loc": ""}
        fault = ""
        for name, reader in self._readers.items():
            try:
                with translation.override(str(facts.get("language") or default_language())):
                    facts[name] = _read(row, reader)
            except LOST_DATABASE:
                raise
            except Exception as error:  # a model's method may raise anything
                fault = fault or fault_of(error)
        is_object = isinstance(row, Model)
        key = key_names.instance_key(row, model=model) if is_object else ""
        return Candidate(**facts, key=key, fault=fault)


def _read(row: Any, reader: Reader) -> object:
    if not isinstance(reader, str):
        return reader(row)
    value = getattr(row, reader)
    return value() if callable(value) else value


def _why_own_order(queryset: QuerySet[Any, Any]) -> str:
    why = rows.why_not_by_pk(queryset)
    return why or ("it has an order of its own" if rows.has_own_order(queryset) else "")


def _checked_queryset(given: Given) -> Any:
    if isinstance(given, type) and issubclass(given, Model):
        return given._default_manager
    if isinstance(given, QuerySet | BaseManager) or callable(given):
        return given
    raise ConfigurationError(
        f"QuerySetSource needs a queryset, or a function that returns one, not {given!r}."
    )


def _checked_reader(name: str, reader: object) -> Any:
    if callable(reader) or (isinstance(reader, str) and reader):
        return reader
    raise ConfigurationError(
        f"{name} of a QuerySetSource must be an attribute's name or a function of the object, "
        f"not {reader!r}."
    )
