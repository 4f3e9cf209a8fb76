"""
Caches that a capture cannot overlay: what they hold is rendered as if it were new.

A page that comes from one proves nothing when it is rendered again, and an edit is seen
only once it has expired.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import ModuleType

from django.apps import apps
from django.conf import settings
from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.dummy import DummyCache

_OWN_CONNECTIONS = {
    "cacheops": "django-cacheops talks to Redis by itself",
}
"""Apps that keep query results or pages past Django's caches."""

_DJANGO_CMS_PREFIX = "cms-"


def bypassing_caches() -> list[str]:
    """Sentences on caches of this process that a capture does not cover, with the remedy."""
    return [*_of_apps(), *_of_django_cms(), *_of_modules()]


def _of_apps() -> Iterator[str]:
    for name, why in sorted(_OWN_CONNECTIONS.items()):
        if apps.is_installed(name):
            yield (
                f"{name} is installed: {why}, past Django's caches. Switch it off in the "
                f"process that scans, or let it invalidate on every save."
            )


def _of_django_cms() -> Iterator[str]:
    prefix = getattr(settings, "CMS_CACHE_PREFIX", _DJANGO_CMS_PREFIX)
    if not apps.is_installed("cms") or not getattr(settings, "CMS_PAGE_CACHE", True):
        return
    if not str(prefix).startswith(_DJANGO_CMS_PREFIX):
        yield (
            f"CMS_CACHE_PREFIX is {prefix!r}, so the page cache of django CMS is not "
            f"recognised. Let it begin with 'cms-', or set CMS_PAGE_CACHE = False where scans "
            f"run."
        )


def _of_modules() -> Iterator[str]:
    """Backends that a module of the project took out of ``caches`` when it was imported."""
    for name, module in sorted(_project_modules().items()):
        for attribute, value in sorted(vars(module).items()):
            if isinstance(value, BaseCache) and not isinstance(value, DummyCache):
                yield (
                    f"{name}.{attribute} is a cache that was opened when the module was "
                    f"imported. Ask django.core.cache.caches for it where it is used."
                )


def _project_modules() -> dict[str, ModuleType]:
    """Loaded modules of the installed apps, Django's and ours left out."""
    homes = {config.name for config in apps.get_app_configs()}
    return {
        name: module
        for name, module in list(sys.modules.items())
        if isinstance(module, ModuleType)
        and not name.startswith(("django.", "honest_sitemaps."))
        and any(name == home or name.startswith(f"{home}.") for home in homes)
    }
