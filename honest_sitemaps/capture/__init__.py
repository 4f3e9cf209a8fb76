"""The page as an anonymous visitor gets it, fetched once and kept as evidence."""

from honest_sitemaps.capture.bypassing import bypassing_caches
from honest_sitemaps.capture.circumstances import (
    NO_MOVED_CLOCK,
    another_build,
    can_move_clock,
    clock_at,
    empty_caches,
)
from honest_sitemaps.capture.document import Document
from honest_sitemaps.capture.environment import check_environment
from honest_sitemaps.capture.in_process import InProcessFetcher
from honest_sitemaps.capture.page import FIRST, SECOND, Fetcher, Page, Visitor
from honest_sitemaps.capture.quiet import is_capturing

__all__ = [
    "FIRST",
    "NO_MOVED_CLOCK",
    "SECOND",
    "Document",
    "Fetcher",
    "InProcessFetcher",
    "Page",
    "Visitor",
    "another_build",
    "bypassing_caches",
    "can_move_clock",
    "check_environment",
    "clock_at",
    "empty_caches",
    "is_capturing",
]
