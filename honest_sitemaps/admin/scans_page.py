"""What a scan's page says: what stopped it, what it means, and what can be done."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.dateparse import parse_datetime

from honest_sitemaps.admin.scans_samples import Line, Sample, line_of, samples_of
from honest_sitemaps.errors import RebaseImpossible
from honest_sitemaps.ledger import Scan, named_shapes
from honest_sitemaps.verify import age

SHOWN_BLOCKS = 10

ADVICE = {
    "walk": "The scan could not see the whole section, so it judged none of it. Mend what the "
    "sentence names; the server's log has more. Then run sitemap_scan, or wait for the next "
    "sweep.",
    "unreadable": "So many errors at once are a broken deploy or a server that is down. Open "
    "one of the pages. Once they answer again, the next sweep starts anew. If it goes on for "
    "three days, a scan is held and you decide.",
}
"""What to do about a failed scan, by the kind of its cause."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockTold:
    """A change that many pages share."""

    pages: str
    share: str
    path: str
    selector: str
    line: Line
    samples: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerTold:
    """What somebody answered, and how far that is."""

    by: str
    how: str
    why: str
    noise: tuple[str, ...]
    at: str
    error: str
    is_begun: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ScanPage:
    since: str
    """When it was begun, and how long ago."""

    seen_at: str
    why: str
    advice: str
    blocks: tuple[BlockTold, ...]
    more_blocks: int
    samples: tuple[Sample, ...]
    answer: AnswerTold | None
    selectors: tuple[str, ...]
    """What a re-base may declare noise."""

    no_rebase: str
    """Why it cannot be re-based; ``""`` if it can."""


def page_of(scan: Scan, *, now: datetime) -> ScanPage:
    """The page of a scan. Reads a few pages of a held one; of any other nothing more."""
    cause: dict[str, Any] = scan.cause or {}
    is_held = scan.status == Scan.Status.HELD
    blocks = cause.get("blocks", [])
    return ScanPage(
        since=f"{scan.started_at:%Y-%m-%d %H:%M} ({age(now - scan.started_at)} ago)",
        seen_at=f"{scan.started_at:%Y-%m-%d %H:%M}",
        why=cause.get("why", ""),
        advice=_advice(scan, cause),
        blocks=tuple(_block(block) for block in blocks[:SHOWN_BLOCKS]),
        more_blocks=max(0, len(blocks) - SHOWN_BLOCKS),
        samples=samples_of(scan) if is_held else (),
        answer=_answer(scan.answer, now=now) if is_held and scan.answer else None,
        selectors=selectors_of(scan),
        no_rebase=_no_rebase(scan) if is_held else "",
    )


def selectors_of(scan: Scan) -> tuple[str, ...]:
    """
    The selectors of the blocks that a re-base passes over, the most common first. What stands
    on a few pages is an edit of those, and its selector may mean anything on the others.
    """
    try:
        common = set(named_shapes(scan))
    except RebaseImpossible:
        return ()
    blocks = (scan.cause or {}).get("blocks", [])
    found = [block.get("selector") for block in blocks if block["shape"] in common]
    return tuple(dict.fromkeys(filter(None, found)))


def _advice(scan: Scan, cause: dict[str, Any]) -> str:
    if scan.status != Scan.Status.FAILED:
        return ""
    return ADVICE.get(cause.get("kind", ""), ADVICE["walk"])


def _block(block: dict[str, Any]) -> BlockTold:
    return BlockTold(
        pages=f"{block['pages']:,}",
        share=f"{block['share']:.0%}",
        path=block.get("path") or "",
        selector=block.get("selector") or "",
        line=line_of(block["before"], block["after"]),
        samples=tuple(block["samples"]),
    )


def _answer(said: dict[str, Any], *, now: datetime) -> AnswerTold:
    at = parse_datetime(said.get("at") or "") or now
    return AnswerTold(
        by=said.get("by") or "Somebody",
        how=said.get("how", ""),
        why=said.get("why", ""),
        noise=tuple(said.get("noise") or ()),
        at=f"{at:%Y-%m-%d %H:%M} ({age(now - at)} ago)",
        error=said.get("error", ""),
        is_begun="begun_at" in said,
    )


def _no_rebase(scan: Scan) -> str:
    try:
        named_shapes(scan)
    except RebaseImpossible as error:
        return str(error)
    return ""
