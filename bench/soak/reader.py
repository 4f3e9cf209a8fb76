"""A crawler that never stops asking: the index, then one of its files."""

from __future__ import annotations

import random
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from urllib.parse import urlsplit

from lxml import etree

PAUSE_SECONDS = 0.1
_LOCS = etree.XPath("//*[local-name()='loc']/text()")


def locs_of(body: bytes) -> list[str]:
    """The locs of an index or a file. Raises `etree.XMLSyntaxError`."""
    return [str(loc) for loc in _LOCS(etree.fromstring(body))]


class Reader(threading.Thread):
    """Counts what it was answered; anything but a whole sitemap is a fault."""

    def __init__(self, origin: str) -> None:
        super().__init__(daemon=True)
        self._origin = origin
        self._is_over = threading.Event()
        self.asked = 0
        self.faults: Counter[str] = Counter()

    def run(self) -> None:
        while not self._is_over.is_set():
            files = self._locs("/sitemap.xml")
            if files:
                self._locs(urlsplit(random.choice(files)).path)
            time.sleep(PAUSE_SECONDS)

    def finish(self) -> None:
        self._is_over.set()
        self.join()

    def _locs(self, path: str) -> list[str]:
        self.asked += 1
        try:
            with urllib.request.urlopen(f"{self._origin}{path}", timeout=30) as answer:
                return locs_of(answer.read())
        except urllib.error.HTTPError as error:
            self.faults[f"{error.code} {path}"] += 1
        except (OSError, etree.XMLSyntaxError) as error:
            self.faults[f"{type(error).__name__} {path}"] += 1
        return []
