"""Where on a page something stands, found by rendering the page again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from honest_sitemaps import fingerprint
from honest_sitemaps.fingerprint import Fingerprint, Place
from honest_sitemaps.ledger import Scan
from honest_sitemaps.pipeline.looking import Lens, captured

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
    ``at main > p.tip (noise: p.tip)`` for the first line that two visitors saw differently;
    ``""`` if a third look does not find it.
    """
    _, document = captured(lens, loc, now=lens.clock())
    if document is None:
        return ""
    mark = fingerprint.of_document(document, rules=lens.rules)
    lines = mark.lines if isinstance(mark, Fingerprint) else ()
    for change in fingerprint.differing(first.lines, second.lines):
        shape = fingerprint.shape_of(change)
        said = next((one for one in (change.before, change.after) if one in lines), "")
        line = said or fingerprint.line_of_shape(lines, shape)
        place = fingerprint.place_of(document, line, rules=lens.rules) if line else None
        if place is not None:
            noise = f" (noise: {place.selector})" if place.selector else ""
            return f" at {place.path}{noise}"
    return ""
