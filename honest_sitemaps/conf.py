"""
The one place where settings are read.

``settings.HONEST_SITEMAPS`` is a dict; its keys are the fields of `Conf`, and no others.
Units are in the names. Every field here has an entry in ``docs/reference/settings.md``
(``tests/architecture/test_docs.py`` compares the two).
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, get_type_hints

from django.conf import settings
from django.core.signals import setting_changed
from django.dispatch import receiver

from honest_sitemaps.errors import ConfigurationError

SETTING = "HONEST_SITEMAPS"


@dataclass(frozen=True, slots=True, kw_only=True)
class Conf:
    ORIGIN: str = ""
    """Scheme and host of the site, ``https://www.example.com``. Empty: ``https://`` and the
    domain of the current Site of ``django.contrib.sites``."""

    RULES: tuple[str, ...] = ()
    """Dotted paths of the project's own eligibility rules, asked after ours."""

    ROBOTS: str = ""
    """The site's robots.txt where a web server serves it: a path, or the text itself. Empty:
    it is fetched like any page."""

    ROLLBACK: bool = False
    """Render each page in a transaction that is rolled back. Only for sites whose pages write
    nothing but rows: image renditions leave orphan files behind."""

    USER_AGENT: str = "honest-sitemaps"
    """User-Agent of a capture."""

    CAPTURE_TIMEOUT_SECONDS: float = 30.0
    """Longest time for one page; a slower one is ``UNREADABLE``."""

    CAPTURE_LIMIT_BYTES: int = 5 * 1024 * 1024
    """Largest body that is read; a larger one is ``UNREADABLE``."""

    PAGES_PER_SECOND: float = 0.0
    """Pages of an origin that all processes together ask for in a second. 0: no limit."""

    BATCHES_AT_ONCE: int = 0
    """Batches of an origin that all workers together look at in one moment. 0: no limit."""

    CAPACITY: int = 10_000
    """Slots in a file of a section registered without ``capacity``; at most 50,000."""

    MOVE_HOLD_SHARE: float = 0.20
    """Above this share of a section's listed URLs moving their date, its scan is held …"""

    MOVE_HOLD_URLS: int = 20
    """… if it is also more than this many."""

    LEAVE_HOLD_SHARE: float = 0.10
    """Above this share of a section's listed URLs leaving the list, its scan is held …"""

    LEAVE_HOLD_URLS: int = 20
    """… if it is also more than this many."""

    UNREADABLE_FAIL_SHARE: float = 0.20
    """Above this share of a section's listed URLs unreadable, its scan fails …"""

    UNREADABLE_FAIL_URLS: int = 20
    """… if it is also more than this many."""

    UNREADABLE_HOLD_HOURS: float = 72.0
    """After so long of failed scans the next one is held instead, for a person to decide."""

    UNREADABLE_EXCLUDE_SIGHTINGS: int = 5
    """A listed URL stays listed until it was unreadable so many times in a row …"""

    UNREADABLE_EXCLUDE_HOURS: float = 72.0
    """… over at least so long."""

    KEEP_RELEASES: int = 10
    """Releases kept for rollback, the live one included."""

    KEEP_CHANGES_DAYS: int = 400
    """Days that a ``ContentChange`` is kept."""

    LINES_LIMIT_URLS: int = 100_000
    """Sections up to this size store the canonical lines of their pages, for readable diffs
    and for re-basing."""

    STORAGE: str = ""
    """Alias in ``STORAGES`` that keeps the files' bytes. Empty: the database."""

    MAX_AGE_SECONDS: int = 3600
    """``Cache-Control: max-age`` of sitemaps and robots.txt."""

    UNHEARD_MODELS: tuple[str, ...] = ()
    """Models whose rows no page shows, as ``app_label.Model``: nobody listens to what is saved
    and deleted of them."""

    NEWS_NAME: str = ""
    """``news:name`` of the publication, for sections with news."""

    def __post_init__(self) -> None:
        hints = get_type_hints(Conf)
        for field in fields(self):
            _require_type(field.name, getattr(self, field.name), hints[field.name])


def _require_type(name: str, value: object, wanted: Any) -> None:
    kinds: tuple[type, ...] = {
        float: (int, float),
        tuple[str, ...]: (tuple, list),
    }.get(wanted, (wanted,))
    if not isinstance(value, kinds) or (isinstance(value, bool) and wanted is not bool):
        shown = getattr(wanted, "__name__", str(wanted))
        raise ConfigurationError(
            f"{SETTING}[{name!r}] must be of type {shown}, not {type(value).__name__}."
        )


def read(raw: Mapping[str, Any]) -> Conf:
    """Turn the raw dict into a `Conf`, or raise `ConfigurationError` naming the bad key."""
    if not isinstance(raw, Mapping):
        raise ConfigurationError(f"{SETTING} must be a dict, not {type(raw).__name__}.")
    known = {field.name for field in fields(Conf)}
    for key in raw:
        if key not in known:
            near = difflib.get_close_matches(str(key).upper(), known, n=1)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            raise ConfigurationError(f"{SETTING}[{key!r}] is not a setting.{hint}")
    return Conf(**raw)


@cache
def get_conf() -> Conf:
    """The settings in force. Cached; tests that override settings get a fresh one."""
    return read(getattr(settings, SETTING, {}))


def site_languages() -> tuple[str, ...]:
    """The codes of ``LANGUAGES``, in its order. Not cached: tests override it."""
    return tuple(code for code, _ in settings.LANGUAGES)


def default_language() -> str:
    """``LANGUAGE_CODE``: what a URL is reversed under if its source names no language."""
    return settings.LANGUAGE_CODE


def has_wagtail_locales() -> bool:
    """``WAGTAIL_I18N_ENABLED``: whether Wagtail serves a tree of pages for each locale."""
    return bool(getattr(settings, "WAGTAIL_I18N_ENABLED", False))


def root_urlconf() -> str:
    """``ROOT_URLCONF``: what public addresses are reversed in, whatever a request's own is."""
    return settings.ROOT_URLCONF


@receiver(setting_changed)
def _forget(*, setting: str, **kwargs: object) -> None:
    if setting == SETTING:
        get_conf.cache_clear()
