"""What a scan would cost and say, without writing a thing of ours."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.db import connections

from honest_sitemaps import eligibility, ledger
from honest_sitemaps.candidates import Candidate
from honest_sitemaps.capture import Fetcher, InProcessFetcher
from honest_sitemaps.conf import get_conf
from honest_sitemaps.eligibility import Robots
from honest_sitemaps.ledger import Comparison, ContentState, Move, Section, Sighting
from honest_sitemaps.pipeline.costing import (
    Estimate,
    MeasuringFetcher,
    Trial,
    clock_seconds,
    mean_seconds,
    percentile,
    summed,
)
from honest_sitemaps.pipeline.looking import Clock, Lens, lens_for, look_at, robots_for
from honest_sitemaps.pipeline.overriding import with_withheld
from honest_sitemaps.pipeline.report import Progress
from honest_sitemaps.pipeline.sections import (
    BATCH_URLS,
    batched,
    candidates_of,
    check_environment,
    chosen,
    spread,
)
from honest_sitemaps.registry import Registration, origin_for


@dataclass(frozen=True, slots=True, kw_only=True)
class DryReport:
    """Verdicts and moves of the pages looked at, what one costs, and what all would."""

    trials: Sequence[Trial]
    fetcher: MeasuringFetcher
    estimates: Sequence[Estimate]
    """Of each trial."""

    is_migrated: bool
    """Whether there is a ledger to compare with. Without one every URL is new."""

    examples: dict[str, str] = field(default_factory=dict)
    """One ``loc: evidence`` for each reason."""

    def as_json(self) -> dict[str, Any]:
        """The document of ``sitemap_scan --dry-run --json``."""
        verdicts: Counter[str] = Counter()
        moves: Counter[str] = Counter()
        for one in self.trials:
            verdicts += one.verdicts
            moves += one.moves
        total, listed = verdicts.total(), verdicts.pop("", 0)
        return {
            "run": None,
            "status": "DRY_RUN",
            "candidates": total,
            "listed": listed,
            "excluded": dict(sorted(verdicts.items())),
            "moves": dict(sorted(moves.items())),
            "held": [],
            "is_migrated": self.is_migrated,
            **self._cost(),
            "estimate": {
                **summed(self.estimates).as_json(),
                "is_exact": all(one.is_whole for one in self.trials),
            },
            "sections": {
                trial.label: {"looked_at": trial.verdicts.total(), **estimate.as_json()}
                for trial, estimate in zip(self.trials, self.estimates, strict=True)
            },
            "examples": self.examples,
        }

    def _cost(self) -> dict[str, Any]:
        seconds = [each for one in self.trials for each in one.seconds]
        fetcher = self.fetcher
        return {
            "pages": fetcher.pages,
            "seconds_per_page": round(mean_seconds(seconds), 4),
            "seconds_median": round(percentile(seconds, 0.5), 4),
            "seconds_p95": round(percentile(seconds, 0.95), 4),
            "queries_per_page": round(sum(fetcher.queries) / max(fetcher.pages, 1), 1),
            "queries_most": max(fetcher.queries, default=0),
            "writes": dict(fetcher.writes.most_common()),
            "pages_with_writes": fetcher.pages_with_writes,
        }


def dry_run(
    labels: Sequence[str] = (),
    *,
    now: datetime,
    limit: int | None = None,
    clock: Clock | None = None,
    fetcher: Fetcher | None = None,
    progress: Progress | None = None,
) -> DryReport:
    """
    Look at ``limit`` candidates of each section, spread over all that its source names, or at
    all; write nothing. The source is read to its end either way.

    Pages are rendered once, so a change that a second visitor would not confirm counts here.
    What the site itself writes while a page is rendered stays, as in a scan, and is told.
    Works before the tables of the ledger are there.
    """
    clock = clock or (lambda: now)
    inner = fetcher or InProcessFetcher()
    measuring = MeasuringFetcher(inner)
    robots: dict[str, Robots] = {}
    is_migrated = has_tables()
    trials: list[Trial] = []
    examples: dict[str, str] = {}
    for pair in chosen(labels):
        lens = unsaved_lens(*pair, robots, fetcher=inner, clock=clock, is_migrated=is_migrated)
        lens = replace(lens, fetcher=measuring)
        trials.append(
            _tried(lens, examples, limit=limit, is_migrated=is_migrated, progress=progress)
        )
    most = get_conf().LINES_LIMIT_URLS
    return DryReport(
        trials=trials,
        fetcher=measuring,
        estimates=[one.estimated(keeps_lines=one.candidates <= most) for one in trials],
        is_migrated=is_migrated,
        examples=dict(sorted(examples.items())),
    )


def _tried(
    lens: Lens,
    examples: dict[str, str],
    *,
    limit: int | None,
    is_migrated: bool,
    progress: Progress | None,
) -> Trial:
    """One section: its sample is of all that it names, as it may begin with its drafts."""
    trial = Trial(label=lens.section.label)
    counted = _counted(lens, trial, examples, is_migrated=is_migrated)
    sample = counted if limit is None else spread(counted, limit)
    for group in batched(sample, BATCH_URLS):
        _look(lens, trial, group, examples, is_migrated=is_migrated)
        if progress is not None:
            progress(trial.label, trial.verdicts.total())
    return trial


def has_tables() -> bool:
    """Whether the ledger's tables are in the database."""
    connection = connections[ContentState.objects.db]
    return ContentState._meta.db_table in connection.introspection.table_names()


