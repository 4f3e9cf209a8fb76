"""Whether what we list is what we meant to list, or why not."""

from honest_sitemaps.verify.explain import Explanation, Step, explain, rows_of

__all__ = ["Explanation", "Step", "explain", "rows_of"]
