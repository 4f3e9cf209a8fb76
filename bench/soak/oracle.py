"""What was really edited, and when; and what a ledger says that contradicts it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

RENDER = timedelta(seconds=10)
"""A sighting is stamped before its page is rendered: an edit in between is in the page."""


@dataclass
class Truth:
    """One entry, as the editors know it."""

    is_listed: bool
    edits: list[datetime] = field(default_factory=list)
    """Edits of its content, in order."""


@dataclass(frozen=True)
class Known:
    """One row of the ledger, and when it saw the content change."""

    is_listed: bool
    moved: tuple[datetime, ...]
    """When its date moved."""

    begun: tuple[datetime, ...] = ()
    """When it was first seen, and first listed: what was edited before is in that sighting."""


@dataclass
class Findings:
    lost: list[str] = field(default_factory=list)
    """No row, listed though gone, or not listed though live."""

    missed: list[str] = field(default_factory=list)
    """The last edit was never seen."""

    false: list[str] = field(default_factory=list)
    """A change was seen, and nobody had edited since the change before."""

    @property
    def is_clean(self) -> bool:
        return not (self.lost or self.missed or self.false)


def compared(truths: Mapping[str, Truth], ledger: Mapping[str, Known]) -> Findings:
    """Every entry against its row. Pure."""
    found = Findings()
    for key, truth in truths.items():
        known = ledger.get(key)
        if known is None or known.is_listed != truth.is_listed:
            found.lost.append(key)
            continue
        if truth.is_listed and truth.edits and not _is_seen(truth.edits[-1], known):
            found.missed.append(key)
        if _is_false(truth.edits, known.moved):
            found.false.append(key)
    found.lost += sorted(set(ledger) - set(truths))
    return found


def _is_seen(edit: datetime, known: Known) -> bool:
    return any(at + RENDER >= edit for at in (*known.moved, *known.begun))


def _is_false(edits: list[datetime], moved: Iterable[datetime]) -> bool:
    """Whether a move has no edit of its own: by some time there are more moves than edits."""
    return any(
        number > bisect_right(edits, at + RENDER)
        for number, at in enumerate(sorted(moved), start=1)
    )