def _counted(
    lens: Lens, trial: Trial, examples: dict[str, str], *, is_migrated: bool
) -> Iterator[Candidate]:
    """The candidates, counted; and those that are out before any page is fetched."""
    for group in batched(candidates_of(lens), BATCH_URLS):
        for candidate in with_withheld(lens.section, group) if is_migrated else group:
            trial.candidates += 1
            early = eligibility.decide_early(candidate, policy=lens.policy, now=lens.clock())
            if early is not None and early.reason is not None:
                trial.stated[early.reason] += 1
                named = candidate.loc or candidate.key
                examples.setdefault(early.reason, f"{named}: {early.evidence}")
            yield candidate


def _look(
    lens: Lens,
    trial: Trial,
    group: Sequence[Candidate],
    examples: dict[str, str],
    *,
    is_migrated: bool,
) -> None:
    """Look at these candidates, note what each costs, and compare them with the ledger."""
    sightings: list[Sighting] = []
    for candidate in group:
        seen, seconds, is_fetched = _timed(lens, candidate)
        sightings.append(seen)
        trial.verdicts[seen.reason or ""] += 1
        if is_fetched:
            trial.seconds.append(seconds)
            trial.fetched[seen.reason or ""] += 1
        if seen.fingerprint is not None:
            trial.lines_bytes += len(zlib.compress("\n".join(seen.fingerprint.lines).encode()))
        if seen.reason is not None:
            named = seen.facts.loc or seen.key
            examples.setdefault(seen.reason, f"{named}: {seen.facts.evidence}")
    for one in _compared(lens, sightings, is_migrated=is_migrated):
        trial.moves[Move.SAME if one.is_same else one.move] += 1
        trial.changes += one.needs_confirming


def _timed(lens: Lens, candidate: Candidate) -> tuple[Sighting, float, bool]:
    fetcher: Any = lens.fetcher
    pages, began = fetcher.pages, clock_seconds()
    seen = look_at(lens, candidate)
    return seen, clock_seconds() - began, fetcher.pages > pages


def _compared(
    lens: Lens, sightings: Sequence[Sighting], *, is_migrated: bool
) -> list[Comparison]:
    if is_migrated:
        return ledger.compare(lens.section, sightings, terms=lens.terms)
    return [ledger.compared(seen, None, lens.terms) for seen in sightings]


def unsaved_lens(
    registration: Registration,
    language: str,
    robots: dict[str, Robots],
    *,
    fetcher: Fetcher,
    clock: Clock,
    is_migrated: bool = True,
) -> Lens:
    """A lens on the section's row, or on one that stays unsaved."""
    origin = origin_for(registration)
    if origin not in robots:
        check_environment(origin)
        robots[origin] = robots_for(origin, fetcher=fetcher, clock=clock)
    mine = {"origin": origin, "name": registration.name, "language": language}
    section = Section.objects.filter(**mine).first() if is_migrated else None
    return lens_for(
        registration,
        section
        or Section(pk=0, capacity=registration.capacity or get_conf().CAPACITY, **mine),
        fetcher=fetcher,
        robots=robots[origin],
        clock=clock,
    )
