"""What the ledger knows of each URL, why, and what a person may do about it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.utils import display_for_value
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.timezone import localtime

from honest_sitemaps import verify
from honest_sitemaps.admin.acts import WHY_LIMIT, act, may
from honest_sitemaps.admin.by_hand import (
    ACTS,
    BULK_ACTS,
    LOOK_AGAIN,
    OVERRIDE,
    ByHand,
    Said,
    do_all,
    in_short,
)
from honest_sitemaps.admin.content_states_page import page_of
from honest_sitemaps.admin.editing import edit_address
from honest_sitemaps.admin.facets import chosen_for, kinds_for, total
from honest_sitemaps.admin.filters import (
    CountedSectionFilter,
    LanguageFilter,
    ReasonFilter,
    UnstableFilter,
    in_order,
)
from honest_sitemaps.admin.forms import PageActionForm, date_of
from honest_sitemaps.admin.searching import found
from honest_sitemaps.admin.window import KeysFirstPaginator, Window
from honest_sitemaps.clock import utc_now
from honest_sitemaps.loc import path_of
from honest_sitemaps.models import ContentState

SHOWN_LOC = 80
"""Characters of a loc in the list: it may have 2,047, and no place to break."""

BULK_CHOICES = {"look_again_at_rows": "look-again", "withhold_rows": "withhold"}
"""Names of the actions of the list, and of what each does to a row."""


@admin.register(ContentState)
class ContentStateAdmin(Window):
    action_form = PageActionForm
    actions = list(BULK_CHOICES)
    change_form_template = "admin/honest_sitemaps/contentstate/page.html"
    change_list_template = "admin/honest_sitemaps/contentstate/list.html"
    list_display = ["verdict_mark", "short_loc", "section", "moved", "seen"]
    list_display_links = ["short_loc"]
    list_filter = [ReasonFilter, CountedSectionFilter, LanguageFilter, UnstableFilter]
    list_select_related = ["section"]
    ordering = ["-pk"]
    paginator = KeysFirstPaginator
    search_fields = ["loc"]
    search_help_text = "A URL or a path, whole or its beginning; or a key."
    readonly_fields = ["verdict", "lastmod_at", "file"]
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
    ]

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.by_hand_view)
        ours = [path("<int:pk>/by-hand/<slug:name>/", view, name=f"{_NAME}_by_hand")]
        return [*ours, *super().get_urls()]

    # The list.

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        kinds, chosen = kinds_for(request), chosen_for(request)
        context = {
            "title": "Content states",
            "kept_urls": f"{total(kinds, chosen=chosen):,}",
            "all_urls": f"{total(kinds, chosen={}):,}",
            "is_narrowed": bool(chosen),
            **(extra_context or {}),
        }
        return super().changelist_view(request, context)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Called without a term too, and last: what order the rows have is decided here."""
        term = search_term.strip()
        rows = in_order(queryset, request)
        return (found(rows, term) if term else rows), False

    def has_look_again_permission(self, request: HttpRequest) -> bool:
        return may(request, LOOK_AGAIN)

    def has_override_state_permission(self, request: HttpRequest) -> bool:
        return may(request, OVERRIDE)

    @admin.action(description="Look again now", permissions=[LOOK_AGAIN])
    def look_again_at_rows(
        self, request: HttpRequest, rows: QuerySet[Any]
    ) -> HttpResponse | None:
        return self._bulk(request, rows, "look_again_at_rows")

    @admin.action(description="Withhold", permissions=[OVERRIDE])
    def withhold_rows(self, request: HttpRequest, rows: QuerySet[Any]) -> HttpResponse | None:
        return self._bulk(request, rows, "withhold_rows")

    def _bulk(
        self, request: HttpRequest, rows: QuerySet[Any], action: str
    ) -> HttpResponse | None:
        """Ask for the one reason why; with it, do it row by row and say what came of it."""
        doing = BULK_ACTS[BULK_CHOICES[action]]
        chosen = list(rows[: self.list_per_page])
        why = request.POST.get("why", "").strip()[:WHY_LIMIT]
        if "is_confirmed" not in request.POST or not why:
            return self._ask(request, chosen, action, doing)
        said = Said(why=why, by=request.user.get_username(), now=utc_now())
        done, refused = do_all(doing, chosen, said)
        for row in done:
            self.log_change(request, row, f"{doing.label}. {why}")
        if done:
            messages.success(request, f"{doing.label}: {len(done):,} done.")
        if refused:
            messages.error(request, f"{len(refused):,} refused. {in_short(refused)}")
        return None

    def _ask(
        self, request: HttpRequest, chosen: list[ContentState], action: str, doing: ByHand
    ) -> HttpResponse:
        if "is_confirmed" in request.POST:
            messages.error(request, "Say why: it is kept beside what you decide.")
        context = {
            **self.admin_site.each_context(request),
            "title": f"{doing.label}: {len(chosen):,} URLs",
            "opts": self.opts,
            "action": action,
            "doing": doing,
            "rows": chosen,
            "why_limit": WHY_LIMIT,
        }
        return TemplateResponse(
            request, "admin/honest_sitemaps/contentstate/bulk.html", context
        )

    # A row's page.

    def render_change_form(
        self,
        request: HttpRequest,
        context: dict[str, Any],
        add: bool = False,
        change: bool = False,
        form_url: str = "",
        obj: ContentState | None = None,
    ) -> HttpResponse:
        if obj is not None:
            context |= {
                "title": Truncator(path_of(obj.loc) if obj.loc else obj.key).chars(SHOWN_LOC),
                "subtitle": None,
                "page": page_of(verify.explain_row(obj), link=self._linker(request)),
                "acts": [
                    one
                    for one in ACTS.values()
                    if one.is_offered(obj) and may(request, one.permission)
                ],
                "edit_address": edit_address(obj.key, request=request, site=self.admin_site),
                "today": utc_now(),
                "why_limit": WHY_LIMIT,
            }
        return super().render_change_form(request, context, add, change, form_url, obj)

    def by_hand_view(self, request: HttpRequest, pk: int, name: str) -> HttpResponse:
        """One act on one row; what it is and what it needs stands in `ACTS`."""
        if name not in ACTS:
            raise Http404
        doing = ACTS[name]
        if not self.has_view_permission(request):
            raise PermissionDenied
        row = get_object_or_404(ContentState.objects.select_related("section"), pk=pk)

        def do(why: str) -> str:
            when = date_of(request.POST.dict()) if doing.asks_date else None
            by = request.user.get_username()
            return doing.do(row, Said(why=why, by=by, now=utc_now(), date=when))

        there = self._address("contentstate", pk)
        return act(self, request, row, do, permission=doing.permission, to=there)

    def _linker(self, request: HttpRequest) -> Any:
        """From what a step is about to its page, for whoever may see that."""

        def link(about: str, pk: int) -> str:
            model = {"state": "contentstate"}.get(about, about)
            return self._address(model, pk) if may(request, f"view_{model}") else ""

        return link

    def _address(self, model: str, pk: int) -> str:
        name = f"admin:honest_sitemaps_{model}_change"
        return reverse(name, args=[pk], current_app=self.admin_site.name)

    # What is shown.

    @admin.display(description="verdict")
    def verdict(self, row: ContentState) -> str:
        return row.reason or "listed"

    @admin.display(description="verdict")
    def verdict_mark(self, row: ContentState) -> SafeString:
        kind = "excluded" if row.reason else "listed"
        return format_html(
            '<span class="hs-mark hs-mark-{}">{}</span>', kind, row.reason or kind
        )

    @admin.display(description="loc")
    def short_loc(self, row: ContentState) -> str:
        """A candidate without any loc is shown by its key."""
        return Truncator(row.loc or row.key).chars(SHOWN_LOC)

    @admin.display(description="lastmod")
    def moved(self, row: ContentState) -> SafeString | str:
        return shortly(row.lastmod, "unknown")

    @admin.display(description="seen")
    def seen(self, row: ContentState) -> SafeString | str:
        return shortly(row.seen_at, "never")

    # A row's page does not ask for `empty_value`: it would show "None".
    @admin.display(description="lastmod")
    def lastmod_at(self, row: ContentState) -> str:
        return str(display_for_value(row.lastmod, "unknown"))

    @admin.display(description="file")
    def file(self, row: ContentState) -> str:
        return verify.file_of(row) or "never listed"


def shortly(moment: datetime | None, otherwise: str) -> SafeString | str:
    """To the minute, in the time zone of the admin: a list has no room for more."""
    if moment is None:
        return otherwise
    local = localtime(moment)
    day, at = f"{local:%Y-%m-%d}", f"{local:%H:%M}"
    return format_html('<span class="hs-day-of">{}</span> {}', day, at)


_NAME = "honest_sitemaps_contentstate"
