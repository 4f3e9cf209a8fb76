"""What a person may mean by the text of a search: a loc, a path, a key, its beginning."""

from __future__ import annotations

from typing import Any

from django.db.models import Q, QuerySet

from honest_sitemaps.ledger import Beginning, begins_with
from honest_sitemaps.loc import absolute, loc_digest
from honest_sitemaps.models import Section


def found(queryset: QuerySet[Any], term: str) -> QuerySet[Any]:
    """
    The rows with this loc or key; if there is none, those whose loc begins so, in the order of
    their locs. Each by an index.

    Where nothing begins so either, the same page may be meant otherwise: an address copied
    from a browser may have a ``?`` or ``#``, and lack its last slash or have one too many.
    """
    exact = queryset.filter(_is_one_of(locs_of(term)) | Q(key=term))
    if exact.exists():
        return exact
    beginning = _beginning(queryset, term)
    if beginning.exists() or not term.startswith(("/", "http:", "https:")):
        return beginning
    bare = term.partition("#")[0].partition("?")[0].rstrip("/")
    return queryset.filter(_is_one_of([*locs_of(bare), *locs_of(f"{bare}/")]))


def origins() -> list[str]:
    return list(Section.objects.order_by("origin").values_list("origin", flat=True).distinct())


def locs_of(term: str) -> list[str]:
    """The locs that a person may mean by this text: itself, or this path on each origin."""
    joined = [absolute(term, origin=origin) for origin in origins()]
    return [loc for loc in joined if isinstance(loc, str)]


def _is_one_of(locs: list[str]) -> Q:
    return Q(loc_digest__in=[loc_digest(loc) for loc in locs])


def _beginning(queryset: QuerySet[Any], term: str) -> QuerySet[Any]:
    """
    A path begins behind each origin. By their beginning and not by age, since that is the
    order of the index: a planner that must choose between the two may read the table.
    """
    is_path = term.startswith("/")
    condition = Q(pk__in=[])
    for text in locs_of(term) if is_path else [term]:
        condition |= begins_with(text, alias="begins")
    rows: QuerySet[Any] = queryset.alias(begins=Beginning("loc")).filter(condition)
    return rows.order_by("begins", "pk")
