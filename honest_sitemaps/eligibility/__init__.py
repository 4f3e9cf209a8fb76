"""Listed, or excluded with a reason. Reads candidate and page; touches no database."""

from honest_sitemaps.eligibility.canonical import canonical_of
from honest_sitemaps.eligibility.decision import decide, decide_early, due_at, objections
from honest_sitemaps.eligibility.evidence import shown
from honest_sitemaps.eligibility.policy import Policy, Rule, load_rules
from honest_sitemaps.eligibility.reasons import Reason
from honest_sitemaps.eligibility.robots import (
    ALLOW_ALL,
    Robots,
    robots_from_page,
    robots_from_setting,
    robots_from_text,
    robots_in_setting,
    robots_redirect,
)
from honest_sitemaps.eligibility.verdict import LISTED, Verdict

__all__ = [
    "ALLOW_ALL",
    "LISTED",
    "Policy",
    "Reason",
    "Robots",
    "Rule",
    "Verdict",
    "canonical_of",
    "decide",
    "decide_early",
    "due_at",
    "load_rules",
    "objections",
    "robots_from_page",
    "robots_from_setting",
    "robots_from_text",
    "robots_in_setting",
    "robots_redirect",
    "shown",
]
