"""
How many rows there are of each kind, and how many steps a day had, kept as they happen.

Whoever writes `ContentState` says, in the same transaction and holding the section's row,
which kinds of rows went and which came. So reading a figure costs the same in a section of ten
rows and of ten million. Nothing here counts rows, but for `recount`, which mends.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any, Literal, TypeVar

from django.db import connections, transaction
from django.db.models import Count, Model, OuterRef, Q, QuerySet, Subquery, Sum

from honest_sitemaps.ledger.count_models import DayCount, StateCount
from honest_sitemaps.ledger.models import ContentState, Section
from honest_sitemaps.ledger.scans import lock
from honest_sitemaps.ledger.transition import Move

logger = logging.getLogger(__name__)

LISTED = "LISTED"
"""The word of listed rows in `DayCount`, where an empty one would name nothing."""

Kind = tuple[str, str, bool]
"""Language and reason of a row, and whether it is unstable."""

StepOfDay = tuple[date, str]
"""The day a step was seen on, in UTC, and its `Move`."""

Figure = tuple[date, str, str]
"""Day, kind and word of a `DayCount`."""

By = Literal["reason", "section", "language"]

Counted = TypeVar("Counted", bound=Model)


def kind_of(row: ContentState) -> Kind:
    return row.language, row.reason, row.is_unstable


def step_of_day(seen_at: datetime, move: str) -> StepOfDay:
    return seen_at.astimezone(UTC).date(), move


def count(
    section: Section,
    *,
    went: Iterable[Kind] = (),
    came: Iterable[Kind] = (),
    steps: Mapping[StepOfDay, int] | None = None,
    now: datetime | None = None,
) -> None:
    """
    Move the section's figures by these rows and steps. Call it in the transaction that writes
    them, while it holds the section's row.

    ``went`` are the kinds of the rows before, ``came`` those after. ``steps`` may be negative:
    steps that were taken back. With ``now`` the day's figures are those of the rows from here
    on. Two statements for the rows and two for the days, none of them where nothing differs. A
    step that changed nothing (SAME) is not counted.
    """
    delta = Counter(came)
    delta.subtract(went)
    moved = {key: number for key, number in (steps or {}).items() if key[1] != Move.SAME}
    states = _moved_states(section, delta) if any(delta.values()) else []
    written = _day_figures(states, now) if now is not None else {}
    _write_days(section, written | _step_figures(section, moved))


def snapshot(section: Section, *, now: datetime) -> None:
    """Note the section's figures with the day, though no row differs. Three statements."""
    with transaction.atomic():
        lock(section)
        _write_days(section, _day_figures(_states(section), now))


def recount(section: Section, *, now: datetime) -> None:
    """
    Count the section's rows and put their number in the place of the kept one. Reads the whole
    section: for repair, and for rows that were written past the ledger.
    """
    with transaction.atomic():
        lock(section)
        rows = ContentState.objects.filter(section=section).order_by()
        found = rows.values_list("language", "reason").annotate(
            urls=Count("pk"), unstable_urls=Count("pk", filter=Q(is_unstable=True))
        )
        real = {(language, reason): figures for language, reason, *figures in found}
        states = {(one.language, one.reason): one for one in _states(section)}
        for language, reason in real.keys() - states.keys():
            states[language, reason] = StateCount(
                section=section, language=language, reason=reason
            )
        for key, one in states.items():
            one.urls, one.unstable_urls = real.get(key, (0, 0))
        _put(StateCount, states.values(), ["section", "language", "reason"])
        _write_days(section, _day_figures(states.values(), now))


def counts_by(
    by: By,
    *,
    section: Section | int | None = None,
    sections: Collection[int] | None = None,
    language: str | None = None,
    reason: str | None = None,
) -> dict[Any, int]:
    """
    Rows by reason (``""``: listed), by section (primary keys) or by language, the most first;
    narrowed by what is given. One query on a small table; what has no row is left out.
    """
    found = _narrowed(section=section, sections=sections, language=language, reason=reason)
    field = "section_id" if by == "section" else by
    totals = found.order_by().values_list(field).annotate(total=Sum("urls"))
    return dict(totals.filter(total__gt=0).order_by("-total", field))


