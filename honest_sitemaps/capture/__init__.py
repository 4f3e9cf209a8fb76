"""The page as an anonymous visitor gets it, fetched once and kept as evidence."""

from honest_sitemaps.capture.document import Document
from honest_sitemaps.capture.environment import check_environment
from honest_sitemaps.capture.in_process import InProcessFetcher
from honest_sitemaps.capture.page import FIRST, SECOND, Fetcher, Page, Visitor

__all__ = [
    "FIRST",
    "SECOND",
    "Document",
    "Fetcher",
    "InProcessFetcher",
    "Page",
    "Visitor",
    "check_environment",
]
