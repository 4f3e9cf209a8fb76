"""Whether what we list is what we meant to list, or why not."""

from honest_sitemaps.verify.explain import (
    Explanation,
    Step,
    changes_of,
    explain,
    moved_parts,
    rows_of,
)
from honest_sitemaps.verify.generated import locs_in

__all__ = ["Explanation", "Step", "changes_of", "explain", "locs_in", "moved_parts", "rows_of"]
