"""Rows of the ledger, as a scan would have left them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from honest_sitemaps.ledger import ContentState, Section

ORIGIN = "https://example.test"


def a_section(name: str = "pages", **facts: Any) -> Section:
    facts = {"origin": ORIGIN, "capacity": 10, **facts}
    return Section.objects.create(name=name, **facts)


def a_state(section: Section, key: str, **facts: Any) -> ContentState:
    """An unsaved listed row without a slot."""
    loc = facts.pop("loc", f"{section.origin}/{key}")
    return ContentState(section=section, key=key, loc=loc, loc_digest="0" * 64, **facts)


def saved(states: Iterable[ContentState]) -> list[ContentState]:
    return ContentState.objects.bulk_create(states)


def slots_of(section: Section) -> dict[str, int | None]:
    return dict(section.states.values_list("key", "slot"))
