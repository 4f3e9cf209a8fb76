"""What a scan answers: counts of verdicts and of moves, for people and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from honest_sitemaps.ledger import Scan

Progress = Callable[[str, int], None]
"""Told what is being worked on (a section's label) and how much of it is done."""

WORST = ("FAILED", "HELD", "SETTLED")
"""Statuses of a run, worst first: a run is as good as its worst scan."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScanReport:
    """One run over one or more sections."""

    run: str
    status: str
    candidates: int
    listed: int
    excluded: dict[str, int] = field(default_factory=dict)
    """Verdicts seen, by reason; with ``listed`` they add up to ``candidates``."""

    moves: dict[str, int] = field(default_factory=dict)
    """Steps that rows really took; what a held or failed scan would have done is not among
    them."""

    held: list[str] = field(default_factory=list)
    """Labels of the sections whose scan waits for a person."""

    causes: dict[str, str] = field(default_factory=dict)
    """Why a section's scan is held or failed, by label."""

    def as_json(self) -> dict[str, Any]:
        """The document of ``sitemap_scan --json``."""
        return {
            "run": self.run,
            "status": self.status,
            "candidates": self.candidates,
            "listed": self.listed,
            "excluded": self.excluded,
            "moves": self.moves,
            "held": self.held,
            "causes": self.causes,
        }


def report_of(run: str, scans: Sequence[Scan]) -> ScanReport:
    """The report of a run from its scans' counts."""
    excluded: Counter[str] = Counter()
    moves: Counter[str] = Counter()
    for scan in scans:
        excluded.update(scan.counts.get("excluded", {}))
        moves.update(scan.counts.get("moves", {}))
    listed = sum(scan.counts.get("listed", 0) for scan in scans)
    return ScanReport(
        run=run,
        status=worst(scan.status for scan in scans),
        candidates=listed + excluded.total(),
        listed=listed,
        excluded=dict(sorted(excluded.items())),
        moves=dict(sorted(moves.items())),
        held=[scan.section.label for scan in scans if scan.status == Scan.Status.HELD],
        causes={
            scan.section.label: scan.cause["why"]
            for scan in scans
            if scan.cause and scan.status in {Scan.Status.HELD, Scan.Status.FAILED}
        },
    )


def together(reports: Sequence[ScanReport]) -> ScanReport:
    """Several runs as one report, under the name of the first."""
    excluded: Counter[str] = Counter()
    moves: Counter[str] = Counter()
    for report in reports:
        excluded.update(report.excluded)
        moves.update(report.moves)
    return ScanReport(
        run=reports[0].run if reports else "",
        status=worst(report.status for report in reports),
        candidates=sum(report.candidates for report in reports),
        listed=sum(report.listed for report in reports),
        excluded=dict(sorted(excluded.items())),
        moves=dict(sorted(moves.items())),
        held=[label for report in reports for label in report.held],
        causes={label: why for report in reports for label, why in report.causes.items()},
    )


def worst(statuses: Iterable[str]) -> str:
    """The worst of these statuses; ``SETTLED`` of none."""
    found = set(statuses)
    return next((status for status in WORST if status in found), "SETTLED")


def total_counts(scan: Scan) -> dict[str, Any]:
    """
    The scan's verdicts over all batches, with the duplicates that only the whole scan showed,
    and how many pages were the same. One query; reads the counts of every batch.
    """
    excluded: Counter[str] = Counter()
    listed = same = 0
    for counts in scan.batch_set.values_list("counts", flat=True).iterator():
        listed += counts.get("listed", 0)
        excluded.update(counts.get("excluded", {}))
        same += counts.get("same", 0)
    duplicates = scan.counts.get("duplicates", 0)
    excluded["DUPLICATE"] += duplicates
    return {"listed": listed - duplicates, "excluded": dict(+excluded), "same": same}
