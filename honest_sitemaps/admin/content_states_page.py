"""What a URL's page shows: the explanation of `verify` as texts, signs and links. All pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from honest_sitemaps.admin.scans_samples import Line, line_of
from honest_sitemaps.eligibility import Reason
from honest_sitemaps.verify import Explanation, Step

Link = Callable[[str, int], str]
"""The address of the page about a ``scan``, ``release`` or ``state`` with this key; ``""`` if
this person has none."""

FAULTS = {Reason.UNREADABLE, Reason.MALFORMED, Reason.NOT_FOUND}
"""Reasons that nobody wants; the others may be meant."""

SIGNS = {True: ("✓", "Fine", "well"), False: ("✗", "Here it stops", "act")}
NEUTRAL = ("·", "", "")
CONSEQUENCE = ("\N{EN DASH}", "And so", "")
"""Of what follows from where it stops: a page that no rule lets through is in no file."""

_MOMENT = re.compile(r"(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d(?:\.\d+)?\+00:00")


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One question of the way, answered."""

    question: str
    text: str
    sign: str
    spoken: str
    """The sign in words, for those who do not see it."""

    level: str
    href: str
    """More about it; ``""`` if there is nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One step of the URL."""

    at: str
    moment: str
    move: str
    what: str
    said: str
    """Who did it by hand and why; ``""`` for what a scan saw."""

    href: str
    lines: tuple[Line, ...]
    more_lines: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StatePage:
    headline: str
    remedy: str
    level: str
    answers: tuple[Answer, ...]
    changes: tuple[Change, ...]


def page_of(told: Explanation, *, link: Link) -> StatePage:
    return StatePage(
        headline=told.headline,
        remedy=told.remedy,
        level=level_of(told),
        answers=tuple(_answers(told.steps, link)),
        changes=tuple(_changes(told.changes, link)),
    )


def level_of(told: Explanation) -> str:
    if told.is_listed:
        return "well"
    reason = told.row.reason if told.row else ""
    return "act" if reason in FAULTS or not reason else "watch"


def readable(text: str) -> str:
    """The text with its moments as ``2026-08-11 06:00 UTC``."""
    return _MOMENT.sub(r"\1 \2 UTC", text)


def what_moved(change: dict[str, Any]) -> str:
    """``reason - → NOINDEX; text; links``: fields that moved, then parts of the content."""
    moved = []
    for name in ("loc", "reason", "published_at", "updated_at", "override"):
        before, after = change.get(name) or (None, None)
        is_given = name == "loc" and not before
        if (before or "") != (after or "") and not is_given:
            moved.append(f"{name} {readable(before or '-')} → {readable(after or '-')}")
    return "; ".join([*moved, *change.get("parts", [])])


def _answers(steps: Sequence[Step], link: Link) -> Iterator[Answer]:
    has_stopped = False
    for step in steps:
        sign, spoken, level = NEUTRAL if step.is_well is None else SIGNS[step.is_well]
        if step.is_well is False and has_stopped:
            sign, spoken, level = CONSEQUENCE
        has_stopped = has_stopped or step.is_well is False
        yield Answer(
            question=step.question,
            text=readable(step.answer),
            sign=sign,
            spoken=spoken,
            level=level,
            href=link(*step.about) if step.about else "",
        )


def _changes(changes: Sequence[dict[str, Any]], link: Link) -> Iterator[Change]:
    for one in changes:
        said = f"{one['by']}: {one['why']}" if one["by"] else one["why"]
        yield Change(
            at=readable(one["seen_at"]),
            moment=one["seen_at"],
            move=one["move"],
            what=what_moved(one),
            said=said,
            href=link("scan", one["scan"]) if one["scan"] else "",
            lines=tuple(line_of(it["before"], it["after"]) for it in one["lines"]),
            more_lines=one["more_lines"],
        )
