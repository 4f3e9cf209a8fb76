"""
Ask the rules in order; the first objection decides, and ``objections`` lists them all.

A URL is listed if it is public and live and not expired and well-formed and no parameter
variant, may be crawled, answers 200, may be indexed, and names no other URL as canonical. That
it is no second candidate for an equal loc shows in the whole set only, which is not here.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from honest_sitemaps.candidates import Candidate
from honest_sitemaps.capture import Document, Page
from honest_sitemaps.eligibility.policy import Policy, ask
from honest_sitemaps.eligibility.robots_meta import unavailable_at
from honest_sitemaps.eligibility.rules_early import EARLY_RULES
from honest_sitemaps.eligibility.rules_page import CONTENT_RULES, STATUS_RULES
from honest_sitemaps.eligibility.verdict import LISTED, Verdict


def decide_early(candidate: Candidate, *, policy: Policy, now: datetime) -> Verdict | None:
    """The verdict, if it needs no page; else ``None``, and the page must be fetched."""
    return next(_early(candidate, policy=policy, now=now), None)


def decide(
    candidate: Candidate,
    page: Page,
    document: Document | None,
    *,
    policy: Policy,
    now: datetime,
) -> Verdict:
    """
    The verdict on the fetched page of a candidate to which `decide_early` had no objection.

    ``document`` is ``None`` for a page that is not HTML, which is listed if it answers 200 and
    no header speaks against it. Never raises for what is in the page.
    """
    return next(_late(candidate, page, document, policy=policy, now=now), LISTED)


def objections(
    candidate: Candidate,
    page: Page | None,
    document: Document | None,
    *,
    policy: Policy,
    now: datetime,
) -> list[Verdict]:
    """Everything that speaks against the URL, in the order in which it would decide; empty if
    it is listed. Without a page, what can be said without one.
    """
    found = list(_early(candidate, policy=policy, now=now))
    if page is not None:
        found += _late(candidate, page, document, policy=policy, now=now)
    return list(dict.fromkeys(found))


def due_at(
    candidate: Candidate, page: Page | None, document: Document | None, *, now: datetime
) -> datetime | None:
    """
    The next instant at which the clock alone changes the verdict: publication, expiry, or the
    page's own ``unavailable_after``; ``None`` if none of them lies ahead.
    """
    instants = [candidate.published_at, candidate.expires_at]
    if page is not None and page.status == 200:
        instants.append(unavailable_at(page, document)[0])
    return min((it for it in instants if it is not None and it > now), default=None)


def _early(candidate: Candidate, *, policy: Policy, now: datetime) -> Iterator[Verdict]:
    for rule in EARLY_RULES:
        if verdict := rule(candidate, policy, now):
            yield verdict
    for extra in policy.extra:
        if verdict := ask(extra, candidate, None, None, now=now):
            yield verdict


def _late(
    candidate: Candidate,
    page: Page,
    document: Document | None,
    *,
    policy: Policy,
    now: datetime,
) -> Iterator[Verdict]:
    content_rules = CONTENT_RULES if page.status == 200 and not page.failure else ()
    for rule in (*STATUS_RULES, *content_rules):
        if verdict := rule(page, document, now):
            yield verdict
    for extra in policy.extra:
        if verdict := ask(extra, candidate, page, document, now=now):
            yield verdict
