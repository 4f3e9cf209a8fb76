"""The processes of the soak: started, killed without warning, started again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
CELERY = [sys.executable, "-m", "celery", "-A", "bench.soak.celery"]


class Process:
    """One command in a process group of its own; what it says goes to a file."""

    def __init__(self, name: str, command: list[str], *, folder: Path) -> None:
        self.name = name
        self._command = command
        self._log = (folder / f"{name}.log").open("ab")
        self._running: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self._running = subprocess.Popen(
            self._command,
            cwd=ROOT,
            stdout=self._log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )

    def kill(self) -> None:
        """SIGKILL to the whole group: nothing is said good-bye to."""
        self._signal(signal.SIGKILL)

    def kill_child(self) -> bool:
        """SIGKILL to one of its children alone, as the kernel does when memory runs out."""
        children = Path(f"/proc/{self._pid}/task/{self._pid}/children")
        pids = children.read_text().split() if children.exists() else []
        if pids:
            os.kill(int(pids[-1]), signal.SIGKILL)
        return bool(pids)

    def stop(self) -> None:
        self._signal(signal.SIGTERM)

    @property
    def is_alive(self) -> bool:
        return self._running is not None and self._running.poll() is None

    @property
    def _pid(self) -> int:
        return self._running.pid if self._running is not None else 0

    def _signal(self, number: int) -> None:
        if self._running is None:
            return
        try:
            os.killpg(self._running.pid, number)
            self._running.wait(timeout=60)
        except ProcessLookupError:
            pass


def workers(count: int, *, folder: Path) -> list[Process]:
    command = [*CELERY, "worker", "--concurrency=1", "--loglevel=WARNING"]
    return [
        Process(f"worker{number}", [*command, f"--hostname=soak{number}"], folder=folder)
        for number in range(1, count + 1)
    ]


def beat(*, folder: Path) -> Process:
    schedule = f"--schedule={folder / 'beat-schedule'}"
    return Process("beat", [*CELERY, "beat", "--loglevel=WARNING", schedule], folder=folder)


def server(port: int, *, folder: Path) -> Process:
    command = [sys.executable, "-m", "django", "runserver", "--noreload", f"127.0.0.1:{port}"]
    return Process("server", command, folder=folder)
