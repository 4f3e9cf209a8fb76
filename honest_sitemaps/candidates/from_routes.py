"""`RouteSource`: pages that no object stands behind, by the names of their url patterns."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Model
from django.urls import NoReverseMatch, reverse
from django.utils import translation

from honest_sitemaps.candidates.candidate import Candidate
from honest_sitemaps.candidates.faults import fault_of
from honest_sitemaps.candidates.source import Source
from honest_sitemaps.conf import default_language
from honest_sitemaps.errors import ConfigurationError

Route = str | tuple[str, Sequence[Any] | Mapping[str, Any]]
"""``"about"``, ``("year", {"year": 2026})`` or ``("year", [2026])``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Route:
    name: str
    args: tuple[Any, ...] = ()
    kwargs: Mapping[str, Any] = field(default_factory=dict)

    @property
    def label(self) -> str:
        """Tells the route from others of its name: it names the set of its translations."""
        given = [*map(str, self.args), *(f"{key}={it}" for key, it in self.kwargs.items())]
        return f"{self.name}({', '.join(given)})" if given else self.name


class RouteSource(Source):
    """
    The routes of these names, in the order given. The key of each is its path.

    With ``languages`` each is reversed once under each of them, as ``i18n_patterns`` and
    translated patterns have it, and its versions form a group.
    """

    def __init__(self, names: Iterable[Route], *, languages: Iterable[str] = ()) -> None:
        if isinstance(names, str) or isinstance(languages, str):
            raise ConfigurationError(
                f"RouteSource needs a list of route names, and of languages, not one text: "
                f"{names!r}, {languages!r}."
            )
        self._routes = tuple(_checked_route(route) for route in names)
        self._languages = tuple(languages)

    def __repr__(self) -> str:
        return f"RouteSource({[route.label for route in self._routes]!r})"

    def candidates(
        self, *, after: str | None = None, keys: Sequence[str] | None = None
    ) -> Iterator[Candidate]:
        for route in self._routes:
            for language in self._languages or ("",):
                yield self._candidate(route, language)

    def key_of(self, value: object) -> str | None:
        """The path of a route that was given by its bare name."""
        for route in self._routes:
            if route.label == value:
                return self._candidate(route, (self._languages or ("",))[0]).key or None
        return None

    def models(self) -> Collection[type[Model]] | None:
        return ()

    def _candidate(self, route: _Route, language: str) -> Candidate:
        group = route.label if self._languages else ""
        try:
            # A language of ours, not the one that is active in this thread: two walks agree.
            with translation.override(language or default_language()):
                loc = reverse(route.name, args=route.args, kwargs=dict(route.kwargs))
        except NoReverseMatch as error:
            return Candidate(
                loc="", key=route.label, language=language, group=group, fault=fault_of(error)
            )
        return Candidate(loc=loc, key=loc, language=language, group=group)


def _checked_route(route: object) -> _Route:
    match route:
        case str(name):
            return _Route(name=name)
        case (str(name), Mapping() as kwargs):
            return _Route(name=name, kwargs=kwargs)
        case (str(name), list() | tuple() as args):
            return _Route(name=name, args=tuple(args))
    raise ConfigurationError(
        f"A route is a name, or a name and its arguments: ('year', {{'year': 2026}}); "
        f"not {route!r}."
    )
