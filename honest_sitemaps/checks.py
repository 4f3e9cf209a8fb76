"""
System checks. Each id is used once and never again; ``docs/reference/checks.md`` has them all.

They read settings and registrations. None touches the database but `check_site`, which Django
runs only where a command names one (``migrate``, ``check --database default``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from django.apps import apps
from django.core.checks import CheckMessage, Error, Tags, register
from django.core.checks import Warning as CheckWarning
from django.core.files.storage import storages
from django.db import DatabaseError, connections, router
from django.urls import Resolver404, ResolverMatch, resolve

from honest_sitemaps.capture import check_environment
from honest_sitemaps.conf import SETTING, Conf, get_conf
from honest_sitemaps.eligibility import load_rules, robots_from_setting
from honest_sitemaps.errors import ConfigurationError
from honest_sitemaps.fingerprint import Rules
from honest_sitemaps.ledger import Section
from honest_sitemaps.loc import Malformed, normal_origin
from honest_sitemaps.partition import PROTOCOL_LIMIT_URLS
from honest_sitemaps.registry import colliding_names, origin_for, registrations
from honest_sitemaps.sitemaps import HonestSitemap

INDEX_PATH = "/sitemap.xml"
PLACEHOLDERS = ("//example.com", "//www.example.com", "//example.org", "//example.net")

LOOPBACK = ("http://localhost", "http://127.0.0.1", "http://[::1]")

SHARES = ("MOVE_HOLD_SHARE", "LEAVE_HOLD_SHARE", "UNREADABLE_FAIL_SHARE")
AT_LEAST = {
    "CAPTURE_LIMIT_BYTES": 1,
    "CAPTURE_TIMEOUT_SECONDS": 0,
    "KEEP_CHANGES_DAYS": 1,
    "KEEP_RELEASES": 2,
    "LEAVE_HOLD_URLS": 0,
    "LINES_LIMIT_URLS": 0,
    "MAX_AGE_SECONDS": 0,
    "MOVE_HOLD_URLS": 0,
    "UNREADABLE_EXCLUDE_HOURS": 0,
    "UNREADABLE_EXCLUDE_SIGHTINGS": 1,
    "UNREADABLE_FAIL_URLS": 0,
    "UNREADABLE_HOLD_HOURS": 0,
}
"""The least that each number may be. Two releases: with one there is none to roll back to."""


@register
def check_settings(**kwargs: Any) -> list[CheckMessage]:
    """The dict itself, and what each value names."""
    try:
        conf = get_conf()
    except ConfigurationError as error:
        return [Error(str(error), id="honest_sitemaps.E001")]
    return [*_numbers(conf), *_origin(conf), *_named_things(conf)]


@register
def check_sections(**kwargs: Any) -> list[CheckMessage]:
    """Two sections write no file both, and every selector can be used."""
    files = [Error(sentence, id="honest_sitemaps.E006") for sentence in colliding_names()]
    return [*files, *_selectors()]


@register
def check_process(**kwargs: Any) -> list[CheckMessage]:
    """
    Whether this process renders the pages that the web server renders.

    Warnings: ``check`` also runs where nothing is scanned, a build without static files, say.
    A scan asks the same before it starts, and refuses.
    """
    return [
        CheckWarning(sentence, id="honest_sitemaps.W002")
        for origin in _known_origins()
        for sentence in check_environment(origin)
    ]


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


@register
def check_sqlite(**kwargs: Any) -> list[CheckMessage]:
    """
    SQLite turns down a transaction that reads first and writes later while another one
    writes, at once and without waiting for the timeout. IMMEDIATE waits.
    """
    alias = router.db_for_write(Section)
    database = connections[alias].settings_dict
    if connections[alias].vendor != "sqlite" or _is_in_memory(str(database["NAME"])):
        return []
    if database["OPTIONS"].get("transaction_mode") in {"IMMEDIATE", "EXCLUSIVE"}:
        return []
    told = f"The SQLite database {alias!r} begins transactions DEFERRED."
    hint = (
        f"A scan and a visitor who writes then fail with 'database is locked'. Set "
        f"DATABASES[{alias!r}]['OPTIONS']['transaction_mode'] = 'IMMEDIATE'."
    )
    return [CheckWarning(told, hint=hint, id="honest_sitemaps.W005")]


@register(Tags.database)
def check_site(*, databases: Any = None, **kwargs: Any) -> list[CheckMessage]:
    """Where the origin comes from ``django.contrib.sites``: whether the Site was edited."""
    if not databases or not apps.is_installed("django.contrib.sites"):
        return []
    try:
        for registration in registrations():
            origin_for(registration)
    except ConfigurationError as error:
        # No error: migrate runs this check, and must not refuse to make the very table.
        return [CheckWarning(str(error), id="honest_sitemaps.W006")]
    except DatabaseError:
        return []  # before the first migrate
    return []


def _numbers(conf: Conf) -> Iterator[CheckMessage]:
    told = [
        f"{name} must be at least {least}, not {getattr(conf, name)}."
        for name, least in AT_LEAST.items()
        if getattr(conf, name) < least
    ]
    told += [
        f"{name} is a share and must lie between 0 and 1, not {getattr(conf, name)}."
        for name in SHARES
        if not 0 <= getattr(conf, name) <= 1
    ]
    if not 1 <= conf.CAPACITY <= PROTOCOL_LIMIT_URLS:
        told.append(f"CAPACITY must be 1 to {PROTOCOL_LIMIT_URLS:,}, not {conf.CAPACITY:,}.")
    for sentence in told:
        yield Error(sentence, id="honest_sitemaps.E002")


def _origin(conf: Conf) -> Iterator[CheckMessage]:
    if not conf.ORIGIN:
        if not apps.is_installed("django.contrib.sites"):
            told = (
                f"{SETTING}['ORIGIN'] is missing, and django.contrib.sites is not installed."
            )
            hint = "Set it to scheme and host of the site: 'https://www.your-domain.org'."
            yield Error(told, hint=hint, id="honest_sitemaps.E003")
        return
    normal = normal_origin(conf.ORIGIN)
    if isinstance(normal, Malformed):
        told = f"{SETTING}['ORIGIN'] must be scheme and host: {normal.why}."
        yield Error(told, id="honest_sitemaps.E004")
    elif normal.endswith(PLACEHOLDERS):
        told = f"{SETTING}['ORIGIN'] is {normal}: a placeholder, nobody's site."
        hint = "Set it to scheme and host of the site. Tests can use 'https://site.test'."
        yield Error(told, hint=hint, id="honest_sitemaps.E005")
    elif normal.startswith("http:") and not normal.startswith(LOOPBACK):
        told = f"{SETTING}['ORIGIN'] is {normal}: every loc will begin with http."
        hint = "If the site answers over https, name that."
        yield CheckWarning(told, hint=hint, id="honest_sitemaps.W001")


def _selectors() -> Iterator[CheckMessage]:
    for section in registrations():
        try:
            Rules(content=section.content, noise=section.noise).check()
        except ConfigurationError as error:
            yield Error(f"{section.name}: {error}", id="honest_sitemaps.E010")


def _named_things(conf: Conf) -> Iterator[CheckMessage]:
    if conf.STORAGE and conf.STORAGE not in storages.backends:
        known = ", ".join(sorted(storages.backends))
        told = f"STORAGE names {conf.STORAGE!r}, which STORAGES lacks. It has: {known}."
        yield Error(told, id="honest_sitemaps.E007")
    if why := _refusal(load_rules, conf.RULES):
        yield Error(why, id="honest_sitemaps.E008")
    if conf.ROBOTS and (why := _refusal(robots_from_setting, conf.ROBOTS)):
        yield Error(why, id="honest_sitemaps.E009")


def _refusal(read: Callable[..., object], value: object) -> str:
    """Why ``read`` does not take the value; ``""`` if it does."""
    try:
        read(value)
    except ConfigurationError as error:
        return str(error)
    return ""


def _known_origins() -> list[str]:
    """Origins that are known without the database and may be somebody's site."""
    try:
        configured = get_conf().ORIGIN
    except ConfigurationError:
        configured = ""
    named = {registration.origin or configured for registration in registrations()}
    normal = [normal_origin(origin) for origin in sorted(named) if origin]
    return [
        origin
        for origin in normal
        if isinstance(origin, str) and not origin.endswith(PLACEHOLDERS)
    ]


def _is_ours(match: ResolverMatch) -> bool:
    if getattr(match.func, "__module__", "").startswith("honest_sitemaps."):
        return True
    served = match.kwargs.get("sitemaps") or {}
    return any(
        isinstance(one, HonestSitemap)
        or (isinstance(one, type) and issubclass(one, HonestSitemap))
        for one in served.values()
    )


def _is_in_memory(name: str) -> bool:
    return name == ":memory:" or "mode=memory" in name
