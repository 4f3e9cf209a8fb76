"""
A bell for the workers: there is something to do, before the next beat.

It is rung by a thread of its own, so a broker that is down or never answers costs nobody a
moment. Whoever is not reached finds the work at the next beat: it is all in the database.
"""

from __future__ import annotations

import atexit
import logging
import os
import sys
import threading
from typing import Any

logger = logging.getLogger(__name__)

MARKS_TASK = "honest_sitemaps.marks"

PAUSE_SECONDS = 1.0
"""Between two rings: a script that saves a thousand objects rings once a second."""

TIMEOUT_SECONDS = 5.0
"""For one message. A thread that waits longer could ring for nobody else."""

EXIT_SECONDS = 0.5
"""A process that ends gives a ring that is under way so long."""

EXPIRES_SECONDS = 60
"""The next beat brings the same message; of a queue without workers nothing piles up."""


def nudge(task: str = MARKS_TASK) -> None:
    """
    Have a worker run this task soon, if the project uses Celery. Never waits, never raises;
    many calls within a second are one message.
    """
    app = _celery_app()
    if app is not None:
        _bell.ring(app, task)


def _celery_app() -> Any:
    """The project's Celery app, if it has made one. Celery is not imported for it."""
    celery = sys.modules.get("celery")
    app = getattr(celery, "current_app", None)
    # Celery's own stand-in is never set as the current one. An eager app has no broker.
    if app is None or not app.set_as_current or app.conf.task_always_eager:
        return None
    return app


class _Bell:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._wanted: set[str] = set()
        self._ringer: threading.Thread | None = None
        self._is_heard = True

    def ring(self, app: Any, task: str) -> None:
        with self._lock:
            self._wanted.add(task)
            if self._ringer is None:
                ringer = threading.Thread(
                    target=self._run, args=(app,), name="honest-sitemaps-bell", daemon=True
                )
                try:
                    ringer.start()
                except RuntimeError:  # the interpreter is shutting down, or has no thread left
                    return
                self._ringer = ringer

    def wait(self) -> None:
        """Let a ring that is under way come to its end, for a moment."""
        ringer = self._ringer
        if ringer is not None and self._wanted:
            ringer.join(EXIT_SECONDS)

    def _run(self, app: Any) -> None:
        pause = threading.Event()
        while tasks := self._taken():
            for task in tasks:
                self._send(app, task)
            pause.wait(PAUSE_SECONDS)

    def _taken(self) -> set[str]:
        with self._lock:
            tasks, self._wanted = self._wanted, set()
            if not tasks:
                self._ringer = None
            return tasks

    def _send(self, app: Any, task: str) -> None:
        try:
            send(app, task)
        except Exception as error:  # a broker's client may raise anything
            level = logging.WARNING if self._is_heard else logging.DEBUG
            logger.log(level, "action=nudge task=%s why=%s", task, error)
            self._is_heard = False
        else:
            self._is_heard = True


_IMPATIENT = {
    "socket_timeout": TIMEOUT_SECONDS,  # Redis
    "socket_connect_timeout": TIMEOUT_SECONDS,
    "read_timeout": TIMEOUT_SECONDS,  # RabbitMQ
    "write_timeout": TIMEOUT_SECONDS,
    "max_retries": 1,  # kombu; by default it tries to connect for ever
    "interval_start": 0,
}


def send(app: Any, task: str) -> None:
    """One message, over a connection of its own that gives up after `TIMEOUT_SECONDS`."""
    with app.connection_for_write(
        connect_timeout=TIMEOUT_SECONDS, transport_options=_IMPATIENT
    ) as connection:
        app.send_task(
            task,
            connection=connection,
            expires=EXPIRES_SECONDS,
            ignore_result=True,
            retry=False,
        )


_bell = _Bell()


def _after_fork() -> None:
    """A child has none of its parent's threads, but may have a lock that one of them held."""
    global _bell
    _bell = _Bell()


def _at_exit() -> None:
    _bell.wait()


atexit.register(_at_exit)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
