"""The questions of the way of one URL, each with its answer from what is stored."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from honest_sitemaps import ledger, partition, publish
from honest_sitemaps.eligibility import Reason, Verdict
from honest_sitemaps.ledger import ContentState, LookMark, Scan, Section, StagedSighting
from honest_sitemaps.registry import origin_for, registrations
from honest_sitemaps.verify.generated import lastmod_in
from honest_sitemaps.verify.history import change_of_date, iso, moved_parts

CANDIDATE = "Is it a candidate?"
RULE = "Which rule spoke?"
SEEN = "What was seen?"
RULES_NOW = "What do the rules say now?"
FILE = "In which file?"
LIVE = "Is that file live?"
MOVED = "When did it last change, and what?"
BY_HAND = "Was anything decided by hand?"
HELD = "Does its section wait for a person?"
MARKED = "Will it be looked at again soon?"


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One question of the way, and its answer."""

    question: str
    answer: str
    is_well: bool | None = None
    """Whether a listed URL has this answer; ``None`` where the answer decides nothing."""

    about: tuple[str, int] | None = None
    """What has more of it: ``scan``, ``release`` or ``state``, and its primary key."""

    def as_json(self) -> dict[str, str]:
        return {"question": self.question, "answer": self.answer}


def is_registered(section: Section) -> bool:
    """Whether a section of this label and origin is among the registrations."""
    return any(
        section.label in one.labels and section.origin == origin_for(one)
        for one in registrations()
    )


def is_listed(row: ContentState) -> bool:
    """A row of a section that is no longer registered is in no file any more."""
    return row.is_listed and is_registered(row.section)


def unknown() -> Step:
    answer = "No: no registered source named this URL in its last scan."
    return Step(question=CANDIDATE, answer=answer, is_well=False)


def candidate(row: ContentState, others: Sequence[ContentState]) -> Step:
    is_named = False
    if not is_registered(row.section):
        answer = f"No longer: its section {row.section.label} is not registered any more."
    elif row.reason == Reason.WITHDRAWN:
        answer = f"No longer: {row.section.label} named it as {row.key}."
    else:
        is_named = True
        answer = f"Yes: {row.section.label} names it as {row.key}."
    also = [
        f"{other.section.label} {other.key} ({other.reason or 'listed'})"
        for other in others
        if is_registered(other.section)
    ]
    if also:
        answer += f" Also named by {', '.join(also)}."
    about = ("state", others[0].pk) if others else None
    return Step(question=CANDIDATE, answer=answer, is_well=is_named, about=about)


def verdict(row: ContentState) -> Step:
    if is_listed(row):
        return Step(question=RULE, answer="None: it is listed.", is_well=True)
    if row.is_listed:
        answer = "None, but its section has no files any more."
        return Step(question=RULE, answer=answer, is_well=False)
    said = f"{row.reason} ({Reason(row.reason).label})"
    answer = f"{said}: {row.evidence}" if row.evidence else said
    return Step(question=RULE, answer=answer, is_well=False)


def seen(row: ContentState) -> Step:
    told = f"Last look {iso(row.seen_at)}" if row.seen_at else "Never looked at"
    if row.http_status:
        told += f", status {row.http_status}"
    if row.canonical:
        told += f", canonical {row.canonical}"
    if row.unreadable_sightings:
        times = row.unreadable_sightings
        told += f", unreadable {times} times since {iso(row.unreadable_since)}"
    if row.is_listed and row.evidence:
        told += f", {row.evidence}"
    return Step(question=SEEN, answer=f"{told}.")


def held(row: ContentState) -> list[Step]:
    """Whether what was seen last waits for a person, and so may differ from what is told."""
    scan = Scan.objects.filter(section=row.section, status=Scan.Status.HELD).last()
    if scan is None:
        return []
    why = (scan.cause or {}).get("why", "")
    staged = StagedSighting.objects.filter(scan=scan, key=row.key, language=row.language)
    move = staged.values_list("move", flat=True).first()
    answer = f"Yes, since {iso(scan.started_at)}: {why}"
    if move:
        answer += f" This URL is {move} in it."
    answer += " See sitemap_holds list."
    return [Step(question=HELD, answer=answer, is_well=False, about=("scan", scan.pk))]


