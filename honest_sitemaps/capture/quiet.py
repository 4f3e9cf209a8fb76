"""
What a page that fails may do to its project's inboxes and logs.

Nobody visited it, so no error mail is sent during a capture. The log keeps one line a failure;
the traceback of each place in the code is logged once a fetcher, or 402 broken pages would
print 402 tracebacks. Other records pass. ``got_request_exception`` is sent as for any visitor:
error trackers group what repeats itself.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from contextvars import ContextVar
from logging.handlers import MemoryHandler, SMTPHandler
from types import TracebackType
from typing import Any

from django.core.signals import got_request_exception
from django.dispatch import receiver
from django.utils.log import AdminEmailHandler

from honest_sitemaps.capture.request import MARKER


class Witness:
    """What one capture saw go wrong. ``places`` is shared by the captures of a fetcher."""

    __slots__ = ("places", "raised")

    def __init__(self, places: set[tuple[str, int]]) -> None:
        self.places = places
        self.raised: BaseException | None = None


_current: ContextVar[Witness | None] = ContextVar("honest_sitemaps_witness", default=None)


def testify(witness: Witness) -> None:
    """Let ``witness`` see what goes wrong in the current context."""
    _current.set(witness)


def is_capturing() -> bool:
    """Whether this runs for the sake of a capture: what it saves, nobody edited."""
    return _current.get() is not None


def hush() -> None:
    """
    Teach the process's log handlers about captures. May be repeated; a handler that is
    configured after the last call is not reached.

    The filters stay: they read the current context, and outside a capture let all pass.
    """
    logging.getLogger("django.request").addFilter(_ONE_TRACEBACK)
    for handler in _handlers():
        if isinstance(handler, AdminEmailHandler | SMTPHandler):
            handler.addFilter(_NO_MAIL)


def described(error: BaseException) -> str:
    """``ValueError: its first line``; the class alone if it says nothing."""
    try:
        lines = str(error).strip().splitlines()
    # The exception is a view's: its __str__ may raise too.
    except Exception:
        lines = []
    return f"{type(error).__name__}: {lines[0][:300]}" if lines else type(error).__name__


class _NoMail(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        """A record that was queued for another thread still carries its request."""
        meta = getattr(getattr(record, "request", None), "META", {})
        return _current.get() is None and not meta.get(MARKER)


class _OneTraceback(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        witness = _current.get()
        if witness is None or not record.exc_info or record.exc_info[2] is None:
            return True
        place = _place_of(record.exc_info[2])
        if place in witness.places:
            record.exc_info = None
        witness.places.add(place)
        return True


_NO_MAIL = _NoMail()
_ONE_TRACEBACK = _OneTraceback()


@receiver(got_request_exception)
def _see(sender: Any, **kwargs: Any) -> None:
    """The first one counts: an error page that fails too only hides the cause."""
    witness = _current.get()
    if witness is not None and witness.raised is None:
        witness.raised = sys.exc_info()[1]


def _place_of(traceback: TracebackType) -> tuple[str, int]:
    """File and line where it was raised."""
    while traceback.tb_next is not None:
        traceback = traceback.tb_next
    return traceback.tb_frame.f_code.co_filename, traceback.tb_lineno


def _handlers() -> Iterator[logging.Handler]:
    loggers = [logging.root, *logging.root.manager.loggerDict.values()]
    for logger in loggers:
        for handler in getattr(logger, "handlers", ()):
            yield handler
            if isinstance(handler, MemoryHandler) and handler.target is not None:
                yield handler.target
