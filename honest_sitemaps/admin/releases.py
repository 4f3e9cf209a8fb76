"""Releases: which files went live together, what differs, and the way back."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path, reverse
from django.utils.safestring import SafeString

from honest_sitemaps import pipeline
from honest_sitemaps.admin.acts import WHY_LIMIT, Refusal, act, may
from honest_sitemaps.admin.releases_page import page_of
from honest_sitemaps.admin.tables import html_table
from honest_sitemaps.admin.window import Window
from honest_sitemaps.clock import utc_now
from honest_sitemaps.models import Origin, Release
from honest_sitemaps.verify import release_before

SHOWN_FILES = 1_000
ROLL_BACK = "roll_back"


@admin.register(Release)
class ReleaseAdmin(Window):
    change_form_template = "admin/honest_sitemaps/release/page.html"
    change_list_template = "admin/honest_sitemaps/health_list.html"
    list_display = ["id", "origin", "status", "at", "why"]
    list_filter = ["status"]
    ordering = ["-pk"]
    readonly_fields = ["pinned", "files"]
    fieldsets = [
        (None, {"fields": ["origin", "status", "at", "why", "pinned"]}),
        ("Files", {"fields": ["files"]}),
    ]

    def get_urls(self) -> list[URLPattern]:
        ours = [
            path(
                f"<int:pk>/{name}/",
                self.admin_site.admin_view(view),
                name=f"honest_sitemaps_release_{name}",
            )
            for name, view in (("rollback", self.rollback_view), ("unpin", self.unpin_view))
        ]
        return [*ours, *super().get_urls()]

    def render_change_form(
        self,
        request: HttpRequest,
        context: dict[str, Any],
        add: bool = False,
        change: bool = False,
        form_url: str = "",
        obj: Release | None = None,
    ) -> HttpResponse:
        if obj is not None:
            after = request.GET.get("after", "")
            context |= {
                "page": page_of(obj, after=after, now=utc_now()),
                "may_roll_back": may(request, ROLL_BACK),
                "why_limit": WHY_LIMIT,
                "title": f"Release {obj.pk} of {obj.origin}",
                "subtitle": None,
            }
        return super().render_change_form(request, context, add, change, form_url, obj)

    def rollback_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """
        Let the release before this one go live again, if this one is live: one transaction
        that changes no bytes.
        """
        live = get_object_or_404(Release, pk=pk)
        older = release_before(live)

        def roll_back(why: str) -> str:
            is_live = Origin.objects.filter(live_release=live).exists()
            if not is_live or older is None or request.POST.get("to") != str(older.pk):
                raise Refusal("Meanwhile another release went live. Look again, then decide.")
            restored = pipeline.rollback(why=why, now=utc_now(), origin=live.origin)
            return f"Release {restored.pk} is live again, and {live.origin} is pinned to it."

        to = older.pk if older else pk
        return act(self, request, live, roll_back, permission=ROLL_BACK, to=self._page(to))

    def unpin_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Leave word for the next release to unpin the origin. Nothing is built here."""
        live = get_object_or_404(Release, pk=pk)

        def unpin(why: str) -> str:
            pipeline.ask_unpin(live.origin, why=why, by=request.user.get_username())
            return f"The next release unpins {live.origin}."

        return act(self, request, live, unpin, permission=ROLL_BACK, to=self._page(pk))

    def _page(self, pk: int) -> str:
        name = "admin:honest_sitemaps_release_change"
        return reverse(name, args=[pk], current_app=self.admin_site.name)

    @admin.display(description="origin pinned")
    def pinned(self, row: Release) -> str:
        """Why a rollback keeps newer releases of this origin out."""
        pins = Origin.objects.filter(origin=row.origin).values_list("pinned_why", flat=True)
        return pins.first() or "no"

    @admin.display(description="files")
    def files(self, row: Release) -> SafeString | str:
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
