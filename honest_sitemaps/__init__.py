"""
Sitemaps that only say what is true.

A URL walks through the rooms of this package in the order the folder lists them::

    candidates   a source says: this URL could be listed
    capture      the page is fetched once, as an anonymous visitor sees it
    eligibility  listed, or excluded with a reason
    fingerprint  what a search engine would call the page's significant content
    ledger       did it change?  the only place where dates move
    partition    which file the URL lives in, for ever
    publish      files written, released as one, rolled back as one
    verify       the four sets agree, or we say why not

A room may import from the rooms above it in this list, never from those below.
``pipeline`` is the only module that knows the whole way.
"""

from honest_sitemaps.candidates import (
    Candidate,
    QuerySetSource,
    RouteSource,
    Source,
    WagtailSource,
)
from honest_sitemaps.registry import register

__all__ = ["Candidate", "QuerySetSource", "RouteSource", "Source", "WagtailSource", "register"]

__version__ = "0.1.0"

ROOMS = (
    "candidates",
    "capture",
    "eligibility",
    "fingerprint",
    "ledger",
    "partition",
    "publish",
    "verify",
)
