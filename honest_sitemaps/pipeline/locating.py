"""Where on a page something stands, found by rendering the page again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from honest_sitemaps import fingerprint
from honest_sitemaps.capture import Document
from honest_sitemaps.fingerprint import Fingerprint, LineChange, Place
from honest_sitemaps.ledger import Scan
from honest_sitemaps.pipeline.looking import Lens, captured

LOCATED_CHANGES = 10
"""Lines of an unstable page that are located."""

PLACES_LETTERS = 320
"""Of an evidence of 500, so many may tell places; the lines have the rest."""

LOCATED_BLOCKS = 5
"""Blocks of a cause that are located, the most common first."""


def locate_blocks(lens: Lens, scan: Scan) -> None:
    """
    Add ``path`` and ``selector`` to the first blocks of the scan's cause, as most of their
    sample pages show them now. A block that no page shows any more keeps neither.
    """
    cause = scan.cause or {}
    for block in cause.get("blocks", [])[:LOCATED_BLOCKS]:
        places = Counter(_places_of(lens, block))
        if places:
            place = places.most_common(1)[0][0]
            block["path"], block["selector"] = place.path, place.selector
    scan.save(update_fields=["cause"])


def _places_of(lens: Lens, block: Mapping[str, Any]) -> Iterator[Place]:
    """
    The block's place on each sample page. Its words there may hold other numbers than those
    that the cause shows, so the page's own lines are asked for one of its shape.
    """
    for loc in block["samples"]:
        page, document = captured(lens, loc, now=lens.clock())
        mark = fingerprint.of_page(page, document, rules=lens.rules)
        if document is None or not isinstance(mark, fingerprint.Fingerprint):
            continue
        line = fingerprint.line_of_shape(mark.lines, block["shape"])
        place = fingerprint.place_of(document, line, rules=lens.rules) if line else None
        if place is not None:
            yield place


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
