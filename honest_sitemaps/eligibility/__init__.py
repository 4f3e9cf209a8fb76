"""Listed, or excluded with a reason. Reads candidate and page; touches no database."""

from honest_sitemaps.eligibility.reasons import Reason
from honest_sitemaps.eligibility.verdict import LISTED, Verdict

__all__ = ["LISTED", "Reason", "Verdict"]
