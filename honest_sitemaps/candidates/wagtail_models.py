"""
Wagtail's models, asked for only where they are needed: nothing here imports Wagtail.

The base page model is read from ``Site.root_page``, which follows ``WAGTAIL_PAGE_MODEL`` in
the versions that know it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.apps import apps
from django.db.models import Model

from honest_sitemaps.candidates import keys as key_names
from honest_sitemaps.errors import ConfigurationError

APP = "wagtailcore"


def core_model(name: str) -> Any:
    """A model of ``wagtail`` itself. Raises `ConfigurationError` if it is not installed."""
    try:
        return apps.get_model(APP, name)
    except LookupError as error:
        raise ConfigurationError(
            "WagtailSource needs Wagtail: install honest-sitemaps[wagtail], and put "
            "'wagtail' into INSTALLED_APPS."
        ) from error


def page_model() -> Any:
    """The model that every page has a row in."""
    return core_model("Site")._meta.get_field("root_page").related_model


def page_types() -> Iterator[type[Model]]:
    """Every model whose rows are pages, proxies too."""
    base = page_model()
    return (model for model in apps.get_models() if issubclass(model, base))


def page_key(pk: object) -> str:
    """``wagtailcore.page:12``: the same whichever class the page came as."""
    return key_names.storable(f"{key_names.label_of(page_model())}:{pk}")


def type_ids_of(models: Sequence[type[Model]]) -> list[int]:
    """Primary keys of the content types that Wagtail writes into pages of these classes."""
    # Asked of the registry: this module is imported while Django is still loading.
    content_types: Any = apps.get_model("contenttypes", "ContentType")
    found = content_types.objects.get_for_models(*models, for_concrete_models=False)
    return [found[model].pk for model in models]


def ancestors_of(path: str) -> Iterator[str]:
    """The tree's paths from its root down to ``path`` itself."""
    step = page_model().steplen
    return (path[:end] for end in range(step, len(path) + 1, step))
