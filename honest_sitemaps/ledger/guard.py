"""
Too much at once is a deploy, not news: the scan is held for a person, or fails by itself.

Pure. Shares are of the section's listed URLs. A share must be exceeded, and a number too; in a
section no larger than that number, all of its URLs, if it has more than one.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum


class Outcome(StrEnum):
    SETTLE = "SETTLE"
    HOLD = "HOLD"
    FAIL = "FAIL"


@dataclass(frozen=True, slots=True, kw_only=True)
class Threshold:
    share: float
    """0 to 1."""

    urls: int

    def is_exceeded(self, count: int, *, listed: int) -> bool:
        if listed <= self.urls:
            return listed > 1 and count >= listed
        return count > self.urls and count > self.share * listed


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    moves: Threshold = Threshold(share=0.20, urls=20)
    leaves: Threshold = Threshold(share=0.10, urls=20)
    unreadable: Threshold = Threshold(share=0.20, urls=20)
    patience: timedelta = timedelta(hours=72)
    """After so long of failures by unreadable pages a scan is held and no longer fails."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """What a scan would do to a section, over moves that no saved object explains."""

    listed: int
    """Listed before the scan."""

    candidates: int
    readable: int
    """Candidates that could be judged: their page was read, or none was needed."""

    moves: int
    """Listed URLs whose date would move."""

    leaves: int
    """Listed URLs that would leave the list; what the source states of an object that it
    yields does not count."""

    unreadable: int
    """Listed URLs whose page could not be read."""

    is_first: bool
    """Whether the section never settled a sweep."""

    failing_since: datetime | None = None
    """Start of the oldest failed sweep since the last settled or held one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    outcome: Outcome
    why: str = ""
    """The sentence for the owner, with the numbers in it."""

    about: str = ""
    """Which figure of the tally decided: ``moves``, ``leaves`` or ``unreadable``."""


def judge(tally: Tally, limits: Limits, *, now: datetime) -> Judgement:
    """
    Whether the scan may settle.

    A section's first sweep is exempt, but for one case: if nothing at all of it could be
    read, the site is broken and the scan fails, rather than write UNREADABLE for each URL.
    """
    if tally.is_first:
        return _judge_first(tally)
    if limits.unreadable.is_exceeded(tally.unreadable, listed=tally.listed):
        return _judge_unreadable(tally, limits, now)
    if limits.moves.is_exceeded(tally.moves, listed=tally.listed):
        return Judgement(
            outcome=Outcome.HOLD,
            why=_sentence(tally.moves, tally.listed, "move their date", limits.moves),
            about="moves",
        )
    if limits.leaves.is_exceeded(tally.leaves, listed=tally.listed):
        return Judgement(
            outcome=Outcome.HOLD,
            why=_sentence(tally.leaves, tally.listed, "leave the list", limits.leaves),
            about="leaves",
        )
    return Judgement(outcome=Outcome.SETTLE)


def _judge_first(tally: Tally) -> Judgement:
    if tally.candidates > 1 and not tally.readable:
        why = f"None of the {tally.candidates:,} pages could be read."
        return Judgement(outcome=Outcome.FAIL, why=why, about="unreadable")
    return Judgement(outcome=Outcome.SETTLE)


def _judge_unreadable(tally: Tally, limits: Limits, now: datetime) -> Judgement:
    why = f"{tally.unreadable:,} pages of {tally.listed:,} listed URLs could not be read."
    if tally.failing_since is not None and now - tally.failing_since >= limits.patience:
        since = tally.failing_since.isoformat(timespec="minutes")
        why = f"{why} It has been so since {since}."
        return Judgement(outcome=Outcome.HOLD, why=why, about="unreadable")
    return Judgement(outcome=Outcome.FAIL, why=why, about="unreadable")


def _sentence(count: int, listed: int, what: str, threshold: Threshold) -> str:
    limit = f"a scan is held above {threshold.share:.0%} and {threshold.urls:,}"
    if listed <= threshold.urls:
        limit = (
            f"in a section of at most {threshold.urls:,} a scan is held if all of them would"
        )
    return f"{count:,} of {listed:,} listed URLs would {what}; {limit}."
