"""Why a URL is listed or not: the whole way of it, told from what is stored."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from honest_sitemaps import fingerprint, ledger, partition, publish
from honest_sitemaps.eligibility import Reason, Verdict
from honest_sitemaps.ledger import ContentChange, ContentState, Scan, Section
from honest_sitemaps.loc import loc_digest
from honest_sitemaps.registry import origin_for, registrations
from honest_sitemaps.verify.generated import locs_in

SHOWN_CHANGES = 20
SHOWN_LINES = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One question of the way, and its answer."""

    question: str
    answer: str

    def as_json(self) -> dict[str, str]:
        return {"question": self.question, "answer": self.answer}


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    loc: str
    row: ContentState | None
    file: str = ""
    steps: list[Step] = field(default_factory=list)
    changes: list[dict[str, Any]] = field(default_factory=list)

    @property
    def is_listed(self) -> bool:
        """A row of a section that is no longer registered is in no file any more."""
        return self.row is not None and _is_listed(self.row)

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
            "reason": row.reason if row else None,
            "evidence": self._evidence(),
            "lastmod": _iso(row.lastmod) if row else None,
            "published_at": _iso(row.published_at) if row else None,
            "updated_at": _iso(row.updated_at) if row else None,
            "section": row.section.label if row else None,
            "key": row.key if row else None,
            "file": self.file or None,
            "slot": row.slot if row else None,
            "steps": [step.as_json() for step in self.steps],
            "changes": self.changes,
        }


def rows_of(loc: str) -> list[ContentState]:
    """Every row with this loc, the listed one first."""
    rows = ContentState.objects.filter(loc_digest=loc_digest(loc)).select_related("section")
    return sorted(rows, key=lambda row: (not _is_listed(row), row.pk))


def _is_listed(row: ContentState) -> bool:
    return row.is_listed and is_registered(row.section)


def explain(loc: str, *, objections: Sequence[Verdict] | None = None) -> Explanation:
    """
    The way of one absolute loc. ``objections`` are what the rules say of a fresh look, all of
    them; ``None`` if nobody looked.
    """
    rows = rows_of(loc)
    if not rows:
        return Explanation(loc=loc, row=None, steps=_unknown(objections))
    row = rows[0]
    name = _file_of(row)
    return Explanation(
        loc=loc,
        row=row,
        file=name,
        steps=[
            *_candidate(rows),
            _verdict(row),
            _seen(row),
            *_held(row),
            *_fresh(objections),
            *_place(row, name),
            _dates(row),
            *_override(row),
        ],
        changes=changes_of(row),
    )


def _unknown(objections: Sequence[Verdict] | None) -> list[Step]:
    return [
        Step(
            question="Is it a candidate?",
            answer="No: no registered source named this URL in its last scan.",
        ),
        *_fresh(objections),
    ]


def _candidate(rows: Sequence[ContentState]) -> list[Step]:
    row = rows[0]
    if not is_registered(row.section):
        answer = f"No longer: its section {row.section.label} is not registered any more."
    elif row.reason == Reason.WITHDRAWN:
        answer = f"No longer: {row.section.label} named it as {row.key}."
    else:
        answer = f"Yes: {row.section.label} names it as {row.key}."
    others = [
        f"{other.section.label} {other.key} ({other.reason})"
        for other in rows[1:]
        if is_registered(other.section)
    ]
    if others:
        answer += f" Also named by {', '.join(others)}."
    return [Step(question="Is it a candidate?", answer=answer)]


def is_registered(section: Section) -> bool:
    """Whether a section of this label and origin is among the registrations."""
    return any(
        section.label in one.labels and section.origin == origin_for(one)
        for one in registrations()
    )


def _verdict(row: ContentState) -> Step:
    question = "Which rule spoke?"
    if _is_listed(row):
        return Step(question=question, answer="None: it is listed.")
    if row.is_listed:
        return Step(question=question, answer="None, but its section has no files any more.")
    said = f"{row.reason} ({Reason(row.reason).label})"
    return Step(question=question, answer=f"{said}: {row.evidence}" if row.evidence else said)


def _seen(row: ContentState) -> Step:
    seen = f"Last look {_iso(row.seen_at)}" if row.seen_at else "Never looked at"
    if row.http_status:
        seen += f", status {row.http_status}"
    if row.canonical:
        seen += f", canonical {row.canonical}"
    if row.unreadable_sightings:
        seen += (
            f", unreadable {row.unreadable_sightings} times since {_iso(row.unreadable_since)}"
        )
    if row.is_listed and row.evidence:
        seen += f", {row.evidence}"
    return Step(question="What was seen?", answer=f"{seen}.")


