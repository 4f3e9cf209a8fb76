"""What is read of a page to judge it: columns of its own row and its source's, no instance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import QuerySet

from honest_sitemaps.candidates.rows import why_not_by_pk
from honest_sitemaps.candidates.wagtail_models import page_model
from honest_sitemaps.errors import ConfigurationError

CHUNK_PAGES = 500
"""Rows of one query: two batches. More would be stale by the time that they are rendered."""

Pages = QuerySet[Any, Any]


class PageRow(NamedTuple):
    """Columns, in the order in which they are asked for."""

    pk: Any
    path: str
    url_path: str
    live: bool
    expired: bool
    first_published_at: datetime | None
    go_live_at: datetime | None
    expire_at: datetime | None
    locale_id: int
    translation_key: UUID
    content_type_id: int
    source_pk: Any
    source_live: bool | None
    source_expire_at: datetime | None
    source_url_path: str | None
    source_locale_id: int | None
    source_source_pk: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class AliasSource:
    """The page that an alias shows; of a chain of aliases the last, live if all are."""

    pk: Any
    live: bool
    expire_at: datetime | None
    url_path: str
    locale_id: int


_COLUMNS = (
    *PageRow._fields[:11],
    "alias_of_id",
    "alias_of__live",
    "alias_of__expire_at",
    "alias_of__url_path",
    "alias_of__locale_id",
    "alias_of__alias_of_id",
)


def chunks(
    pages: Pages, *, at_least: Any = None, pks: Sequence[Any] | None = None
) -> Iterator[list[PageRow]]:
    """
    The pages, ascending by primary key, without the root of the tree; a query a chunk.

    ``at_least`` is the first primary key wanted. With ``pks`` these pages alone, ascending
    within a chunk.
    """
    rows = pages.filter(depth__gt=1).order_by("pk").values_list(*_COLUMNS)
    if pks is not None:
        wanted = iter(sorted(set(pks)))
        while some := list(islice(wanted, CHUNK_PAGES)):
            yield _distinct(rows.filter(pk__in=some))
        return
    bound = {} if at_least is None else {"pk__gte": at_least}
    while True:
        chunk = _distinct(rows.filter(**bound)[:CHUNK_PAGES])
        if chunk:
            yield chunk
            bound = {"pk__gt": chunk[-1].pk}
        if len(chunk) < CHUNK_PAGES:
            return


def alias_sources(rows: Iterable[PageRow]) -> dict[Any, AliasSource]:
    """
    What each alias among the rows shows, by the alias's primary key.

    Only chains of aliases cost queries: one a step. One that bites its tail ends there.
    """
    found = {
        row.pk: AliasSource(
            pk=row.source_pk,
            live=bool(row.source_live),
            expire_at=row.source_expire_at,
            url_path=row.source_url_path or "",
            locale_id=row.source_locale_id or 0,
        )
        for row in rows
        if row.source_pk is not None
    }
    open_ends = {row.pk: row.source_source_pk for row in rows if row.source_source_pk}
    seen: set[Any] = set()
    while open_ends:
        asked = set(open_ends.values()) - seen
        seen |= asked
        steps = {row.pk: row for some in chunks(_all(), pks=list(asked)) for row in some}
        following = {}
        for pk, source_pk in open_ends.items():
            if step := steps.get(source_pk):
                found[pk] = _behind(found[pk], step)
                if step.source_pk:
                    following[pk] = step.source_pk
        open_ends = following
    return found


def checked_pages(given: Any) -> Pages:
    """The pages that a source was given, as a fresh queryset; of all pages, if none were."""
    pages: Any = _all() if given is None else given() if callable(given) else given.all()
    if not isinstance(pages, QuerySet) or not issubclass(pages.model, page_model()):
        raise ConfigurationError(f"WagtailSource needs a queryset of pages, not {pages!r}.")
    why = why_not_by_pk(pages)
    if why:
        raise ConfigurationError(
            f"WagtailSource reads pages in the order of their primary keys, and the queryset "
            f"cannot be: {why}. Give it a filtered one."
        )
    return pages


def _all() -> Pages:
    pages: Pages = page_model().objects.all()
    return pages


def _behind(near: AliasSource, far: PageRow) -> AliasSource:
    ends = [it for it in (near.expire_at, far.expire_at) if it is not None]
    return replace(
        near,
        pk=far.pk,
        live=near.live and far.live,
        expire_at=min(ends, default=None),
        url_path=far.url_path,
        locale_id=far.locale_id,
    )


def _distinct(rows: Iterable[Any]) -> list[PageRow]:
    """A row that a join of the project's queryset yields twice comes once."""
    return list({row[0]: PageRow(*row) for row in rows}.values())
