"""
Furniture inside the content: a figure that stands on most pages of a section and changes on
all of them at once ("1,204 readers", in every page's main part).

Known by the section itself, not by a class name. The first time such a change is held, and a
person who re-bases it says that it is no edit: its shape is kept with the section. From then
on a change of that shape, on most of the section's listed pages in one sweep, is re-based
without asking. On a few pages the same words are an edit like any other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from honest_sitemaps import fingerprint
from honest_sitemaps.ledger.holds import changed_chunks, differences_of, mark_rebased
from honest_sitemaps.ledger.models import ContentState, Scan, Section

MOST = 0.5
"""A block changes everywhere if it changes on more than this share of the listed pages."""

KEPT_SHAPES = 100
"""Shapes that a section remembers; the oldest go."""


def learn_furniture(section: Section, shapes: Collection[str]) -> None:
    """Keep these shapes with the section: a person said that they are no edits."""
    new = [shape for shape in shapes if shape not in section.furniture]
    if new:
        section.furniture = [*section.furniture, *new][-KEPT_SHAPES:]
        section.save(update_fields=["furniture"])


def rebase_furniture(scan: Scan) -> int:
    """
    Mark the staged pages whose whole difference is known furniture that changed everywhere in
    this scan; answer how many. Reads the stored lines of the changed pages twice; costs
    nothing in a section that knows no furniture.
    """
    known = set(scan.section.furniture)
    if not known:
        return 0
    pages: Counter[str] = Counter()
    for chunk in changed_chunks(scan):
        for changes in differences_of(chunk).values():
            pages.update(known & fingerprint.shapes_of(changes))
    listed = ContentState.objects.listed().filter(section=scan.section).count()
    everywhere = [shape for shape, count in pages.items() if count > MOST * listed]
    return mark_rebased(scan, everywhere) if everywhere else 0
