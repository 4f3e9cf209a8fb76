"""
The stage: every command is a process of its own and the site a real server, as in production.

A deploy is a change of the environment and a new server. What the commands and the server say
on stderr goes to ``.demo/demo.log``.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

SERVER_SECONDS = 30
"""How long the server may take to answer its first request."""


class StageError(Exception):
    """Something could not even be run; carries the last lines of the log."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a command answered."""

    exit_code: int
    document: dict[str, Any]
    seconds: float


class Stage:
    """The demo's machine: one environment, one server, one log."""

    def __init__(self, *, home: Path, database: Path, static: Path, log: Path) -> None:
        self.home = home
        self.database = database
        self.log = log
        self.environment = {
            "DATABASE_URL": f"sqlite:///{database}",
            "STATIC_ROOT": str(static),
            "ASSETS": "hashed",
            "DEBUG": "0",
        }
        self._port = _free_port()
        self._server: subprocess.Popen[bytes] | None = None

    def clear(self) -> None:
        """Forget an earlier story."""
        self.log.parent.mkdir(exist_ok=True)
        self.log.write_bytes(b"")
        for suffix in ("", "-wal", "-shm", "-journal"):
            Path(f"{self.database}{suffix}").unlink(missing_ok=True)

    def deploy(self, **changes: str) -> None:
        """Change the environment and start the server anew."""
        self.environment |= changes
        self.stop()
        self._server = self._start(
            ["runserver", "--noreload", "--skip-checks", f"127.0.0.1:{self._port}"]
        )
        for _ in range(SERVER_SECONDS * 10):
            if self._server.poll() is None and self.get("/sitemap.xml")[0]:
                return
            time.sleep(0.1)
        raise StageError(f"The server does not answer. {self.last_words()}")

    def stop(self) -> None:
        """End our server, if there is one."""
        if self._server is not None:
            self._server.terminate()
            self._server.wait(timeout=10)
            self._server = None

    def manage(self, *arguments: str) -> None:
        """A management command that must succeed."""
        process = self._start(list(arguments))
        if process.wait() != 0:
            raise StageError(f"manage.py {arguments[0]} failed. {self.last_words()}")

    def ask(self, *arguments: str) -> Answer:
        """One of our commands with ``--json``; its exit code is part of the answer."""
        started = time.monotonic()
        process = self._start([*arguments, "--json"], stdout=subprocess.PIPE)
        said, _ = process.communicate()
        try:
            document = json.loads(said)
        except ValueError as error:
            raise StageError(
                f"manage.py {' '.join(arguments)} --json did not print one JSON document but "
                f"{said[:200]!r}. {self.last_words()}"
            ) from error
        return Answer(
            exit_code=process.returncode,
            document=document,
            seconds=time.monotonic() - started,
        )

    def get(self, path: str) -> tuple[int, bytes]:
        """Status and body as a visitor gets them; status 0 while no one listens."""
        request = Request(
            f"http://127.0.0.1:{self._port}{path}", headers={"Accept-Encoding": "identity"}
        )
        try:
            with urlopen(request, timeout=SERVER_SECONDS) as response:  # noqa: S310
                return response.status, response.read()
        except HTTPError as error:
            return error.code, error.read()
        except (URLError, ConnectionError):
            return 0, b""

    def last_words(self) -> str:
        """The end of the log, for an error message."""
        lines = self.log.read_text(errors="replace").strip().splitlines()[-12:]
        return "\n  ".join([f"The end of {self.log}:", *lines])

    def _start(
        self, arguments: list[str], *, stdout: int | IO[bytes] | None = None
    ) -> subprocess.Popen[bytes]:
        with self.log.open("ab") as log:
            log.write(f"\n$ manage.py {' '.join(arguments)}\n".encode())
            log.flush()
            return subprocess.Popen(  # noqa: S603  (our own manage.py)
                [sys.executable, "manage.py", *arguments],
                cwd=self.home,
                env=os.environ | self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log if stdout is None else stdout,
                stderr=log,
            )


@contextmanager
def waiting(what: str, out: IO[str]) -> Iterator[None]:
    """Say on a terminal that something takes its time, and for how long it has."""
    if not out.isatty():
        yield
        return
    done = threading.Event()

    def tick() -> None:
        started = time.monotonic()
        while not done.wait(0.2):
            out.write(f"\r   … {what} {time.monotonic() - started:4.1f} s")
            out.flush()
        out.write("\r\033[K")
        out.flush()

    ticker = threading.Thread(target=tick, daemon=True)
    ticker.start()
    try:
        yield
    finally:
        done.set()
        ticker.join()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
