"""
What differed between renders of sampled pages, put together. All pure.

One element that differs is one `Noise`, however many pages and lines show it: changes are
grouped by shape first, then by the place that they were found at.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from honest_sitemaps.fingerprint import LineChange, Place, grouped


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """Where a change was found on its page."""

    place: Place
    item: str = ""
    """Which item of a list it stands in; ``""`` if in none."""

    around: Place | None = None
    """That list."""


SpotOf = Callable[[str, LineChange], Spot]
"""The spot of a change on the page of this loc."""


UNDECLARABLE = "mend the template, or register the section with dates=False"
UNNAMED = (
    "no selector means it on every compared page: give the element a class and declare that, "
    "or mark it with data-sitemap-noise"
)


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

    is_unnamed: bool = False
    """It could be declared, but no selector means it on all the sampled pages."""

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
            "why_no_selector": self._why_no_selector(),
        }

    def _why_no_selector(self) -> str:
        if self.place.selector:
            return ""
        return UNNAMED if self.is_unnamed else UNDECLARABLE


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
            "pages_with_noise": len({loc for one in self.noise for loc in one.locs}),
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
    spot_of: SpotOf,
    limit: int,
) -> tuple[list[Noise], int]:
    """
    The noise that explains these changes, by loc, the most common first; and how many blocks
    beyond ``limit`` were left out, since each has to be looked for on its page.
    """
    blocks = grouped(changes)
    spots: list[tuple[Noise, Spot]] = []
    for block in blocks[:limit]:
        spot = spot_of(block.pages[0], LineChange(block.before, block.after))
        noise = Noise(
            section=section,
            variation=variation,
            before=block.before,
            after=block.after,
            locs=block.pages,
            sampled=sampled,
            place=spot.place,
        )
        spots.append((noise, spot))
    merged = _merged(_with_lists(spots))
    return sorted(merged, key=lambda one: -len(one.locs)), max(0, len(blocks) - limit)


def not_told(found: Iterable[Noise], told: Collection[Noise]) -> list[Noise]:
    """What no earlier variation has shown, on this page, of the same element or one around."""
    fresh = []
    for one in found:
        known = {
            loc
            for other in told
            if other.section == one.section and _is_in(one.place, other.place)
            for loc in other.locs
        }
        if left := tuple(loc for loc in one.locs if loc not in known):
            fresh.append(replace(one, locs=left))
    return fresh


def folded_in(told: Sequence[Noise]) -> list[Noise]:
    """
    Each element once: what stands in one that differs too, on whatever page, is part of it. Of
    a list that is drawn, one page may by chance show another first item alone.
    """
    kept: list[Noise] = []
    for one in told:
        outer = next(
            (
                other
                for other in told
                if other is not one
                and other.section == one.section
                and _is_in(one.place, other.place)
                and (other.place.selector != one.place.selector or other in kept)
            ),
            None,
        )
        if outer is None:
            kept.append(one)
    return [
        replace(one, locs=tuple(dict.fromkeys([*one.locs, *_locs_in(one, told)])))
        for one in kept
    ]


def _locs_in(outer: Noise, told: Sequence[Noise]) -> list[str]:
    return [
        loc
        for one in told
        if one.section == outer.section and _is_in(one.place, outer.place)
        for loc in one.locs
    ]


def _is_in(inner: Place, outer: Place) -> bool:
    if not outer.selector:
        return False
    return inner.selector == outer.selector or inner.selector.startswith(
        f"{outer.selector} > "
    )


def _with_lists(spots: Sequence[tuple[Noise, Spot]]) -> list[Noise]:
    """
    The noises, those in one list as that list if two of its items differ on a page, or one
    came or went: then its items are shuffled, drawn or dated.
    """
    in_list: dict[tuple[str, Place], list[tuple[Noise, Spot]]] = defaultdict(list)
    for noise, spot in spots:
        if spot.around is not None:
            in_list[noise.locs[0], spot.around].append((noise, spot))
    lists = {
        key
        for key, found in in_list.items()
        if len({spot.item for _, spot in found}) > 1
        or any(not (noise.before and noise.after) for noise, _ in found)
    }
    return [
        replace(noise, place=spot.around)
        if spot.around is not None and (noise.locs[0], spot.around) in lists
        else noise
        for noise, spot in spots
    ]


def _merged(found: Iterable[Noise]) -> list[Noise]:
    """One noise for each element; one for elements at the same path of different pages."""
    by_path: dict[str, dict[str, list[Noise]]] = defaultdict(lambda: defaultdict(list))
    for one in found:
        kind = (one.before or one.after).partition(" ")[0]
        by_path[one.place.path][one.place.selector or kind].append(one)
    merged: list[Noise] = []
    for path, by_selector in by_path.items():
        each = [_united(same) for same in by_selector.values()]
        counts = Counter(loc for one in each for loc in one.locs)
        is_one_a_page = bool(path) and max(counts.values()) == 1
        merged += [_united(each)] if is_one_a_page else each
    return merged


def _united(same: Sequence[Noise]) -> Noise:
    """One noise of all their pages, with the selector that most of them have."""
    first = max(same, key=lambda one: bool(one.before) + bool(one.after))
    locs = dict.fromkeys(loc for one in (first, *same) for loc in one.locs)
    votes: Counter[str] = Counter()
    for one in same:
        votes[one.place.selector] += len(one.locs)
    selector = votes.most_common(1)[0][0]
    return replace(first, locs=tuple(locs), place=replace(first.place, selector=selector))
