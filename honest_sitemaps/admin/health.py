"""The health page, which is what the sections' entry in the admin leads to."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from honest_sitemaps.admin.facets import UNSTABLE
from honest_sitemaps.admin.health_page import page_of
from honest_sitemaps.admin.tables import html_table
from honest_sitemaps.admin.window import Window
from honest_sitemaps.clock import utc_now
from honest_sitemaps.models import Section, StateCount
from honest_sitemaps.verify import Finding, health

WINDOWS = (30, 90)
"""Days that the charts can show; the first unless asked for another."""

PAGES = {
    "scan": "honest_sitemaps_scan_change",
    "release": "honest_sitemaps_release_change",
    "section": "honest_sitemaps_section_change",
    "state": "honest_sitemaps_contentstate_change",
}


@admin.register(Section)
class SectionAdmin(Window):
    """Its list is the health page: sections with their figures, and what is not well."""

    readonly_fields = ["figures", "noise_selectors", "furniture_shapes"]
    fieldsets = [
        (None, {"fields": ["name", "language", "origin", "figures"]}),
        ("Files", {"fields": ["capacity", "next_slot", "released"]}),
        ("Answered by hand", {"fields": ["noise_selectors", "furniture_shapes"]}),
    ]

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.changelist_view)
        ours = [path("health/", view, name="honest_sitemaps_health")]
        return [*ours, *super().get_urls()]

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        if not self.has_view_permission(request):
            raise PermissionDenied
        asked = request.GET.get("days", "")
        days = next((one for one in WINDOWS if str(one) == asked), WINDOWS[0])
        found = health(now=utc_now(), days=days)
        context = {
            **self.admin_site.each_context(request),
            "title": "Health",
            "opts": self.opts,
            "page": page_of(found, link=self.address_of),
            "days": days,
            "windows": WINDOWS,
            **(extra_context or {}),
        }
        return TemplateResponse(request, "admin/honest_sitemaps/health.html", context)

    def address_of(self, finding: Finding) -> str:
        """The page that has more of a finding; ``""`` if there is none."""
        if finding.about == "unstable":
            return f"{self._states()}?section={finding.pk}&unstable={UNSTABLE}"
        if not finding.about or finding.pk is None:
            return ""
        return self._reverse(PAGES[finding.about], finding.pk)

    def _states(self) -> str:
        return self._reverse("honest_sitemaps_contentstate_changelist")

    def _reverse(self, name: str, *args: object) -> str:
        return reverse(f"admin:{name}", args=args, current_app=self.admin_site.name)

    @admin.display(description="URLs")
    def figures(self, row: Section) -> SafeString | str:
        """From the figures that are kept; nothing is counted."""
        counts = StateCount.objects.filter(section=row, urls__gt=0).order_by("-urls")
        states = self._states()
        return html_table(
            ["reason", "language", "URLs", "unstable"],
            [
                (
                    format_html(
                        '<a href="{}?section={}&amp;reason={}">{}</a>',
                        states,
                        row.pk,
                        one.reason or "LISTED",
                        one.reason or "listed",
                    ),
                    one.language or "-",
                    f"{one.urls:,}",
                    f"{one.unstable_urls:,}",
                )
                for one in counts
            ],
        )

    @admin.display(description="declared noise")
    def noise_selectors(self, row: Section) -> SafeString | str:
        return html_table(["selector"], [(selector,) for selector in row.noise])

    @admin.display(description="changes that are re-based unasked")
    def furniture_shapes(self, row: Section) -> SafeString | str:
        """What each said last, where it is known; of an older answer the shape alone is."""
        pieces = [one if isinstance(one, dict) else {"shape": one} for one in row.furniture]
        return html_table(
            ["shape", "said last"],
            [
                (piece["shape"], (piece.get("lines") or ["each page another value"])[-1])
                for piece in pieces
            ],
        )
