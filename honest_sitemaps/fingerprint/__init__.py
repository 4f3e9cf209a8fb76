"""What a search engine calls significant, reduced to one digest."""

from honest_sitemaps.fingerprint.mark import PARTS, Fingerprint

__all__ = ["PARTS", "Fingerprint"]
