"""
What a fingerprint costs: pages/s, MB/s, p50, the ratio to a bare parse, memory.

Run: ``python -m bench.fingerprint.speed [FOLDER]``. CPU time of one core, median of 5 rounds
over the same pages; the ratio is of one run. trafilatura is measured where it is installed.
"""

from __future__ import annotations

import importlib
import os
import platform
import resource
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

from lxml import etree

from bench.fingerprint.kinds import LOC
from bench.fingerprint.pages import fetch, load

ROUNDS = 5
PAGES = 150
FINGERPRINTS = 2_000
"""Over so many in one process memory must stay flat."""


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")
    mark = importlib.import_module("honest_sitemaps.fingerprint").of_html
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else fetch()
    pages = [page.text.encode() for page in load(folder, limit=PAGES, seed=1)]
    size = sum(map(len, pages)) / 1e6
    print(f"{platform.platform()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    print(f"lxml {etree.LXML_VERSION}, libxml2 {etree.LIBXML_VERSION}, median of {ROUNDS}")
    print(f"{len(pages)} pages, {size:.1f} MB")

    parse = _measure("bare parse", _parse, pages, size)
    ours = _measure("fingerprint", lambda html: mark(html, loc=LOC), pages, size)
    print(f"ratio to a bare parse {ours / parse:.2f}")
    try:
        extract = importlib.import_module("trafilatura").extract
    except ImportError:
        print("trafilatura is not installed")
    else:
        print(
            f"ratio of trafilatura {_measure('trafilatura', extract, pages, size) / ours:.1f}"
        )

    before = _peak_mb()
    for number in range(FINGERPRINTS):
        mark(pages[number % len(pages)], loc=LOC)
    print(f"peak memory {before:.0f} MB, after {FINGERPRINTS:,} more {_peak_mb():.0f} MB")


def _parse(html: bytes) -> object:
    parser = etree.HTMLParser(
        encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True
    )
    return etree.fromstring(html, parser)


def _measure(
    name: str, work: Callable[[bytes], object], pages: list[bytes], size: float
) -> float:
    """CPU seconds of one round, and a line about it."""
    rounds, each = [], []
    for _ in range(ROUNDS):
        began = time.process_time()
        for html in pages:
            started = time.process_time()
            work(html)
            each.append(time.process_time() - started)
        rounds.append(time.process_time() - began)
    seconds = statistics.median(rounds)
    each.sort()
    p50, p95 = (each[len(each) * share // 100] * 1e3 for share in (50, 95))
    print(
        f"{name:12} {len(pages) / seconds:6.0f} pages/s {size / seconds:6.1f} MB/s  "
        f"p50 {p50:6.2f} ms  p95 {p95:6.2f} ms"
    )
    return seconds


def _peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
