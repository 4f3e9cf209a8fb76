"""Why a URL is listed or not, with a fresh look at it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from honest_sitemaps import eligibility, verify
from honest_sitemaps.candidates import Candidate
from honest_sitemaps.capture import Fetcher, InProcessFetcher
from honest_sitemaps.eligibility import Verdict
from honest_sitemaps.errors import UnknownSection
from honest_sitemaps.ledger import ContentState
from honest_sitemaps.loc import Malformed, absolute
from honest_sitemaps.pipeline.looking import Lens, captured
from honest_sitemaps.pipeline.overriding import with_withheld
from honest_sitemaps.pipeline.sections import candidates_of, lenses
from honest_sitemaps.registry import find, origin_for, registrations
from honest_sitemaps.verify import Explanation


def explain(
    raw: str, *, now: datetime, fetcher: Fetcher | None = None, is_fresh: bool = True
) -> Explanation:
    """
    The way of one URL; a relative one is joined to the first registered origin.

    ``is_fresh`` renders the page once more and lists every objection the rules have now, not
    the first alone. Writes nothing.
    """
    loc = _loc(raw)
    rows = verify.rows_of(loc)
    if not rows or not is_fresh:
        return verify.explain(loc)
    found = _objections(rows[0], now=now, fetcher=fetcher or InProcessFetcher())
    return verify.explain(loc, objections=found)


def _loc(raw: str) -> str:
    origins = [origin_for(one) for one in registrations()]
    for origin in dict.fromkeys(origins):
        loc = absolute(raw, origin=origin)
        if not isinstance(loc, Malformed):
            return loc
    return raw


def _objections(
    row: ContentState, *, now: datetime, fetcher: Fetcher
) -> Sequence[Verdict] | None:
    try:
        pairs = find(row.section.label)
    except UnknownSection:
        return None
    for lens in lenses(pairs, fetcher=fetcher, clock=lambda: now):
        for candidate in candidates_of(lens, keys=[row.key]):
            if candidate.language == row.language:
                return _objections_to(lens, candidate, now)
    return None


def _objections_to(lens: Lens, candidate: Candidate, now: datetime) -> Sequence[Verdict]:
    [candidate] = with_withheld(lens.section, [candidate])
    if candidate.fault:
        return eligibility.objections(candidate, None, None, policy=lens.policy, now=now)
    page, document = captured(lens, candidate.loc, now=now)
    return eligibility.objections(candidate, page, document, policy=lens.policy, now=now)