def marked(row: ContentState) -> list[Step]:
    """Whether somebody asked for another look that has not happened yet."""
    marks = LookMark.objects.filter(section=row.section, key__in=["", row.key])
    mark = marks.order_by("saved_at").first()
    if mark is None:
        return []
    return [Step(question=MARKED, answer=f"Yes: marked {iso(mark.saved_at)}.")]


def rules_now(objections: Sequence[Verdict] | None) -> list[Step]:
    if objections is None:
        return []
    said = "; ".join(f"{one.reason}: {one.evidence}" for one in objections)
    answer = said or "No objection."
    return [Step(question=RULES_NOW, answer=answer, is_well=not objections)]


def place(row: ContentState, name: str) -> list[Step]:
    if row.slot is None:
        answer = "In none: it was never listed."
        return [
            Step(question=FILE, answer=answer, is_well=False),
            Step(question=LIVE, answer="There is none.", is_well=False),
        ]
    return [
        Step(question=FILE, answer=f"{name}, slot {row.slot}.", is_well=True),
        _live(row, name),
    ]


def _live(row: ContentState, name: str) -> Step:
    live = publish.live_file(row.section.origin, name)
    if live is None:
        return Step(question=LIVE, answer="No: it is in no release.", is_well=False)
    about = ("release", live.release_id)
    answer = f"Yes, since {iso(live.changed_at)}; it "
    try:
        lastmod = lastmod_in(live.artifact_id, row.loc)
    except (OSError, zlib.error) as error:
        answer += f"cannot be read: {error}. sitemap_rollback, or restore its bytes."
        return Step(question=LIVE, answer=answer, is_well=False, about=about)
    if lastmod is None:
        answer += "does not name it."
    elif lastmod:
        answer += f"names it, with the date {lastmod}."
    else:
        answer += "names it, without a date."
    if (lastmod is not None) != is_listed(row):
        answer += " The next release corrects that."
    elif lastmod and _is_behind(lastmod, row):
        answer += " The next release shows the date that it has now."
    return Step(question=LIVE, answer=answer, is_well=lastmod is not None, about=about)


def _is_behind(shown: str, row: ContentState) -> bool:
    """Whether a file's moment is another one than the row's. Of a day nothing is said."""
    if row.lastmod is None or "T" not in shown:
        return False
    return datetime.fromisoformat(shown) != row.lastmod.replace(microsecond=0)


def moved(row: ContentState) -> Step:
    if row.lastmod is None:
        return Step(question=MOVED, answer="Unknown: no trustworthy date was seen yet.")
    change = change_of_date(row)
    if change is None:
        return Step(question=MOVED, answer=f"{iso(row.lastmod)}: its publication.")
    parts = ", ".join(moved_parts(change.before, change.after)) or "unknown parts"
    if change.move == "OVERRIDDEN":
        parts = "its date was set by hand"
    return Step(question=MOVED, answer=f"{iso(row.lastmod)}: {parts}.")


def by_hand(row: ContentState) -> Step:
    if not row.override:
        return Step(question=BY_HAND, answer="No.")
    answer = f"Yes, {row.override}{_who(row)}: {row.override_why}"
    return Step(question=BY_HAND, answer=answer, is_well=row.override != "withhold")


def _who(row: ContentState) -> str:
    """`` by maria, 2026-08-12T06:00:00+00:00``."""
    change = next(iter(ledger.overrides_of(row)), None)
    return f" by {change.after.get('by', '')}, {iso(change.seen_at)}" if change else ""


def file_of(row: ContentState) -> str:
    """The name of the row's file, whether it is live or not; ``""`` if it was never listed."""
    if row.slot is None:
        return ""
    number = partition.shard_of(row.slot, capacity=row.section.capacity)
    return partition.file_name(row.section, number)
