"""One candidate through capture, eligibility and fingerprint. Writes nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from honest_sitemaps import eligibility, fingerprint, ledger
from honest_sitemaps.candidates import Candidate
from honest_sitemaps.capture import FIRST, Document, Fetcher, Page, Visitor
from honest_sitemaps.conf import get_conf
from honest_sitemaps.eligibility import Policy, Reason, Robots, Verdict
from honest_sitemaps.fingerprint import Fingerprint
from honest_sitemaps.ledger import Section, Sighting, Terms
from honest_sitemaps.registry import Registration

Clock = Callable[[], datetime]

ROBOTS_HOPS = 5
"""Redirects of robots.txt that are followed (RFC 9309, 2.3.1.2)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lens:
    """All that it takes to look at the candidates of one section."""

    registration: Registration
    section: Section
    policy: Policy
    rules: fingerprint.Rules
    fetcher: Fetcher
    clock: Clock
    """Each page is stamped with the time at which it was seen."""

    terms: Terms


def lens_for(
    registration: Registration,
    section: Section,
    *,
    fetcher: Fetcher,
    robots: Robots,
    clock: Clock,
) -> Lens:
    """The lens of a section, by its registration and the settings."""
    return Lens(
        registration=registration,
        section=section,
        policy=Policy(
            origin=section.origin,
            parameters=registration.parameters,
            robots=robots,
            extra=eligibility.load_rules(),
        ),
        rules=fingerprint.Rules(
            content=registration.content,
            noise=(*registration.noise, *section.noise),
            class_names=registration.class_names,
            origin=section.origin,
        ),
        fetcher=fetcher,
        clock=clock,
        terms=terms_for(registration, known_since=getattr(section, "first_sweep_at", None)),
    )


def terms_for(registration: Registration, *, known_since: datetime | None = None) -> Terms:
    """How the ledger judges this section's sightings."""
    conf = get_conf()
    return Terms(
        has_dates=registration.dates,
        known_since=known_since,
        exclude_sightings=conf.UNREADABLE_EXCLUDE_SIGHTINGS,
        exclude_after=timedelta(hours=conf.UNREADABLE_EXCLUDE_HOURS),
    )


def look_at(lens: Lens, candidate: Candidate, *, visitor: Visitor = FIRST) -> Sighting:
    """What one visitor sees of one candidate."""
    return _look(lens, candidate, visitor)[0]


def look_under(
    lens: Lens, candidate: Candidate, rules: fingerprint.Rules
) -> tuple[Sighting, Fingerprint | None]:
    """What the first visitor sees, and its fingerprint under other rules; one render."""
    seen, page, document = _look(lens, candidate, FIRST)
    if seen.reason is not None or page is None:
        return seen, None
    mark = fingerprint.of_page(page, document, rules=rules)
    return seen, mark if isinstance(mark, Fingerprint) else None


def _look(
    lens: Lens, candidate: Candidate, visitor: Visitor
) -> tuple[Sighting, Page | None, Document | None]:
    now = lens.clock()
    verdict = eligibility.decide_early(candidate, policy=lens.policy, now=now)
    if verdict is not None:
        due_at = eligibility.due_at(candidate, None, None, now=now)
        seen = ledger.sighting_of(candidate, verdict, seen_at=now, due_at=due_at)
        return seen, None, None
    page, document = captured(lens, candidate.loc, now=now, visitor=visitor)
    verdict = eligibility.decide(candidate, page, document, policy=lens.policy, now=now)
    mark = fingerprint.of_page(page, document, rules=lens.rules) if verdict.is_listed else None
    if isinstance(mark, fingerprint.Unfingerprintable):
        verdict, mark = Verdict(Reason.UNREADABLE, mark.why), None
    seen = ledger.sighting_of(
        candidate,
        verdict,
        seen_at=now,
        fingerprint=mark,
        http_status=page.status or None,
        canonical=eligibility.canonical_of(page, document)[:2048],
        due_at=eligibility.due_at(candidate, page, document, now=now),
    )
    return seen, page, document


def captured(
    lens: Lens, loc: str, *, now: datetime, visitor: Visitor = FIRST
) -> tuple[Page, Document | None]:
    """The page, and its parse if it has one to share."""
    page = lens.fetcher.fetch(loc, now=now, visitor=visitor)
    document = Document.of(page) if page.is_html and page.body and not page.failure else None
    return page, document


def robots_for(origin: str, *, fetcher: Fetcher, clock: Clock) -> Robots:
    """The robots.txt in force: from the settings, else fetched like any page."""
    text = get_conf().ROBOTS
    if text:
        return eligibility.robots_from_setting(text)
    loc = f"{origin}/robots.txt"
    page = fetcher.fetch(loc, now=clock())
    for _ in range(ROBOTS_HOPS):
        target = eligibility.robots_redirect(page)
        if target is None:
            break
        page = fetcher.fetch(target, now=clock())
    return eligibility.robots_from_page(page)
