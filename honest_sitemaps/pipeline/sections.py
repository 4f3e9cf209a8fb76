"""The sections of a project: their rows, their lenses, their candidates."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from honest_sitemaps import candidates, capture, ledger
from honest_sitemaps.candidates import Candidate
from honest_sitemaps.capture import Fetcher
from honest_sitemaps.conf import get_conf
from honest_sitemaps.eligibility import Robots
from honest_sitemaps.errors import CaptureEnvironmentError, SourceFailed
from honest_sitemaps.ledger import Section
from honest_sitemaps.pipeline.looking import Clock, Lens, lens_for, robots_for
from honest_sitemaps.pipeline.polite import PoliteFetcher
from honest_sitemaps.registry import Registration, find, origin_for, registrations

logger = logging.getLogger(__name__)

BATCH_URLS = 250
"""Candidates looked at between two writes, and in one task."""


def chosen(labels: Sequence[str]) -> list[tuple[Registration, str]]:
    """The registrations and languages behind these labels, or behind all."""
    if labels:
        return [pair for label in labels for pair in find(label)]
    return [(one, language) for one in registrations() for language in one.languages]


def lenses(
    pairs: Iterable[tuple[Registration, str]], *, fetcher: Fetcher, clock: Clock
) -> Iterator[Lens]:
    """The lens of each section; an origin's robots.txt is read once."""
    robots: dict[str, Robots] = {}
    for registration, language in pairs:
        origin = origin_for(registration)
        if origin not in robots:
            check_environment(origin)
            robots[origin] = robots_for(origin, fetcher=fetcher, clock=clock)
        yield lens_for(
            registration,
            section_of(registration, language, origin=origin),
            fetcher=_polite(fetcher, origin, clock=clock),
            robots=robots[origin],
            clock=clock,
        )


def _polite(fetcher: Fetcher, origin: str, *, clock: Clock) -> Fetcher:
    per_second = get_conf().PAGES_PER_SECOND
    if not per_second:
        return fetcher
    return PoliteFetcher(fetcher, origin, per_second=per_second, clock=clock)


def check_environment(origin: str) -> None:
    """Raise `CaptureEnvironmentError` if no page of this origin can be rendered here."""
    problems = capture.check_environment(origin)
    if problems:
        raise CaptureEnvironmentError(" ".join(problems))


def section_of(registration: Registration, language: str, *, origin: str) -> Section:
    """The section's row."""
    return ledger.section_row(
        origin=origin,
        name=registration.name,
        language=language,
        capacity=registration.capacity or get_conf().CAPACITY,
    )


def candidates_of(
    lens: Lens, *, after: str | None = None, keys: Sequence[str] | None = None
) -> Iterator[Candidate]:
    """What the section's source names. Raises `SourceFailed` where the source raises."""
    stream = candidates.walk(
        lens.registration.source,
        section=lens.registration.name,
        origin=lens.section.origin,
        language=lens.section.language,
        after=after,
        keys=keys,
    )
    try:
        yield from stream
    except Exception as error:  # a source is the project's code, and may raise anything
        logger.exception("action=walk section=%s", lens.section.label)
        raise SourceFailed(section=lens.section.label, error=error) from error


def batched(stream: Iterable[Candidate], size: int) -> Iterator[list[Candidate]]:
    """Lists of about ``size`` candidates, in order; the versions of one key stay together."""
    batch: list[Candidate] = []
    for _, versions in groupby(stream, key=lambda one: one.key):
        batch.extend(versions)
        if len(batch) >= size:
            yield batch
            batch = []
    if batch:
        yield batch


def spread(stream: Iterable[Candidate], size: int) -> list[Candidate]:
    """
    At most ``size`` of them, evenly over the whole stream and in its order; the same for the
    same stream, in memory that does not grow with it.
    """
    kept: list[Candidate] = []
    stride = 1
    for number, candidate in enumerate(stream):
        if number % stride:
            continue
        kept.append(candidate)
        if len(kept) == 2 * size:
            kept, stride = kept[::2], 2 * stride
    return [kept[at * len(kept) // size] for at in range(size)] if len(kept) > size else kept
