"""Where URLs come from. Yields `Candidate`; decides nothing."""

from honest_sitemaps.candidates.candidate import Candidate, Precision
from honest_sitemaps.candidates.from_contrib import SitemapSource, as_source
from honest_sitemaps.candidates.from_models import QuerySetSource
from honest_sitemaps.candidates.from_routes import RouteSource
from honest_sitemaps.candidates.from_wagtail import WagtailSource
from honest_sitemaps.candidates.keys import instance_key, storable
from honest_sitemaps.candidates.source import EVERYTHING, MarkKeys, Source
from honest_sitemaps.candidates.walking import walk

__all__ = [
    "EVERYTHING",
    "Candidate",
    "MarkKeys",
    "Precision",
    "QuerySetSource",
    "RouteSource",
    "SitemapSource",
    "Source",
    "WagtailSource",
    "as_source",
    "instance_key",
    "storable",
    "walk",
]
