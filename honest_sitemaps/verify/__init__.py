"""Whether what we list is what we meant to list, or why not."""

from honest_sitemaps.verify.explain import Explanation, explain, explain_row, rows_of
from honest_sitemaps.verify.generated import locs_in
from honest_sitemaps.verify.history import changes_of, moved_parts
from honest_sitemaps.verify.spans import Span, spans_of
from honest_sitemaps.verify.steps import Step, is_registered

__all__ = [
    "Explanation",
    "Span",
    "Step",
    "changes_of",
    "explain",
    "explain_row",
    "is_registered",
    "locs_in",
    "moved_parts",
    "rows_of",
    "spans_of",
]
