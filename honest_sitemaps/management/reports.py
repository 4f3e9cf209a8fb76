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
