"""The tables at the end: what every step did, and what it did to the dates of single pages."""

from __future__ import annotations

from urllib.parse import urlsplit

from project.story.served import Served
from project.story.tables import Printer
from project.story.telling import Step, shortened


def print_steps(printer: Printer, steps: list[Step]) -> None:
    """One line a step."""
    printer.table(
        ("step", "scan", "should move", "moved", "release", "served files"),
        [
            (
                step.name,
                step.scan,
                step.expected,
                f"{step.moved}",
                step.release,
                _files_changed(steps[at - 1].served if at else None, step.served),
            )
            for at, step in enumerate(steps)
        ],
    )


def print_dates(printer: Printer, steps: list[Step], edited: list[str]) -> None:
    """The ``lastmod`` of the edited pages, and of two that nobody touched, after each step."""
    dates = [_by_path(step.served) for step in steps]
    untouched = [path for path in sorted(dates[0]) if "%" not in path and path not in edited]
    dated = [path for path in untouched if dates[0][path]]
    undated = [path for path in untouched if not dates[0][path]]
    rows = []
    for path in [*edited, dated[0], undated[0]]:
        seen = [_short(after.get(path, ""), today=_today(dates)) for after in dates]
        cells = ["=" if at and one == seen[at - 1] else one for at, one in enumerate(seen)]
        rows.append((shortened(path, 36), *cells))
    printer.line("  lastmod in the served sitemap (= as in the step before):")
    printer.table(("page", *(step.name for step in steps)), rows)


def _by_path(served: Served) -> dict[str, str]:
    return {urlsplit(loc).path: date for loc, date in served.dates.items()}


def _today(dates: list[dict[str, str]]) -> str:
    """The day of the newest date: times of that day are told without it."""
    return max(date for after in dates for date in after.values())[:10]


def _short(date: str, *, today: str) -> str:
    if not date:
        return "none"
    return date[11:19] if date[:10] == today and len(date) > 10 else date[:10]


def _files_changed(before: Served | None, after: Served) -> str:
    if before is None:
        return f"{len(after.files)} new"
    changed = sum(before.files.get(name) != body for name, body in after.files.items())
    return f"{changed} of {len(after.files)} differ" if changed else "same bytes"
