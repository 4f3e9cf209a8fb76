"""Whether what we list is what we meant to list, or why not."""

from honest_sitemaps.verify.explain import Explanation, explain, explain_row, rows_of
from honest_sitemaps.verify.generated import locs_in
from honest_sitemaps.verify.health import health
from honest_sitemaps.verify.health_findings import age
from honest_sitemaps.verify.health_values import Finding, Health, SectionSeen, Vitals
from honest_sitemaps.verify.history import changes_of, moved_parts
from honest_sitemaps.verify.release_diff import KINDS, Difference, difference
from honest_sitemaps.verify.release_glance import ChangedFile, FileGlance, Glance, glance
from honest_sitemaps.verify.release_summary import ONCE_LIVE, ReleaseSummary, release_before
from honest_sitemaps.verify.release_why import Why, explained
from honest_sitemaps.verify.report import COLUMNS, LISTED, WIDE_COLUMNS, report_rows
from honest_sitemaps.verify.spans import Span, spans_of
from honest_sitemaps.verify.steps import Step, file_of, is_registered

__all__ = [
    "COLUMNS",
    "KINDS",
    "LISTED",
    "ONCE_LIVE",
    "WIDE_COLUMNS",
    "ChangedFile",
    "Difference",
    "Explanation",
    "FileGlance",
    "Finding",
    "Glance",
    "Health",
    "ReleaseSummary",
    "SectionSeen",
    "Span",
    "Step",
    "Vitals",
    "Why",
    "age",
    "changes_of",
    "difference",
    "explain",
    "explain_row",
    "explained",
    "file_of",
    "glance",
    "health",
    "is_registered",
    "locs_in",
    "moved_parts",
    "release_before",
    "report_rows",
    "rows_of",
    "spans_of",
]
