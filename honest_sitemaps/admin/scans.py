"""Scans: what was seen, why one is held or failed, and the answer to a held one."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path, reverse

from honest_sitemaps import pipeline
from honest_sitemaps.admin.acts import WHY_LIMIT, Refusal, act, may
from honest_sitemaps.admin.filters import SectionFilter
from honest_sitemaps.admin.scans_page import page_of, selectors_of
from honest_sitemaps.admin.window import Window
from honest_sitemaps.clock import utc_now
from honest_sitemaps.ledger import ANSWERS
from honest_sitemaps.models import Scan

RESOLVE = "resolve_scan"


@admin.register(Scan)
class ScanAdmin(Window):
    change_form_template = "admin/honest_sitemaps/scan/page.html"
    change_list_template = "admin/honest_sitemaps/health_list.html"
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
    readonly_fields = ["seen", "moves", "resolution"]
    fieldsets = [
        (None, {"fields": ["section", "kind", "status", "run", "trigger", "revision"]}),
        ("Times", {"fields": ["started_at", "walked_at", "settled_at", "batches"]}),
        ("Seen", {"fields": ["seen", "moves", "resolution"]}),
        ("Process", {"fields": ["owner", "beat_at"]}),
    ]

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.answer_view)
        ours = [path("<int:pk>/answer/", view, name="honest_sitemaps_scan_answer")]
        return [*ours, *super().get_urls()]

    def render_change_form(
        self,
        request: HttpRequest,
        context: dict[str, Any],
        add: bool = False,
        change: bool = False,
        form_url: str = "",
        obj: Scan | None = None,
    ) -> HttpResponse:
        if obj is not None:
            context |= {
                "page": page_of(obj, now=utc_now()),
                "may_answer": may(request, RESOLVE),
                "why_limit": WHY_LIMIT,
                "title": f"{obj.get_kind_display().capitalize()} of {obj.section.label}",
                "subtitle": None,
            }
        return super().render_change_form(request, context, add, change, form_url, obj)

    def answer_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Store the answer to a held scan. Nothing is rendered and nothing settled here."""
        scan = get_object_or_404(Scan.objects.select_related("section"), pk=pk)
        there = reverse(
            "admin:honest_sitemaps_scan_change",
            args=[pk],
            current_app=self.admin_site.name,
        )

        def answer(why: str) -> str:
            how, noise = asked(request, scan)
            by = request.user.get_username()
            pipeline.answer(scan, how=how, why=why, by=by, now=utc_now(), noise=noise)
            return f"Answered {how}."

        return act(self, request, scan, answer, permission=RESOLVE, to=there)

    @admin.display(description="seen")
    def seen(self, row: Scan) -> str:
        listed = row.counts.get("listed", 0)
        excluded: dict[str, int] = row.counts.get("excluded") or {}
        parts = [f"{listed:,} listed", *told(excluded)]
        return ", ".join(parts)

    @admin.display(description="moves")
    def moves(self, row: Scan) -> str:
        return ", ".join(told(row.counts.get("moves") or {})) or "none"

    @admin.display(description="what a person answered")
    def resolution(self, row: Scan) -> str:
        cause: dict[str, str] = row.cause or {}
        said = [cause.get("resolved_by"), cause.get("resolution"), cause.get("resolved_why")]
        return ": ".join(filter(None, said)) or "-"


def asked(request: HttpRequest, scan: Scan) -> tuple[str, list[str]]:
    """The answer that was posted, and the selectors to declare noise. Raises `Refusal`."""
    how = request.POST.get("how", "")
    if how not in ANSWERS:
        raise Refusal(f"Press one of the buttons: {', '.join(ANSWERS)}.")
    suggested = selectors_of(scan)
    noise = [one for one in request.POST.getlist("noise") if one in suggested]
    if noise and how != "rebase":
        raise Refusal("To pass a block over for ever goes with rebase. Untick it, or rebase.")
    return how, noise


def told(counts: dict[str, Any]) -> list[str]:
    """``1,204 NOT_LIVE``: what there is of it, most first."""
    most_first = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return [f"{count:,} {word}" for word, count in most_first if count]
