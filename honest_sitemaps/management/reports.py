"""Scan and release reports in words, for the commands that print them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from honest_sitemaps.pipeline import ScanReport
from honest_sitemaps.publish import ReleaseReport


def scan_in_words(document: dict[str, Any]) -> Iterator[str]:
    """The lines of a scan's report."""
    yield (
        f"{document['status']}: {document['candidates']:,} candidates = "
        f"{document['listed']:,} listed + {sum(document['excluded'].values()):,} excluded"
    )
    for reason, count in document["excluded"].items():
        yield f"  {reason:<18}{count:>9,}"
    moves = ", ".join(f"{move} {count:,}" for move, count in document["moves"].items())
    yield f"Moves: {moves or 'none'}"
    for label, why in document.get("causes", {}).items():
        yield f"{label}: {why}"


def dry_run_in_words(document: dict[str, Any]) -> Iterator[str]:
    """The lines of a dry run: what a scan would bring, then what it would cost."""
    estimate, looked_at = document["estimate"], document["candidates"]
    about = "" if estimate["is_exact"] else "about "
    yield (
        f"DRY RUN: {estimate['candidates']:,} candidates, {looked_at:,} looked at, "
        f"{document['pages']:,} pages rendered. Nothing of the sitemaps was stored."
    )
    if not document["is_migrated"]:
        yield "There is no ledger yet (manage.py migrate), so every URL counts as new."
        if any("honest_sitemaps_" in example for example in document["examples"].values()):
            yield "Pages of the site need it already (its template tags, say): migrate first."
    yield f"Would be listed: {about}{estimate['listed']:,}"
    excluded = sum(estimate["excluded"].values())
    yield f"Would be excluded: {about if excluded else ''}{excluded:,}"
    for reason, count in estimate["excluded"].items():
        example = document["examples"].get(reason, "")
        yield f"  {reason:<18}{count:>9,}{f'  such as {example}' if example else ''}"
    moves = ", ".join(f"{move} {count:,}" for move, count in document["moves"].items())
    yield f"Moves of those looked at: {moves or 'none'}"
    yield from _cost_in_words(document)


def _cost_in_words(document: dict[str, Any]) -> Iterator[str]:
    estimate = document["estimate"]
    if estimate["pages"] and not document["pages"]:
        yield "None of those looked at needed its page: raise --limit for an estimate."
        return
    yield (
        f"Time: {1000 * document['seconds_median']:,.0f} ms a page in the middle, "
        f"{1000 * document['seconds_p95']:,.0f} ms for the slowest in twenty; "
        f"{duration(estimate['seconds'])} for all {estimate['pages']:,} pages in one process."
    )
    yield (
        f"Queries of the site: {document['queries_per_page']:,} a page, "
        f"{document['queries_most']:,} at most."
    )
    writes = ", ".join(f"{what} {count:,}" for what, count in document["writes"].items())
    if writes:
        pages = document["pages_with_writes"]
        yield f"The site itself wrote, and this stays, on {pages:,} pages: {writes}."
    else:
        yield "The site itself wrote nothing while its pages were rendered."
    yield (
        f"Space: about {size(estimate['database_bytes'])} in the database, and "
        f"{size(estimate['artifact_bytes'])} of compressed files for each whole release."
    )


def duration(seconds: float) -> str:
    """``40 s``, ``12 min``, ``3.5 h``, ``2.1 days``: as exact as an estimate is."""
    for unit, length in (("days", 86_400), ("h", 3_600), ("min", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:,.1f} {unit}"
    return f"{seconds:,.1f} s"


def size(count: int) -> str:
    """``14 kB``, ``1.5 MB``."""
    for unit, length in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if count >= length:
            return f"{count / length:,.1f} {unit}"
    return f"{count} bytes"


def warning_of(report: ScanReport) -> str:
    """What an operator should know of a scan that ended well and lists nothing, or ``""``."""
    if report.listed or report.status != "SETTLED":
        return ""
    if not report.candidates:
        return (
            "No candidate was found. Register a source in a sitemaps.py of an installed app, "
            "or see what the registered ones yield."
        )
    reasons = ", ".join(f"{count:,} {reason}" for reason, count in report.excluded.items())
    return f"Nothing is listed: {reasons}. sitemap_explain says why for any of them."


def release_in_words(document: dict[str, Any]) -> Iterator[str]:
    """The lines of a release's report."""
    # None: a pin refused before there was one, or these are several origins.
    number = f"release {document['release']}, " if document["release"] else ""
    if document["status"] == "REFUSED" and "origins" not in document:
        yield f"REFUSED: {number}what was live stays live"
    else:
        files, urls = document["files"], document["urls"]
        yield f"{document['status']}: {number}{files:,} files, {urls:,} URLs"
    for name in document["changed_files"]:
        yield f"  changed: {name}"
    for finding in document["findings"]:
        yield f"  finding: {finding}"


def releases_as_json(reports: Sequence[ReleaseReport]) -> dict[str, Any]:
    """One document: that of the origin, or the sum over several, each under ``origins``."""
    documents = [report.as_json() for report in reports]
    if len(documents) == 1:
        return documents[0]
    statuses = [document["status"] for document in documents]
    worst = next((one for one in ("REFUSED", "LIVE") if one in statuses), "UNCHANGED")
    return {
        "release": None,
        "status": worst,
        "files": sum(document["files"] for document in documents),
        "urls": sum(document["urls"] for document in documents),
        "changed_files": [name for one in documents for name in one["changed_files"]],
        "findings": [finding for one in documents for finding in one["findings"]],
        "origins": documents,
    }
