"""Where the files are served: by the project's URL configuration, never by a Host header."""

from __future__ import annotations

from django.urls import NoReverseMatch, reverse
from django.utils import translation

from honest_sitemaps.conf import default_language, root_urlconf
from honest_sitemaps.errors import ConfigurationError
from honest_sitemaps.partition import INDEX_NAME

NAMESPACE = "honest_sitemaps"


def file_loc(origin: str, name: str) -> str:
    """
    The absolute loc under which a file is served; ``name`` may be the index's.

    Follows the prefix under which the project includes our routes, and a
    ``FORCE_SCRIPT_NAME``; not the URL configuration that a request of this thread happened to
    have. Raises `ConfigurationError` if our routes are not included.
    """
    try:
        # The language matters to a project that includes us in i18n_patterns().
        with translation.override(default_language()):
            return origin + _path(name, root_urlconf())
    except NoReverseMatch as missing:
        raise ConfigurationError(
            "The routes that serve the sitemaps are not in ROOT_URLCONF. Add "
            'path("", include("honest_sitemaps.urls")) to its urlpatterns.'
        ) from missing


def _path(name: str, urlconf: str) -> str:
    if name == INDEX_NAME:
        return reverse(f"{NAMESPACE}:index", urlconf)
    return reverse(f"{NAMESPACE}:file", urlconf, kwargs={"stem": name.removesuffix(".xml")})
