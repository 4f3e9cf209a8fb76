"""What is not well, the most urgent first. All pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from django.utils.dateparse import parse_datetime

from honest_sitemaps.verify.health_values import (
    Finding,
    OriginSeen,
    ScanSeen,
    SectionSeen,
    Vitals,
)

STALE_SWEEP = timedelta(days=2)
"""Only a sweep finds what no saved object tells. Celery's schedule has one every six hours; a
site that sweeps every night may miss one."""

OLD_MARK = timedelta(hours=1)
"""A worker looks at marks within a minute."""

LATE_ANSWER = timedelta(minutes=15)
"""A worker carries an answer out within a minute."""

NAMED = 3
"""Sections that one sentence names."""

WORST_FIRST = ("act", "watch")


def findings_of(vitals: Vitals) -> tuple[Finding, ...]:
    """Everything that is not well. Of one level, what hides the most comes first."""
    found = [
        *_configuration(vitals),
        *_never_scanned(vitals),
        *_failed(vitals),
        *_held(vitals),
        *_origins(vitals),
        *_not_live(vitals),
        *_stale(vitals),
        *_marks(vitals),
        *_lost(vitals),
        *_behind(vitals),
        *_future(vitals),
        *_unstable(vitals),
        *_unregistered(vitals),
    ]
    return tuple(sorted(found, key=lambda one: WORST_FIRST.index(one.level)))


def age(span: timedelta) -> str:
    """``3 hours``: one number and its unit; nothing is older than its days."""
    minutes = max(int(span.total_seconds() // 60), 0)
    for unit, size in (("day", 24 * 60), ("hour", 60), ("minute", 1)):
        if minutes >= 2 * size or (unit == "minute" and minutes):
            number = minutes // size
            return f"{number:,} {unit}{'' if number == 1 else 's'}"
    return "less than a minute"


def named(labels: Sequence[str]) -> str:
    """``articles, news and 4 more``."""
    shown = list(labels[:NAMED])
    left = len(labels) - len(shown)
    if left:
        return f"{', '.join(shown)} and {left:,} more"
    return " and ".join(filter(None, [", ".join(shown[:-1]), shown[-1]]))


def _configuration(vitals: Vitals) -> Iterator[Finding]:
    if vitals.fault:
        yield Finding(level="act", text=vitals.fault, remedy="Run manage.py check.")


def _never_scanned(vitals: Vitals) -> Iterator[Finding]:
    if not any(section.swept_at or section.last_sweep for section in vitals.sections):
        yield Finding(
            level="act",
            text="Nothing was scanned yet.",
            remedy="Run manage.py sitemap_refresh.",
        )


def _failed(vitals: Vitals) -> Iterator[Finding]:
    for section in _registered(vitals):
        scan = section.last_sweep
        if scan is not None and scan.status == "FAILED":
            yield Finding(
                level="act",
                text=f"The last sweep of {section.label} failed {_ago(scan, vitals)}: "
                f"{_sentence(scan.why)}",
                remedy="Nothing moved, and the last good release is served. Mend the cause; "
                "the next sweep starts anew.",
                about="scan",
                pk=scan.pk,
            )


def _held(vitals: Vitals) -> Iterator[Finding]:
    for scan in vitals.held:
        if "error" in scan.answer or not scan.answer:
            yield _unanswered(scan, vitals)
        else:
            yield _answered(scan, vitals.at)


def _unanswered(scan: ScanSeen, vitals: Vitals) -> Finding:
    refused = scan.answer.get("error")
    said = f"The answer could not be carried out: {refused}" if refused else scan.why
    return Finding(
        level="act",
        text=f"The scan of {scan.label} waits for an answer, since {_span(scan, vitals)}: "
        f"{_sentence(str(said))}",
        remedy="Until it is answered, the dates of this section stand still.",
        about="scan",
        pk=scan.pk,
    )


def _answered(scan: ScanSeen, now: datetime) -> Finding:
    said = scan.answer
    at = parse_datetime(said.get("at") or "") or now
    is_late = "begun_at" not in said and now - at > LATE_ANSWER
    text = f"{said.get('by') or 'Somebody'} answered {said.get('how')} to the scan of "
    if is_late:
        return Finding(
            level="act",
            text=f"{text}{scan.label} {age(now - at)} ago, and nobody carried it out.",
            remedy="Run manage.py sitemap_scan, or start a worker.",
            about="scan",
            pk=scan.pk,
        )
    return Finding(
        level="watch",
        text=f"{text}{scan.label}.",
        remedy="It is being carried out."
        if "begun_at" in said
        else "A worker carries it out within a minute; else the next sitemap_scan does.",
        about="scan",
        pk=scan.pk,
    )


def _origins(vitals: Vitals) -> Iterator[Finding]:
    for origin in vitals.origins:
        if origin.pinned_why:
            yield _pinned(origin)
        elif origin.refused is not None:
            first, *_ = origin.refused.why.splitlines() or [""]
            yield Finding(
                level="act",
                text=f"The last release of {origin.origin} was refused: {_sentence(first)}",
                remedy="The release before it is served.",
                about="release",
                pk=origin.refused.pk,
            )


def _pinned(origin: OriginSeen) -> Finding:
    live = origin.live.pk if origin.live else None
    if origin.unpin_why:
        return Finding(
            level="watch",
            text=f"{origin.origin} is unpinned by its next release: "
            f"{_sentence(origin.unpin_why)}",
            about="release",
            pk=live,
        )
    return Finding(
        level="act",
        text=f"{origin.origin} is pinned to an earlier release: "
        f"{_sentence(origin.pinned_why)}",
        remedy="Nothing newer goes live until somebody unpins it.",
        about="release",
        pk=live,
    )


def _not_live(vitals: Vitals) -> Iterator[Finding]:
    live = {origin.origin for origin in vitals.origins if origin.live}
    listed: dict[str, int] = {}
    for section in _registered(vitals):
        listed[section.origin] = listed.get(section.origin, 0) + section.listed
    for origin, urls in listed.items():
        if urls and origin not in live:
            yield Finding(
                level="act",
                text=f"{urls:,} URLs of {origin} are listed, and nothing is live there.",
                remedy="Run manage.py sitemap_release.",
            )


def _stale(vitals: Vitals) -> Iterator[Finding]:
    stale = [
        section
        for section in _registered(vitals)
        if section.swept_at is not None and vitals.at - section.swept_at > STALE_SWEEP
    ]
    if stale:
        oldest = min(section.swept_at for section in stale if section.swept_at)
        yield Finding(
            level="act",
            text=f"No sweep of {named([one.label for one in stale])} was let in for "
            f"{age(vitals.at - oldest)}.",
            remedy="Run manage.py sitemap_refresh every night, or a worker with beat.",
            about="section",
            pk=stale[0].pk,
        )


def _marks(vitals: Vitals) -> Iterator[Finding]:
    marks = vitals.marks
    if marks.oldest_at is not None and vitals.at - marks.oldest_at > OLD_MARK:
        number = f"{'More than ' if marks.is_more else ''}{marks.waiting:,}"
        waits = "saved page waits" if marks.waiting == 1 else "saved pages wait"
        yield Finding(
            level="watch",
            text=f"{number} {waits} for a look, the oldest for "
            f"{age(vitals.at - marks.oldest_at)}.",
            remedy="No worker looks at marks. The next sweep does, or sitemap_scan --marks.",
        )


def _lost(vitals: Vitals) -> Iterator[Finding]:
    for section in vitals.sections:
        scan = section.last_sweep
        if scan is not None and scan.is_lost:
            yield Finding(
                level="watch",
                text=f"The process that scanned {section.label} is gone.",
                remedy="The next sweep goes on where it stopped.",
                about="scan",
                pk=scan.pk,
            )


def _behind(vitals: Vitals) -> Iterator[Finding]:
    """Files show what was listed when they were built."""
    free = {one.origin for one in vitals.origins if one.live and not one.pinned_why}
    behind = [
        section
        for section in _registered(vitals)
        if section.origin in free and section.live != section.listed
    ]
    if behind:
        urls = sum(abs(one.listed - one.live) for one in behind)
        yield Finding(
            level="watch",
            text=f"The live files of {named([one.label for one in behind])} differ from what "
            f"is listed by {urls:,} {'URL' if urls == 1 else 'URLs'}.",
            remedy="The next release brings them up to date.",
        )


def _future(vitals: Vitals) -> Iterator[Finding]:
    if vitals.future:
        first = vitals.future[0]
        yield Finding(
            level="watch",
            text=f"The date of {first.loc} lies in the future ({first.at:%Y-%m-%d %H:%M}).",
            remedy="No file shows such a date. A clock ran ahead, or it was imported.",
            about="state",
            pk=first.pk,
        )


def _unstable(vitals: Vitals) -> Iterator[Finding]:
    sections = [one for one in _registered(vitals) if one.unstable]
    if sections:
        urls = sum(one.unstable for one in sections)
        yield Finding(
            level="watch",
            text=f"{urls:,} {'URL differs' if urls == 1 else 'URLs differ'} from one visitor "
            f"to the next, in {named([one.label for one in sections])}.",
            remedy="They keep the date they have. Find what differs with sitemap_noise.",
            about="unstable",
            pk=sections[0].pk,
        )


def _unregistered(vitals: Vitals) -> Iterator[Finding]:
    gone = [one for one in vitals.sections if not one.is_registered and one.listed]
    if gone:
        urls = sum(one.listed for one in gone)
        yield Finding(
            level="watch",
            text=f"{named([one.label for one in gone])} {'is' if len(gone) == 1 else 'are'} "
            f"no longer registered; {urls:,} URLs are in no file.",
            remedy="Register it again, or leave it.",
            about="section",
            pk=gone[0].pk,
        )


def _registered(vitals: Vitals) -> list[SectionSeen]:
    return [section for section in vitals.sections if section.is_registered]


def _ago(scan: ScanSeen, vitals: Vitals) -> str:
    return f"{age(vitals.at - (scan.settled_at or scan.started_at))} ago"


def _span(scan: ScanSeen, vitals: Vitals) -> str:
    return age(vitals.at - scan.started_at)


def _sentence(text: str) -> str:
    """With one full stop at its end."""
    return f"{text.strip().rstrip('.')}."
