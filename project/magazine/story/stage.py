"""
The stage: everything in one process, on SQLite, without a broker.

What the commands say on stderr, and what is logged, goes to ``.demo/magazine.log``.
"""

from __future__ import annotations

import io
import json
import logging
import shutil
import time
from collections.abc import Callable
from contextlib import redirect_stderr
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connections
from django.test import Client
from django.utils import timezone

from project.magazine.building import build
from project.story.stage import Answer, StageError


class Stage:
    """The demo's machine: one database file, one folder of pictures, one log."""

    def __init__(self, *, database: Path, media: Path, log: Path) -> None:
        self.database = database
        self.media = media
        self.log = log
        self._visitor = Client(raise_request_exception=False)

    def clear(self) -> None:
        """Forget an earlier story."""
        connections.close_all()
        for suffix in ("", "-wal", "-shm", "-journal"):
            Path(f"{self.database}{suffix}").unlink(missing_ok=True)
        shutil.rmtree(self.media, ignore_errors=True)
        self.log.write_bytes(b"")
        logger = logging.getLogger("honest_sitemaps")
        logger.handlers[:] = [logging.FileHandler(self.log)]

    def migrate(self) -> None:
        call_command("migrate", verbosity=0)

    def build(self, tell: Callable[[str, int], None] = lambda _what, _count: None) -> None:
        """The whole site, a minute old: nothing is published in the future of a scan."""
        build(now=timezone.now().replace(second=0, microsecond=0), tell=tell)

    def ask(self, *arguments: str) -> Answer:
        """One of our commands with ``--json``; its exit code is part of the answer."""
        started = time.monotonic()
        said, complained, code = io.StringIO(), io.StringIO(), 0
        try:
            with redirect_stderr(complained):
                call_command(*arguments, "--json", stdout=said, stderr=complained)
        except CommandError as error:
            code = error.returncode
            complained.write(f"{error}\n")
        seconds = time.monotonic() - started
        with self.log.open("a") as log:
            log.write(f"\n$ manage.py {' '.join(arguments)}\n{complained.getvalue()}")
        try:
            document: dict[str, Any] = json.loads(said.getvalue())
        except ValueError as error:
            raise StageError(
                f"manage.py {' '.join(arguments)} --json did not print one JSON document but "
                f"{said.getvalue()[:200]!r}. See {self.log}. {complained.getvalue()[-300:]}"
            ) from error
        return Answer(exit_code=code, document=document, seconds=seconds)

    def get(self, path: str) -> tuple[int, bytes]:
        """Status and body as an anonymous visitor gets them."""
        response = self._visitor.get(path, headers={"host": urlsplit(settings.ORIGIN).netloc})
        body = b"".join(response) if response.streaming else response.content
        return response.status_code, body
