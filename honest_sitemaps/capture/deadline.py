"""
A render that never ends must not hang a scan: `within` raises inside it when its time is up.

In the main thread of a Unix process the alarm signal does it; it also wakes a view that sleeps
or waits for a socket. In any other thread (and on Windows) a watchdog thread asks CPython to
raise, which happens once that thread runs Python code again: a query or a socket that never
answers is not interrupted there, nor is C code that never returns (a regular expression gone
wild) anywhere. Celery's hard time limit is the last line for those.

`DeadlineExceeded` is no `Exception`, so the view's own ``except Exception`` lets it through;
one that catches everything is asked again each second.
"""

from __future__ import annotations

import asyncio
import ctypes
import signal
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from contextvars import ContextVar
from math import inf
from time import monotonic
from types import FrameType
from typing import Any, Protocol, TypeVar

T = TypeVar("T")

AGAIN_SECONDS = 1.0
"""A block that swallowed the first `DeadlineExceeded` gets the next one after so long."""

GRACE_SECONDS = 0.1
"""Asynchronous views are cancelled by their event loop at the deadline; the thread that waits
for the loop is interrupted so much later, so that the loop can close what is open."""


class DeadlineExceeded(BaseException):
    """The time of a capture is up. Never leaves `InProcessFetcher`."""


class Deadline:
    """A moment of the monotonic clock; ``seconds`` of 0 or less mean never."""

    __slots__ = ("at",)

    def __init__(self, seconds: float) -> None:
        self.at = monotonic() + seconds if seconds > 0 else inf

    @property
    def remaining_seconds(self) -> float:
        """Never below 0; infinite if there is no deadline."""
        return max(0.0, self.at - monotonic())


_running: ContextVar[Deadline | None] = ContextVar("honest_sitemaps_deadline", default=None)


class _Interrupter(Protocol):
    def start(self) -> None: ...

    def stop(self) -> None: ...


def within(deadline: Deadline, work: Callable[[], T]) -> T:
    """What ``work`` returns; raises `DeadlineExceeded` in it, and from here, if it is late."""
    _running.set(deadline)
    if deadline.at == inf:
        return work()
    interrupter: _Interrupter = _Alarm(deadline) if _can_alarm() else _Watchdog(deadline)
    try:
        try:
            interrupter.start()
            return work()
        finally:
            interrupter.stop()
    finally:
        # The interruption may have struck inside the first stop(). The next would come a
        # second later, so this one runs to its end.
        interrupter.stop()


@asynccontextmanager
async def cancelling() -> AsyncIterator[None]:
    """Cancel what the block awaits at the deadline of the `within` that waits for it."""
    deadline = _running.get()
    seconds = None if deadline is None or deadline.at == inf else deadline.remaining_seconds
    try:
        async with asyncio.timeout(seconds) as timeout:
            yield
    except TimeoutError:
        if timeout.expired():
            raise DeadlineExceeded from None
        raise


def _can_alarm() -> bool:
    """A handler that C code installed reads as None and could not be put back."""
    return (
        hasattr(signal, "setitimer")
        and threading.current_thread() is threading.main_thread()
        and signal.getsignal(signal.SIGALRM) is not None
    )


class _Alarm:
    """
    SIGALRM, shared with whoever used it before (pytest-timeout does): their alarm rings at its
    time during ours, and their handler and what is left of their time are put back after it.
    """

    def __init__(self, deadline: Deadline) -> None:
        self._next = deadline.at + GRACE_SECONDS
        self._is_on = False
        self._theirs: Any = None
        self._their_next = inf
        self._their_interval = 0.0

    def start(self) -> None:
        self._theirs = signal.signal(signal.SIGALRM, self._ring)
        self._is_on = True
        left, self._their_interval = signal.getitimer(signal.ITIMER_REAL)
        self._their_next = monotonic() + left if left else inf
        self._wind()

    def stop(self) -> None:
        if not self._is_on:
            return
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, self._theirs)
        self._is_on = False
        if self._their_next < inf:
            left = max(self._their_next - monotonic(), 0.001)
            signal.setitimer(signal.ITIMER_REAL, left, self._their_interval)

    def _wind(self) -> None:
        left = min(self._next, self._their_next) - monotonic()
        signal.setitimer(signal.ITIMER_REAL, max(left, 0.001))

    def _ring(self, number: int, frame: FrameType | None) -> None:
        now = monotonic()
        is_ours, is_theirs = now >= self._next, now >= self._their_next
        if is_ours:
            self._next = now + AGAIN_SECONDS
        if is_theirs:
            self._their_next = now + self._their_interval if self._their_interval else inf
        self._wind()
        if is_theirs and callable(self._theirs):
            self._theirs(number, frame)
        if is_ours:
            raise DeadlineExceeded


class _Watchdog:
    """Another thread that raises in this one (CPython's ``PyThreadState_SetAsyncExc``)."""

    def __init__(self, deadline: Deadline) -> None:
        self._deadline = deadline
        self._watched = threading.get_ident()
        self._is_over = threading.Event()
        self._thread = threading.Thread(
            target=self._watch, name="honest-sitemaps-deadline", daemon=True
        )

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._is_over.set()
        if self._thread.ident is not None:
            self._thread.join()
        # One that was asked for and not raised yet would strike after the capture.
        _raise_in(self._watched, None)

    def _watch(self) -> None:
        seconds = self._deadline.remaining_seconds + GRACE_SECONDS
        while not self._is_over.wait(seconds):
            _raise_in(self._watched, DeadlineExceeded)
            seconds = AGAIN_SECONDS


def _raise_in(thread: int, error: type[BaseException] | None) -> None:
    """None takes back what was asked for and not raised yet."""
    asked = None if error is None else ctypes.py_object(error)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), asked)
