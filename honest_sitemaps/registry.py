"""
Which sources a project has: one `Registration` a name.

Apps register in their ``sitemaps`` module. Nothing here asks the database or the settings
before it is used, so a registration works while Django is still loading.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from django.apps import apps
from django.contrib.sitemaps import Sitemap
from django.core.exceptions import ImproperlyConfigured, ObjectDoesNotExist

from honest_sitemaps.candidates import Source, as_source
from honest_sitemaps.conf import SETTING, get_conf, site_languages
from honest_sitemaps.errors import ConfigurationError, UnknownSection
from honest_sitemaps.loc import Malformed, normal_origin

CAPACITY_LIMIT = 50_000
"""URLs that one file may hold (https://www.sitemaps.org/protocol.html#index)."""

_NAME = re.compile(r"[a-z0-9_-]{1,50}")
_UNSET_DOMAINS = {"example.com", "www.example.com"}
"""What ``django.contrib.sites`` holds until someone edits it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Registration:
    """One source under one name: the section of that name, or one section a language."""

    name: str
    source: Source
    origin: str = ""
    """Scheme and host of its pages; ``""``: the configured one. See `origin_for`."""

    capacity: int | None = None
    """Slots in a file; ``None``: the setting ``CAPACITY``."""

    by_language: bool = False
    """One section, and so its own files, for each of ``LANGUAGES``."""

    content: tuple[str, ...] = ()
    """CSS selectors of what is significant on a page; empty: it is found."""

    noise: tuple[str, ...] = ()
    """CSS selectors of what is not."""

    class_names: bool = True
    """Whether class names and ids that name furniture are believed."""

    parameters: tuple[str, ...] = ()
    """Names of the query parameters that a loc of the section may have."""

    trust_dates: bool = False
    """Whether the lastmod of a contrib sitemap is a first date."""

    dates: bool = True
    """Whether the section's entries have a lastmod at all."""

    affects: Callable[[Any], Iterable[Any]] | None = None
    """From a saved object to the objects, or keys, whose pages show it."""

    @property
    def languages(self) -> tuple[str, ...]:
        """``("",)``, or the codes of ``LANGUAGES``: a section each."""
        return site_languages() if self.by_language else ("",)

    @property
    def labels(self) -> tuple[str, ...]:
        """``("pages",)``, or ``("pages-en", "pages-de")``: the first part of file names."""
        return tuple(label_of(self.name, language) for language in self.languages)


_registrations: dict[str, Registration] = {}


def register(
    name: str,
    source: Source | Sitemap[Any] | type[Sitemap[Any]],
    *,
    origin: str | None = None,
    capacity: int | None = None,
    by_language: bool = False,
    content: Collection[str] = (),
    noise: Collection[str] = (),
    class_names: bool = True,
    parameters: Collection[str] = (),
    trust_dates: bool = False,
    dates: bool = True,
    affects: Callable[[Any], Iterable[Any]] | None = None,
) -> None:
    """
    Make ``source`` known under ``name``; see `Registration` for the arguments.

    An existing `django.contrib.sitemaps.Sitemap`, class or instance, is taken as it is. Raises
    `ConfigurationError` for a name that is taken or cannot stand in a file name, and for an
    argument of the wrong kind.
    """
    registration = Registration(
        name=_checked_name(name),
        source=as_source(source, trust_dates=trust_dates),
        origin=_checked_origin(name, origin),
        capacity=_checked_capacity(name, capacity),
        by_language=by_language,
        content=_checked_texts(name, "content", content),
        noise=_checked_texts(name, "noise", noise),
        class_names=class_names,
        parameters=_checked_texts(name, "parameters", parameters),
        trust_dates=trust_dates,
        dates=dates,
        affects=_checked_callable(name, affects),
    )
    taken = _registrations.get(name)
    if taken:
        raise ConfigurationError(
            f"Two sources are registered as {name!r}: {taken.source!r} and "
            f"{registration.source!r}. Give one of them another name."
        )
    _registrations[name] = registration


def unregister(name: str) -> None:
    """Forget a registration. Its rows stay in the ledger. Raises `UnknownSection`."""
    if name not in _registrations:
        raise UnknownSection(name, known=_registrations)
    del _registrations[name]


@contextmanager
def replaced() -> Iterator[None]:
    """For tests: an empty registry inside, the old one after."""
    before = dict(_registrations)
    _registrations.clear()
    try:
        yield
    finally:
        _registrations.clear()
        _registrations.update(before)


def registrations() -> list[Registration]:
    """All of them, by name: an order that does not hang on the order of imports."""
    return sorted(_registrations.values(), key=lambda one: one.name)


def find(label_or_name: str) -> list[tuple[Registration, str]]:
    """
    The sections meant, as registration and language: ``pages`` all of its languages,
    ``pages-de`` the one. Raises `UnknownSection` with the labels there are.
    """
    sections = [(one, language) for one in registrations() for language in one.languages]
    found = [
        (one, language)
        for one, language in sections
        if label_or_name in (one.name, label_of(one.name, language))
    ]
    if not found:
        known = [label_of(one.name, language) for one, language in sections]
        raise UnknownSection(label_or_name, known=known)
    return found


def label_of(name: str, language: str) -> str:
    """``pages``, or ``pages-de`` for a section of one language."""
    return f"{name}-{language}" if language else name


def origin_for(registration: Registration) -> str:
    """
    Scheme and host under which the section's pages are served.

    Its own, else the setting ``ORIGIN``, else ``https://`` and the domain of the current Site.
    Raises `ConfigurationError` with the remedy if there is none, or if the Site still is the
    ``example.com`` that Django creates.
    """
    if registration.origin:
        return registration.origin
    configured = get_conf().ORIGIN
    if configured:
        return _usable(configured, of=f"{SETTING}['ORIGIN']")
    return _usable(f"https://{_site_domain()}", of="The domain of the current Site")


def colliding_names() -> list[str]:
    """One sentence for each two sections whose files would have the same names."""
    return [
        f"The files of {one.name!r} and {other.name!r} would both be named {label!r}. "
        f"Rename one of them."
        for one, other in combinations(registrations(), 2)
        for label in one.labels
        if label in other.labels
    ]


def _site_domain() -> str:
    remedy = f"Set {SETTING}['ORIGIN'], for example 'https://www.your-domain.org'."
    if not apps.is_installed("django.contrib.sites"):
        raise ConfigurationError(f"No origin is known for the sitemaps. {remedy}")
    try:
        site_model: Any = apps.get_app_config("sites").get_model("Site")
        domain: str = site_model.objects.get_current().domain
    except (ImproperlyConfigured, ObjectDoesNotExist) as error:
        raise ConfigurationError(
            f"The current Site cannot be found: {error} {remedy}"
        ) from error
    if domain.lower() in _UNSET_DOMAINS:
        raise ConfigurationError(
            f"The current Site still has the domain {domain}. Edit it in the admin, under "
            f"Sites. Or: {remedy}"
        )
    return domain


def _usable(origin: str, *, of: str) -> str:
    normal = normal_origin(origin)
    if isinstance(normal, Malformed):
        raise ConfigurationError(
            f"{of} must be scheme and host, like 'https://www.your-domain.org': {normal.why}."
        )
    return normal


def _checked_name(name: object) -> str:
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise ConfigurationError(
            f"{name!r} cannot name a section: the name is the first part of its files' names, "
            f"1 to 50 characters of a to z, 0 to 9, '-' and '_'."
        )
    return name


def _checked_origin(name: str, origin: str | None) -> str:
    return "" if origin is None else _usable(origin, of=f"The origin of {name!r}")


def _checked_capacity(name: str, capacity: object) -> int | None:
    if capacity is None:
        return None
    is_number = isinstance(capacity, int) and not isinstance(capacity, bool)
    if not isinstance(capacity, int) or not is_number or not 1 <= capacity <= CAPACITY_LIMIT:
        raise ConfigurationError(
            f"The capacity of {name!r} must be a number from 1 to {CAPACITY_LIMIT:,}, "
            f"not {capacity!r}."
        )
    return capacity


def _checked_texts(name: str, argument: str, texts: Collection[str]) -> tuple[str, ...]:
    if isinstance(texts, str):
        raise ConfigurationError(
            f"{argument} of {name!r} is the text {texts!r}. Write [{texts!r}]: a list of them."
        )
    is_list = isinstance(texts, Iterable)
    checked = tuple(texts) if is_list else ()
    if not is_list or not all(isinstance(text, str) and text for text in checked):
        raise ConfigurationError(
            f"{argument} of {name!r} must be a list of texts, not {texts!r}."
        )
    return checked


def _checked_callable(
    name: str, affects: Callable[[Any], Iterable[Any]] | None
) -> Callable[[Any], Iterable[Any]] | None:
    if affects is not None and not callable(affects):
        raise ConfigurationError(
            f"affects of {name!r} must be a function of the saved object, not {affects!r}."
        )
    return affects
