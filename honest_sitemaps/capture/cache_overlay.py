"""
During a capture every cache alias is an overlay: read from, never written to.

A page that comes from a cache proves nothing when it is rendered a second time, so the keys of
page caches always miss. Other keys fall through to the real cache, which is what visitors see;
what the render writes it can read again, and then it is gone.

Django's caches live in ``django.core.cache.caches``, per thread and context. `overlay` puts
overlays there for the context it is called in; ``django.core.cache.cache`` follows. Not
covered: a backend that a module took out of ``caches`` when it was imported, a thread that a
view starts by itself, and methods that a backend has beyond Django's (``delete_pattern``).
"""

from __future__ import annotations

import pickle
import re
from collections.abc import Iterable
from typing import Any

from django.core.cache import caches
from django.core.cache.backends.base import (
    DEFAULT_TIMEOUT,
    BaseCache,
    InvalidCacheBackendError,
)
from django.core.cache.backends.dummy import DummyCache

# django.utils.cache (the cache middleware and decorator, wagtail-cache on top of them), and
# django CMS's ``<prefix>:<site>:<digest of the path>`` under its default prefix "cms-".
_PAGE_KEY = re.compile(
    r"views\.decorators\.cache\.cache_(?:page|header)\.|^cms-[^:]*:\d+:[0-9a-f]{32,}"
)

_MISSING = object()
_DELETED = b""
"""No pickle is empty."""


class CacheOverlay(BaseCache):
    """
    What one capture sees of one cache. Values are pickled, as the real backends pickle them: a
    render that edits an object after it was cached does not edit the cached one.
    """

    def __init__(self, real: BaseCache) -> None:
        super().__init__({})
        self._real = real
        self._written: dict[tuple[str, Any], bytes] = {}
        self._is_cleared = False
        self.default_timeout = real.default_timeout
        self.key_prefix = real.key_prefix
        self.version = real.version
        self.key_func = real.key_func

    def __getattr__(self, name: str) -> Any:
        """A method that only this backend has; it works on the real cache."""
        if name == "_real":
            raise AttributeError(name)
        return getattr(self._real, name)

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        kept = self._written.get(self._place(key, version))
        if kept is not None:
            return default if kept is _DELETED else pickle.loads(kept)  # noqa: S301  (ours)
        if self._is_cleared or is_page_key(key):
            return default
        return self._real.get(key, default, version=version)

    def get_many(self, keys: Iterable[Any], version: int | None = None) -> dict[Any, Any]:
        """One question to the real cache for all that this render has not written itself."""
        keys = list(keys)
        below = [key for key in keys if self._is_below(key, version)]
        found = dict(self._real.get_many(below, version=version)) if below else {}
        for key in keys:
            value = self.get(key, _MISSING, version) if key not in below else _MISSING
            if value is not _MISSING:
                found[key] = value
        return found

    def set(
        self,
        key: Any,
        value: Any,
        timeout: Any = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> None:
        if is_page_key(key):
            return
        kept = _DELETED if self._is_past(timeout) else pickle.dumps(value)
        self._written[self._place(key, version)] = kept

    def add(
        self,
        key: Any,
        value: Any,
        timeout: Any = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> bool:
        if self.has_key(key, version=version):
            return False
        self.set(key, value, timeout, version)
        return True

    def touch(
        self, key: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> bool:
        is_there: bool = self.has_key(key, version=version)
        if is_there and self._is_past(timeout):
            self.delete(key, version)
        return is_there

    def delete(self, key: Any, version: int | None = None) -> bool:
        was_there: bool = self.has_key(key, version=version)
        self._written[self._place(key, version)] = _DELETED
        return was_there

    def clear(self) -> None:
        self._written.clear()
        self._is_cleared = True

    def _place(self, key: Any, version: int | None) -> tuple[str, Any]:
        return str(key), self.version if version is None else version

    def _is_below(self, key: Any, version: int | None) -> bool:
        is_ours = self._place(key, version) in self._written
        return not (is_ours or self._is_cleared or is_page_key(key))

    def _is_past(self, timeout: Any) -> bool:
        seconds = self.default_timeout if timeout is DEFAULT_TIMEOUT else timeout
        return seconds is not None and seconds <= 0


def is_page_key(key: Any) -> bool:
    """Whether a page cache keeps whole responses, or what leads to them, under this key."""
    return _PAGE_KEY.search(str(key)) is not None


def real_caches() -> dict[str, BaseCache]:
    """
    The backends of the current thread, opened so that all its captures share them.

    Left out: one that cannot be imported (no page uses it, or it fails for visitors too), and
    the dummy, which forgets by itself what is written.
    """
    found = {}
    for alias in caches:
        try:
            real = caches[alias]
        except InvalidCacheBackendError:
            continue
        if not isinstance(real, DummyCache):
            found[alias] = real
    return found


def overlay(reals: dict[str, BaseCache]) -> None:
    """Put a fresh overlay over each, for the current context."""
    for alias, real in reals.items():
        caches[alias] = CacheOverlay(real)


class LateCache:
    """
    A backend found anew at each use. Middleware that takes its cache when it is made
    (wagtail-cache does) gets one of these, and so the overlay of the capture that it serves.
    """

    def __init__(self, alias: str, real: BaseCache) -> None:
        self._alias = alias
        self._real = real

    def __getattr__(self, name: str) -> Any:
        return getattr(self._now(), name)

    def __contains__(self, key: Any) -> bool:
        return key in self._now()

    def _now(self) -> BaseCache:
        found = caches[self._alias]
        return self._real if isinstance(found, LateCache) else found


def hand_out_late(reals: dict[str, BaseCache]) -> None:
    """Make ``caches`` give `LateCache` objects, for the current context."""
    for alias, real in reals.items():
        caches[alias] = LateCache(alias, real)  # type: ignore[assignment]  # acts as one
