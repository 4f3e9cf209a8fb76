"""
A release: plan, build what is stale, examine it, go live, or say why not.

Whatever fails, what is live stays live. A process killed at any point leaves at most rows of a
``BUILDING`` release, which nobody is shown and a release of an hour later deletes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from logging import getLogger

from honest_sitemaps.conf import default_language, get_conf
from honest_sitemaps.errors import OriginPinned, ReleaseError
from honest_sitemaps.ledger import Section
from honest_sitemaps.partition import INDEX_NAME
from honest_sitemaps.publish.build import Terms
from honest_sitemaps.publish.compose import BaseMoved, Draft, Progress, Wanted, compose
from honest_sitemaps.publish.draft import base_of, changed_names
from honest_sitemaps.publish.gate import examine
from honest_sitemaps.publish.go_live import discard, drop_leftovers, go_live, refuse, stay
from honest_sitemaps.publish.models import Origin
from honest_sitemaps.publish.origins import origin_row
from honest_sitemaps.publish.report import Outcome, ReleaseReport
from honest_sitemaps.publish.retention import prune
from honest_sitemaps.publish.routes import file_loc

logger = getLogger(__name__)

ATTEMPTS = 10
"""How often a release plans anew because another one went live first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Order:
    row: Origin
    wanted: Wanted
    why: str
    unpin: bool
    clock: Callable[[], datetime]
    progress: Progress | None


def release(
    origin: str,
    sections: Sequence[Section],
    *,
    dates: Mapping[int, bool],
    settling: Collection[int],
    now: datetime,
    clock: Callable[[], datetime] | None = None,
    why: str = "",
    unpin: bool = False,
    progress: Progress | None = None,
) -> ReleaseReport:
    """
    Bring what is live up to the ledger, and answer what that took.

    ``sections`` are all that are registered on the origin: one that is missing leaves the
    index. ``dates`` says by primary key whether a section's entries get a ``lastmod``
    (``True`` if it says nothing). ``settling`` names sections in the middle of a settle: their
    live files stay. Only stale files are built; an unchanged site makes no release.
    ``clock`` is asked before each plan; without one each has ``now``.

    Raises `OriginPinned` after a rollback unless ``unpin`` or somebody asked for it in the
    admin, and `ConfigurationError` if our routes are not included or two sections would write
    one name.
    """
    file_loc(origin, INDEX_NAME)  # fails before the work if nothing can be served
    wanted = Wanted(
        sections=sections,
        dates=dates,
        settling=frozenset(settling),
        terms=_terms(origin, sections, now),
    )
    row = origin_row(origin)
    clock = clock or (lambda: now)
    order = _Order(
        row=row, wanted=wanted, why=why, unpin=unpin, clock=clock, progress=progress
    )
    _require_unpinned(order)
    drop_leftovers(origin, now=clock())
    report = _attempts(order)
    prune(origin)
    _log(origin, report)
    return report


def _log(origin: str, report: ReleaseReport) -> None:
    logger.info(
        "action=release origin=%s status=%s release=%s files=%d urls=%d changed=%d",
        *(origin, report.status, report.release, report.files, report.urls),
        len(report.changed_files),
    )


def _terms(origin: str, sections: Sequence[Section], now: datetime) -> Terms:
    return Terms(
        origin=origin,
        now=now,
        sections=tuple(section.pk for section in sections),
        default_language=default_language(),
        news_name=get_conf().NEWS_NAME,
    )


def _attempts(order: _Order) -> ReleaseReport:
    wanted = order.wanted
    for _ in range(ATTEMPTS):
        order.row.refresh_from_db()
        _require_unpinned(order)
        base = base_of(order.row.live_release)
        # After the base was read: it may have gone live since the release was asked for, and
        # its dates would lie ahead of an older time, and be left out of the index.
        wanted = replace(wanted, terms=replace(wanted.terms, now=order.clock()))
        draft = Draft(
            origin=order.row.origin, now=wanted.terms.now, base=base, clock=order.clock
        )
        try:
            return _attempt(order, wanted, draft)
        except BaseMoved as moved:
            logger.info("action=plan_again origin=%s", order.row.origin)
            wanted = replace(wanted, settling=frozenset(wanted.settling) | moved.settling)
            discard(draft)
    raise ReleaseError(
        f"Other releases of {order.row.origin} went live {ATTEMPTS} times while this one was "
        f"built. Run them one after the other."
    )


def _require_unpinned(order: _Order) -> None:
    if order.row.pinned_why and not (order.unpin or order.row.unpin_why):
        raise OriginPinned(origin=order.row.origin, why=order.row.pinned_why)


def _attempt(order: _Order, wanted: Wanted, draft: Draft) -> ReleaseReport:
    compose(draft, wanted, progress=order.progress)
    findings = draft.findings + examine(draft.stored, origin=draft.origin, now=draft.now)
    if findings:
        refused = refuse(draft, why="\n".join(findings))
        return _report(draft, refused.pk, "REFUSED", findings=findings)
    if _is_unchanged(draft):
        stay(draft, row=order.row, unpin=order.unpin)
        return _report(draft, draft.base.release_id, "UNCHANGED")
    live = go_live(draft, wanted, row=order.row, why=order.why, unpin=order.unpin)
    return _report(draft, live.pk, "LIVE")


def _is_unchanged(draft: Draft) -> bool:
    after = {file.name: file.digest for file in draft.files}
    return after == {name: file.digest for name, file in draft.base.files.items()}


def _report(
    draft: Draft, release_id: int | None, status: Outcome, *, findings: Sequence[str] = ()
) -> ReleaseReport:
    files = [file for file in draft.files if file.name != INDEX_NAME]
    return ReleaseReport(
        release=release_id,
        status=status,
        files=len(files),
        urls=sum(file.urls for file in files),
        changed_files=changed_names(draft.files, base=draft.base),
        findings=list(findings),
    )
