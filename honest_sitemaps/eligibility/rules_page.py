"""
The rules that need the page, in two tuples: is there a page at all, and what does it say.

Each is a function ``(page, document, now) -> Verdict | None``; ``None`` means "no objection".
Every status but a whole 200 meets exactly one objection in `STATUS_RULES`; only a 200 is asked
what it says of itself.

No rule here reads ``Cache-Control``: *private* and *no-store* speak of caches, not of who may
see the page. A login form that answers 200 cannot be told from any other form.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from honest_sitemaps.capture import Document, Page
from honest_sitemaps.eligibility.canonical import elsewhere
from honest_sitemaps.eligibility.evidence import objection
from honest_sitemaps.eligibility.reasons import Reason
from honest_sitemaps.eligibility.redirects import redirect_target, refresh_target
from honest_sitemaps.eligibility.robots_meta import noindex_line, unavailable_at
from honest_sitemaps.eligibility.spelling import steady
from honest_sitemaps.eligibility.verdict import Verdict

PageRule = Callable[[Page, Document | None, datetime], Verdict | None]

TRANSIENT = (408, 425, 429)
"""Client errors that say "ask again later": request timeout, too early, too many requests."""


def failed(page: Page, document: Document | None, now: datetime) -> Verdict | None:
    if not page.failure and page.status:
        return None
    answer = f"status {page.status}: " if page.status not in {0, 200} else ""
    return objection(Reason.UNREADABLE, answer + (page.failure or "no response"))


def refused(page: Page, document: Document | None, now: datetime) -> Verdict | None:
    if page.status not in {401, 403}:
        return None
    return objection(Reason.PRIVATE, f"status {page.status}")


def gone(page: Page, document: Document | None, now: datetime) -> Verdict | None:
    return objection(Reason.GONE, "status 410") if page.status == 410 else None


def not_found(page: Page, document: Document | None, now: datetime) -> Verdict | None:
    if not 400 <= page.status <= 499 or page.status in {401, 403, 410, *TRANSIENT}:
        return None
    return objection(Reason.NOT_FOUND, f"status {page.status}")


def redirected(page: Page, document: Document | None, now: datetime) -> Verdict | None:
    target = redirect_target(page)
    if not target:
        return None
    return objection(Reason.REDIRECT, f"status {page.status} Location: {steady(target)}")


def unanswered(page: Page, document: Document | None, now: datetime) -> Verdict | None:
    """Whatever is left but 200: transient refusals, server errors, statuses that hold no page,
    a redirect that does not say where to.
    """
    others = (failed, refused, gone, not_found, redirected)
    if page.status == 200 or any(rule(page, document, now) for rule in others):
        return None
    return objection(Reason.UNREADABLE, f"status {page.status}")


def cut(page: Page, document: Document | None, now: datetime) -> Verdict | None:
    if document is None or not document.cut:
        return None
    return objection(Reason.UNREADABLE, document.cut)


def refreshed(page: Page, document: Document | None, now: datetime) -> Verdict | None:
    target, seconds = refresh_target(page, document)
    if not target:
        return None
    return objection(Reason.REDIRECT, f"refresh after {seconds} s to {steady(target)}")


def unavailable(page: Page, document: Document | None, now: datetime) -> Verdict | None:
    instant, line = unavailable_at(page, document)
    if instant is None or now < instant:
        return None
    return objection(Reason.EXPIRED, line)


def noindex(page: Page, document: Document | None, now: datetime) -> Verdict | None:
    line = noindex_line(page, document)
    return objection(Reason.NOINDEX, line) if line else None


def non_canonical(page: Page, document: Document | None, now: datetime) -> Verdict | None:
    targets = elsewhere(page, document)
    if not targets:
        return None
    return objection(Reason.NON_CANONICAL, f"canonical {' and '.join(map(steady, targets))}")


STATUS_RULES: tuple[PageRule, ...] = (failed, refused, gone, not_found, redirected, unanswered)

CONTENT_RULES: tuple[PageRule, ...] = (cut, refreshed, unavailable, noindex, non_canonical)
