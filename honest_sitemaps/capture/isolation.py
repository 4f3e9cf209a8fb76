"""
What a render changes in its process, kept to the render.

The active language and time zone, the urlconf, the script prefix and the caches of Django are
asgiref ``Local`` objects, which live in the `contextvars` context. So a capture runs in a
context of its own, an empty one: it starts as in a new thread, whatever the caller had active,
and what it leaves behind goes with the context, however it ended. Database connections are
kept by thread and stay the same. Undone besides: the state of `random`.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import Context
from typing import Any, TypeVar

from honest_sitemaps.capture.cache_overlay import hand_out_late, overlay, real_caches

T = TypeVar("T")


def isolated(work: Callable[[], T], *, seed: int) -> T:
    """What ``work`` returns, run in a new context over cache overlays, `random` seeded."""
    reals = real_caches()

    def run() -> T:
        overlay(reals)
        return work()

    with _chance(seed):
        return Context().run(run)


def isolated_loading(work: Callable[[], T]) -> T:
    """As `isolated`, for what is made once and serves all captures: it may keep its caches."""
    reals = real_caches()

    def run() -> T:
        hand_out_late(reals)
        return work()

    return Context().run(run)


class _Chance:
    """
    `random` belongs to the process. The first capture in saves its state, the last one out
    restores it; threads that capture at once draw from one sequence.
    """

    lock = threading.Lock()
    captures = 0
    before: Any = None


@contextmanager
def _chance(seed: int) -> Iterator[None]:
    with _Chance.lock:
        if _Chance.captures == 0:
            _Chance.before = random.getstate()
        _Chance.captures += 1
        random.seed(seed)
    try:
        yield
    finally:
        with _Chance.lock:
            _Chance.captures -= 1
            if _Chance.captures == 0:
                random.setstate(_Chance.before)
