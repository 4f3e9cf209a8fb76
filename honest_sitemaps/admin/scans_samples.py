"""A few pages of a held scan, with what would become of them and the lines that differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from honest_sitemaps import fingerprint
from honest_sitemaps.ledger import ContentState, Move, Scan, StagedSighting, load_lines
from honest_sitemaps.loc import loc_digest
from honest_sitemaps.verify import Span, spans_of

SHOWN_PAGES = 5
SHOWN_LINES = 6
READ_AT_EITHER_END = 1_000
"""Staged sightings that are read in search of pages that would leave the list: pages that are
gone from the source are staged last."""


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
    """What was seen of a page that would leave the list."""

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
    staged = _of_blocks(scan) or _leaving(scan)
    states = dict(
        ContentState.objects.filter(pk__in=[one.state_id for one in staged]).values_list(
            "pk", "digest"
        )
    )
    stored = load_lines({*states.values(), *(one.digest for one in staged)} - {""})
    return tuple(_sample(one, states.get(one.state_id or 0, ""), stored) for one in staged)


def _of_blocks(scan: Scan) -> list[StagedSighting]:
    """A page of each block in turn, the most common block first."""
    blocks: list[dict[str, Any]] = (scan.cause or {}).get("blocks", [])
    turns = zip_longest(*(block["samples"] for block in blocks))
    locs = list(dict.fromkeys(loc for turn in turns for loc in turn if loc))[:SHOWN_PAGES]
    digests = [loc_digest(loc) for loc in locs]
    found = StagedSighting.objects.filter(scan=scan, loc_digest__in=digests)
    order = {digest: at for at, digest in enumerate(digests)}
    return sorted(found, key=lambda one: (order[one.loc_digest], one.pk))[:SHOWN_PAGES]


def _leaving(scan: Scan) -> list[StagedSighting]:
    """Pages that would leave the list, found at either end of what is staged."""
    rows = StagedSighting.objects.filter(scan=scan)
    ends = [*rows.order_by("pk")[:READ_AT_EITHER_END]]
    ends += rows.order_by("-pk")[:READ_AT_EITHER_END]
    found = {one.pk: one for one in ends if _leaves(one)}
    return [found[pk] for pk in sorted(found)][:SHOWN_PAGES]


def _leaves(one: StagedSighting) -> bool:
    return one.move in {Move.WITHDRAWN, Move.EXCLUDED} or one.reason == "UNREADABLE"


def _sample(one: StagedSighting, before: str, stored: dict[str, tuple[str, ...]]) -> Sample:
    lines: Sequence[fingerprint.LineChange] = ()
    if before in stored and one.digest in stored:
        lines = fingerprint.differing(stored[before], stored[one.digest])
    return Sample(
        loc=one.loc,
        state=one.state_id,
        move=one.move,
        evidence=": ".join(filter(None, [one.reason, one.evidence])),
        lines=tuple(line_of(it.before, it.after) for it in lines[:SHOWN_LINES]),
        more_lines=max(0, len(lines) - SHOWN_LINES),
    )
