"""The answer of this room."""

from __future__ import annotations

from dataclasses import dataclass

from honest_sitemaps.eligibility.reasons import Reason


@dataclass(frozen=True, slots=True)
class Verdict:
    """Why a URL is out, and what was seen; ``reason is None`` means it is listed."""

    reason: Reason | None = None
    evidence: str = ""
    """The very header, tag or date that decided, at most 500 characters; the same for the
    same answer (no clock in it), so that seeing it again is no difference."""

    is_stated: bool = False
    """Whether the source itself said so of the object, before any page was fetched."""

    @property
    def is_listed(self) -> bool:
        return self.reason is None


LISTED = Verdict()
