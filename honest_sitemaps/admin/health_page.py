"""What the health page shows: the figures of `verify.health` as texts, with their links."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime

from honest_sitemaps.admin.charts import Chart, chart_of, share_bar
from honest_sitemaps.eligibility import Reason
from honest_sitemaps.ledger import Move
from honest_sitemaps.verify import Finding, Health, SectionSeen, Vitals, age

SHOWN_FILES = 100
"""Files of a section that are told; a release's page has them all."""

Link = Callable[[Finding], str]
"""The address of the page that has more of a finding; ``""`` if there is none."""

MOVES = (
    Move.CHANGED,
    Move.NEW,
    Move.EXCLUDED,
    Move.WITHDRAWN,
    Move.RELISTED,
    Move.MOVED,
)
"""Those with a colour; the others move neither a date nor a URL."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A finding with its link."""

    level: str
    text: str
    remedy: str
    href: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One number that matters, and what it means."""

    name: str
    value: str
    note: str = ""
    level: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One section."""

    seen: SectionSeen
    listed: str
    live: str
    excluded: str
    unstable: str
    sweep: str
    sweep_level: str
    bars: tuple[tuple[str, str, str], ...]
    files: tuple[tuple[str, str, str, str], ...]
    """Name, URLs, bytes and when the bytes changed."""

    more_files: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """One origin."""

    origin: str
    release: int | None
    when: str
    size: str
    pin: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HealthPage:
    at: datetime
    verdict: Told
    findings: tuple[Told, ...]
    """All but the one that is the verdict."""

    figures: tuple[Figure, ...]
    charts: tuple[Chart, ...]
    reasons: tuple[tuple[str, str, str, tuple[tuple[str, str, str], ...]], ...]
    """Reason, what it means, URLs, and a bar."""

    rows: tuple[Row, ...]
    sites: tuple[Site, ...]


def page_of(health: Health, *, link: Link) -> HealthPage:
    """The page of these figures."""
    vitals = health.vitals
    return HealthPage(
        at=vitals.at,
        verdict=_told(health.verdict, link),
        findings=tuple(_told(finding, link) for finding in health.findings[1:]),
        figures=tuple(_figures(vitals)),
        charts=_charts(vitals),
        reasons=tuple(_reasons(vitals)),
        rows=tuple(_row(section, vitals.at) for section in vitals.sections),
        sites=tuple(_sites(vitals)),
    )


def _told(finding: Finding, link: Link) -> Told:
    return Told(
        level=finding.level,
        text=finding.text,
        remedy=finding.remedy,
        href=link(finding),
    )


def _figures(vitals: Vitals) -> Iterator[Figure]:
    excluded = sum(vitals.excluded.values())
    yield Figure(name="listed", value=f"{vitals.listed:,}", note=_gained(vitals))
    yield Figure(name="excluded", value=f"{excluded:,}", note="each with a reason")
    yield _release_figure(vitals)
    yield _sweep_figure(vitals)
    yield Figure(
        name="held scans",
        value=f"{len(vitals.held):,}",
        note="wait for a person" if vitals.held else "",
        level="act" if vitals.held else "",
    )
    yield _marks_figure(vitals)
    yield Figure(
        name="unstable pages",
        value=f"{vitals.unstable:,}",
        note="keep the date they have" if vitals.unstable else "",
        level="watch" if vitals.unstable else "",
    )


def _gained(vitals: Vitals) -> str:
    """How many more are listed than on the first day of the window that had any."""
    listed = vitals.listed_per_day
    first = next(((at, urls) for at, urls in enumerate(listed) if urls), None)
    if first is None or first[0] == len(listed) - 1:
        return ""
    at, urls = first
    return f"{listed[-1] - urls:+,} in {len(listed) - 1 - at} days"


def _release_figure(vitals: Vitals) -> Figure:
    live = [origin.live.at for origin in vitals.origins if origin.live]
    if not live:
        return Figure(name="live release", value="none", level="act")
    oldest = "the oldest of them" if len(live) > 1 else ""
    return Figure(name="live release", value=f"{age(vitals.at - min(live))} old", note=oldest)


def _sweep_figure(vitals: Vitals) -> Figure:
    ours = [section for section in vitals.sections if section.is_registered]
    swept = [section.swept_at for section in ours if section.swept_at]
    if not swept:
        return Figure(name="last sweep", value="none", level="act")
    never = len(ours) - len(swept)
    note = f"{never:,} sections had none" if never else ""
    if not never and len(swept) > 1:
        note = "of the section that waits longest"
    return Figure(name="last sweep", value=f"{age(vitals.at - min(swept))} ago", note=note)


def _marks_figure(vitals: Vitals) -> Figure:
    marks = vitals.marks
    value = f"{marks.waiting:,}{'+' if marks.is_more else ''}"
    note = f"oldest {age(vitals.at - marks.oldest_at)} old" if marks.oldest_at else ""
    return Figure(name="marks waiting", value=value, note=note)


def _charts(vitals: Vitals) -> tuple[Chart, ...]:
    excluded = vitals.excluded_per_day
    return (
        chart_of(vitals.moves, name="moves", title="Moves a day", order=MOVES),
        chart_of(excluded, name="excluded", title="Excluded, by reason", is_level=True),
    )


def _reasons(
    vitals: Vitals,
) -> Iterator[tuple[str, str, str, tuple[tuple[str, str, str], ...]]]:
    most = max(vitals.excluded.values(), default=0)
    for reason, urls in vitals.excluded.items():
        label = str(Reason(reason).label) if reason in Reason.values else ""
        yield reason, label, f"{urls:,}", share_bar([urls], of=most)


def _row(section: SectionSeen, now: datetime) -> Row:
    excluded = section.excluded_total
    sweep, level = _sweep(section, now)
    return Row(
        seen=section,
        listed=f"{section.listed:,}",
        live=f"{section.live:,}",
        excluded=f"{excluded:,}",
        unstable=f"{section.unstable:,}" if section.unstable else "",
        sweep=sweep,
        sweep_level=level,
        bars=share_bar([section.listed, 0, excluded], of=section.listed + excluded),
        files=tuple(
            (
                file.name,
                f"{file.urls:,}",
                f"{file.size_bytes:,}",
                f"{file.changed_at:%Y-%m-%d %H:%M}",
            )
            for file in section.files[:SHOWN_FILES]
        ),
        more_files=max(0, len(section.files) - SHOWN_FILES),
    )


def _sweep(section: SectionSeen, now: datetime) -> tuple[str, str]:
    """How the last sweep went, in words and as a level."""
    last = section.last_sweep
    if last is None:
        return "never swept", ""
    span = age(now - last.started_at)
    levels = {"FAILED": "act", "HELD": "act", "SETTLED": "well"}
    words = {"SETTLED": f"{span} ago", "RUNNING": f"under way for {span}"}
    said = words.get(last.status, f"{last.status.lower()} {span} ago")
    return said, levels.get(last.status, "")


def _sites(vitals: Vitals) -> Iterator[Site]:
    for origin in vitals.origins:
        live = origin.live
        yield Site(
            origin=origin.origin,
            release=live.pk if live else None,
            when=f"{live.at:%Y-%m-%d %H:%M} ({age(vitals.at - live.at)} ago)" if live else "",
            size=f"{origin.urls:,} URLs in {origin.files:,} files",
            pin=origin.pinned_why,
        )
