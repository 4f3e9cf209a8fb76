"""
What differed between renders of sampled pages, put together. All pure.

One element that differs is one `Noise`, however many pages and lines show it: changes are
grouped by shape first, then by the place that they were found at.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from honest_sitemaps.fingerprint import LineChange, Place, grouped

ITEM_TAGS = frozenset(("li", "tr", "td", "th", "dt", "dd"))
"""Two of them that differ make their list the noise: its items are shuffled or drawn."""

PlaceOf = Callable[[str, LineChange], Place]
"""The place of a change on the page of this loc."""

PlaceOfAll = Callable[[str, list[str]], Place | None]
"""The innermost element of the page of this loc that holds all these lines."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Noise:
    """One element of a section's pages that changes without an edit."""

    section: str
    variation: str
    """What was other in the render: ``visitor``, ``hour``, ``day``, ``year``, ``assets``."""

    before: str
    """Canonical line of the sample page; ``""`` if the line is new."""

    after: str
    locs: tuple[str, ...]
    """The sampled pages on which it differs; the first is the one that is shown."""

    sampled: int
    """Pages of the section that were compared."""

    place: Place

    def as_json(self) -> dict[str, Any]:
        return {
            "section": self.section,
            "variation": self.variation,
            "before": self.before,
            "after": self.after,
            "pages": len(self.locs),
            "share": round(len(self.locs) / max(self.sampled, 1), 4),
            "sample": self.locs[0],
            "path": self.place.path,
            "selector": self.place.selector,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Skipped:
    """What was not compared, and why."""

    why: str
    section: str = ""
    loc: str = ""
    variation: str = ""

    def as_json(self) -> dict[str, Any]:
        return {
            "section": self.section,
            "loc": self.loc,
            "variation": self.variation,
            "why": self.why,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class NoiseReport:
    """What ``sitemap_noise`` answers."""

    pages: int
    """Pages that were compared."""

    noise: tuple[Noise, ...] = ()
    skipped: tuple[Skipped, ...] = ()

    def as_json(self) -> dict[str, Any]:
        return {
            "pages": self.pages,
            "noise": [one.as_json() for one in self.noise],
            "skipped": [one.as_json() for one in self.skipped],
        }


@dataclass(slots=True)
class Known:
    """The lines of one page that are known to differ, so that each is told once."""

    lines: set[str] = field(default_factory=set)

    def fresh(self, changes: Sequence[LineChange]) -> list[LineChange]:
        """The changes of lines that no earlier variation has changed; they are known now."""
        found = [one for one in changes if (one.before or one.after) not in self.lines]
        self.lines |= {line for one in found for line in (one.before, one.after) if line}
        return found


def noises_of(
    changes: Mapping[str, Sequence[LineChange]],
    *,
    section: str,
    variation: str,
    sampled: int,
    place_of: PlaceOf,
    place_of_all: PlaceOfAll,
    limit: int,
) -> tuple[list[Noise], int]:
    """
    The noise that explains these changes, by loc, the most common first; and how many blocks
    beyond ``limit`` were left out, since each has to be looked for on its page.
    """
    blocks = grouped(changes)
    found = [
        Noise(
            section=section,
            variation=variation,
            before=block.before,
            after=block.after,
            locs=block.pages,
            sampled=sampled,
            place=place_of(block.pages[0], LineChange(block.before, block.after)),
        )
        for block in blocks[:limit]
    ]
    by_path: dict[str, list[Noise]] = defaultdict(list)
    for one in found:
        by_path[one.place.path].append(one)
    merged = [noise for same in by_path.values() for noise in _merged(same, place_of_all)]
    return sorted(merged, key=lambda one: -len(one.locs)), max(0, len(blocks) - limit)


def not_told(found: Sequence[Noise], told: Collection[Noise]) -> list[Noise]:
    """Those whose element no earlier variation has shown."""
    known = {(one.section, one.place.selector) for one in told if one.place.selector}
    return [one for one in found if (one.section, one.place.selector) not in known]


def _merged(same: Sequence[Noise], place_of_all: PlaceOfAll) -> list[Noise]:
    """Noise at one path: one of items, one for each element, or one of like pages."""
    listed = _list_of(same, place_of_all)
    if listed is not None:
        return [listed]
    by_selector: dict[str, list[Noise]] = defaultdict(list)
    for one in same:
        by_selector[one.place.selector].append(one)
    each = [_united(group) for group in by_selector.values()]
    counts = Counter(loc for one in each for loc in one.locs)
    is_one_a_page = max(counts.values(), default=0) <= 1
    return [_united(each)] if is_one_a_page and same[0].place.path else each


def _list_of(same: Sequence[Noise], place_of_all: PlaceOfAll) -> Noise | None:
    """The list whose items were shuffled or drawn; None if they are not items of one."""
    first = max(same, key=lambda one: bool(one.before))
    tag = first.place.path.rpartition(" ")[2].partition(".")[0].partition("#")[0]
    of_page = [one for one in same if one.locs[0] == first.locs[0] and one.before]
    if tag not in ITEM_TAGS or len({one.before for one in of_page}) < 2:
        return None
    place = place_of_all(first.locs[0], [one.before for one in of_page])
    if place is None or not place.selector:
        return None
    return replace(_united([first, *same]), place=place)


def _united(same: Sequence[Noise]) -> Noise:
    """One noise of all their pages, with the selector that most of them have."""
    first = same[0]
    locs = dict.fromkeys(loc for one in same for loc in one.locs)
    votes: Counter[str] = Counter()
    for one in same:
        votes[one.place.selector] += len(one.locs)
    selector = votes.most_common(1)[0][0]
    return replace(first, locs=tuple(locs), place=replace(first.place, selector=selector))
