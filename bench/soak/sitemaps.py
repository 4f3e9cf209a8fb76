"""One section: all entries, drafts too."""

from __future__ import annotations

from bench.soak.models import Entry
from honest_sitemaps import QuerySetSource, register

register("entries", QuerySetSource(Entry.objects.all(), is_live="is_live"))
