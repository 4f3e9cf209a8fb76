"""The pages that one Site serves, as one walk reads them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from honest_sitemaps.candidates import keys as key_names
from honest_sitemaps.candidates import wagtail_rows
from honest_sitemaps.candidates.candidate import Candidate
from honest_sitemaps.candidates.contrib_reading import anonymous_request
from honest_sitemaps.candidates.source import Source
from honest_sitemaps.candidates.wagtail_models import (
    core_model,
    page_key,
    page_model,
    type_ids_of,
)
from honest_sitemaps.candidates.wagtail_places import Neighbour, candidates_at
from honest_sitemaps.candidates.wagtail_privacy import Privacy, privacy
from honest_sitemaps.candidates.wagtail_roots import (
    Roots,
    as_wagtail_caches,
    roots_for,
)
from honest_sitemaps.candidates.wagtail_rows import AliasSource, PageRow, Pages
from honest_sitemaps.candidates.wagtail_specific import Reader, Reading, readings, said_of
from honest_sitemaps.candidates.wagtail_states import NOTHING_SAID, Said, Seen
from honest_sitemaps.conf import has_wagtail_locales

FRESH_SECONDS = 5.0
"""Age at which what a walk knows beside the rows is read again, with the next chunk: a page
that is made private while a sweep of hours renders must not be listed for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What is read once for many pages."""

    roots: Roots
    privacy: Privacy
    scheduled: Mapping[str, Any]
    """When approved revisions go live, by the page's primary key as text."""

    languages: Mapping[int, str]
    """Codes of the locales, by primary key."""

    request: Any
    read_at: float
    """On the monotonic clock."""


class WagtailPages(Source):
    """The pages of the Site that answers on ``origin``, and those that no Site serves."""

    is_ordered = True

    def __init__(
        self,
        pages: Callable[[], Pages],
        *,
        readers: Mapping[str, Reader],
        excluded: Callable[[], Mapping[type, str]],
        lists_aliases: bool,
        origin: str,
        name: str,
    ) -> None:
        self._pages = pages
        self._readers = readers
        self._excluded = excluded
        self._lists_aliases = lists_aliases
        self._origin = origin
        self._name = name

    def __repr__(self) -> str:
        return self._name

    def candidates(
        self, *, after: str | None = None, keys: Sequence[str] | None = None
    ) -> Iterator[Candidate]:
        around = surroundings(self._origin)
        reading = readings(self._readers)
        excluded = self._excluded_types()
        is_behind = after is None
        for chunk in self._chunks(after=after, keys=keys):
            if time.monotonic() - around.read_at > FRESH_SECONDS:
                around = surroundings(self._origin)
            for found in self._of_chunk(chunk, around, reading, excluded):
                if is_behind:
                    yield from found
                    continue
                is_behind = True
                yield from _behind(found, after)

    def _chunks(
        self, *, after: str | None, keys: Sequence[str] | None
    ) -> Iterator[list[PageRow]]:
        pages, model = self._pages(), page_model()
        if keys is not None:
            bare = dict.fromkeys(_page_part(key) for key in keys)
            return wagtail_rows.chunks(pages, pks=key_names.pks_of(bare, model))
        first = None if after is None else key_names.pk_of(_page_part(after), model)
        return wagtail_rows.chunks(pages, at_least=first)

    def _of_chunk(
        self,
        chunk: Sequence[PageRow],
        around: Surroundings,
        reading: Mapping[int, Reading],
        excluded: Mapping[int, str],
    ) -> Iterator[list[Candidate]]:
        """The candidates of each row, which may be none: it is another Site's page."""
        placed = [(row, around.roots.place_of(row.url_path)) for row in chunk]
        here = [row for row, (is_told, _) in placed if is_told]
        sources = wagtail_rows.alias_sources(here)
        said = said_of(here, reading, request=around.request)
        for row, (is_told, place) in placed:
            if not is_told:
                yield []
                continue
            seen = _seen(row, sources.get(row.pk), around, said.get(row.pk, NOTHING_SAID))
            found = candidates_at(
                seen, place, roots=around.roots, neighbour=self._preferred(seen)
            )
            why = excluded.get(row.content_type_id, "")
            yield [replace(one, withheld_why=why) for one in found] if why else found

    def _preferred(self, seen: Seen) -> Neighbour | None:
        """The page that is to be listed in place of this alias; of no alias, ``None``."""
        source = seen.source
        if source is None or (self._lists_aliases and not seen.is_translation):
            return None
        kind = "not translated yet: alias" if seen.is_translation else "alias"
        return Neighbour(url_path=source.url_path, why=f"{kind} of {seen.source_key}")

    def _excluded_types(self) -> dict[int, str]:
        excluded = self._excluded()
        return dict(zip(type_ids_of(list(excluded)), excluded.values(), strict=True))


def surroundings(origin: str) -> Surroundings:
    """Read what is asked of every page: five queries, one more with locales."""
    request = anonymous_request(origin)
    roots = roots_for(request, origin=origin)
    request._wagtail_cached_site_root_paths = as_wagtail_caches(roots)  # type: ignore[attr-defined]  # Wagtail's own
    locales = core_model("Locale").all_objects.values_list("pk", "language_code")
    return Surroundings(
        roots=roots,
        privacy=privacy(),
        scheduled=_scheduled(),
        languages=dict(locales),
        request=request,
        read_at=time.monotonic(),
    )


def _scheduled() -> dict[str, Any]:
    """When pages go live, by primary key as text: the earliest of their approved revisions."""
    rows = (
        core_model("Revision")
        .page_revisions.filter(approved_go_live_at__isnull=False)
        .order_by("-approved_go_live_at")
        .values_list("object_id", "approved_go_live_at")
    )
    return dict(rows)


def _seen(row: PageRow, source: AliasSource | None, around: Surroundings, said: Said) -> Seen:
    is_translation = source is not None and source.locale_id != row.locale_id
    scheduled = [around.scheduled.get(str(one.pk)) for one in (row, source) if one]
    has_group = has_wagtail_locales() and source is None
    return Seen(
        row=row,
        key=page_key(row.pk),
        language=around.languages.get(row.locale_id, ""),
        source=source,
        source_key=page_key(source.pk) if source else "",
        is_translation=is_translation,
        scheduled_at=next((at for at in scheduled if at is not None), None),
        private_why=around.privacy.why(row.path),
        group=str(row.translation_key) if has_group else "",
        said=said,
    )


def _behind(found: list[Candidate], after: str | None) -> list[Candidate]:
    """Those behind the one with this key; all, if the page no longer has it."""
    names = [one.key for one in found]
    return found[names.index(after) + 1 :] if after in names else found


def _page_part(key: str) -> str:
    return key.partition("#")[0]
