"""`Fingerprint`: the digest of what is significant, and the recipe that made it."""

from __future__ import annotations

from dataclasses import dataclass, field

PARTS = ("head", "text", "structure", "links", "media", "structured_data")
"""The six parts of a fingerprint, in the order in which they are stored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fingerprint:
    """Same significant content and same recipe, same digest."""

    digest: str
    """SHA-256 of the canonical lines, 64 hex digits."""

    recipe: str
    """``name/engine/rules``: digests of two recipes say nothing about each other."""

    parts: str = ""
    """Six 16-digit hex digests in the order of `PARTS`, joined by ``-``; ``""`` for a page that
    is not HTML."""

    lines: tuple[str, ...] = field(default=(), compare=False, repr=False)
    """The canonical lines themselves, readable; ``()`` for a page that is not HTML."""
