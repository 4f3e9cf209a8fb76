"""
What only the page's own class knows: its ``get_sitemap_urls``, and the fields of the project.

A page's own class is asked only where it has something to say. Fields that are columns are
read as such; instances are made where a class overrides how Wagtail names its URLs, or where
the project reads a property, a method or through a function.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from django.core.exceptions import FieldDoesNotExist
from django.db.models import Model
from django.utils import translation

from honest_sitemaps.candidates import rows as row_reading
from honest_sitemaps.candidates.faults import LOST_DATABASE, fault_of
from honest_sitemaps.candidates.wagtail_models import page_types, type_ids_of
from honest_sitemaps.candidates.wagtail_rows import PageRow
from honest_sitemaps.candidates.wagtail_states import Said
from honest_sitemaps.conf import default_language
from honest_sitemaps.errors import ConfigurationError

Reader = str | Callable[[Any], object]
"""An attribute's name (a method of that name is called), or a function of the page."""

_NAMING = ("get_sitemap_urls", "get_url_parts", "get_full_url", "full_url", "get_url")
"""Methods that Wagtail asks for a page's URL."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """How the pages of one class are read."""

    model: Any
    columns: Mapping[str, str]
    """From the source's argument to the column."""

    readers: Mapping[str, Reader]
    """From the source's argument to what an instance is asked; empty: no instance is made."""

    names_urls: bool
    """Whether the class says itself which URLs it has."""

    @property
    def needs_instances(self) -> bool:
        return bool(self.readers) or self.names_urls


def readings(readers: Mapping[str, Reader]) -> dict[int, Reading]:
    """
    How each class of pages is read, by content type; only of classes with something to say.

    Raises `ConfigurationError` for a name that no page has.
    """
    types = list(page_types())
    for argument, reader in readers.items():
        if isinstance(reader, str) and not any(hasattr(model, reader) for model in types):
            raise ConfigurationError(
                f"{argument} of a WagtailSource is {reader!r}, and no page model has that."
            )
    found = {
        pk: _reading(model, readers)
        for pk, model in zip(type_ids_of(types), types, strict=True)
    }
    return {
        pk: reading
        for pk, reading in found.items()
        if reading.columns or reading.needs_instances
    }


def said_of(
    rows: Sequence[PageRow], by_type: Mapping[int, Reading], *, request: Any
) -> dict[Any, Said]:
    """What the pages say themselves, by primary key; one query for 250 pages of a class."""
    found: dict[Any, Said] = {}
    for type_id, reading in by_type.items():
        pks = iter([row.pk for row in rows if row.content_type_id == type_id])
        while some := list(islice(pks, row_reading.CHUNK_ROWS)):
            found.update(_said(reading, some, request))
    return found


def names_urls(model: type[Model]) -> bool:
    """Whether the class of a page says itself which addresses it has."""
    return any(_is_overridden(model, name) for name in _NAMING)


def read(page: Any, reader: Reader) -> object:
    if not isinstance(reader, str):
        return reader(page)
    value = getattr(page, reader)
    return value() if callable(value) else value


def _reading(model: Any, readers: Mapping[str, Reader]) -> Reading:
    columns: dict[str, str] = {}
    asked: dict[str, Reader] = {}
    for argument, reader in readers.items():
        if not isinstance(reader, str):
            asked[argument] = reader
        elif hasattr(model, reader):
            column = _column(model, reader)
            if column:
                columns[argument] = column
            else:
                asked[argument] = reader
    is_naming = names_urls(model)
    if asked or is_naming:
        return Reading(
            model=model, columns={}, readers={**columns, **asked}, names_urls=is_naming
        )
    return Reading(model=model, columns=columns, readers={}, names_urls=False)


def _column(model: type[Model], name: str) -> str:
    try:
        field = model._meta.get_field(name)
    except FieldDoesNotExist:
        return ""
    return name if field.concrete and not field.is_relation else ""


def _is_overridden(model: Any, name: str) -> bool:
    method = getattr(model, name)
    if isinstance(method, property):
        method = method.fget
    return not str(getattr(method, "__module__", "")).startswith("wagtail.models")


def _said(reading: Reading, pks: list[Any], request: Any) -> Iterator[tuple[Any, Said]]:
    pages = reading.model._base_manager.filter(pk__in=pks)
    if reading.needs_instances:
        return ((page.pk, _asked(page, reading, request)) for page in list(pages))
    values = pages.values_list("pk", *reading.columns.values())
    return (
        (pk, Said(facts=dict(zip(reading.columns, found, strict=True))))
        for pk, *found in list(values)
    )


def _asked(page: Any, reading: Reading, request: Any) -> Said:
    facts: dict[str, Any] = {}
    entries: list[Any] | None = None
    fault = ""
    with translation.override(default_language()):
        for argument, reader in reading.readers.items():
            try:
                facts[argument] = read(page, reader)
            except LOST_DATABASE:
                raise
            except Exception as error:  # a page's method may raise anything
                fault = fault or fault_of(error)
        if reading.names_urls:
            try:
                entries = _entries(page.get_sitemap_urls(request))
                facts["own_url"] = page.get_full_url(request)
            except LOST_DATABASE:
                raise
            except Exception as error:  # a page's method may raise anything
                fault = fault or fault_of(error)
    return Said(facts=facts, entries=entries, fault=fault)


def _entries(answered: Iterable[Any] | None) -> list[Any]:
    return [entry.get("location") for entry in answered or ()]
