"""A few pages of a held scan, with what would become of them and the lines that differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from honest_sitemaps import fingerprint
from honest_sitemaps.ledger import ContentState, Move, Scan, StagedSighting, load_lines
from honest_sitemaps.loc import loc_digest
from honest_sitemaps.verify import Span, moved_parts, spans_of

SHOWN_PAGES = 5
SHOWN_LINES = 6
READ_AT_EITHER_END = 1_000
"""Staged sightings that are read in search of what the scan is held for: pages that are gone
from the source are staged last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A changed line as its words, those that differ marked; a side may be empty."""

    before: list[Span]
    after: list[Span]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    loc: str
    state: int | None
    """Primary key of its row."""

    move: str
    evidence: str
    """What was seen of a page that would leave the list, or which parts of it moved."""

    lines: tuple[Line, ...]
    more_lines: int


def line_of(before: str, after: str) -> Line:
    old, new = spans_of(before, after)
    return Line(before=old, after=new)


def samples_of(scan: Scan) -> tuple[Sample, ...]:
    """
    Up to `SHOWN_PAGES` pages that stand for the others, in at most four queries, none of which
    reads more than the ends of what is staged.
    """
    staged = _of_blocks(scan) or _at_the_ends(scan)
    states = ContentState.objects.in_bulk([one.state_id for one in staged if one.state_id])
    digests = {row.digest for row in states.values()} | {one.digest for one in staged}
    stored = load_lines(digests - {""})
    return tuple(_sample(one, states.get(one.state_id or 0), stored) for one in staged)


def _of_blocks(scan: Scan) -> list[StagedSighting]:
    """A page of each block in turn, the most common block first."""
    blocks: list[dict[str, Any]] = (scan.cause or {}).get("blocks", [])
    turns = zip_longest(*(block["samples"] for block in blocks))
    locs = list(dict.fromkeys(loc for turn in turns for loc in turn if loc))[:SHOWN_PAGES]
    digests = [loc_digest(loc) for loc in locs]
    found = StagedSighting.objects.filter(scan=scan, loc_digest__in=digests)
    order = {digest: at for at, digest in enumerate(digests)}
    return sorted(found, key=lambda one: (order[one.loc_digest], one.pk))[:SHOWN_PAGES]


def _at_the_ends(scan: Scan) -> list[StagedSighting]:
    """Pages that would leave the list, else pages that would move; from either end."""
    rows = StagedSighting.objects.filter(scan=scan)
    ends = [*rows.order_by("pk")[:READ_AT_EITHER_END]]
    ends += rows.order_by("-pk")[:READ_AT_EITHER_END]
    found = {one.pk: one for one in ends if _leaves(one)}
    found = found or {one.pk: one for one in ends if one.moves_date}
    return [found[pk] for pk in sorted(found)][:SHOWN_PAGES]


def _leaves(one: StagedSighting) -> bool:
    return one.move in {Move.WITHDRAWN, Move.EXCLUDED} or one.reason == "UNREADABLE"


def _sample(
    one: StagedSighting, row: ContentState | None, stored: dict[str, tuple[str, ...]]
) -> Sample:
    lines: Sequence[fingerprint.LineChange] = ()
    if row is not None and row.digest in stored and one.digest in stored:
        lines = fingerprint.differing(stored[row.digest], stored[one.digest])
    return Sample(
        loc=one.loc,
        state=one.state_id,
        move=one.move,
        evidence=": ".join(filter(None, [one.reason, one.evidence])) or _parts(one, row),
        lines=tuple(line_of(it.before, it.after) for it in lines[:SHOWN_LINES]),
        more_lines=max(0, len(lines) - SHOWN_LINES),
    )


def _parts(one: StagedSighting, row: ContentState | None) -> str:
    """Names of the parts that moved: all that is known where lines are not stored."""
    if row is None:
        return ""
    sides = [{"parts": it.parts, "recipe": it.recipe} for it in (row, one)]
    return ", ".join(moved_parts(*sides))
