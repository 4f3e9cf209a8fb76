"""
The rules that need no page. A URL that one of them excludes is never fetched.

Each is a function ``(candidate, policy, now) -> Verdict | None``; ``None`` means "no
objection". First what the source states about the object (``is_stated``), then what the loc
says by itself, then robots.txt, whose rules cost the most.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from urllib.parse import parse_qsl

from honest_sitemaps.candidates import Candidate
from honest_sitemaps.eligibility.evidence import objection
from honest_sitemaps.eligibility.policy import Policy
from honest_sitemaps.eligibility.reasons import Reason
from honest_sitemaps.eligibility.spelling import is_same, resolved
from honest_sitemaps.eligibility.verdict import Verdict
from honest_sitemaps.loc import is_same_origin

EarlyRule = Callable[[Candidate, Policy, datetime], Verdict | None]


def not_public(candidate: Candidate, policy: Policy, now: datetime) -> Verdict | None:
    if candidate.is_public:
        return None
    seen = candidate.private_why or "the source says that it is not public"
    return _stated(Reason.PRIVATE, seen)


def not_live(candidate: Candidate, policy: Policy, now: datetime) -> Verdict | None:
    if not candidate.is_live:
        seen = candidate.not_live_why or "the source says that it is not live"
        return _stated(Reason.NOT_LIVE, seen)
    if candidate.published_at is None or candidate.published_at <= now:
        return None
    return _stated(Reason.NOT_LIVE, f"published_at {candidate.published_at.isoformat()}")


def expired(candidate: Candidate, policy: Policy, now: datetime) -> Verdict | None:
    if candidate.expires_at is None or now < candidate.expires_at:
        return None
    return _stated(Reason.EXPIRED, f"expires_at {candidate.expires_at.isoformat()}")


def malformed(candidate: Candidate, policy: Policy, now: datetime) -> Verdict | None:
    if candidate.fault:
        return objection(Reason.MALFORMED, candidate.fault)
    if is_same_origin(candidate.loc, policy.origin):
        return None
    return objection(Reason.MALFORMED, f"{candidate.loc} is not on {policy.origin}")


def withheld(candidate: Candidate, policy: Policy, now: datetime) -> Verdict | None:
    if not candidate.withheld_why:
        return None
    return _stated(Reason.WITHHELD, candidate.withheld_why)


def stated_noindex(candidate: Candidate, policy: Policy, now: datetime) -> Verdict | None:
    if not candidate.noindex:
        return None
    return _stated(Reason.NOINDEX, "the source says noindex")


def stated_canonical(candidate: Candidate, policy: Policy, now: datetime) -> Verdict | None:
    target = resolved(candidate.canonical, base=candidate.loc)
    if not target or is_same(target, candidate.loc):
        return None
    why = f" ({candidate.canonical_why})" if candidate.canonical_why else ""
    return _stated(Reason.NON_CANONICAL, f"the source says canonical {target}{why}")


def parameter_variant(candidate: Candidate, policy: Policy, now: datetime) -> Verdict | None:
    _, mark, query = candidate.loc.partition("?")
    if not mark:
        return None
    names = [name for name, _ in parse_qsl(query, keep_blank_values=True)]
    if not names:
        return objection(Reason.PARAMETER_VARIANT, "a question mark without a parameter")
    foreign = next((name for name in names if name not in policy.parameters), None)
    if foreign is None:
        return None
    return objection(Reason.PARAMETER_VARIANT, f"parameter {foreign}")


def robots_unreachable(candidate: Candidate, policy: Policy, now: datetime) -> Verdict | None:
    if policy.robots.is_reachable:
        return None
    return objection(Reason.UNREADABLE, policy.robots.why)


def robots_blocked(candidate: Candidate, policy: Policy, now: datetime) -> Verdict | None:
    line = policy.robots.blocking_line(candidate.loc)
    return objection(Reason.ROBOTS_BLOCKED, line) if line else None


def _stated(reason: Reason, seen: str) -> Verdict:
    return objection(reason, seen, is_stated=True)


EARLY_RULES: tuple[EarlyRule, ...] = (
    not_public,
    not_live,
    expired,
    malformed,
    withheld,
    stated_noindex,
    stated_canonical,
    parameter_variant,
    robots_unreachable,
    robots_blocked,
)
