"""Why a URL is listed or not: the whole way of it, told from what is stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from honest_sitemaps.eligibility import Verdict
from honest_sitemaps.ledger import ContentState
from honest_sitemaps.loc import loc_digest
from honest_sitemaps.verify import advice, steps
from honest_sitemaps.verify.history import changes_of, iso
from honest_sitemaps.verify.steps import Step, is_listed

SHOWN_ROWS = 20
"""Rows with one loc that are told of: the candidates without any loc share the empty one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    loc: str
    row: ContentState | None
    headline: str
    """The verdict in one sentence, for an editor."""

    remedy: str = ""
    """What to do about it; ``""`` where nothing is wrong."""

    file: str = ""
    steps: list[Step] = field(default_factory=list)
    changes: list[dict[str, Any]] = field(default_factory=list)

    @property
    def is_listed(self) -> bool:
        """A row of a section that is no longer registered is in no file any more."""
        return self.row is not None and is_listed(self.row)

    def _evidence(self) -> str:
        if self.row is None:
            return "no source names this URL"
        if self.row.is_listed and not self.is_listed:
            return f"its section {self.row.section.label} is not registered any more"
        return self.row.evidence

    def as_json(self) -> dict[str, Any]:
        """The document of ``sitemap_explain --json``. Times are ISO 8601, UTC."""
        row = self.row
        return {
            "loc": self.loc,
            "listed": self.is_listed,
            "headline": self.headline,
            "remedy": self.remedy,
            "reason": row.reason if row else None,
            "evidence": self._evidence(),
            "lastmod": iso(row.lastmod) if row else None,
            "published_at": iso(row.published_at) if row else None,
            "updated_at": iso(row.updated_at) if row else None,
            "section": row.section.label if row else None,
            "key": row.key if row else None,
            "file": self.file or None,
            "slot": row.slot if row else None,
            "override": row.override if row else None,
            "override_why": row.override_why if row else None,
            "steps": [step.as_json() for step in self.steps],
            "changes": self.changes,
        }


def rows_of(loc: str) -> list[ContentState]:
    """The rows with this loc, the listed one first; `SHOWN_ROWS` at most."""
    rows = ContentState.objects.filter(loc_digest=loc_digest(loc)).select_related("section")
    return sorted(rows[:SHOWN_ROWS], key=lambda row: (not is_listed(row), row.pk))


def explain(loc: str, *, objections: Sequence[Verdict] | None = None) -> Explanation:
    """
    The way of one absolute loc. ``objections`` are what the rules say of a fresh look, all of
    them; ``None`` if nobody looked.
    """
    rows = rows_of(loc)
    if not rows:
        return Explanation(
            loc=loc,
            row=None,
            headline=advice.headline(None, is_listed=False),
            remedy=advice.remedy(None, is_listed=False),
            steps=[steps.unknown(), *steps.rules_now(objections)],
        )
    return _told(rows[0], rows[1:], objections)


def explain_row(row: ContentState) -> Explanation:
    """The way of one row, which may be the second with its loc, or have none."""
    others = [other for other in rows_of(row.loc) if other.pk != row.pk] if row.loc else []
    return _told(row, others, None)


def _told(
    row: ContentState, others: Sequence[ContentState], objections: Sequence[Verdict] | None
) -> Explanation:
    name, in_a_file = steps.file_of(row), is_listed(row)
    return Explanation(
        loc=row.loc,
        row=row,
        headline=advice.headline(row, is_listed=in_a_file),
        remedy=advice.remedy(row, is_listed=in_a_file),
        file=name,
        steps=[
            steps.candidate(row, others),
            steps.verdict(row),
            steps.seen(row),
            *steps.marked(row),
            *steps.held(row),
            *steps.rules_now(objections),
            *steps.place(row, name),
            steps.moved(row),
            steps.by_hand(row),
        ],
        changes=changes_of(row),
    )
