"""What a scan would cost and say, without writing a thing."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any

from honest_sitemaps import ledger
from honest_sitemaps.capture import Fetcher, InProcessFetcher
from honest_sitemaps.conf import get_conf
from honest_sitemaps.eligibility import Robots
from honest_sitemaps.ledger import Move, Section
from honest_sitemaps.pipeline.looking import Clock, Lens, lens_for, look_at, robots_for
from honest_sitemaps.pipeline.overriding import with_withheld
from honest_sitemaps.pipeline.sections import (
    BATCH_URLS,
    batched,
    candidates_of,
    check_environment,
    chosen,
)
from honest_sitemaps.registry import Registration, origin_for


@dataclass(frozen=True, slots=True, kw_only=True)
class DryReport:
    """Verdicts and moves that a scan would bring, and what a page costs."""

    candidates: int
    listed: int
    excluded: dict[str, int]
    moves: dict[str, int]
    seconds_per_page: float
    examples: dict[str, str]
    """One ``loc: evidence`` for each reason."""

    def as_json(self) -> dict[str, Any]:
        return {
            "run": None,
            "status": "DRY_RUN",
            "candidates": self.candidates,
            "listed": self.listed,
            "excluded": self.excluded,
            "moves": self.moves,
            "held": [],
            "seconds_per_page": self.seconds_per_page,
            "examples": self.examples,
        }


def dry_run(
    labels: Sequence[str] = (),
    *,
    now: datetime,
    limit: int | None = None,
    clock: Clock | None = None,
    fetcher: Fetcher | None = None,
) -> DryReport:
    """
    Look at the first ``limit`` candidates of each section, or at all; write nothing.

    Pages are rendered once, so a change that a second visitor would not confirm counts here.
    """
    clock = clock or (lambda: now)
    fetcher = fetcher or InProcessFetcher()
    verdicts: Counter[str] = Counter()
    moves: Counter[str] = Counter()
    examples: dict[str, str] = {}
    robots: dict[str, Robots] = {}
    started = time.perf_counter()
    for registration, language in chosen(labels):
        lens = unsaved_lens(registration, language, robots, fetcher=fetcher, clock=clock)
        for group in batched(islice(candidates_of(lens), limit), BATCH_URLS):
            group = with_withheld(lens.section, group)
            sightings = [look_at(lens, candidate) for candidate in group]
            for one in ledger.compare(lens.section, sightings, terms=lens.terms):
                verdicts[one.seen.reason or ""] += 1
                moves[Move.SAME if one.is_same else one.move] += 1
                if one.seen.reason is not None:
                    facts = one.seen.facts
                    named = facts.loc or one.seen.key
                    examples.setdefault(one.seen.reason, f"{named}: {facts.evidence}")
    total = verdicts.total()
    return DryReport(
        candidates=total,
        listed=verdicts.pop("", 0),
        excluded=dict(sorted(verdicts.items())),
        moves=dict(sorted(moves.items())),
        seconds_per_page=round((time.perf_counter() - started) / max(total, 1), 4),
        examples=dict(sorted(examples.items())),
    )


def unsaved_lens(
    registration: Registration,
    language: str,
    robots: dict[str, Robots],
    *,
    fetcher: Fetcher,
    clock: Clock,
) -> Lens:
    """A lens on the section's row, or on one that stays unsaved."""
    origin = origin_for(registration)
    if origin not in robots:
        check_environment(origin)
        robots[origin] = robots_for(origin, fetcher=fetcher, clock=clock)
    section = Section.objects.filter(
        origin=origin, name=registration.name, language=language
    ).first()
    return lens_for(
        registration,
        section
        or Section(
            pk=0,
            origin=origin,
            name=registration.name,
            language=language,
            capacity=registration.capacity or get_conf().CAPACITY,
        ),
        fetcher=fetcher,
        robots=robots[origin],
        clock=clock,
    )
