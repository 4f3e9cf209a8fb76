"""What all our admin pages share: they show and never write, and they do not count."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from django.contrib import admin
from django.core.paginator import Page, Paginator
from django.db.models import Model, QuerySet
from django.http import HttpRequest


class UncountedPaginator(Paginator):  # type: ignore[type-arg]  # no [] at run time
    """
    Pages of a queryset that is never counted: one query a page, for its rows and one more.

    `count` is the number of rows up to the end of this page, plus one if there are more, so
    that the list of pages ends with the next one.
    """

    def __init__(self, rows: QuerySet[Any], per_page: int, *, number: int) -> None:
        super().__init__(rows, per_page)
        self.number = max(1, number)

    @cached_property
    def rows(self) -> Sequence[Any]:
        start = (self.number - 1) * self.per_page
        return list(self.object_list[start : start + self.per_page + 1])

    @cached_property
    def count(self) -> int:
        return (self.number - 1) * self.per_page + len(self.rows)

    def page(self, number: int | str) -> Page[Any]:
        """Raises `InvalidPage` behind the last row, as Django's does."""
        valid = self.validate_number(number)
        if valid != self.number:
            return super().page(valid)
        return Page(self.rows[: self.per_page], valid, self)


class Window(admin.ModelAdmin):  # type: ignore[type-arg]  # nor here
    """A list and a page for each row, without any way to add, change or delete."""

    actions = None
    list_max_show_all = 0
    show_facets = admin.ShowFacets.NEVER
    show_full_result_count = False
    sortable_by = ()

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

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
        return UncountedPaginator(queryset, per_page, number=number)
