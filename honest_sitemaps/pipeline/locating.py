"""Where on a page something stands, found by rendering the page again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from honest_sitemaps import fingerprint, ledger
from honest_sitemaps.capture import Document
from honest_sitemaps.fingerprint import Fingerprint, LineChange, Place
from honest_sitemaps.ledger import Scan
from honest_sitemaps.pipeline.looking import Lens, captured

LOCATED_CHANGES = 10
"""Lines of an unstable page that are located."""

PLACES_LETTERS = 320
"""Of an evidence of 500, so many may tell places; the lines have the rest."""

MOST_TRIALS = 12
"""Selectors of one block that are tried on its sample pages."""

UNTOUCHED_PAGES = 3
"""Pages that did not change, on which a selector by place must mean nothing."""

LOCATED_BLOCKS = 5
"""Blocks of a cause that are located, the most common first."""


@dataclass(frozen=True, slots=True)
class _Found:
    """A block on one of its sample pages."""

    document: Document
    place: Place
    line: str
    allowed: frozenset[str]
    """Lines of the page that the ledger does not know, and those of the place itself."""


def locate_blocks(lens: Lens, scan: Scan) -> None:
    """
    Add ``path`` and ``selector`` to the first blocks of the scan's cause, as their sample
    pages show them now: the selector means the block on each of them, and nothing besides. A
    block that no page shows any more keeps neither.
    """
    cause = scan.cause or {}
    blocks = cause.get("blocks", [])[:LOCATED_BLOCKS]
    before = ledger.lines_before(scan, {loc for block in blocks for loc in block["samples"]})
    for block in blocks:
        found = list(_found(lens, block, before))
        if found:
            paths = Counter(one.place.path for one in found)
            block["path"] = paths.most_common(1)[0][0]
            block["selector"] = _selector(lens, scan, found)
    scan.save(update_fields=["cause"])


def _found(
    lens: Lens, block: Mapping[str, Any], before: Mapping[str, Sequence[str]]
) -> Iterator[_Found]:
    """
    The block on each sample page: the line that stands now instead of the one that the ledger
    knows. A line that only looks like it may be a price.
    """
    for loc in block["samples"]:
        page, document = captured(lens, loc, now=lens.clock())
        mark = fingerprint.of_page(page, document, rules=lens.rules)
        if document is None or not isinstance(mark, Fingerprint) or loc not in before:
            continue
        changes = fingerprint.differing(before[loc], mark.lines)
        change = _change_of(block, changes)
        if change is None or not change.after:
            continue
        place = fingerprint.place_of(
            document, change.after, rules=lens.rules, instead=change.before
        )
        if place is not None:
            changed = frozenset(one.after for one in changes)
            own = _lines_selected(lens, document, place.selector)
            yield _Found(document, place, change.after, changed | own)


def _change_of(block: Mapping[str, Any], changes: Sequence[LineChange]) -> LineChange | None:
    """The change that is the block's: with its very lines, else of its shape."""
    same = LineChange(block["before"], block["after"])
    if same in changes:
        return same
    shape = block["shape"]
    return next((one for one in changes if fingerprint.explained_by([one], [shape])), None)


def _selector(lens: Lens, scan: Scan, found: Sequence[_Found]) -> str:
    """A selector that means the block on all these pages; ``""`` if there is none."""
    trials = dict.fromkeys(
        selector
        for one in found
        if one.place.selector
        for selector in fingerprint.selectors_like(one.document, one.place.selector)
    )
    for selector in list(trials)[:MOST_TRIALS]:
        if all(_is_meant(lens, one, selector) for one in found) and (
            "nth-" not in selector or _is_free(lens, scan, selector)
        ):
            return selector
    return ""


def _is_meant(lens: Lens, one: _Found, selector: str) -> bool:
    taken = _lines_selected(lens, one.document, selector)
    return one.line in taken and taken <= one.allowed


def _lines_selected(lens: Lens, document: Document, selector: str) -> frozenset[str]:
    if not selector:
        return frozenset()
    return frozenset(fingerprint.lines_selected(document, selector, rules=lens.rules))


def _is_free(lens: Lens, scan: Scan, selector: str) -> bool:
    """Whether an element by its place is none at all on pages that have no such block."""
    for loc in ledger.untouched_locs(scan, count=UNTOUCHED_PAGES):
        _, document = captured(lens, loc, now=lens.clock())
        if document is not None and _lines_selected(lens, document, selector):
            return False
    return True


def place_of_noise(lens: Lens, loc: str, first: Fingerprint, second: Fingerprint) -> str:
    """
    ``at main > p.tip (noise: p.tip); main > ul.more (noise: .more)``: where the lines stand
    that two visitors saw differently, as many as there is room for; ``""`` if a third look
    finds none of them.
    """
    _, document = captured(lens, loc, now=lens.clock())
    if document is None:
        return ""
    mark = fingerprint.of_document(document, rules=lens.rules)
    lines = mark.lines if isinstance(mark, Fingerprint) else ()
    said: list[str] = []
    changes = fingerprint.differing(first.lines, second.lines)
    now = {one.before: one.after for one in fingerprint.differing(first.lines, lines)}
    for change in changes[:LOCATED_CHANGES]:
        place = _place_of_change(lens, document, lines, change, now)
        if place is None:
            continue
        noise = f" (noise: {place.selector})" if place.selector else ""
        if (spot := f"{place.path}{noise}") not in said:
            said.append(spot)
    return _within(PLACES_LETTERS, said, all_told=len(changes) <= LOCATED_CHANGES)


def _place_of_change(
    lens: Lens,
    document: Document,
    lines: Sequence[str],
    change: LineChange,
    now: Mapping[str, str],
) -> Place | None:
    """Its place on a page that may show a third version of it: ``now`` says which."""
    said = next((one for one in (change.before, change.after) if one in lines), "")
    line = said or now.get(change.before, "")
    line = line or fingerprint.line_of_shape(lines, fingerprint.shape_of(change))
    if not line:
        return None
    instead = change.before if line == change.after else change.after
    return fingerprint.place_of(document, line, rules=lens.rules, instead=instead)


def _within(letters: int, said: Sequence[str], *, all_told: bool) -> str:
    """``at A; B; and more`` in so many letters, but for the first; ``""`` for none."""
    if not said:
        return ""
    found = f" at {said[0]}"
    for number, spot in enumerate(said[1:], start=1):
        if len(found) + len(spot) > letters:
            return f"{found}; and {len(said) - number} more"
        found += f"; {spot}"
    return found if all_told else f"{found}; and more"
