"""
Which pages an anonymous visitor may not see, for all pages at once.

As ``Page.get_view_restrictions`` has it: a restriction holds for a page and all below it, an
alias stands under those of its source instead of its own, and the type ``none`` is none. One
step further than that: an alias is as private as its source is, also where the source only
inherits a restriction. Wagtail shows such an alias to everyone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from itertools import islice
from operator import or_
from typing import Any

from django.db.models import Q

from honest_sitemaps.candidates.wagtail_models import ancestors_of, core_model, page_model

_PATHS_AT_ONCE = 100
"""Terms of one condition: SQLite takes no expression deeper than 1,000."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Privacy:
    """The roots of what is private."""

    whys: Mapping[str, str]
    """From the tree's path of a page to why it, and all below it, is private."""

    def why(self, path: str) -> str:
        """Why the page at this path is private; ``""`` if it is not."""
        if not self.whys:
            return ""
        found = (self.whys[one] for one in ancestors_of(path) if one in self.whys)
        return next(found, "")


def privacy() -> Privacy:
    """
    Read the restrictions, then the aliases of what is private until no more are found.

    One query for the restrictions, and one more for every hundred and each step.
    """
    whys = dict(_restricted())
    frontier = dict(whys)
    while frontier:
        found = {
            path: why for path, why in _aliases_under(frontier) if not _covered(path, whys)
        }
        whys |= found
        frontier = found
    return Privacy(whys=whys)


def aliases_below(path: str) -> Q:
    """The aliases whose source is the page at ``path``, or lies below it."""
    return Q(alias_of__path__startswith=path)


def _restricted() -> Iterator[tuple[str, str]]:
    rows = (
        core_model("PageViewRestriction")
        .objects.exclude(restriction_type="none")
        .filter(page__alias_of__isnull=True)
        .values_list("page__path", "page__url_path", "restriction_type")
    )
    for path, url_path, kind in rows:
        yield path, f"restricted ({kind}) at {url_path}"


def _aliases_under(private: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    tops = (path for path in private if not _covered(path, private, itself=False))
    reading = Privacy(whys=private)
    while chunk := list(islice(tops, _PATHS_AT_ONCE)):
        yield from _read_aliases(chunk, reading)


def _read_aliases(tops: Iterable[str], reading: Privacy) -> Iterator[tuple[str, str]]:
    rows: Any = (
        page_model()
        .objects.filter(reduce(or_, map(aliases_below, tops)))
        .order_by()
        .values_list("path", "alias_of__path", "alias_of__url_path")
    )
    for path, source_path, source_url_path in rows:
        why = reading.why(source_path)
        yield path, f"alias of {source_url_path}, which is {why}"


def _covered(path: str, paths: Mapping[str, str], *, itself: bool = True) -> bool:
    return any(one in paths for one in ancestors_of(path) if itself or one != path)
