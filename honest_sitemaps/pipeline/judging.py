"""A walked scan, judged as a whole: it settles, is held, or fails."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from functools import partial

from django.db import transaction
from django.db.models import Q

from honest_sitemaps import ledger, partition, signals
from honest_sitemaps.ledger import (
    ContentChange,
    ContentState,
    Judgement,
    Move,
    Outcome,
    Scan,
    Section,
    Settled,
    StagedSighting,
    Terms,
)
from honest_sitemaps.pipeline.confirming import confirm_rest
from honest_sitemaps.pipeline.guarding import (
    leave_to_sweep,
    leaving,
    limits,
    settled_sweeps,
    tally_of,
    unreadable,
)
from honest_sitemaps.pipeline.locating import locate_blocks
from honest_sitemaps.pipeline.looking import Lens
from honest_sitemaps.pipeline.report import total_counts
from honest_sitemaps.pipeline.telling import tell_failed, tell_held
from honest_sitemaps.registry import registrations

logger = logging.getLogger(__name__)

STATED_EXCLUSIONS = Q(is_stated=True, move=Move.EXCLUDED)
"""What a source says of an object that it yields needs no judgement: it settles while the rest
is held."""

NEWCOMERS_SHARE = 0.05
NEWCOMERS_URLS = 20
"""Up to so many new keys since the last sweep are news, seen as they came; more are an import,
whose publication dates nobody saw."""


def judge_scan(
    lens: Lens, scan: Scan, *, asked: Sequence[str] = (), is_of_marks: bool = False
) -> None:
    """
    Decide over a walked scan and carry the decision out. May run again after a crash.

    ``asked`` are the keys of a look. One that is of marks leaves it to a sweep if too many
    rows would leave the list: nobody asked for those keys by hand.
    """
    now, terms = lens.clock(), lens.terms
    if scan.status != Scan.Status.SETTLING:
        sections = _with_files(scan.section.origin)
        ledger.judge_whole(scan, now=now, asked=asked, terms=terms, sections=sections)
        if scan.kind == Scan.Kind.SWEEP and ledger.rebase_furniture(scan):
            confirm_rest(lens, scan)  # the walk stopped confirming at so many changes
        if is_of_marks and leave_to_sweep(scan, now=now):
            logger.warning("action=leave-to-sweep section=%s", scan.section.label)
        scan.counts |= total_counts(scan)
        scan.save(update_fields=["counts"])
        judgement = ledger.judge(tally_of(scan, now=now), limits(), now=now)
        if scan.kind == Scan.Kind.SWEEP and judgement.outcome is not Outcome.SETTLE:
            return _stop(lens, scan, judgement, now=now)
        ledger.begin(scan)
    settle_scan(scan, now=now, terms=terms)
    return None


def settle_scan(scan: Scan, *, now: datetime, terms: Terms) -> None:
    """Let a scan that is SETTLING into the ledger, and close it."""
    ledger.settle(
        scan,
        now=now,
        terms=terms,
        on_settled=partial(_follow, scan),
        newcomers=_are_news(scan),
    )
    _close_counts(scan)
    ledger.finish(scan, now=now)
    ledger.drop_settled(scan)
    logger.info(
        "action=settle section=%s scan=%s moves=%s",
        scan.section.label,
        scan.pk,
        scan.counts.get("moves"),
    )


def fail_scan(scan: Scan, *, why: str, now: datetime, kind: str = "walk") -> None:
    """End a scan without effect and tell the owners."""
    scan.counts = {**scan.counts, **total_counts(scan), "moves": {}}
    ledger.fail(scan, why=why, now=now, kind=kind)
    tell_failed(scan, why=why, now=now)


def _stop(lens: Lens, scan: Scan, judgement: Judgement, *, now: datetime) -> None:
    why = _with_example(scan, judgement)
    if judgement.outcome is Outcome.FAIL:
        return fail_scan(scan, why=why, now=now, kind="unreadable")
    ledger.settle(
        scan,
        now=now,
        terms=lens.terms,
        on_settled=partial(_follow, scan),
        only=STATED_EXCLUSIONS,
    )
    _close_counts(scan)
    ledger.hold(scan, why=why)
    locate_blocks(lens, scan)
    ledger.supersede(scan)
    tell_held(scan, why=why, now=now)
    return None


def _with_example(scan: Scan, judgement: Judgement) -> str:
    """
    The sentence, with what was seen on the first page that it speaks of. Moved dates need
    none: their cause is the changed lines.
    """
    spoken_of = {"leaves": leaving(scan), "unreadable": unreadable(scan.section)}
    if judgement.about not in spoken_of:
        return judgement.why
    staged = StagedSighting.objects.filter(spoken_of[judgement.about], scan=scan)
    one = staged.order_by("pk").first()
    return f"{judgement.why} First: {one.loc}: {one.evidence}" if one else judgement.why


def _follow(
    scan: Scan,
    section: Section,
    settled: Sequence[Settled],
    changes: Sequence[ContentChange],
) -> None:
    """What must be true together with the ledger: slots, and the versions of the files."""
    new = [one.row for one in settled if one.row.is_listed and one.row.slot is None]
    partition.assign(section.pk, new)
    placed = {row.pk for row in new}
    shown = [one for one in settled if one.shows_otherwise or one.row.pk in placed]
    groups = {one.row.group for one in shown} | {one.group_before for one in shown}
    partition.touch(section.origin, [one.row for one in shown], groups - {""})
    if changes:
        transaction.on_commit(
            lambda: signals.content_changed.send_robust(
                sender=ContentChange, scan=scan, changes=changes
            )
        )


def _with_files(origin: str) -> list[int]:
    """Primary keys of the sections of this origin that are registered."""
    labels = {label for one in registrations() for label in one.labels}
    sections = Section.objects.filter(origin=origin)
    return [section.pk for section in sections if section.label in labels]


def _are_news(scan: Scan) -> bool:
    """Whether a new key's own sighting may be its publication."""
    section = scan.section
    came = StagedSighting.objects.filter(scan=scan, state_id__isnull=True).count()
    last = settled_sweeps(section).exclude(pk=scan.pk).order_by("pk").last() if came else None
    if last is None:
        return False
    came += ContentChange.objects.filter(
        state__section=section, scan__pk__gt=last.pk, before__isnull=True
    ).count()
    if came <= NEWCOMERS_URLS:
        return True  # and a look at one new page counts no section
    return came <= NEWCOMERS_SHARE * ContentState.objects.filter(section=section).count()


def _close_counts(scan: Scan) -> None:
    """Moves that were made, with the pages that were the same; saved by who ends the scan."""
    settled = Counter(scan.counts.get("settled", {}))
    settled[Move.SAME] += scan.counts.get("same", 0)
    scan.counts["moves"] = {str(move): count for move, count in sorted((+settled).items())}
