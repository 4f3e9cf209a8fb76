"""What this process sent last, for the time when the database is down."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime
from threading import Lock

LIMIT_BYTES = 32 << 20
"""gzip bytes that a process keeps: some hundred files of 10,000 URLs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """A file as it was sent."""

    digest: str
    gzip: bytes
    size_bytes: int
    changed_at: datetime
    sent_at: datetime


class LastSent:
    """By host and name; the one sent longest ago goes first. Safe to share among threads."""

    def __init__(self, *, limit_bytes: int = LIMIT_BYTES) -> None:
        self._limit_bytes = limit_bytes
        self._kept: OrderedDict[tuple[str, str], Sent] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    def keep(self, host: str, name: str, sent: Sent) -> None:
        with self._lock:
            self._forget((host, name))
            self._kept[host, name] = sent
            self._bytes += len(sent.gzip)
            while self._bytes > self._limit_bytes:
                self._forget(next(iter(self._kept)))

    def find(self, host: str, name: str) -> Sent | None:
        return self._kept.get((host, name))

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()
            self._bytes = 0

    def _forget(self, key: tuple[str, str]) -> None:
        old = self._kept.pop(key, None)
        self._bytes -= 0 if old is None else len(old.gzip)
