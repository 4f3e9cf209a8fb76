"""The page as an anonymous visitor gets it, fetched once and kept as evidence."""

from honest_sitemaps.capture.page import Fetcher, Page, Visitor

__all__ = ["Fetcher", "Page", "Visitor"]
