"""
From what was read of a page to its `Candidate`. Pure.

The words of Wagtail's states are evidence; the rules of eligibility give the reason.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from honest_sitemaps.candidates.candidate import Candidate
from honest_sitemaps.candidates.wagtail_rows import AliasSource, PageRow


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What a page's own class and fields say, beside what every page has."""

    facts: dict[str, Any] = field(default_factory=dict)
    """By the name of the source's argument."""

    entries: list[Any] | None = None
    """What ``get_sitemap_urls()`` answered; ``None``: the page has its one address."""

    fault: str = ""


NOTHING_SAID = Said()


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A page and its surroundings."""

    row: PageRow
    key: str
    language: str
    source: AliasSource | None
    source_key: str
    """Key of the page that it is an alias of; ``""`` of none."""

    is_translation: bool
    """Whether it is an alias in another locale than its source: text not translated yet."""

    scheduled_at: datetime | None
    """When the next approved revision, its own or its source's, goes live."""

    private_why: str
    group: str
    said: Said


def candidate_of(seen: Seen, *, loc: str, no_address_why: str) -> Candidate:
    """The candidate of a page that has no preferred address elsewhere."""
    row, said = seen.row, seen.said
    why = no_address_why or not_live_why(seen)
    return Candidate(
        loc=loc,
        key=seen.key,
        language=seen.language,
        group=seen.group,
        published_at=_first_date(seen),
        expires_at=_earliest(row.expire_at, seen.source.expire_at if seen.source else None),
        is_public=not seen.private_why,
        private_why=seen.private_why,
        is_live=not why,
        not_live_why=why,
        noindex=bool(said.facts.get("noindex")),
        canonical=said.facts.get("canonical") or "",
        withheld_why=_withheld_why(said.facts.get("withheld")),
        images=said.facts.get("images") or (),
        videos=said.facts.get("videos") or (),
        news=said.facts.get("news") or None,
        fault=said.fault,
    )


def not_live_why(seen: Seen) -> str:
    """
    Why the page is not live; ``""`` if it is, or if the clock says more: expired.

    Only the page itself counts, not its parents: Wagtail serves what lies below a draft. An
    alias of a page that is not live is an embargo broken: Wagtail publishes the aliases of a
    page that is only scheduled (wagtail/wagtail#11344).
    """
    row, source = seen.row, seen.source
    if row.live:
        if source is None or source.live:
            return ""
        return f"live alias of {seen.source_key}, which is not: its text is not to be seen yet"
    if row.expired and row.expire_at is not None:
        return ""
    if seen.scheduled_at is not None:
        return f"scheduled to go live at {seen.scheduled_at.isoformat()}"
    if row.first_published_at is None:
        return "draft: never published"
    return "unpublished"


def _first_date(seen: Seen) -> Any:
    """
    First publication. Of what waits for its hour that hour, so that the clock looks again; of
    a page that was imported as live with an hour to go live at, and no other date, that one.
    """
    row = seen.row
    is_waiting = not row.live or (seen.source is not None and not seen.source.live)
    if is_waiting and seen.scheduled_at is not None:
        return seen.scheduled_at
    told = seen.said.facts.get("published_at")
    return told or row.first_published_at or (row.go_live_at if row.live else None)


def _withheld_why(value: Any) -> str:
    if isinstance(value, str):
        return value
    return "the page's own fields say so" if value else ""


def _earliest(*instants: datetime | None) -> datetime | None:
    return min((it for it in instants if it is not None), default=None)
