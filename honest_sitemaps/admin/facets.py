"""How many rows each choice of each filter has, from the kept counts: no row is counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal
from weakref import WeakKeyDictionary

from django.http import HttpRequest

from honest_sitemaps.eligibility import Reason
from honest_sitemaps.models import StateCount

LISTED = "LISTED"
EXCLUDED = "EXCLUDED"
UNSTABLE = "UNSTABLE"

By = Literal["reason", "section", "language", "unstable"]
FILTERS: tuple[By, ...] = ("reason", "section", "language", "unstable")


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """Rows of one section, language and reason."""

    section: str
    """The primary key as a filter's parameter has it."""

    language: str
    reason: str
    urls: int
    unstable_urls: int


_read: WeakKeyDictionary[HttpRequest, list[Kind]] = WeakKeyDictionary()


def kinds_for(request: HttpRequest) -> list[Kind]:
    """Every kind of row there is; one query a request, on a table of a few hundred rows."""
    if request not in _read:
        rows = StateCount.objects.filter(urls__gt=0).values_list(
            "section_id", "language", "reason", "urls", "unstable_urls"
        )
        _read[request] = [
            Kind(section=str(pk), language=code, reason=reason, urls=n, unstable_urls=unstable)
            for pk, code, reason, n, unstable in rows
        ]
    return _read[request]


def chosen_for(request: HttpRequest) -> dict[By, str]:
    """What the filters are set to; nothing of what no filter offers."""
    asked = {name: request.GET.get(name, "") for name in FILTERS}
    if asked["reason"] not in {LISTED, EXCLUDED, *Reason.values}:
        asked["reason"] = ""
    if asked["unstable"] != UNSTABLE:
        asked["unstable"] = ""
    if not is_key(asked["section"]):
        asked["section"] = ""
    return {name: value for name, value in asked.items() if value}


def is_key(text: str) -> bool:
    """Whether it may be a primary key, and can be asked for without an overflow."""
    return text.isascii() and text.isdecimal() and len(text) < 19


def total(kinds: Iterable[Kind], *, chosen: Mapping[By, str]) -> int:
    """Rows that all filters let through."""
    wanted = [kind for kind in kinds if _is_chosen(kind, chosen)]
    if "unstable" in chosen:
        return sum(kind.unstable_urls for kind in wanted)
    return sum(kind.urls for kind in wanted)


def tally(kinds: Iterable[Kind], by: By, *, chosen: Mapping[By, str]) -> Counter[str]:
    """
    Rows of each choice of one filter, among those that the other filters let through.

    ``chosen`` holds the values of all filters; that of its own has no effect.
    """
    narrowed = {name: value for name, value in chosen.items() if name != by}
    found: Counter[str] = Counter()
    for kind in kinds:
        if not _is_chosen(kind, narrowed):
            continue
        urls = kind.unstable_urls if "unstable" in narrowed else kind.urls
        for choice in _choices(kind, by):
            found[choice] += kind.unstable_urls if choice == UNSTABLE else urls
    return found


def _choices(kind: Kind, by: By) -> list[str]:
    if by == "reason":
        return [kind.reason, EXCLUDED] if kind.reason else [LISTED]
    if by == "unstable":
        return [UNSTABLE]
    return [kind.section if by == "section" else kind.language]


def _is_chosen(kind: Kind, chosen: Mapping[By, str]) -> bool:
    return all(
        value in _choices(kind, name) for name, value in chosen.items() if name != "unstable"
    )
