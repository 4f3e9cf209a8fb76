"""
Figures by day as stacked columns, worked out for an SVG that a template draws. All pure.

The drawing is 100 high and 10 a day wide, and is stretched to its place, so that it holds no
text: labels stand beside it and keep their size on a phone. Numbers are texts here, since a
template would write them as the reader's language does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from math import ceil, floor, log10

from honest_sitemaps.ledger import Series

DAY_WIDTH = 10
GAP = 1.5
"""Between two columns."""

SMALLEST = 0.8
"""Height of a number that would be too small to be seen."""

OTHERS = "others"
FILLS = 6
"""Colours that can be told from each other; whatever has none is grey, with `OTHERS`."""

OUTLIER = 8
"""A day with so many times more than nine of ten others would make those invisible."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    fill: str
    """CSS class of the colour."""

    y: str
    height: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One day."""

    left: str
    """Of the day's whole width, for a pointer."""

    x: str
    label: str
    bars: tuple[Bar, ...]
    is_cut: bool
    """Whether the day has more than the scale."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """One line of the legend."""

    fill: str
    word: str
    total: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    name: str
    title: str
    summary: str
    """What the drawing shows, for those who do not see it."""

    width: int
    bar_width: str
    columns: tuple[Column, ...]
    keys: tuple[Key, ...]
    top: str
    half: str
    first_day: str
    middle_day: str
    last_day: str
    cut: str
    """Which days are cut, and what they had; ``""`` if none is."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    """The same as a table, the newest day first."""


def chart_of(
    series: Series,
    *,
    name: str,
    title: str,
    order: Sequence[str] = (),
    is_level: bool = False,
) -> Chart:
    """
    The series as stacked columns.

    ``order`` gives words their colours, so that one means the same every day; without it the
    most frequent have one. ``is_level``: a day's number says how many there are and not how
    many more, so that the legend tells the last one, and no day is cut.
    """
    words = _words(series, order)
    totals = [sum(day) for day in zip(*words.values(), strict=True)] or [0] * len(series.days)
    ceiling = nice(max(totals)) if is_level else scale_of(totals)
    fills = {word: _fill(word, at, order) for at, word in enumerate(words)}
    columns = tuple(
        _column(at, day, {word: row[at] for word, row in words.items()}, fills, ceiling)
        for at, day in enumerate(series.days)
    )
    said = [(word, row[-1] if is_level else sum(row)) for word, row in words.items()]
    return Chart(
        name=name,
        title=title,
        summary=_summary(said, series.days, is_level=is_level),
        width=DAY_WIDTH * len(series.days),
        bar_width=_number(DAY_WIDTH - GAP),
        columns=columns,
        keys=tuple(
            Key(fill=fills[word], word=word, total=f"{total:,}") for word, total in said
        ),
        top=_short(ceiling),
        half=_short(ceiling / 2),
        first_day=_day(series.days[0]),
        middle_day=_day(series.days[len(series.days) // 2]),
        last_day=_day(series.days[-1]),
        cut=_cut(series.days, totals, ceiling),
        heads=("day", *words),
        rows=_rows(series.days, words),
    )


def nice(number: float) -> int:
    """The next 1, 2 or 5 with zeros; at least 2, so that its half is whole."""
    if number <= 2:
        return 2
    power = 10 ** floor(log10(number))
    return int(next(step * power for step in (1, 2, 5, 10) if step * power >= number))


def scale_of(totals: Sequence[int]) -> int:
    """The top of the scale: of the highest day, unless it dwarfs all the others."""
    some = sorted(total for total in totals if total)
    if not some:
        return nice(0)
    usual = some[floor(0.9 * (len(some) - 1))]
    return nice(usual if some[-1] > OUTLIER * usual else some[-1])


def share_bar(parts: Sequence[int], *, of: int) -> tuple[tuple[str, str, str], ...]:
    """Fill, start and width of each part of a bar that is 100 wide."""
    bars, start = [], 0.0
    for at, part in enumerate(parts):
        width = 100 * part / of if of else 0.0
        if part:
            bars.append((f"hs-fill-{at + 1}", _number(start), _number(max(width, SMALLEST))))
        start += width
    return tuple(bars)


def _words(series: Series, order: Sequence[str]) -> dict[str, tuple[int, ...]]:
    """The words that have a colour, then all others as one."""
    named = list(order) or list(series.urls)[:FILLS]
    words = {word: series.urls[word] for word in named if word in series.urls}
    rest = [row for word, row in series.urls.items() if word not in words]
    if rest:
        words[OTHERS] = tuple(sum(day) for day in zip(*rest, strict=True))
    return words


def _fill(word: str, at: int, order: Sequence[str]) -> str:
    if word == OTHERS:
        return "hs-fill-others"
    return f"hs-fill-{(order.index(word) if order else at) + 1}"


def _column(
    at: int, day: date, numbers: Mapping[str, int], fills: Mapping[str, str], ceiling: int
) -> Column:
    total = sum(numbers.values())
    scale = 100 / max(total, ceiling)
    bars, top = [], 100.0
    for word, number in numbers.items():
        if number:
            height = max(number * scale, SMALLEST)
            top = max(top - height, 0.0)
            bars.append(Bar(fill=fills[word], y=_number(top), height=_number(height)))
    said = ", ".join(f"{number:,} {word}" for word, number in numbers.items() if number)
    return Column(
        left=str(at * DAY_WIDTH),
        x=_number(at * DAY_WIDTH + GAP / 2),
        label=f"{day:%Y-%m-%d}: {said or 'none'}",
        bars=tuple(bars),
        is_cut=total > ceiling,
    )


def _summary(said: Sequence[tuple[str, int]], days: Sequence[date], *, is_level: bool) -> str:
    numbers = ", ".join(f"{total:,} {word}" for word, total in said) or "none"
    when = f"on {days[-1]}" if is_level else f"from {days[0]} to {days[-1]}"
    return f"A column a day. In all {when}: {numbers}."


def _cut(days: Sequence[date], totals: Sequence[int], ceiling: int) -> str:
    beyond = [(day, total) for day, total in zip(days, totals, strict=True) if total > ceiling]
    return ", ".join(f"{day:%Y-%m-%d}: {total:,}" for day, total in beyond)


def _rows(
    days: Sequence[date], words: Mapping[str, Sequence[int]]
) -> tuple[tuple[str, ...], ...]:
    return tuple(
        (f"{day:%Y-%m-%d}", *(f"{row[at]:,}" for row in words.values()))
        for at, day in reversed(list(enumerate(days)))
    )


def _day(day: date) -> str:
    return f"{day.day} {day:%b}"


def _short(number: float) -> str:
    """``2.5k``, ``1M``: a label that fits beside the drawing on a phone."""
    for size, unit in ((1_000_000, "M"), (1_000, "k")):
        if number >= size:
            return f"{number / size:g}{unit}"
    return f"{ceil(number):,}"


def _number(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")