def _held(row: ContentState) -> list[Step]:
    """Whether what was seen last waits for a person, and so may differ from what is told."""
    held = Scan.objects.filter(section=row.section, status=Scan.Status.HELD).last()
    if held is None:
        return []
    why = (held.cause or {}).get("why", "")
    return [
        Step(
            question="Does its section wait for a person?",
            answer=f"Yes, since {_iso(held.started_at)}: {why} See sitemap_holds list.",
        )
    ]


def _fresh(objections: Sequence[Verdict] | None) -> list[Step]:
    if objections is None:
        return []
    said = [f"{one.reason}: {one.evidence}" for one in objections]
    return [
        Step(question="What do the rules say now?", answer="; ".join(said) or "No objection.")
    ]


def _place(row: ContentState, name: str) -> list[Step]:
    if row.slot is None:
        return [Step(question="In which file?", answer="In none: it was never listed.")]
    place = Step(question="In which file?", answer=f"{name}, slot {row.slot}.")
    live = publish.live_file(row.section.origin, name)
    if live is None:
        return [place, Step(question="Is that file live?", answer="No: it is in no release.")]
    shown = row.loc in set(locs_in(live.artifact_id))
    answer = (
        f"Yes, since {_iso(live.changed_at)}; it {'names' if shown else 'does not name'} it."
    )
    if shown != _is_listed(row):
        answer += " The next release corrects that."
    return [place, Step(question="Is that file live?", answer=answer)]


def _dates(row: ContentState) -> Step:
    question = "When did it last change, and what?"
    if row.lastmod is None:
        return Step(question=question, answer="Unknown: no trustworthy date was seen yet.")
    moved = ContentChange.objects.filter(
        state=row, after__updated_at=_iso(row.updated_at)
    ).order_by("pk")
    change = moved.first() if row.updated_at else None
    if change is None:
        return Step(question=question, answer=f"{_iso(row.lastmod)}: its publication.")
    parts = ", ".join(moved_parts(change.before, change.after)) or "unknown parts"
    return Step(question=question, answer=f"{_iso(row.lastmod)}: {parts}.")


def _override(row: ContentState) -> list[Step]:
    if not row.override:
        return []
    return [
        Step(question="Is it overridden?", answer=f"Yes, {row.override}: {row.override_why}")
    ]


def _file_of(row: ContentState) -> str:
    if row.slot is None:
        return ""
    section = row.section
    number = partition.shard_of(row.slot, capacity=section.capacity)
    return partition.file_name(section, number)


def changes_of(row: ContentState) -> list[dict[str, Any]]:
    """
    The newest steps of a row, newest first, as JSON: what moved, and the lines that differ
    where they are stored. Two queries.
    """
    latest = ContentChange.objects.filter(state=row).order_by("-pk")[:SHOWN_CHANGES]
    changes = list(latest)
    digests = {change.after.get("digest", "") for change in changes}
    digests |= {change.before.get("digest", "") for change in changes if change.before}
    stored = ledger.load_lines(digests - {""})
    return [_change(change, stored) for change in changes]


def _change(change: ContentChange, stored: dict[str, tuple[str, ...]]) -> dict[str, Any]:
    before, after = change.before or {}, change.after
    return {
        "seen_at": _iso(change.seen_at),
        "move": change.move,
        "reason": [before.get("reason"), after.get("reason")],
        "loc": [before.get("loc"), after.get("loc")],
        "updated_at": [before.get("updated_at"), after.get("updated_at")],
        "parts": moved_parts(change.before, after),
        "lines": _lines(before.get("digest", ""), after.get("digest", ""), stored),
    }


def moved_parts(before: dict[str, Any] | None, after: dict[str, Any]) -> list[str]:
    """
    Names of the fingerprint's parts that differ between two sides of a change; none where a
    side has none, or the sides have two recipes.
    """
    old, new = (before or {}).get("parts") or "", after.get("parts") or ""
    if not old or not new or (before or {}).get("recipe") != after.get("recipe"):
        return []
    pairs = zip(fingerprint.PARTS, old.split("-"), new.split("-"), strict=False)
    return [name for name, was, now in pairs if was != now]


def _lines(
    before: str, after: str, stored: dict[str, tuple[str, ...]]
) -> list[dict[str, str]]:
    if before == after or before not in stored or after not in stored:
        return []
    changes: Iterable[Any] = fingerprint.differing(stored[before], stored[after])
    return [
        {"before": change.before, "after": change.after}
        for change in list(changes)[:SHOWN_LINES]
    ]


def _iso(time: datetime | None) -> str | None:
    return time.isoformat() if time else None
