"""Scans: what was seen, and why one is held or failed."""

from __future__ import annotations

from typing import Any

from django.contrib import admin

from honest_sitemaps.admin.filters import SectionFilter
from honest_sitemaps.admin.tables import html_table
from honest_sitemaps.admin.window import Window
from honest_sitemaps.models import Scan


@admin.register(Scan)
class ScanAdmin(Window):
    list_display = [
        "id",
        "section",
        "status",
        "seen",
        "moves",
        "kind",
        "started_at",
        "settled_at",
    ]
    list_filter = ["status", "kind", SectionFilter]
    list_select_related = ["section"]
    ordering = ["-pk"]
    readonly_fields = ["seen", "moves", "why", "resolution", "blocks"]
    fieldsets = [
        (None, {"fields": ["section", "kind", "status", "run", "trigger", "revision"]}),
        ("Times", {"fields": ["started_at", "walked_at", "settled_at", "batches"]}),
        ("Seen", {"fields": ["seen", "moves"]}),
        (
            "Cause",
            {
                "fields": ["why", "resolution", "blocks"],
                "description": "A held scan is answered with manage.py sitemap_holds.",
            },
        ),
        ("Process", {"fields": ["owner", "beat_at"]}),
    ]

    @admin.display(description="seen")
    def seen(self, row: Scan) -> str:
        listed = row.counts.get("listed", 0)
        excluded: dict[str, int] = row.counts.get("excluded") or {}
        parts = [f"{listed:,} listed", *told(excluded)]
        return ", ".join(parts)

    @admin.display(description="moves")
    def moves(self, row: Scan) -> str:
        return ", ".join(told(row.counts.get("moves") or {})) or "none"

    @admin.display(description="why it is held or failed")
    def why(self, row: Scan) -> str:
        cause: dict[str, str] = row.cause or {}
        return cause.get("why") or "-"

    @admin.display(description="what a person answered")
    def resolution(self, row: Scan) -> str:
        cause: dict[str, str] = row.cause or {}
        said = [cause.get("resolution"), cause.get("resolved_why")]
        return ": ".join(filter(None, said)) or "-"

    @admin.display(description="changed lines, most common first")
    def blocks(self, row: Scan) -> str:
        return html_table(
            ["pages", "share", "where", "before", "after", "for example"],
            [
                (
                    f"{block['pages']:,}",
                    f"{block['share']:.0%}",
                    block["shape"],
                    block["before"],
                    block["after"],
                    ", ".join(block["samples"]),
                )
                for block in (row.cause or {}).get("blocks", [])
            ],
        )


def told(counts: dict[str, Any]) -> list[str]:
    """``1,204 NOT_LIVE``: what there is of it, most first."""
    most_first = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return [f"{count:,} {word}" for word, count in most_first if count]
