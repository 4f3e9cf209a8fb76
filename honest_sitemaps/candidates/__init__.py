"""Where URLs come from. Yields `Candidate`; decides nothing."""

from honest_sitemaps.candidates.candidate import Candidate, Precision
from honest_sitemaps.candidates.source import Source

__all__ = ["Candidate", "Precision", "Source"]