def unstable_by_section(*, sections: Collection[int] | None = None) -> dict[int, int]:
    """Rows whose two renders differ, by the section's primary key. One query."""
    found = _narrowed(sections=sections).order_by().values_list("section_id")
    totals = found.annotate(total=Sum("unstable_urls"))
    return dict(totals.filter(total__gt=0).order_by("-total", "section_id"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """A figure for each of some days, word by word."""

    days: tuple[date, ...]
    """In UTC, the oldest first."""

    urls: dict[str, tuple[int, ...]]
    """By word (a `Move`; or a reason, or ``LISTED``), the most first: one number a day."""


def moves_per_day(
    *, today: date, days: int = 30, sections: Collection[int] | None = None
) -> Series:
    """Steps of each move on the last ``days`` days, today among them. One query."""
    window = _window(today, days)
    found = _days(DayCount.Kind.MOVE, sections).filter(day__range=(window[0], window[-1]))
    totals = found.order_by().values_list("day", "word").annotate(total=Sum("urls"))
    urls: dict[str, dict[date, int]] = {}
    for day, word, total in totals:
        urls.setdefault(word, {})[day] = total
    return _series(window, urls)


def states_per_day(
    *, today: date, days: int = 30, sections: Collection[int] | None = None
) -> Series:
    """
    Rows by reason at the end of each of the last ``days`` days. A day without a settle had
    what the day before had. Two queries.
    """
    window = _window(today, days)
    by_section: dict[int, dict[date, dict[str, int]]] = {}
    for section, day, word, number in _snapshots(window, sections):
        by_section.setdefault(section, {}).setdefault(day, {})[word] = number
    urls: dict[str, dict[date, int]] = {}
    for figures in by_section.values():
        before = min(figures)
        standing = figures[before] if before < window[0] else {}
        for day in window:
            standing = figures.get(day, standing)
            for word, number in standing.items():
                sums = urls.setdefault(word, {})
                sums[day] = sums.get(day, 0) + number
    return _series(window, urls)


def _moved_states(section: Section, delta: Counter[Kind]) -> list[StateCount]:
    """The section's counts after this difference, written where they differ."""
    states = {(one.language, one.reason): one for one in _states(section)}
    changed: dict[tuple[str, str], StateCount] = {}
    for (language, reason, is_unstable), number in delta.items():
        if not number:
            continue
        key = (language, reason)
        if key not in states:
            states[key] = StateCount(section=section, language=language, reason=reason)
        changed[key] = states[key]
        states[key].urls += number
        states[key].unstable_urls += number if is_unstable else 0
    for one in changed.values():
        if one.urls < 0 or one.unstable_urls < 0:
            logger.warning("action=count section=%s reason=%s lost=1", section, one.reason)
            one.urls, one.unstable_urls = max(one.urls, 0), max(one.unstable_urls, 0)
    _put(StateCount, changed.values(), ["section", "language", "reason"])
    return list(states.values())


def _write_days(section: Section, figures: Mapping[Figure, int]) -> None:
    _put(
        DayCount,
        [
            DayCount(section=section, day=day, kind=kind, word=word, urls=number)
            for (day, kind, word), number in figures.items()
        ],
        ["section", "day", "kind", "word"],
    )


def _day_figures(states: Iterable[StateCount], now: datetime) -> dict[Figure, int]:
    """What these counts say of the day; a reason that no row has any more says 0."""
    day = now.astimezone(UTC).date()
    return {
        (day, DayCount.Kind.STATE, word): number for word, number in _words(states).items()
    }


def _step_figures(section: Section, steps: Mapping[StepOfDay, int]) -> dict[Figure, int]:
    """These steps, with those of their days that are counted already. One query."""
    if not steps:
        return {}
    known = DayCount.objects.filter(
        section=section, kind=DayCount.Kind.MOVE, day__in={day for day, _ in steps}
    )
    found = known.values_list("day", "word", "urls")
    before = {(day, word): urls for day, word, urls in found}
    return {
        (day, DayCount.Kind.MOVE, move): max(before.get((day, move), 0) + number, 0)
        for (day, move), number in steps.items()
    }


def _words(states: Iterable[StateCount]) -> Counter[str]:
    words: Counter[str] = Counter()
    for one in states:
        words[one.reason or LISTED] += one.urls
    return words


def _states(section: Section) -> QuerySet[StateCount]:
    return StateCount.objects.filter(section=section)


def _narrowed(
    *,
    section: Section | int | None = None,
    sections: Collection[int] | None = None,
    language: str | None = None,
    reason: str | None = None,
) -> QuerySet[StateCount]:
    found = StateCount.objects.all()
    given = {"section": section, "section__in": sections, "language": language}
    return found.filter(
        **{name: value for name, value in given.items() if value is not None},
        **({} if reason is None else {"reason": reason}),
    )


def _days(kind: str, sections: Collection[int] | None) -> QuerySet[DayCount]:
    found = DayCount.objects.filter(kind=kind)
    return found if sections is None else found.filter(section__in=sections)


def _snapshots(
    window: tuple[date, ...], sections: Collection[int] | None
) -> Iterable[tuple[int, date, str, int]]:
    """The figures of these days, and each section's last ones before them."""
    earlier = DayCount.objects.filter(
        section=OuterRef("pk"), kind=DayCount.Kind.STATE, day__lt=window[0]
    )
    # Asked for each section and not for each figure, of which a year has thousands.
    last = Section.objects.annotate(last=Subquery(earlier.order_by("-day").values("day")[:1]))
    known = last if sections is None else last.filter(pk__in=sections)
    on_day: dict[date, list[int]] = {}
    for section, day in known.filter(last__isnull=False).values_list("pk", "last"):
        on_day.setdefault(day, []).append(section)
    wanted = Q(day__range=(window[0], window[-1]))
    for day, some in on_day.items():
        wanted |= Q(day=day, section__in=some)
    found = _days(DayCount.Kind.STATE, sections).filter(wanted)
    return found.values_list("section_id", "day", "word", "urls")


def _window(today: date, days: int) -> tuple[date, ...]:
    return tuple(today - timedelta(days=back) for back in reversed(range(max(days, 1))))


def _series(window: tuple[date, ...], urls: Mapping[str, Mapping[date, int]]) -> Series:
    rows = {
        word: tuple(numbers.get(day, 0) for day in window) for word, numbers in urls.items()
    }
    most = sorted(rows.items(), key=lambda one: (-sum(one[1]), one[0]))
    return Series(days=window, urls={word: row for word, row in most if any(row)})


def _put(model: type[Counted], rows: Collection[Counted], unique: list[str]) -> None:
    """Write these rows, new or known, in one statement."""
    connection = connections[model._default_manager.db]
    targeted = connection.features.supports_update_conflicts_with_target
    figures = ["urls", "unstable_urls"] if model is StateCount else ["urls"]
    if not rows:
        return
    names = [*unique, *figures]
    # Fresh ones: an instance that was read carries its primary key, which would conflict too.
    fresh = [model(**{name: getattr(row, name) for name in names}) for row in rows]
    model._default_manager.bulk_create(
        fresh,
        update_conflicts=True,
        unique_fields=unique if targeted else None,
        update_fields=figures,
    )
