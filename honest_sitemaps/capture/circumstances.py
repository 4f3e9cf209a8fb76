"""
The same page at another hour, in another build of the assets, before anything was cached.

Each is a context around a fetch of `InProcessFetcher`, and moves what Python code of this
process asks: clocks of the database, of other processes and of the browser stay. They belong
to the process and not to a thread, so they are for a command alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime
from functools import wraps
from hashlib import sha256
from importlib import import_module
from typing import Any

from django.apps import apps
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.cache import caches
from django.core.cache.backends.dummy import DummyCache
from django.core.files.storage import storages
from django.templatetags.static import StaticNode

from honest_sitemaps.capture.cache_overlay import CacheOverlay, real_caches

NO_MOVED_CLOCK = (
    "time-machine is not installed, so the clock was not moved: "
    'pip install "honest-sitemaps[noise]"'
)

# logo.4f2a9c1e3b7d.png: what Django's HashedFilesMixin makes, and webpack with it.
_HASHED_NAME = re.compile(r"(?:\.[0-9a-f]{8,64})?(?=\.\w+$)")
_HASH_DIGITS = 12


def can_move_clock() -> bool:
    """Whether the extra ``[noise]`` is installed."""
    return _time_machine() is not None


@contextmanager
def clock_at(at: datetime) -> Iterator[None]:
    """
    Every clock of this process stands still at ``at``, but for the monotonic ones: deadlines
    go on. Raises `RuntimeError` without the extra ``[noise]``; see `can_move_clock`.
    """
    time_machine = _time_machine()
    if time_machine is None:
        raise RuntimeError(NO_MOVED_CLOCK)
    with time_machine.travel(at, tick=False):
        yield


@contextmanager
def another_build() -> Iterator[None]:
    """
    Static files have the names of another build: a new hash where there was one, and one where
    there was none. Names that a bundler's own tag finds in a manifest of its own stay.
    """
    with ExitStack() as stack:
        if apps.is_installed("django.contrib.staticfiles"):
            for storage in _static_storages():
                stack.enter_context(_replaced(storage, "url", _renamed(storage.url)))
        else:
            plain = StaticNode.handle_simple
            stack.enter_context(
                _replaced(StaticNode, "handle_simple", staticmethod(_renamed(plain)))
            )
        yield


@contextmanager
def empty_caches() -> Iterator[None]:
    """
    Caches hold nothing at the beginning of each capture in this context.

    What is cached shows the same twice, and so hides what a later scan will see change. And a
    backend that is read with the clock moved deletes what it takes for expired.
    """
    reals = real_caches()
    for alias in reals:
        caches[alias] = CacheOverlay(DummyCache("", {}))
    try:
        yield
    finally:
        for alias, real in reals.items():
            caches[alias] = real


def name_in_another_build(url: str) -> str:
    """``/static/a.png`` and ``/static/a.0123456789ab.png`` with another hash in the name."""
    path, mark, rest = re.fullmatch(r"([^?#]*)([?#]?)(.*)", url, re.DOTALL).groups()  # type: ignore[union-attr]  # all of it is optional
    plain = _HASHED_NAME.sub("", path, count=1)
    digest = sha256(plain.encode("utf-8", "surrogatepass")).hexdigest()[:_HASH_DIGITS]
    return _HASHED_NAME.sub(f".{digest}", path, count=1) + mark + rest


def _renamed(url: Any) -> Any:
    @wraps(url)
    def renamed(*args: Any, **kwargs: Any) -> Any:
        return name_in_another_build(url(*args, **kwargs))

    return renamed


def _static_storages() -> list[Any]:
    """The one that ``{% static %}`` asks and the one of ``STORAGES``: in tests they may be
    two. None if it cannot be opened; then the pages say so.
    """
    lazy: Any = staticfiles_storage
    try:
        lazy._setup()
        found = [storages["staticfiles"], lazy._wrapped]
    # A storage is the project's: it may raise whatever its network or its library raises.
    except Exception:
        return []
    return list({id(storage): storage for storage in found}.values())


@contextmanager
def _replaced(owner: Any, name: str, value: Any) -> Iterator[None]:
    """An attribute of the object itself, put back or taken away afterwards."""
    had, before = name in vars(owner), vars(owner).get(name)
    setattr(owner, name, value)
    try:
        yield
    finally:
        if had:
            setattr(owner, name, before)
        else:
            delattr(owner, name)


def _time_machine() -> Any:
    try:
        return import_module("time_machine")
    except ImportError:
        return None
