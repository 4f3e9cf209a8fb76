"""Who answers where sitemaps are asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.core.checks import CheckMessage, Tags, register
from django.core.checks import Warning as CheckWarning
from django.urls import (
    Resolver404,
    ResolverMatch,
    URLPattern,
    URLResolver,
    get_resolver,
    resolve,
)

from honest_sitemaps.registry import registrations
from honest_sitemaps.sitemaps import HonestSitemap

INDEX_PATH = "/sitemap.xml"

GENERATORS = {
    "django.contrib.sitemaps": "django.contrib.sitemaps",
    "wagtail.contrib.sitemaps": "wagtail.contrib.sitemaps",
    "icv_sitemaps": "django-icv-sitemaps",
    "static_sitemaps": "django-static-sitemaps",
}
"""Packages that answer sitemaps, by the module of their views."""


@register(Tags.urls)
def check_urls(**kwargs: Any) -> list[CheckMessage]:
    """Whether a visitor of ``/sitemap.xml`` gets what was released."""
    if not registrations():
        return []
    try:
        match = resolve(INDEX_PATH)
    except Resolver404:
        told = f"No view answers {INDEX_PATH}."
        hint = 'Add path("", include("honest_sitemaps.urls")) to the root URLconf.'
        return [CheckWarning(told, hint=hint, id="honest_sitemaps.W003")]
    if _is_ours(match):
        return []
    told = f"{INDEX_PATH} is answered by {match._func_path}, which knows nothing of releases."
    hint = "Two generators contradict each other. Route ours before it, or use HonestSitemap."
    return [CheckWarning(told, hint=hint, id="honest_sitemaps.W004")]


@register(Tags.urls)
def check_other_generators(**kwargs: Any) -> list[CheckMessage]:
    """Whether another generator's sitemap is routed anywhere else."""
    if not registrations():
        return []
    hint = (
        "Crawlers that know the address go on reading it. Take the route out, redirect it to "
        "/sitemap.xml, or let it serve releases with HonestSitemap."
    )
    return [
        CheckWarning(
            f"{route} is answered by {name}, which knows nothing of releases.",
            hint=hint,
            id="honest_sitemaps.W007",
        )
        for route, name in _others(get_resolver().url_patterns)
        if route != INDEX_PATH
    ]


def _others(
    patterns: list[URLPattern | URLResolver], before: str = "/"
) -> Iterator[tuple[str, str]]:
    """Route and package of each view of another generator, each route once."""
    for one in patterns:
        route = f"{before}{one.pattern}"
        if isinstance(one, URLResolver):
            yield from _others(one.url_patterns, route)
        elif (name := _generator_of(one.callback)) and not _serves_releases(one.default_args):
            yield route, name


def _generator_of(view: Any) -> str:
    """The package that a view of sitemaps comes from; ``""`` for ours and for other views."""
    kind = getattr(view, "view_class", view)
    module, name = getattr(kind, "__module__", "") or "", getattr(kind, "__name__", "")
    if "sitemap" not in name.lower() and name != "index":
        return ""  # django-icv-sitemaps answers ads.txt, too
    found = (told for home, told in GENERATORS.items() if module.startswith(f"{home}."))
    return next(found, "")


def _is_ours(match: ResolverMatch) -> bool:
    if getattr(match.func, "__module__", "").startswith("honest_sitemaps."):
        return True
    return _serves_releases(match.kwargs)


def _serves_releases(given: Mapping[str, Any]) -> bool:
    """Whether contrib's view was given our bridge."""
    return any(
        isinstance(one, HonestSitemap)
        or (isinstance(one, type) and issubclass(one, HonestSitemap))
        for one in (given.get("sitemaps") or {}).values()
    )
