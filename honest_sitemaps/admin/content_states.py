"""What the ledger knows of each URL."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.admin.utils import display_for_value
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.text import Truncator

from honest_sitemaps.admin.filters import (
    CountedSectionFilter,
    LanguageFilter,
    ReasonFilter,
    UnstableFilter,
    in_order,
)
from honest_sitemaps.admin.searching import found
from honest_sitemaps.admin.tables import html_table
from honest_sitemaps.admin.window import KeysFirstPaginator, Window
from honest_sitemaps.models import ContentChange, ContentState
from honest_sitemaps.partition import file_name, shard_of
from honest_sitemaps.verify import changes_of, moved_parts

SHOWN_CHANGES = 20
SHOWN_LOC = 80
"""Characters of a loc in the list: it may have 2,047, and no place to break."""


@admin.register(ContentState)
class ContentStateAdmin(Window):
    list_display = ["verdict", "section", "lastmod_at", "short_loc", "seen_at"]
    list_display_links = ["short_loc"]
    list_filter = [ReasonFilter, CountedSectionFilter, LanguageFilter, UnstableFilter]
    list_select_related = ["section"]
    ordering = ["-pk"]
    paginator = KeysFirstPaginator
    search_fields = ["loc"]
    search_help_text = "A URL or a path, whole or its beginning; or a key."
    readonly_fields = ["verdict", "lastmod_at", "file", "last_changes", "changed_lines"]
    fieldsets = [
        (None, {"fields": ["loc", "section", "key", "language", "group"]}),
        ("Verdict", {"fields": ["verdict", "evidence", "http_status", "canonical"]}),
        ("Not readable", {"fields": ["unreadable_sightings", "unreadable_since"]}),
        (
            "Dates",
            {
                "fields": [
                    "lastmod_at",
                    "published_at",
                    "published_precision",
                    "updated_at",
                    "due_at",
                    "seen_at",
                ]
            },
        ),
        ("Place", {"fields": ["file", "slot"]}),
        ("Fingerprint", {"fields": ["digest", "recipe", "is_unstable"]}),
        ("By hand", {"fields": ["override", "override_why"]}),
        ("Last changes", {"fields": ["last_changes", "changed_lines"]}),
    ]

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Called without a term too, and last: what order the rows have is decided here."""
        term = search_term.strip()
        rows = in_order(queryset, request)
        return (found(rows, term) if term else rows), False

    @admin.display(description="verdict")
    def verdict(self, row: ContentState) -> str:
        return row.reason or "listed"

    @admin.display(description="loc")
    def short_loc(self, row: ContentState) -> str:
        """A candidate without any loc is shown by its key."""
        return Truncator(row.loc or row.key).chars(SHOWN_LOC)

    # A row's page does not ask for `empty_value`: it would show "None".
    @admin.display(description="lastmod")
    def lastmod_at(self, row: ContentState) -> str:
        return str(display_for_value(row.lastmod, "unknown"))

    @admin.display(description="file")
    def file(self, row: ContentState) -> str:
        if row.slot is None:
            return "never listed"
        return file_name(row.section, shard_of(row.slot, capacity=row.section.capacity))

    @admin.display(description="last changes")
    def last_changes(self, row: ContentState) -> str:
        """The newest `SHOWN_CHANGES` steps; they are kept for ``KEEP_CHANGES_DAYS``."""
        newest = row.changes.order_by("-pk")[:SHOWN_CHANGES]
        return html_table(
            ["seen at", "move", "scan", "what moved"],
            [
                (f"{it.seen_at:%Y-%m-%d %H:%M:%S}", it.move, it.scan_id, step(it))
                for it in newest
            ],
        )

    @admin.display(description="lines of the content")
    def changed_lines(self, row: ContentState) -> str:
        """Which lines each of those steps changed, where the lines are still stored."""
        return html_table(
            ["seen at", "before", "after"],
            [
                (change["seen_at"][:19].replace("T", " "), line["before"], line["after"])
                for change in changes_of(row)[:SHOWN_CHANGES]
                for line in change["lines"]
            ],
        )


def step(change: ContentChange) -> str:
    """``reason - → NOINDEX; text; links``: fields that moved, then parts of the content."""
    before: dict[str, Any] = change.before or {}
    after: dict[str, Any] = change.after
    moved = [
        f"{name} {before.get(name) or '-'} → {after.get(name) or '-'}"
        for name in ("loc", "reason", "published_at", "updated_at")
        if (before.get(name) or "") != (after.get(name) or "")
    ]
    return "; ".join([*moved, *moved_parts(before, after)])
