"""Filters that ask at most one small query and never count."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from honest_sitemaps.eligibility import Reason
from honest_sitemaps.models import Section

LISTED = "LISTED"
EXCLUDED = "EXCLUDED"


class ReasonFilter(admin.SimpleListFilter):
    """Listed, excluded, or excluded for one reason."""

    title = "reason"
    parameter_name = "reason"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Iterable[tuple[str, Any]]:
        return [(LISTED, "listed"), (EXCLUDED, "excluded"), *Reason.choices]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        chosen = self.value()
        if chosen == LISTED:
            return queryset.filter(reason="")
        if chosen == EXCLUDED:
            return queryset.exclude(reason="")
        return queryset.filter(reason=chosen) if chosen in Reason.values else queryset


class SectionFilter(admin.SimpleListFilter):
    """One section, by its label; with several origins the origin stands beside it."""

    title = "section"
    parameter_name = "section"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Iterable[tuple[str, Any]]:
        sections = list(Section.objects.order_by("origin", "name", "language"))
        several = len({section.origin for section in sections}) > 1
        return [
            (str(row.pk), f"{row.label} · {row.origin}" if several else row.label)
            for row in sections
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        chosen = self.value() or ""
        return queryset.filter(section_id=int(chosen)) if chosen.isdecimal() else queryset
