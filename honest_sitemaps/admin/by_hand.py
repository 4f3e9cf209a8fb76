"""What a person may do about a URL: five acts, each with its permission and its reason why."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, datetime

from honest_sitemaps import ledger, pipeline, receivers
from honest_sitemaps.errors import HonestSitemapsError
from honest_sitemaps.models import ContentState

LOOK_AGAIN, OVERRIDE = "look_again", "override_state"
"""Permissions."""

SHOWN_REFUSALS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What goes with an act: why, by whom and when; ``date`` is what a date is set to."""

    why: str
    by: str
    now: datetime
    date: date | datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ByHand:
    """One act: who may do it, about which rows, and what it does."""

    name: str
    """In its address."""

    label: str
    consequence: str
    """What it does and when that shows, told before it is done."""

    permission: str
    is_offered: Callable[[ContentState], bool]
    do: Callable[[ContentState, Said], str]
    """Does it, and answers what to tell. Raises our own errors."""

    asks_date: bool = False


def _look_again(row: ContentState, said: Said) -> str:
    pipeline.mark_keys(row.section.label, [row.key], now=said.now)
    receivers.nudge()
    return (
        "Marked: a worker looks at it within a minute; without a worker, the next "
        "sitemap_scan does."
    )


def _withhold(row: ContentState, said: Said) -> str:
    pipeline.withhold(row, why=said.why, by=said.by, now=said.now)
    return "Withheld. The next release leaves it out."


def _list_again(row: ContentState, said: Said) -> str:
    pipeline.list_again(row, why=said.why, by=said.by, now=said.now)
    receivers.nudge()
    return "No longer withheld, and marked: the next look lists it, or says why not."


def _set_date(row: ContentState, said: Said) -> str:
    if said.date is None:
        raise ValueError("a date is set without a date")
    pipeline.set_date(row, date=said.date, why=said.why, by=said.by, now=said.now)
    return "Its date is set. The next release shows it."


def _clear_date(row: ContentState, said: Said) -> str:
    pipeline.clear_date(row, why=said.why, by=said.by, now=said.now)
    return "The date that was set by hand is cleared."


LOOK = ByHand(
    name="look-again",
    label="Look again now",
    consequence=(
        "The URL is marked, and a worker looks at its page within a minute. Its date moves "
        "only if its content did."
    ),
    permission=LOOK_AGAIN,
    is_offered=lambda row: True,
    do=_look_again,
)
WITHHOLD = ByHand(
    name="withhold",
    label="Withhold",
    consequence=(
        "The URL leaves the sitemap with the next release, and stays out until somebody lists "
        "it again. The page itself stays as it is, and search engines may keep it."
    ),
    permission=OVERRIDE,
    is_offered=lambda row: row.override != ledger.WITHHOLD,
    do=_withhold,
)
LIST_AGAIN = ByHand(
    name="list-again",
    label="List again",
    consequence=(
        "The page is looked at again. It is listed then, unless a rule objects to it. It "
        "comes back to the same file, with the date that it had."
    ),
    permission=OVERRIDE,
    is_offered=lambda row: row.override == ledger.WITHHOLD,
    do=_list_again,
)
SET_DATE = ByHand(
    name="set-date",
    label="Set date",
    consequence=(
        "From the next release on the sitemap shows this date, until the content of the page "
        "moves."
    ),
    permission=OVERRIDE,
    is_offered=lambda row: row.override != ledger.WITHHOLD,
    do=_set_date,
    asks_date=True,
)
CLEAR_DATE = ByHand(
    name="clear-date",
    label="Clear date",
    consequence=(
        "The date that was set by hand is taken back: the dates from before it are there "
        "again."
    ),
    permission=OVERRIDE,
    is_offered=lambda row: row.override == ledger.DATE,
    do=_clear_date,
)
ACTS = {one.name: one for one in (LOOK, WITHHOLD, LIST_AGAIN, SET_DATE, CLEAR_DATE)}
BULK_ACTS = {one.name: one for one in (LOOK, WITHHOLD)}
"""Those that make sense for many rows and one reason."""


def do_all(
    act: ByHand, rows: Iterable[ContentState], said: Said
) -> tuple[list[ContentState], list[str]]:
    """The rows for which it was done, and why it was not for the others."""
    done, refused = [], []
    for row in rows:
        try:
            act.do(row, said)
        except HonestSitemapsError as error:
            refused.append(str(error))
        else:
            done.append(row)
    return done, refused


def in_short(refusals: list[str]) -> str:
    """The first few of them, and how many more there are."""
    more = len(refusals) - SHOWN_REFUSALS
    return " ".join([*refusals[:SHOWN_REFUSALS], *([f"And {more} more."] if more > 0 else [])])
