"""
Rows of a queryset, in an order that two runs share, without OFFSET and without a cursor.

A cursor that stays open while pages are rendered and rows written is a read transaction of
minutes: SQLite then refuses the writes, PostgreSQL keeps dead rows, a pooler drops the cursor.
So every read here is a short query that ends before its rows are yielded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from django.db.models import Model, QuerySet
from django.db.models.functions import Random

CHUNK_ROWS = 250
"""Rows held in memory at one time: as many as a batch has URLs."""

Rows = QuerySet[Any, Any]


def why_not_by_pk(queryset: Rows) -> str:
    """What keeps a queryset from being read by its primary key; ``""``: nothing does."""
    query = queryset.query
    if query.combinator:
        return f"it is a {query.combinator}"
    if is_of_values(queryset):
        return "its rows are values, not objects"
    if query.is_sliced:
        return "it is a slice"
    if query.distinct_fields:
        return "it is distinct on some fields"
    return ""


def is_of_values(queryset: Rows) -> bool:
    """Whether its rows are dicts, tuples or bare values, and no objects."""
    return queryset._fields is not None  # type: ignore[attr-defined]  # no public way to ask


def has_own_order(queryset: Rows) -> bool:
    """Whether someone ordered it, and not by primary key. ``Meta.ordering`` does not count."""
    query = queryset.query
    asked = tuple(query.order_by) or tuple(query.extra_order_by)
    by_pk = {"pk", queryset.model._meta.pk.name}
    if asked and not (len(asked) == 1 and asked[0] in by_pk):
        return True
    return not query.standard_ordering


def by_pk(queryset: Rows, *, after: Any = None, at_least: Any = None) -> Iterator[Any]:
    """
    Every object once, ascending by primary key, those behind ``after`` or from ``at_least``.

    One query for every `CHUNK_ROWS`. A row that a join yields twice comes once.
    """
    rows = _ascending(queryset)
    bound = {"pk__gt": after} if after is not None else {}
    if at_least is not None:
        bound = {"pk__gte": at_least}
    last = None
    while True:
        chunk = list(rows.filter(**bound)[:CHUNK_ROWS])
        for row in chunk:
            if row.pk != last:
                last = row.pk
                yield row
        if len(chunk) < CHUNK_ROWS:
            return
        bound = {"pk__gt": last}


def of_pks(queryset: Rows, pks: Sequence[Any]) -> Iterator[Any]:
    """The objects with these primary keys, ascending within every `CHUNK_ROWS` of them."""
    for chunk in _chunks(pks):
        rows = _ascending(queryset).filter(pk__in=chunk)
        yield from {row.pk: row for row in rows}.values()


def order_fault(queryset: Rows) -> str:
    """Why the queryset has another order on each walk; ``""``: it has one order."""
    asked = tuple(queryset.query.order_by) or tuple(queryset.model._meta.ordering or ())
    is_random = any(term == "?" or isinstance(term, Random) for term in asked)
    return 'it is ordered at random ("?")' if is_random else ""


def in_own_order(queryset: Rows) -> Iterator[Any]:
    """
    Every row in the queryset's own order, ties by primary key: two walks agree.

    The primary keys are read first and stay in memory; the objects are fetched by them. Rows
    that are no objects, and unions, which cannot be asked again, are read as a whole.
    """
    settled = _without_ties(queryset)
    if queryset.query.combinator or is_of_values(queryset):
        yield from settled
        return
    pks = list(dict.fromkeys(settled.values_list("pk", flat=True)))
    unbound = _unbound(queryset)
    for chunk in _chunks(pks):
        found: dict[Any, Model] = {row.pk: row for row in unbound.filter(pk__in=chunk)}
        yield from (found[pk] for pk in chunk if pk in found)


def _ascending(queryset: Rows) -> Rows:
    rows = queryset.order_by("pk")
    return rows if rows.query.standard_ordering else rows.reverse()


def _without_ties(queryset: Rows) -> Rows:
    """
    The same rows, with the primary key as last word on their order.

    Equal dates come in any order, and from one walk to the next in another one; a walk that is
    resumed would then skip rows that it never saw. Not for values that are distinct, grouped
    or of a union: a further column would make other rows of them.
    """
    rows = queryset.all()
    query = rows.query
    is_merged = query.distinct or query.group_by is not None or bool(query.combinator)
    if is_of_values(rows) and is_merged:
        return rows
    asked = query.order_by or query.distinct_fields
    if not asked and query.default_ordering:
        asked = tuple(queryset.model._meta.ordering or ())
    query.clear_ordering(force=True)
    # Not order_by(): Django lets nobody order a slice, though here it stays the same slice.
    query.add_ordering(*asked, "pk")
    return rows


def _unbound(queryset: Rows) -> Rows:
    """The same rows' shape without order and limits. Django lets nobody filter a slice, though
    by primary key that is well defined; hence the query's own methods.
    """
    rows = queryset.all()
    rows.query.clear_limits()
    rows.query.clear_ordering(force=True)
    rows.query.distinct = False
    rows.query.distinct_fields = ()
    return rows


def _chunks(values: Sequence[Any]) -> Iterator[list[Any]]:
    items = iter(values)
    while chunk := list(islice(items, CHUNK_ROWS)):
        yield chunk
