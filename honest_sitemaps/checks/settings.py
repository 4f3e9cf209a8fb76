"""The dict ``HONEST_SITEMAPS``, and what each value names."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.checks import CheckMessage, Error, register
from django.core.checks import Warning as CheckWarning
from django.core.files.storage import storages

from honest_sitemaps.checks.origins import LOOPBACK, PLACEHOLDERS
from honest_sitemaps.conf import SETTING, Conf, get_conf
from honest_sitemaps.eligibility import load_rules, robots_from_setting
from honest_sitemaps.errors import ConfigurationError
from honest_sitemaps.loc import Malformed, normal_origin
from honest_sitemaps.partition import PROTOCOL_LIMIT_URLS

SHARES = ("MOVE_HOLD_SHARE", "LEAVE_HOLD_SHARE", "UNREADABLE_FAIL_SHARE")
SECURE = (
    "SECURE_SSL_REDIRECT",
    "SECURE_HSTS_SECONDS",
    "SESSION_COOKIE_SECURE",
    "CSRF_COOKIE_SECURE",
)
"""Settings that only a site over https has."""

AT_LEAST = {
    "BATCHES_AT_ONCE": 0,
    "CAPTURE_LIMIT_BYTES": 1,
    "CAPTURE_TIMEOUT_SECONDS": 0,
    "KEEP_CHANGES_DAYS": 1,
    "KEEP_RELEASES": 2,
    "LEAVE_HOLD_URLS": 0,
    "LINES_LIMIT_URLS": 0,
    "MAX_AGE_SECONDS": 0,
    "MOVE_HOLD_URLS": 0,
    "PAGES_PER_SECOND": 0,
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
        told = f"{SETTING}['ORIGIN'] is {normal}: every loc will begin with http.{_secure()}"
        hint = "If the site answers over https, name that."
        yield CheckWarning(told, hint=hint, id="honest_sitemaps.W001")
    elif normal.startswith(LOOPBACK) and _secure():
        told = f"{SETTING}['ORIGIN'] is {normal}, this machine.{_secure()}"
        hint = "Set it to scheme and host of the site, in production's settings at least."
        yield CheckWarning(told, hint=hint, id="honest_sitemaps.W010")


def _secure() -> str:
    """What else in the settings says that the site answers over https."""
    names = [name for name in SECURE if getattr(settings, name, False)]
    return f" But {', '.join(names)} says that the site is served over https." if names else ""


def _named_things(conf: Conf) -> Iterator[CheckMessage]:
    if conf.STORAGE and conf.STORAGE not in storages.backends:
        known = ", ".join(sorted(storages.backends))
        told = f"STORAGE names {conf.STORAGE!r}, which STORAGES lacks. It has: {known}."
        yield Error(told, id="honest_sitemaps.E007")
    if why := _refusal(load_rules, conf.RULES):
        yield Error(why, id="honest_sitemaps.E008")
    known_models = {model._meta.label_lower for model in apps.get_models()}
    for label in conf.UNHEARD_MODELS:
        if str(label).lower() not in known_models:
            told = f"UNHEARD_MODELS names {label!r}, which is no model: 'app_label.Model'."
            yield Error(told, id="honest_sitemaps.E011")
    if conf.ROBOTS and (why := _refusal(robots_from_setting, conf.ROBOTS)):
        yield Error(why, id="honest_sitemaps.E009")


def _refusal(read: Callable[..., object], value: object) -> str:
    """Why ``read`` does not take the value; ``""`` if it does."""
    try:
        read(value)
    except ConfigurationError as error:
        return str(error)
    return ""
