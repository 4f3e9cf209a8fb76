"""Releases: which files went live together."""

from __future__ import annotations

from django.contrib import admin

from honest_sitemaps.admin.tables import html_table
from honest_sitemaps.admin.window import Window
from honest_sitemaps.models import Origin, Release

SHOWN_FILES = 1_000


@admin.register(Release)
class ReleaseAdmin(Window):
    list_display = ["id", "origin", "status", "at", "why"]
    list_filter = ["status"]
    ordering = ["-pk"]
    readonly_fields = ["pinned", "files"]
    fieldsets = [
        (None, {"fields": ["origin", "status", "at", "why", "pinned"]}),
        ("Files", {"fields": ["files"]}),
    ]

    @admin.display(description="origin pinned")
    def pinned(self, row: Release) -> str:
        """Why a rollback keeps newer releases of this origin out."""
        pins = Origin.objects.filter(origin=row.origin).values_list("pinned_why", flat=True)
        return pins.first() or "no"

    @admin.display(description="files")
    def files(self, row: Release) -> str:
        """The first `SHOWN_FILES` of them by name, without their bytes."""
        rows = row.files.order_by("name").values_list(
            "name", "artifact__urls", "artifact__size_bytes", "changed_at", "artifact_id"
        )[:SHOWN_FILES]
        return html_table(
            ["name", "URLs", "bytes", "changed at", "digest"],
            [
                (name, f"{urls:,}", f"{size:,}", f"{changed:%Y-%m-%d %H:%M:%S}", digest[:16])
                for name, urls, size, changed, digest in rows
            ],
        )
