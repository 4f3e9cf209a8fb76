"""Filters that ask at most one small query each, and never count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from honest_sitemaps.admin.facets import (
    EXCLUDED,
    LISTED,
    UNSTABLE,
    By,
    chosen_for,
    is_key,
    kinds_for,
    tally,
)
from honest_sitemaps.eligibility import Reason
from honest_sitemaps.models import Section

Choices = Iterable[tuple[str, Any]]


class CountedFilter(admin.SimpleListFilter):
    """
    Choices with the number of rows that each has under the other filters.

    A choice without any row is left out, unless it is the chosen one. With a search there are
    no numbers: nobody counted what it finds.
    """

    parameter_name: By
    shows_empty = False

    def options(self, request: HttpRequest) -> Choices:
        """All choices, whether they have rows or not."""
        raise NotImplementedError

    def lookups(self, request: HttpRequest, model_admin: Any) -> Choices:
        counts = tally(kinds_for(request), self.parameter_name, chosen=chosen_for(request))
        is_searched = bool(request.GET.get("q"))
        return [
            (value, label if is_searched else f"{label} ({counts[value]:,})")
            for value, label in self.options(request)
            if self.shows_empty or counts[value] or value == self.value()
        ]

    def counts(self, request: HttpRequest) -> Counter[str]:
        """Rows of each choice with no filter at all."""
        return tally(kinds_for(request), self.parameter_name, chosen={})


class ReasonFilter(CountedFilter):
    """Listed, excluded, or excluded for one reason."""

    title = _("reason")
    parameter_name = "reason"

    def options(self, request: HttpRequest) -> Choices:
        return [
            (LISTED, _("listed")),
            (EXCLUDED, _("excluded")),
            *((value, value) for value in Reason.values),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        chosen = chosen_for(request).get("reason")
        if not chosen:
            return queryset
        rows = in_each_section(queryset)
        if chosen == EXCLUDED:
            # A range of the index; "not nothing" would be none.
            return rows.filter(reason__gt="")
        return rows.filter(reason="" if chosen == LISTED else chosen)


class LanguageFilter(CountedFilter):
    """One language, where rows have more than one."""

    title = _("language")
    parameter_name = "language"

    def options(self, request: HttpRequest) -> Choices:
        codes = sorted(self.counts(request))
        return [(code, code) for code in codes if code] if len(codes) > 1 else []

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        chosen = self.value()
        return in_each_section(queryset).filter(language=chosen) if chosen else queryset


class UnstableFilter(CountedFilter):
    """Rows whose page differs between two renders of one moment."""

    title = _("renders")
    parameter_name = "unstable"

    def options(self, request: HttpRequest) -> Choices:
        return [(UNSTABLE, _("unstable"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(is_unstable=True) if self.value() == UNSTABLE else queryset


def in_each_section(queryset: QuerySet[Any]) -> QuerySet[Any]:
    """The same rows. The indexes begin with the section: all named, each is a range of one."""
    sections = list(Section.objects.values_list("pk", flat=True))
    return queryset.filter(section_id__in=sections)


def in_order(queryset: QuerySet[Any], request: HttpRequest) -> QuerySet[Any]:
    """
    The newest first; with a language or reason section by section, in the order of the index
    that finds it. By age alone the database might read all other rows to find a few.
    """
    chosen = chosen_for(request)
    if "language" in chosen:
        return queryset.order_by("-section_id", "-language", "-reason", "-pk")
    if "reason" in chosen:
        return queryset.order_by("-section_id", "-reason", "-pk")
    return queryset.order_by("-pk")


def labelled_sections() -> list[tuple[str, str]]:
    """Primary key and label of each section; with several origins the origin beside it."""
    sections = list(Section.objects.order_by("origin", "name", "language"))
    several = len({section.origin for section in sections}) > 1
    return [
        (str(row.pk), f"{row.label} · {row.origin}" if several else row.label)
        for row in sections
    ]


def in_section(queryset: QuerySet[Any], chosen: str | None) -> QuerySet[Any]:
    """Rows of the section with this primary key; all rows if it is no number."""
    asked = chosen or ""
    return queryset.filter(section_id=int(asked)) if is_key(asked) else queryset


class SectionFilter(admin.SimpleListFilter):
    """One section, by its label; with several origins the origin stands beside it."""

    title = _("section")
    parameter_name = "section"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Choices:
        return labelled_sections()

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return in_section(queryset, self.value())


class CountedSectionFilter(CountedFilter):
    """The same for content states, with the number of rows; that one has none is news too."""

    title = _("section")
    parameter_name = "section"
    shows_empty = True

    def options(self, request: HttpRequest) -> Choices:
        return labelled_sections()

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return in_section(queryset, self.value())
