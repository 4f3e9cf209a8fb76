"""What a person asked for in the admin, stored there and carried out here."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime

from honest_sitemaps import ledger, publish
from honest_sitemaps.capture import Fetcher
from honest_sitemaps.errors import HonestSitemapsError
from honest_sitemaps.ledger import Scan
from honest_sitemaps.pipeline import holding
from honest_sitemaps.pipeline.looking import Clock
from honest_sitemaps.pipeline.rebasing import usable_selectors

logger = logging.getLogger(__name__)


def answer(
    scan: Scan, *, how: str, why: str, by: str, now: datetime, noise: Sequence[str] = ()
) -> None:
    """
    Store the answer to a held scan: ``accept``, ``rebase`` or ``discard``. Renders nothing.

    Raises `NothingHeld` if the scan no longer waits, and `ConfigurationError` for a ``noise``
    selector that is none.
    """
    usable_selectors(noise)
    ledger.put_answer(scan, how=how, why=why, by=by, noise=noise, now=now)
    logger.info(
        "action=answer section=%s scan=%s how=%s by=%s", scan.section.label, scan.pk, how, by
    )


def carry_out_answers(
    *, now: datetime, clock: Clock | None = None, fetcher: Fetcher | None = None
) -> int:
    """
    Do what was answered; how many answers were carried out.

    One of any number of callers does it. An answer that is impossible keeps the reason beside
    it, and its scan waits for another.
    """
    done = 0
    clock = clock or (lambda: now)
    for scan in ledger.answered_scans(now=now):
        if not ledger.take_answer(scan, now=clock()):
            continue
        try:
            _carry_out(scan, clock=clock, fetcher=fetcher)
        except HonestSitemapsError as error:
            logger.warning("action=answer section=%s why=%s", scan.section.label, error)
            ledger.refuse_answer(scan, error=str(error))
        else:
            done += 1
    return done


def ask_unpin(origin: str, *, why: str, by: str) -> None:
    """Leave word for the next release to unpin this origin. Raises `NothingPinned`."""
    publish.ask_unpin(origin, why=why)
    logger.info("action=ask_unpin origin=%s by=%s", origin, by)


def _carry_out(scan: Scan, *, clock: Clock, fetcher: Fetcher | None) -> None:
    said = scan.answer or {}
    label, why, by = scan.section.label, said["why"], said["by"]
    if said["how"] == "discard":
        holding.discard(label, why=why, by=by, now=clock())
    elif said["how"] == "accept":
        holding.accept(label, why=why, by=by, now=clock(), clock=clock, fetcher=fetcher)
    else:
        holding.rebase(
            label,
            why=why,
            by=by,
            noise=said.get("noise", ()),
            now=clock(),
            clock=clock,
            fetcher=fetcher,
        )
