"""The tables at the end: what every step did, and what it did to the dates of single pages."""

from __future__ import annotations

from urllib.parse import urlsplit

from project.story.served import Served
from project.story.tables import Printer
from project.story.telling import Step, shortened


def print_steps(printer: Printer, steps: list[Step]) -> None:
    """One line a step."""
    printer.table(
        ("step", "scan", "dates that should move", "moved", "release", "served files"),
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
    """The ``lastmod`` of the edited pages and of two untouched ones, before and after."""
    untouched = [
        loc for loc, date in sorted(steps[0].served.dates.items()) if date and "news" in loc
    ][:1]
    undated = [loc for loc, date in sorted(steps[0].served.dates.items()) if not date][:1]
    paths = [*edited, *(urlsplit(loc).path for loc in untouched + undated)]
    shown = [step for step in steps if step.name in {steps[0].name, "one paragraph"}]
    shown += [step for step in steps if step.name in {"figure + 3 edits", "rollback", "unpin"}]
    rows = []
    for path in paths:
        dates = [_date(step.served, path) for step in shown]
        cells = [
            date if not at or date != dates[at - 1] else "=" for at, date in enumerate(dates)
        ]
        rows.append((shortened(path, 40), *cells))
    printer.table(("page", *(step.name for step in shown)), rows)


def _files_changed(before: Served | None, after: Served) -> str:
    if before is None:
        return f"{len(after.files)} new"
    changed = sum(before.files.get(name) != body for name, body in after.files.items())
    return f"{changed} of {len(after.files)} differ" if changed else "same bytes"


def _date(served: Served, path: str) -> str:
    found = next(
        (date for loc, date in served.dates.items() if urlsplit(loc).path == path), ""
    )
    return found[:19].replace("T", " ") or "unknown"
