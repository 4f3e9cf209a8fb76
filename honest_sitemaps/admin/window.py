"""What all our admin pages share: they show and never write, and they do not count."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, cast

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.core.paginator import Page, Paginator
from django.db.models import Model, QuerySet
from django.http import HttpRequest

LAST_PAGE = 100
"""Behind it a list is narrowed, not leafed through: the database reads all rows before."""


class UncountedPaginator(Paginator):  # type: ignore[type-arg]  # no [] at run time
    """
    Pages of a queryset that is never counted: one query a page, for its rows and one more.

    `count` is the number of rows up to the end of this page, plus one if there are more, so
    that the list of pages ends with the next one. There is none behind `LAST_PAGE`.
    """

    def __init__(self, rows: QuerySet[Any], per_page: int, *, number: int) -> None:
        super().__init__(rows, per_page)
        self.number = min(max(1, number), LAST_PAGE + 1)

    @cached_property
    def rows(self) -> Sequence[Any]:
        if self.number > LAST_PAGE:
            return []
        start = (self.number - 1) * self.per_page
        return self.read(start, start + self.per_page + 1)

    def read(self, start: int, end: int) -> Sequence[Any]:
        return list(self.object_list[start:end])

    @cached_property
    def count(self) -> int:
        found = (self.number - 1) * self.per_page + len(self.rows)
        return min(found, LAST_PAGE * self.per_page)

    @property
    def is_cut(self) -> bool:
        """Whether there are more rows than its pages can show."""
        return self.number == LAST_PAGE and len(self.rows) > self.per_page

    def page(self, number: int | str) -> Page[Any]:
        """Raises `InvalidPage` behind the last row, as Django's does."""
        valid = self.validate_number(number)
        if valid != self.number:
            return super().page(valid)
        return Page(self.rows[: self.per_page], valid, self)


class KeysFirstPaginator(UncountedPaginator):
    """
    The same with two queries: the keys of a page from an index alone, then the rows.

    PostgreSQL thinks that rows in the order of an index with two columns lie scattered, and
    would rather read the table from its end. For keys alone it does not.
    """

    def read(self, start: int, end: int) -> Sequence[Any]:
        found = cast("QuerySet[Any]", self.object_list)
        keys = list(found.values_list("pk", flat=True)[start:end])
        whole: QuerySet[Any] = found.model._default_manager.filter(pk__in=keys)
        related = found.query.select_related
        if isinstance(related, dict):
            whole = whole.select_related(*related)
        rows = {row.pk: row for row in whole}
        return [rows[key] for key in keys if key in rows]


class UncountedList(ChangeList):
    """Django reads a list that fits on one page a second time; this one does not."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        self.result_list = self.paginator.rows[: self.list_per_page]


class Window(admin.ModelAdmin):  # type: ignore[type-arg]  # nor here
    """A list and a page for each row, without any way to add, change or delete."""

    actions: Any = None
    list_max_show_all = 0
    paginator = UncountedPaginator
    show_facets = admin.ShowFacets.NEVER
    show_full_result_count = False
    sortable_by = ()

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return UncountedList

    def get_paginator(
        self,
        request: HttpRequest,
        queryset: QuerySet[Any],
        per_page: int,
        *args: Any,
        **kwargs: Any,
    ) -> UncountedPaginator:
        asked = request.GET.get("p", "1")
        number = int(asked[:9]) if asked.isdecimal() else 1
        return self.paginator(queryset, per_page, number=number)
